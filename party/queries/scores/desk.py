"""Reads for the desk: its page, one table's sheet, and every sheet of a round side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import F

from party.models import Entry, Party, Round
from party.queries.evening.live import closing
from party.queries.evening.rounds import needs_who_was_ahead, seats_and_bench
from party.queries.rows import read_rows
from party.queries.scores.entries import hand_line, table_sheet
from party.queries.scores.records import disagreements, round_records
from party.queries.scores.tables import table_scores
from party.values.evening.live import LiveTable
from party.values.people.person import PERSON_FIELDS, Person
from party.values.scores.desk import Desk, DeskPage
from party.values.scores.tables import HandLine, Sheet, TableScore

# Read for each hand of a desk and each look of a phone: a statement, no query set.
AT_TABLE = f"""
SELECT p.seat, {", ".join(f"e.{name}" for name in PERSON_FIELDS)} FROM party_place p
JOIN party_table t ON t.id = p.table_id
JOIN party_entrant e ON e.id = p.entrant_id
WHERE p.round_id = %s AND t.number = %s
"""  # noqa: S608 -- a constant of ours


def read_desk(
    party: Party,
    round_: Round,
    *,
    wanted: int | None,
    after: int | None,
    known: Sheet | None = None,
) -> Desk:
    """Return a round and the table to type in: `wanted`, else one that has not finished.

    That is `after`, the table that was typed in last, as long as it plays on, and then the next
    one. Three queries, or two where it is the table that is `known` with its people.
    """
    scores = table_scores(party, round_.number)
    number = wanted if wanted in scores else _table_to_type_in(scores, after or 0)
    return Desk(scores, sheet(party, round_, scores[number], known) if number else None)


def _table_to_type_in(scores: Mapping[int, TableScore], after: int) -> int | None:
    """Return the next open table, counting on from `after` itself and round again."""
    open_tables = [number for number, score in scores.items() if not score.finished]
    later = [number for number in open_tables if number >= after]
    return min(later or open_tables, default=None)


def desk_page(party: Party, round_: Round, desk: Desk, *, after: int | None) -> DeskPage:
    """Return what the page shows around a desk. One query, one for records, those of a close."""
    at = desk.sheet
    records = round_records(party, round_.number)
    by_table = disagreements(party, round_.number, records)
    shown = {after, at.score.number if at else None}
    return DeskPage(
        scores=desk.scores,
        sheet=at,
        after=after,
        disagreements=tuple(
            (table, each) for table in sorted(by_table.keys() & shown) for each in by_table[table]
        ),
        recorded=frozenset(hand for table, hand in records if at and table == at.score.number),
        closing=None if at else closing(party, desk.scores),
    )


def sheet(party: Party, round_: Round, score: TableScore, known: Sheet | None = None) -> Sheet:
    """Return one table with its people and what is in force. Two queries, or one as above."""
    lines = table_sheet(party, round_.number, score.number)
    if known is None or known.score.number != score.number:
        known = people_at(round_, score)
    return replace(known, score=score, lines=lines)


def people_at(round_: Round, score: TableScore) -> Sheet:
    """Return one table with its people, its lines left out. One query."""
    rows = read_rows(AT_TABLE, [round_.pk, score.number])
    return Sheet(
        round=round_.number,
        is_open=round_.is_open,
        score=score,
        seats={str(seat): Person(*person) for seat, *person in rows},
        lines=(),
    )


def round_tables(party: Party, round_: Round) -> tuple[LiveTable, ...]:
    """Return the tables of any round with people and points. Three queries."""
    seats, _ = seats_and_bench(party, round_)
    scores = table_scores(party, round_.number)
    ties_matter = needs_who_was_ahead(party, round_.number, len(scores))
    return tuple(
        LiveTable(score, seats.get(number, {}), ties_matter=ties_matter)
        for number, score in scores.items()
    )


def sheets(
    party: Party, round_: Round, tables: Sequence[int] = ()
) -> dict[int, tuple[HandLine, ...]]:
    """Return what is in force, by table, in the order of play. One query.

    `tables` are the numbers of those wanted, in order; () for all.
    """
    rows = Entry.objects.in_force().filter(table__round=round_)
    if tables:
        rows = rows.filter(table__number__range=(tables[0], tables[-1]))
    by_table: dict[int, list[HandLine]] = {}
    for row in rows.annotate(table_at=F("table__number")).order_by("table_at", "sequence"):
        at: int = row.table_at  # type: ignore[attr-defined]
        by_table.setdefault(at, []).append(hand_line(party.rules, row))
    return {number: tuple(lines) for number, lines in by_table.items()}
