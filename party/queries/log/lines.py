"""Reads about the log: its lines, and the verbs that it has."""

from collections.abc import Iterable

from django.db.models import Max, Q, QuerySet

from party.models import LogLine, Party, Table
from party.values.log.lines import TAKEN_BACK, WISH_TAKEN_BACK, WISH_VERBS, LogFilter

SAVE_VERBS = {"hand saved", "total saved"}
HAND_UNDONE = "hand undone"


def lines(party: Party, log_filter: LogFilter, *, is_organiser: bool) -> QuerySet[LogLine]:
    """Return the lines that match, newest first. Only organisers see lines about wishes."""
    rows = LogLine.objects.filter(party=party)
    if not is_organiser:
        rows = rows.exclude(verb__in=WISH_VERBS)
    if log_filter.table:
        rows = rows.filter(table=log_filter.table)
    if log_filter.verb:
        rows = rows.filter(verb=log_filter.verb)
    return rows.filter(_about_person(party, log_filter.person.id)) if log_filter.person else rows


def _about_person(party: Party, entrant: int) -> Q:
    """Match lines that name an entrant, and lines of the tables at which the entrant sat."""
    about = Q(entrant=entrant) | Q(data__one=entrant) | Q(data__other=entrant)
    about |= Q(data__about__has_key=str(entrant))
    seats = Table.objects.filter(round__party=party, places__entrant=entrant)
    for number, table in seats.values_list("round__number", "number"):
        about |= Q(round=number, table=table)
    return about


def verbs(party: Party, *, is_organiser: bool) -> list[str]:
    rows = LogLine.objects.filter(party=party).order_by().values_list("verb", flat=True)
    return [verb for verb in rows.distinct() if is_organiser or verb not in WISH_VERBS]


def undone_lines(party: Party, lines: Iterable[LogLine]) -> set[int]:
    """Return the ids of those lines that have been undone. One query."""
    rows = LogLine.objects.filter(party=party, verb__in=(TAKEN_BACK, WISH_TAKEN_BACK, HAND_UNDONE))
    undos = list(rows.order_by().values_list("data__line", "data__entry"))
    undone, entries = {line for line, _ in undos}, {entry for _, entry in undos} - {None}
    return {
        line.pk
        for line in lines
        if line.pk in undone or (line.verb in SAVE_VERBS and line.data.get("entry") in entries)
    }


def round_before(party: Party, line: LogLine) -> int:
    """Return the number of the round in play when a line was written; 0 before the draw."""
    older = LogLine.objects.filter(party=party, pk__lt=line.pk)
    return older.aggregate(last=Max("round"))["last"] or 0
