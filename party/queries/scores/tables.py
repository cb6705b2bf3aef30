"""Reads about tables: their points in a round, and who counts as ahead."""

from collections.abc import Collection, Iterable
from itertools import chain
from typing import NamedTuple

from django.db import connection

from party.engine import made, pair_of
from party.models import Entry, Party, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.rows import marks_for, read_rows
from party.queries.scores.entries import PLAYED, result_of
from party.values.scores.tables import Spot, TableScore

Spots = dict[tuple[int, int], TableScore]  # by round and number of the table


class TableRow(NamedTuple):
    """A table's own columns, under their names."""

    number: int
    capture: str
    hands: int | None
    cut: str
    why_short: str
    ahead: str


class Sums(NamedTuple):
    """All that was ever entered at a table, added up; no points where nothing scores."""

    saved: int
    totals: int
    ns: int | None
    ew: int | None
    written: int


# The only place where it is added up. The database does so: a big party has thousands of hands.
IN_FORCE = f"CASE WHEN e.status = '{Entry.Status.IN_FORCE.value}'"
WITH_SUMS = f"""
       COUNT({IN_FORCE} AND e.hand <> {TOTAL} THEN 1 END),
       COUNT({IN_FORCE} AND e.hand = {TOTAL} THEN 1 END),
       SUM({IN_FORCE} THEN e.ns END),
       SUM({IN_FORCE} THEN e.ew END),
       COUNT(e.id)
FROM party_table t
JOIN party_round r ON r.id = t.round_id
LEFT JOIN party_entry e ON e.table_id = t.id
WHERE %s
GROUP BY r.id, t.id
"""
SPOTS = f"""
SELECT r.party_id, r.number, {", ".join(f"t.{name}" for name in TableRow._fields)}, {WITH_SUMS}
ORDER BY r.party_id, r.number, t.number
"""
SUMS = 2 + len(TableRow._fields)  # where they begin
COLUMNS = {
    "party": "r.party_id",
    "round": "r.number",
    "state": "r.state",
    "table": "t.number",
    "capture": "t.capture",
    "ahead": "t.ahead",
}

# Every verb about a table begins with this, and to put it together anew took longer than all that
# the database does for a hand. A big party's draw is long: no verb needs more of the round.
TABLE_COLUMNS = tuple(
    field.attname
    for field in Table._meta.concrete_fields  # noqa: SLF001 -- Django's own name for them
)
ROUND_COLUMNS = ("id", "party_id", "number", "state")
ONE_TABLE = f"""
SELECT {", ".join(f"t.{name}" for name in TABLE_COLUMNS)},
       {", ".join(f"r.{name}" for name in ROUND_COLUMNS)},
       {WITH_SUMS % "r.party_id = %s AND r.number = %s AND t.number = %s"}
"""


def spot_scores(parties: Iterable[Party], **where: Collection[int | str]) -> dict[int, Spots]:
    """Return the score of each table of these parties, in order, by party. One query.

    `where` narrows the tables: the values of one of the COLUMNS.
    """
    by_id = {party.pk: party for party in parties}
    scores: dict[int, Spots] = {pk: {} for pk in by_id}
    wanted = {"party": by_id, **where}
    if not all(wanted.values()):
        return scores
    among = [f"{COLUMNS[name]} IN ({marks_for(values)})" for name, values in wanted.items()]
    rows = read_rows(SPOTS % " AND ".join(among), [*chain(*wanted.values())])
    for row in rows:
        table, sums = TableRow(*row[2:SUMS]), Sums(*row[SUMS:])
        scores[row[0]][row[1], table.number] = score_of(by_id[row[0]], table, sums)
    return scores


def table_with_score(party: Party, spot: Spot) -> tuple[Table, TableScore] | None:
    """Return a table, its round, and what is in; None where there is none. One query."""
    rows = read_rows(ONE_TABLE, [party.pk, spot.round, spot.table])
    if not rows:
        return None
    row = rows[0]
    of_round = len(TABLE_COLUMNS)
    sums = of_round + len(ROUND_COLUMNS)
    table = Table.from_db(connection.alias, TABLE_COLUMNS, row[:of_round])
    table.round = Round.from_db(connection.alias, ROUND_COLUMNS, row[of_round:sums])
    table.round.party = party
    return table, score_of(party, table, Sums(*row[sums:]))


def table_scores(
    party: Party, round_number: int, tables: Collection[int] | None = None
) -> dict[int, TableScore]:
    """Return the score of each table of a round, or of these, table 1 first. One query."""
    where = {} if tables is None else {"table": tables}
    spots = spot_scores([party], round=[round_number], **where)[party.pk]
    scores = {score.number: score for score in spots.values()}
    rule = TIE_RULES.get(party.format.tie_at_table)
    tied = [number for number, score in scores.items() if score.tied and score.played]
    if rule is None or not tied:
        return scores
    ahead = rule(party, round_number, tied)
    return scores | {
        number: scores[number]._replace(by_rule=ahead.get(number, "")) for number in tied
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


def score_of(party: Party, table: Table | TableRow, sums: Sums) -> TableScore:
    return TableScore(
        number=table.number,
        capture=table.capture,
        limit=party.format.hands_at(table.number),
        hands=table.hands,
        saved=sums.saved,
        has_total=sums.totals > 0,
        ns=sums.ns or 0,
        ew=sums.ew or 0,
        written=sums.written,
        cut=table.cut,
        why_short=table.why_short,
        stated=table.ahead,
        nothing_due=not (party.format.movement.by_result and party.tracks_seats),
    )
