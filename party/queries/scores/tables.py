"""Reads about tables: their points in a round, and who counts as ahead."""

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, F, Q, QuerySet, Sum

from party.engine import made, pair_of
from party.models import Entry, Party, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.entries import result_of
from party.values.scores.tables import TableScore

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

IN_FORCE = Q(entries__status=Entry.Status.IN_FORCE, entries__hand__isnull=False)


class Sums(TypedDict):
    """What a table's entries come to; `written` counts those out of force, too."""

    points_ns: int
    points_ew: int
    saved: int
    totals: int
    written: int


def tables_with_points(tables: QuerySet[Table]) -> "QuerySet[WithAnnotations[Table, Sums]]":
    """Annotate each table with the sums of its entries: the only place where they are added."""
    return tables.annotate(
        points_ns=Sum("entries__ns", filter=IN_FORCE, default=0),
        points_ew=Sum("entries__ew", filter=IN_FORCE, default=0),
        saved=Count("entries", filter=IN_FORCE & ~Q(entries__hand=TOTAL)),
        totals=Count("entries", filter=IN_FORCE & Q(entries__hand=TOTAL)),
        written=Count("entries"),
    )


def table_scores(party: Party, round_number: int) -> dict[int, TableScore]:
    """Return the score of each table of a round, table 1 first. One query."""
    tables = Table.objects.filter(round__party=party, round__number=round_number)
    rows = tables_with_points(tables).order_by("number")
    scores = {row.number: score_of(party, row) for row in rows}
    rule = TIE_RULES.get(party.format.tie_at_table)
    tied = [number for number, score in scores.items() if score.tied and score.played]
    if rule is None or not tied:
        return scores
    ahead = rule(party, round_number, tied)
    return scores | {
        number: replace(scores[number], by_rule=ahead.get(number, "")) for number in tied
    }


def _north_south(_party: Party, _round_number: int, tied: list[int]) -> dict[int, str]:
    return dict.fromkeys(tied, "NS")


def _last_contract(party: Party, round_number: int, tied: list[int]) -> dict[int, str]:
    """Return the pair that made the last contract, by table; none where no bid was made."""
    rows = Entry.objects.counted().in_round(party, round_number).filter(table__number__in=tied)
    ahead: dict[int, str] = {}
    for row in rows.annotate(table_at=F("table__number")).order_by("hand"):
        result = result_of(row)
        if result and result.declarer and made(result):
            ahead[row.table_at] = pair_of(result.declarer)  # type: ignore[attr-defined]
    return ahead


TIE_RULES = {"north_south": _north_south, "last_contract": _last_contract}


def score_of(party: Party, row: "WithAnnotations[Table, Sums]") -> TableScore:
    """Turn a table that was read with its sums into its score."""
    return TableScore(
        number=row.number,
        capture=row.capture,
        limit=party.format.hands_at(row.number),
        hands=row.hands,
        saved=row.saved,
        has_total=row.totals > 0,
        ns=row.points_ns,
        ew=row.points_ew,
        written=row.written,
        cut=row.cut,
        why_short=row.why_short,
        said=row.ahead if row.capture == Table.Capture.CARDS else "",
        nothing_due=not (party.format.movement.by_result and party.tracks_seats),
    )
