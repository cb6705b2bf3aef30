"""Paper: its sizes, the margin no printer reaches, and how small cards lie on a sheet.

A sheet of *quarters* is cut twice, into four; a sheet of *halves* once, from top to bottom. Piles
cut from a stack of sheets are laid on each other: so that the whole is then in order, slot s of
sheet i holds card s × sheets + i.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from reportlab.lib.pagesizes import A4, LETTER

from party.values.prints import Paper

INCH = 72.0
SAFE = 0.3 * INCH + 0.8  # no printer reaches 0.3 in; and half of the heaviest line
TICK = 0.14 * INCH
CUT = 0.12 * INCH  # a cut can be kept to closer than the edge of a page can be printed
Point = tuple[float, float]
T = TypeVar("T")


@dataclass(frozen=True)
class Size:
    """A page, upright."""

    width: float
    height: float

    @property
    def left(self) -> float:
        return SAFE

    @property
    def right(self) -> float:
        return self.width - SAFE

    @property
    def bottom(self) -> float:
        return SAFE

    @property
    def top(self) -> float:
        return self.height - SAFE


SIZES = {Paper.LETTER: Size(*map(float, LETTER)), Paper.A4: Size(*map(float, A4))}


@dataclass(frozen=True)
class Slot:
    """Where one card's drawing begins (its bottom left corner)."""

    x: float
    y: float


@dataclass(frozen=True)
class Cutting:
    """A sheet cut into equal cards; every card has the same room, wherever it lies."""

    size: Size
    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> float:
        return self.size.width / self.columns - 2 * SAFE

    @property
    def height(self) -> float:
        margin = SAFE + CUT if self.rows > 1 else 2 * SAFE
        return self.size.height / self.rows - margin

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Left to right, top to bottom: the order in which people cut and stack."""
        return tuple(
            Slot(
                SAFE + column * self.size.width / self.columns,
                SAFE if row == self.rows - 1 else self.size.height / self.rows + CUT,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def ticks(self) -> Iterator[tuple[Point, Point]]:
        """Short lines where the cuts begin and end."""
        size, middle, half = self.size, self.size.width / 2, self.size.height / 2
        yield (middle, size.top - TICK), (middle, size.top)
        yield (middle, size.bottom), (middle, size.bottom + TICK)
        if self.rows > 1:
            yield (size.left, half), (size.left + TICK, half)
            yield (size.right - TICK, half), (size.right, half)

    def sheets(self, number: int) -> int:
        return -(-number // self.count)


def quarters(paper: Paper) -> Cutting:
    return Cutting(SIZES[paper], columns=2, rows=2)


def halves(paper: Paper) -> Cutting:
    return Cutting(SIZES[paper], columns=2, rows=1)


def cut_and_stack(pile: Sequence[T], slots: int) -> Iterator[tuple[T | None, ...]]:
    """The pile dealt onto sheets, so that the cut sheets stack back into it; None is a blank."""
    sheets = -(-len(pile) // slots)
    for sheet in range(sheets):
        places = range(sheet, slots * sheets, sheets)
        yield tuple(pile[place] if place < len(pile) else None for place in places)
