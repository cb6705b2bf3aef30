from collections.abc import Iterable, Iterator, Mapping, Sequence

from party.engine import SEAT_NAMES
from party.tables.spreadsheets import Cell
from party.values.evening.live import LiveTable
from party.values.scores.final_cards import TallyLine
from party.values.scores.records import Agreement, RecordLine
from party.values.scores.tables import HandLine

SEAT_HEADINGS = {seat: SEAT_NAMES[seat] for seat in "NESW"}
HAND_HEADINGS = (
    *("Round", "Table", *SEAT_HEADINGS.values()),
    *("Hand", "As typed", "In words", "N-S points", "E-W points", "Source", "Entered by"),
)
TOTAL, THROWN_IN = "total", "thrown in"


def hand_rows(
    round_number: int, tables: Iterable[LiveTable], lines: Mapping[int, Sequence[HandLine]]
) -> Iterator[tuple[Cell, ...]]:
    for table in tables:
        people = [str(table.seats.get(seat, "")) for seat in SEAT_HEADINGS]
        for line in lines.get(table.number, ()):
            cells = (line.text, line.words, line.ns, line.ew, line.source, line.entered_by)
            # None: the hand was thrown in; 0: the total of the table.
            hand_text = THROWN_IN if line.hand is None else line.hand or TOTAL
            yield round_number, table.number, *people, hand_text, *cells


RECORD_HEADINGS = ("Round", "Table", "Hand", "The record says", "Entered", "Faults", "Attached by")
AGREEMENT_TEXTS = {
    Agreement.SAME: "the same",
    Agreement.TOTAL: "one total",
    Agreement.TO_ENTER: "not yet",
}


def record_rows(lines: Iterable[tuple[int, int, RecordLine]]) -> Iterator[tuple[Cell, ...]]:
    """`lines` are (round number, table number, record)."""
    for round_number, table, line in lines:
        outcome = line.outcome.words if line.outcome else "not how it ended"
        typed = line.entered.words if line.entered else "not yet"
        entered = AGREEMENT_TEXTS.get(line.agreement) or typed
        cells = (line.hand, outcome, entered, line.fault_count, line.attached_by)
        yield round_number, table, *cells


CARD_HEADINGS_BEFORE_ROUNDS = ("No.", "Name")
CARD_HEADINGS_AFTER_ROUNDS = ("On the card", "By the tables", "State", "Look at")


def card_headings(round_count: int) -> tuple[str, ...]:
    return (
        *CARD_HEADINGS_BEFORE_ROUNDS,
        *(f"R{number}" for number in range(1, round_count + 1)),
        *CARD_HEADINGS_AFTER_ROUNDS,
    )


def card_rows(lines: Sequence[TallyLine], round_count: int) -> Iterator[tuple[Cell, ...]]:
    for line in lines:
        boxes = line.card.boxes if line.card else ()
        padded = (*boxes, *(None,) * (round_count - len(boxes)))[:round_count]
        total = line.card.total if line.card else None
        cells = (total, line.tables_total, line.state, " ".join(line.faults))
        yield line.person.number, str(line.person), *padded, *cells
