from collections.abc import Iterator

from party.tables.spreadsheets import Cell
from party.values.standings.pictures import Pictures, PlayerLine

BID_HEADINGS = ("Trump", "Bids", "Of all bids, %", "Made", "Set", "Made of these, %")


def headings(pictures: Pictures) -> tuple[str, ...]:
    return ("Name", *(f"R{number}" for number in pictures.numbers), "Note")


def player_rows(pictures: Pictures, field: str) -> Iterator[tuple[Cell, ...]]:
    """`field` is "points", "places" or "partners" of a line."""
    for line in pictures.lines:
        cells = ("" if cell == PlayerLine.ABSENT else cell for cell in getattr(line, field))
        yield line.name, *cells, line.note


def bid_rows(pictures: Pictures) -> Iterator[tuple[Cell, ...]]:
    for line in pictures.trumps:
        share = line.share_made if line.bids else None
        yield line.name, line.bids, line.share, line.made, line.was_set, share
