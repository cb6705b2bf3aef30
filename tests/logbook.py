"""Lines of the log in tests."""

from django.urls import reverse

from party.models import LogLine
from party.queries.evening.rounds import people
from party.queries.log.change_words import Wording


def newest_line(party, verb):
    return LogLine.objects.filter(party=party, verb=verb).first()


def undo_address(party, line):
    return reverse("log_undo", args=[party.pk, line.pk])


def changes_of_line(line=None, *, is_organiser=True):
    """Return (label, old, new) of each change of a line, by default the newest."""
    line = line or LogLine.objects.first()
    names = {pk: str(person) for pk, person in people(line.party).items()}
    changes = Wording(line.party, names).changes(line, is_organiser=is_organiser)
    return [(each.label, each.old, each.new) for each in changes]
