from collections.abc import Collection, Mapping
from dataclasses import dataclass

from party.models import Party, Round
from party.queries.evening.live import Closing, closing
from party.queries.evening.rounds import needs_pair_ahead, seats_and_bench
from party.queries.scores.records import disagreements, round_records
from party.queries.scores.slip_proposals import TableSlip, table_slips, waiting_tables
from party.queries.scores.tables import table_scores, table_with_lines
from party.values.evening.live import LiveTable
from party.values.scores.tables import Disagreement, Sheet, TableScore

MOST_OPEN = 100  # tables that the desk lists; the number of any other table is typed


@dataclass(frozen=True, slots=True)
class Desk:
    """`sheet` is the table to type in, None once every table has finished.

    `pictured` are the tables whose slips wait as pictures.
    """

    scores: dict[int, TableScore]
    sheet: Sheet | None
    pictured: frozenset[int] = frozenset()

    @property
    def open_scores(self) -> tuple[TableScore, ...]:
        return tuple(score for score in self.scores.values() if not score.is_finished)

    @property
    def next_open(self) -> tuple[TableScore, ...]:
        """Return at most MOST_OPEN tables, beginning with the table of the sheet."""
        current = self.sheet.score.number if self.sheet else 0
        scores = self.open_scores
        if len(scores) <= MOST_OPEN:
            return scores
        later = (score for score in scores if score.number >= current)
        return (*later, *(score for score in scores if score.number < current))[:MOST_OPEN]

    @property
    def tables(self) -> int:
        return len(self.scores)

    @property
    def is_on_cards_only(self) -> bool:
        return all(score.on_cards for score in self.scores.values())


@dataclass(frozen=True, slots=True)
class DeskPage(Desk):
    """`after` is the table that was typed in last.

    `disagreements`, each with its table, are those of the table `after` and of the sheet's table.
    `recorded` are the sheet's hands with a record. `closing` is None while a table plays.
    """

    after: int | None = None
    disagreements: tuple[tuple[int, Disagreement], ...] = ()
    slip: TableSlip | None = None
    recorded: frozenset[int] = frozenset()
    closing: Closing | None = None


def read_desk(
    party: Party,
    round_: Round,
    *,
    wanted: int | None,
    after: int | None,
    known_sheet: Sheet | None = None,
) -> Desk:
    """Return the sheet of the table that is `wanted`, or of `after` until `after` finishes.

    Otherwise return the next open table; a table with a picture of its slip comes first.
    """
    scores = table_scores(party, round_.number)
    pictured = waiting_tables(party, round_.number)
    number = wanted if wanted in scores else _table_to_type_in(scores, after or 0, pictured)
    if not number:
        return Desk(scores, None, pictured)
    return Desk(scores, table_with_lines(party, round_, scores[number], known_sheet), pictured)


def _table_to_type_in(
    scores: Mapping[int, TableScore], after: int, pictured: Collection[int]
) -> int | None:
    """Return the first open table from `after` on; if no table follows, the first of all."""
    open_tables = [number for number, score in scores.items() if not score.is_finished]
    if after not in open_tables:
        open_tables = [number for number in open_tables if number in pictured] or open_tables
    later = [number for number in open_tables if number >= after]
    return min(later or open_tables, default=None)


def desk_page(party: Party, round_: Round, desk: Desk, *, after: int | None) -> DeskPage:
    sheet = desk.sheet
    records = round_records(party, round_.number)
    by_table = disagreements(party, round_.number, records)
    table = sheet.score.number if sheet else None
    shown_tables = {after, table}
    score = sheet.score if sheet and sheet.hands_to_come else None
    slips = (
        table_slips(party, round_.number, {score.number: score})
        if score and score.number in desk.pictured
        else {}
    )
    return DeskPage(
        scores=desk.scores,
        sheet=sheet,
        pictured=desk.pictured,
        slip=slips.get(table or 0),
        after=after,
        disagreements=tuple(
            (number, each)
            for number in sorted(by_table.keys() & shown_tables)
            for each in by_table[number]
        ),
        recorded=frozenset(hand for number, hand in records if number == table),
        closing=None if sheet else closing(party, desk.scores),
    )


def round_tables(party: Party, round_: Round) -> tuple[LiveTable, ...]:
    seats, _ = seats_and_bench(party, round_)
    scores = table_scores(party, round_.number)
    ties_matter = needs_pair_ahead(party, round_.number, len(scores))
    return tuple(
        LiveTable(score, seats.get(number, {}), ties_matter=ties_matter)
        for number, score in scores.items()
    )
