"""Which hands carry a full record, and what each says, as a file."""

from collections.abc import Iterable, Iterator

from party.tables.spreadsheets import Cell
from party.values.scores.records import Agreement, RecordLine

HEADINGS = ("Round", "Table", "Hand", "The record says", "Entered", "Faults", "Attached by")
TEXTS = {Agreement.SAME: "the same", Agreement.TOTAL: "one total", Agreement.TO_ENTER: "not yet"}


def record_rows(lines: Iterable[tuple[int, int, RecordLine]]) -> Iterator[tuple[Cell, ...]]:
    """Yield a line for each record; it comes with its round and table."""
    for number, table, line in lines:
        says = line.outcome.words if line.outcome else "not how it ended"
        entered = TEXTS.get(line.agreement) or (line.entered.words if line.entered else "not yet")
        yield number, table, line.hand, says, entered, line.wrong, line.by
