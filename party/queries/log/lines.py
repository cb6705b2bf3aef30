"""Reads about the log: its lines, and the verbs that it has."""

from django.db.models import Q, QuerySet

from party.models import LogLine, Party, Table
from party.values.log.lines import OF_WISHES, Chosen


def lines(party: Party, chosen: Chosen, *, runs: bool) -> QuerySet[LogLine]:
    """Return the lines asked for, newest first; those about wishes only to who runs the party."""
    found = LogLine.objects.filter(party=party).select_related("actor")
    if not runs:
        found = found.exclude(verb__in=OF_WISHES)
    if chosen.table:
        found = found.filter(table=chosen.table)
    if chosen.verb:
        found = found.filter(verb=chosen.verb)
    return found.filter(_about(party, chosen.person.id)) if chosen.person else found


def _about(party: Party, entrant: int) -> Q:
    """Match lines that name somebody, and those of the tables at which they sat."""
    about = Q(entrant=entrant) | Q(data__one=entrant) | Q(data__other=entrant)
    about |= Q(data__about__has_key=str(entrant))
    seats = Table.objects.filter(round__party=party, places__entrant=entrant)
    for number, table in seats.values_list("round__number", "number"):
        about |= Q(round=number, table=table)
    return about


def verbs(party: Party, *, runs: bool) -> list[str]:
    """Return the verbs that this log has for somebody."""
    rows = LogLine.objects.filter(party=party).order_by().values_list("verb", flat=True)
    return [verb for verb in rows.distinct() if runs or verb not in OF_WISHES]
