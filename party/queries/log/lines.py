"""Reads about the log: its lines, and the verbs that it has."""

from collections.abc import Iterable

from django.db.models import Max, Q, QuerySet

from party.models import LogLine, Party, Table
from party.values.log.lines import TAKEN_BACK, WISH_TAKEN_BACK, WISH_VERBS, LogFilter

SAVED = {"hand saved", "total saved"}
HAND_UNDONE = "hand undone"


def lines(party: Party, chosen: LogFilter, *, runs: bool) -> QuerySet[LogLine]:
    """Return the lines that the filter keeps, newest first; about wishes only to organisers."""
    rows = LogLine.objects.filter(party=party)
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


def taken_back(party: Party, shown: Iterable[LogLine]) -> set[int]:
    """Return which of these lines have been taken back, by id. One query."""
    rows = LogLine.objects.filter(party=party, verb__in=(TAKEN_BACK, WISH_TAKEN_BACK, HAND_UNDONE))
    backs = list(rows.order_by().values_list("data__line", "data__entry"))
    lines, entries = ({back[part] for back in backs} - {None} for part in (0, 1))
    return {
        line.pk
        for line in shown
        if line.pk in lines or (line.verb in SAVED and line.data.get("entry") in entries)
    }


def round_before(party: Party, line: LogLine) -> int:
    """Return the number of the round in play when a line was written; 0 before the draw."""
    older = LogLine.objects.filter(party=party, pk__lt=line.pk)
    return older.aggregate(last=Max("round"))["last"] or 0
