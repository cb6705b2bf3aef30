"""A round as a file: one line for every hand and total in force."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from party.engine import SEAT_NAMES
from party.tables.spreadsheets import Cell
from party.values.evening.live import LiveTable
from party.values.scores.tables import HandLine

SEATS = {seat: SEAT_NAMES[seat] for seat in "NESW"}
HEADINGS = (
    *("Round", "Table", *SEATS.values()),
    *("Hand", "As typed", "In words", "N-S points", "E-W points", "Source", "Entered by"),
)
TOTAL, THROWN_IN = "total", "thrown in"


def hand_rows(
    round_number: int, tables: Iterable[LiveTable], lines: Mapping[int, Sequence[HandLine]]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the lines in the order of tables and of play; `lines` are by table number."""
    for table in tables:
        people = [str(table.seats.get(seat, "")) for seat in SEATS]
        for line in lines.get(table.number, ()):
            cells = (line.text, line.words, line.ns, line.ew, line.source, line.by)
            hand = THROWN_IN if line.hand is None else line.hand or TOTAL
            yield round_number, table.number, *people, hand, *cells
