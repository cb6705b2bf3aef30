"""Paper: its sizes, its margin, and the places of small cards on a sheet.

Large print is the same drawing on a smaller page, enlarged onto the paper: 12 points become 18. A
wide page is *turned*: the paper stays upright, and the drawing lies on its side.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from reportlab.lib.pagesizes import A4, LETTER

from party.values.papers import Look, PaperSize

INCH = 72.0
UNPRINTABLE_MARGIN = 0.3 * INCH + 0.8  # printers leave 0.3 in white; half a heavy line is 0.7
TICK_LENGTH = 0.14 * INCH
CUT_MARGIN = 0.12 * INCH  # cutting is more exact than printing at the edge of a page
Point = tuple[float, float]
T = TypeVar("T")


@dataclass(frozen=True)
class Size:
    """A page as it is drawn, with its scale on the paper."""

    width: float
    height: float
    scale: float = 1.0
    is_turned: bool = False

    @property
    def paper(self) -> Point:
        """Width and height of the paper, which is always upright."""
        sides = (round(self.width * self.scale, 3), round(self.height * self.scale, 3))
        return sides[::-1] if self.is_turned else sides

    @property
    def margin(self) -> float:
        return UNPRINTABLE_MARGIN / self.scale

    @property
    def left(self) -> float:
        return self.margin

    @property
    def right(self) -> float:
        return self.width - self.margin

    @property
    def bottom(self) -> float:
        return self.margin

    @property
    def top(self) -> float:
        return self.height - self.margin

    def turn(self) -> "Size":
        return Size(self.height, self.width, self.scale, is_turned=not self.is_turned)

    def enlarged(self, factor: float) -> "Size":
        """Return a page for larger letters on the same paper; it has room for less."""
        width, height = self.width / factor, self.height / factor
        return replace(self, width=width, height=height, scale=self.scale * factor)


SIZES = {PaperSize.LETTER: Size(LETTER[0], LETTER[1]), PaperSize.A4: Size(A4[0], A4[1])}
LARGE_PRINT = 1.5
MOST_ENLARGED, ENLARGEMENT_STEP = 2.0, 0.05
PLAIN = Look()


def page_of(look: Look, *, wide: bool = False) -> Size:
    """In large print a `wide` page lies on its side."""
    size = SIZES[look.paper]
    if not look.large:
        return size
    size = size.enlarged(LARGE_PRINT)
    return size.turn() if wide else size


def enlarge_to_fit(size: Size, fits: Callable[[Size], bool]) -> Size:
    """Return the page with the largest letters at which the list `fits`."""
    step_count = round((MOST_ENLARGED / size.scale - 1) / ENLARGEMENT_STEP)
    candidates = [size.enlarged(1 + step * ENLARGEMENT_STEP) for step in range(1, step_count + 1)]
    fit_count = bisect_left(candidates, 1, key=lambda larger: not fits(larger))
    return candidates[fit_count - 1] if fit_count else size


@dataclass(frozen=True)
class Cutting:
    """A sheet cut into equal cards; all have the same room."""

    size: Size
    columns: int
    rows: int
    has_narrow_gutters: bool = False  # CUT_MARGIN beside upright cuts too

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> float:
        return self.size.width / self.columns - self.size.margin - self._beside_cut

    @property
    def _beside_cut(self) -> float:
        return CUT_MARGIN if self.has_narrow_gutters and self.columns > 1 else self.size.margin

    @property
    def height(self) -> float:
        margin = self.size.margin + (CUT_MARGIN if self.rows > 1 else self.size.margin)
        return self.size.height / self.rows - margin

    @property
    def corners(self) -> tuple[Point, ...]:
        """The bottom left corners of the cards, row by row."""
        column_width = self.size.width / self.columns
        row_height = self.size.height / self.rows
        return tuple(
            (
                column * column_width + (self._beside_cut if column else self.size.margin),
                row * row_height + (CUT_MARGIN if row else self.size.margin),
            )
            for row in reversed(range(self.rows))
            for column in range(self.columns)
        )

    @property
    def ticks(self) -> Iterator[tuple[Point, Point]]:
        """Short lines at both ends of each cut."""
        size = self.size
        for column in range(1, self.columns):
            x = column * size.width / self.columns
            yield (x, size.top - TICK_LENGTH), (x, size.top)
            yield (x, size.bottom), (x, size.bottom + TICK_LENGTH)
        for row in range(1, self.rows):
            y = row * size.height / self.rows
            yield (size.left, y), (size.left + TICK_LENGTH, y)
            yield (size.right - TICK_LENGTH, y), (size.right, y)


def split_for_cutting(pile: Sequence[T], slots: int) -> Iterator[Sequence[T]]:
    """Yield the cards of each sheet. Cut and stacked, the sheets make the pile in its order."""
    sheets = -(-len(pile) // slots)
    for sheet in range(sheets):
        yield pile[sheet::sheets]
