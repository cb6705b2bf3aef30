"""Reads about the log: its lines, and the verbs that it has."""

from django.db.models import Q, QuerySet

from party.models import LogLine, Party, Table
from party.values.log.lines import WISH_VERBS, LogFilter


def lines(party: Party, chosen: LogFilter, *, runs: bool) -> QuerySet[LogLine]:
    """Return the lines that the filter keeps, newest first; about wishes only to organisers."""
    rows = LogLine.objects.filter(party=party).select_related("actor")
    if not runs:
        rows = rows.exclude(verb__in=WISH_VERBS)
    if chosen.table:
        rows = rows.filter(table=chosen.table)
    if chosen.verb:
        rows = rows.filter(verb=chosen.verb)
    return rows.filter(_about_person(party, chosen.person.id)) if chosen.person else rows


def _about_person(party: Party, entrant: int) -> Q:
    """Match lines that name somebody, and lines of the tables at which they sat."""
    about = Q(entrant=entrant) | Q(data__one=entrant) | Q(data__other=entrant)
    about |= Q(data__about__has_key=str(entrant))
    seats = Table.objects.filter(round__party=party, places__entrant=entrant)
    for number, table in seats.values_list("round__number", "number"):
        about |= Q(round=number, table=table)
    return about


def verbs(party: Party, *, runs: bool) -> list[str]:
    rows = LogLine.objects.filter(party=party).order_by().values_list("verb", flat=True)
    return [verb for verb in rows.distinct() if runs or verb not in WISH_VERBS]
