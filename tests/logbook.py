"""The log as a test reads it: the old and new values of a line, in the words of the page."""

from party.models import LogLine
from party.queries.evening.rounds import people
from party.queries.log.change_words import Wording


def changed(line=None, *, is_organiser=True):
    """Return (what, old, new) of a line, by default the newest."""
    line = line or LogLine.objects.first()
    names = {pk: str(person) for pk, person in people(line.party).items()}
    found = Wording(line.party, names).changes(line, is_organiser=is_organiser)
    return [(each.label, each.old, each.new) for each in found]
