"""The numbers of the pictures of an evening, as files."""

from collections.abc import Iterator

from party.tables.spreadsheets import Cell
from party.values.standings.pictures import Pictures, PlayerLine

BID_HEADINGS = ("Trump", "Bids", "Of all bids, %", "Made", "Set", "Made of these, %")


def headings(shown: Pictures) -> tuple[str, ...]:
    return ("Name", *(f"R{number}" for number in shown.numbers), "Note")


def sum_rows(shown: Pictures) -> Iterator[tuple[Cell, ...]]:
    """Yield everybody's running total."""
    for line in shown.lines:
        yield line.name, *line.points, line.note


def chair_rows(shown: Pictures) -> Iterator[tuple[Cell, ...]]:
    """Yield everybody's table and chair."""
    yield from _texts(shown, "places")


def partner_rows(shown: Pictures) -> Iterator[tuple[Cell, ...]]:
    """Yield everybody's partners."""
    yield from _texts(shown, "partners")


def _texts(shown: Pictures, field: str) -> Iterator[tuple[Cell, ...]]:
    for line in shown.lines:
        yield line.name, *map(_known, getattr(line, field)), line.note


def _known(text: str) -> str:
    return "" if text == PlayerLine.AWAY else text


def bid_rows(shown: Pictures) -> Iterator[tuple[Cell, ...]]:
    """Yield the bids by trump."""
    for bar in shown.trumps.bars:
        line = bar.line
        share = line.share_made if line.bids else None
        yield line.name, line.bids, line.share, line.made, line.was_set, share
