from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db import connection
from django.db.models import F

from party.engine import (
    Bid,
    HandEntry,
    HandResult,
    RuleError,
    Rules,
    describe,
    flags_of,
    is_bid_made,
    pair_of,
    pair_points,
    possible_totals,
    write_entry,
)
from party.models import Entry, Party, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.rows import marks_for, read_rows
from party.values.accounts import shown_label
from party.values.people.person import PERSON_FIELDS, Person
from party.values.scores.tables import (
    HandLine,
    Sheet,
    Spot,
    TableKey,
    TableScore,
    count_hands,
    total_text,
)

Scores = dict[TableKey, TableScore]


class TableRow(NamedTuple):
    number: int
    capture: str
    hands: int | None
    cut: str
    why_short: str
    ahead: str


class Sums(NamedTuple):
    saved: int
    totals: int
    ns: int | None
    ew: int | None
    stored_entry_count: int


class PlayedHand(Protocol):
    hand: int | None
    bid: str
    bidder: str
    tricks: int | None
    announced: str


class ScoredHand(PlayedHand, Protocol):
    ns: int | None
    ew: int | None


# The only place that adds points up: 0.25 ms for 40 tables, 3.4 as a query set.
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
FIRST_SUM = 2 + len(TableRow._fields)  # the index of the first sum
COLUMNS = {
    "party": "r.party_id",
    "round": "r.number",
    "state": "r.state",
    "table": "t.number",
    "capture": "t.capture",
    "ahead": "t.ahead",
}

# Every verb about a table begins with this: 0.11 ms, 3 as a query set. It leaves out the round's
# draw, which is long in a big party.
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
PLAYED = ("hand", "bid", "bidder", "tricks", "announced")
SUBMISSION = Entry._meta.get_field("submission")  # noqa: SLF001 -- Django's own name for it
# For each page of a table: 0.3 ms, 1.1 as a query set.
SHEET = f"""
SELECT e.* FROM party_entry e
JOIN party_table t ON t.id = e.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %s AND r.number = %s AND t.number = %s
    AND e.status = '{Entry.Status.IN_FORCE.value}'
ORDER BY e.sequence
"""  # noqa: S608 -- a constant of ours
# For each hand: 0.03 ms, 0.25 as a query set.
STORED_SUBMISSION = "SELECT 1 FROM party_entry WHERE submission = %s"
# For each hand of a desk and each page of a phone: 0.08 ms, 0.67 as a query set.
PEOPLE_OF_TABLE = f"""
SELECT p.seat, {", ".join(f"e.{name}" for name in PERSON_FIELDS)} FROM party_place p
JOIN party_table t ON t.id = p.table_id
JOIN party_entrant e ON e.id = p.entrant_id
WHERE p.round_id = %s AND t.number = %s
"""  # noqa: S608 -- a constant of ours


def spot_scores(
    parties: Iterable[Party], **conditions: Collection[int | str]
) -> dict[int, Scores]:
    """Return the score of each table of these parties, in order, by party.

    `conditions` narrow the tables: the values of one of the COLUMNS.
    """
    by_id = {party.pk: party for party in parties}
    scores: dict[int, Scores] = {pk: {} for pk in by_id}
    values_by_column = {"party": by_id, **conditions}
    if not all(values_by_column.values()):
        return scores
    clauses = [
        f"{COLUMNS[name]} IN ({marks_for(values)})" for name, values in values_by_column.items()
    ]
    rows = read_rows(SPOTS % " AND ".join(clauses), [*chain(*values_by_column.values())])
    for row in rows:
        table, sums = TableRow(*row[2:FIRST_SUM]), Sums(*row[FIRST_SUM:])
        scores[row[0]][row[1], table.number] = score_of(by_id[row[0]], table, sums)
    return scores


def table_with_score(party: Party, spot: Spot) -> tuple[Table, TableScore] | None:
    rows = read_rows(ONE_TABLE, [party.pk, spot.round, spot.table])
    if not rows:
        return None
    row = rows[0]
    round_start = len(TABLE_COLUMNS)
    sums_start = round_start + len(ROUND_COLUMNS)
    table = Table.from_db(connection.alias, TABLE_COLUMNS, row[:round_start])
    table.round = Round.from_db(connection.alias, ROUND_COLUMNS, row[round_start:sums_start])
    table.round.party = party
    return table, score_of(party, table, Sums(*row[sums_start:]))


def table_scores(
    party: Party, round_number: int, tables: Collection[int] | None = None
) -> dict[int, TableScore]:
    conditions = {} if tables is None else {"table": tables}
    spots = spot_scores([party], round=[round_number], **conditions)[party.pk]
    scores = {score.number: score for score in spots.values()}
    rule = TIE_RULES.get(party.format.tie_at_table)
    tied = [number for number, score in scores.items() if score.is_tied_without_cut]
    if rule is None or not tied:
        return scores
    ahead = rule(party, round_number, tied)
    return scores | {
        number: scores[number]._replace(pair_by_rule=ahead.get(number, "")) for number in tied
    }


def _north_south(_party: Party, _round_number: int, tied: list[int]) -> dict[int, str]:
    return dict.fromkeys(tied, "NS")


def _last_contract(party: Party, round_number: int, tied: list[int]) -> dict[int, str]:
    """Return the pair that made the last contract, by table; none without a made bid."""
    rows = Entry.objects.counted().in_round(party, round_number).filter(table__number__in=tied)
    ahead: dict[int, str] = {}
    for row in rows.order_by("hand").values_list(*PLAYED, "table__number", named=True):
        result = result_of(row)
        if result and result.declarer and is_bid_made(result):
            ahead[row.table__number] = pair_of(result.declarer)
    return ahead


# The pair ahead at each tied table, by the value of `tie_at_table`. Other values need a cut.
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
        stored_entry_count=sums.stored_entry_count,
        cut=table.cut,
        why_short=table.why_short,
        reported_pair=table.ahead,
        needs_no_pair=party.format.movement.legs is None or not party.tracks_seats,
    )


def table_with_lines(
    party: Party, round_: Round, score: TableScore, known_sheet: Sheet | None = None
) -> Sheet:
    lines = lines_of_table(party, round_.number, score.number)
    if known_sheet is None or known_sheet.score.number != score.number:
        known_sheet = _table_without_lines(round_, score)
    return replace(known_sheet, score=score, lines=lines)


def table_with_people(party: Party, round_: Round, number: int | None) -> Sheet | None:
    if number is None:
        return None
    table_and_score = table_with_score(party, Spot(party.pk, round_.number, number))
    return _table_without_lines(round_, table_and_score[1]) if table_and_score else None


def _table_without_lines(round_: Round, score: TableScore) -> Sheet:
    """Return one table with its people, without its lines."""
    rows = read_rows(PEOPLE_OF_TABLE, [round_.pk, score.number])
    return Sheet(
        round=round_.number,
        is_open=round_.is_open,
        score=score,
        seats={str(seat): Person(*person) for seat, *person in rows},
        lines=(),
    )


def lines_by_table(
    party: Party, round_: Round, tables: Sequence[int] = ()
) -> dict[int, tuple[HandLine, ...]]:
    """Return the lines in force, by table, in the order of play.

    `tables` is an ascending run of table numbers; () for all.
    """
    rows = Entry.objects.in_force().filter(table__round=round_)
    if tables:
        rows = rows.filter(table__number__range=(tables[0], tables[-1]))
    by_table: dict[int, list[HandLine]] = {}
    for row in rows.annotate(table_number=F("table__number")).order_by("table_number", "sequence"):
        number: int = row.table_number  # type: ignore[attr-defined]
        by_table.setdefault(number, []).append(hand_line(party.rules, row))
    return {number: tuple(lines) for number, lines in by_table.items()}


def result_of(entry: PlayedHand) -> HandResult | None:
    """Return None for a thrown-in hand and for a round's total.

    All pages and sums use this; only the consistency checks read the columns themselves.
    """
    if not entry.hand or entry.tricks is None:
        return None
    return stored_result(entry.bid, entry.bidder, entry.tricks, entry.announced)


@lru_cache(maxsize=1000)
def stored_result(bid: str, bidder: str, tricks: int, announced: str) -> HandResult:
    return HandResult(
        bid=Bid.parse(bid) if bid else None,
        tricks=tricks,
        declarer=bidder or None,
        announced=announced or None,
    )


def is_stored(submission: UUID) -> bool:
    return bool(
        read_rows(STORED_SUBMISSION, [SUBMISSION.get_db_prep_value(submission, connection)])
    )


def entry_text(rules: Rules, entry: ScoredHand) -> str:
    if entry.hand == TOTAL:
        return total_text(entry.ns, entry.ew)
    return describe(rules, result_of(entry))


def lines_of_table(party: Party, round_number: int, table: int) -> tuple[HandLine, ...]:
    """Return the lines in force at a table, in the order of play."""
    rows = Entry.objects.raw(SHEET, [party.pk, round_number, table])
    return tuple(hand_line(party.rules, row) for row in rows)


def hand_line(rules: Rules, row: Entry) -> HandLine:
    result, is_total = result_of(row), row.hand == TOTAL
    refusal = "" if row.status == Entry.Status.IN_FORCE else hand_refusal(rules, result)
    return HandLine(
        entry=row.pk,
        hand=row.hand,
        result=result,
        text="" if is_total else write_entry(HandEntry(result)),
        words=total_text(row.ns, row.ew) if is_total else describe(rules, result),
        ns=row.ns,
        ew=row.ew,
        source=row.source,
        entered_by=shown_label(row.actor_kind, row.actor_label),
        entered_by_id=row.actor_id,
        flags=() if refusal else _flag_texts(rules, row, result),
        at=row.at,
        checked=row.checked,
        refusal=refusal,
    )


def hand_refusal(rules: Rules, result: HandResult | None) -> str:
    """Return why these rules refuse a hand; "" if they allow it."""
    if result is not None:
        try:
            pair_points(rules, result)
        except RuleError as error:
            return str(error)
    return ""


def total_refusal(rules: Rules, hands: int, ns: int, ew: int) -> str:
    """Return why this number of hands cannot give these points; "" if it can."""
    if possible_totals(rules, hands, ns, ew):
        return ""
    return f"{count_hands(hands)} cannot give N-S {ns} and E-W {ew}."


def _flag_texts(rules: Rules, row: Entry, result: HandResult | None) -> tuple[str, ...]:
    """Return what is unusual about a hand that nobody has checked."""
    if result is None or row.checked:
        return ()
    return tuple(flag.text for flag in flags_of(rules, result))
