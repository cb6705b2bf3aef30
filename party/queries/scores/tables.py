"""Reads about tables: their points in a round, and who counts as ahead."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.db import connection

from party.engine import made, pair_of
from party.models import Entry, Party, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.entries import PLAYED, result_of
from party.values.scores.tables import Spot, TableScore

Spots = dict[tuple[int, int], TableScore]  # by round and number of the table
Summed = tuple[str, int | None, int | None, int | None]  # an entry's columns in SUMMED

SUMMED = ("status", "hand", "ns", "ew")


class TableRow(NamedTuple):
    """A table's own columns, under their names."""

    number: int
    capture: str
    hands: int | None
    cut: str
    why_short: str
    ahead: str


OF_TABLE = ("round__party_id", "round__number", *TableRow._fields)

# Every verb about a table begins with this, and to put it together anew took longer than all that
# the database does for a hand. A big party's draw is long: no verb needs more of the round.
TABLE_COLUMNS = tuple(
    field.attname
    for field in Table._meta.concrete_fields  # noqa: SLF001 -- Django's own name for them
)
ROUND_COLUMNS = ("id", "party_id", "number", "state")
WITH_ENTRIES = f"""
SELECT {", ".join(f"t.{name}" for name in TABLE_COLUMNS)},
       {", ".join(f"r.{name}" for name in ROUND_COLUMNS)},
       {", ".join(f"e.{name}" for name in SUMMED)}
FROM party_table t
JOIN party_round r ON r.id = t.round_id
LEFT JOIN party_entry e ON e.table_id = t.id
WHERE r.party_id = %s AND r.number = %s AND t.number = %s
"""  # noqa: S608 -- its columns are named above


def spot_scores(parties: Iterable[Party], **where: object) -> dict[int, Spots]:
    """Return the score of each table of these parties, in order, by party. One query.

    `where` narrows the tables, as a filter does.
    """
    by_id = {party.pk: party for party in parties}
    scores: dict[int, Spots] = {pk: {} for pk in by_id}
    tables = Table.objects.filter(round__party__in=by_id, **where).order_by(*OF_TABLE[:3])
    # A table comes once for each of its entries, and once with nothing where it has none.
    rows = tables.values_list(*OF_TABLE, *(f"entries__{name}" for name in SUMMED))
    columns = len(OF_TABLE)
    for (pk, at, *own), few in groupby(rows, key=lambda row: row[:columns]):
        entries = [row[columns:] for row in few]
        score = score_of(by_id[pk], TableRow(*own), [each for each in entries if each[0]])
        scores[pk][at, score.number] = score
    return scores


def table_with_score(party: Party, spot: Spot) -> tuple[Table, TableScore] | None:
    """Return a table, its round, and what is in; None where there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(WITH_ENTRIES, [party.pk, spot.round, spot.table])
        rows = cursor.fetchall()
    if not rows:
        return None
    of_round = len(TABLE_COLUMNS)
    of_entry = of_round + len(ROUND_COLUMNS)
    table = Table.from_db(connection.alias, TABLE_COLUMNS, rows[0][:of_round])
    table.round = Round.from_db(connection.alias, ROUND_COLUMNS, rows[0][of_round:of_entry])
    table.round.party = party
    # A table without an entry comes once, with nothing in their columns.
    entries = [row[of_entry:] for row in rows if row[of_entry] is not None]
    return table, score_of(party, table, entries)


def table_scores(party: Party, round_number: int, **where: object) -> dict[int, TableScore]:
    """Return the score of each table of a round, table 1 first. One query.

    `where` narrows the tables, as a filter does.
    """
    spots = spot_scores([party], round__number=round_number, **where)[party.pk]
    scores = {score.number: score for score in spots.values()}
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
    for row in rows.order_by("hand").values_list(*PLAYED, "table__number", named=True):
        result = result_of(row)
        if result and result.declarer and made(result):
            ahead[row.table__number] = pair_of(result.declarer)
    return ahead


TIE_RULES = {"north_south": _north_south, "last_contract": _last_contract}


def score_of(party: Party, table: Table | TableRow, entries: Collection[Summed]) -> TableScore:
    """Add up all that was ever entered at a table: the only place where that is done."""
    scored = [
        (hand, ns or 0, ew or 0)
        for status, hand, ns, ew in entries
        if status == Entry.Status.IN_FORCE and hand is not None
    ]
    has_total = TOTAL in [hand for hand, _, _ in scored]
    return TableScore(
        number=table.number,
        capture=table.capture,
        limit=party.format.hands_at(table.number),
        hands=table.hands,
        saved=len(scored) - has_total,
        has_total=has_total,
        ns=sum([ns for _, ns, _ in scored]),
        ew=sum([ew for _, _, ew in scored]),
        written=len(entries),
        cut=table.cut,
        why_short=table.why_short,
        stated=table.ahead,
        nothing_due=not (party.format.movement.by_result and party.tracks_seats),
    )
