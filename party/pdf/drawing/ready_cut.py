"""Ready-cut sheets, and how piles of cards are drawn onto them.

Letter: Avery 5371 (ten business cards) and 5388 (three index cards). A4: ten cards of 85 by 54 mm;
index cards are not sold on A4, so they get marks to cut by.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from party.pdf.drawing.pages import INCH, SIZES
from party.pdf.drawing.pen import HAIR, Pen
from party.values.papers import Heading, Look, PaperSize

MM = INCH / 25.4
CARD_MARGIN = 0.15 * INCH
TICK_LENGTH = 10.0
C = TypeVar("C")


@dataclass(frozen=True)
class ReadyCutSheet:
    """Cards on a sheet: their size and number, and the first card's top left corner."""

    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    column_step: float  # from the left edge of a card to that of its neighbour
    needs_cutting: bool = False  # on plain paper, with marks to cut by

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height of a card without its margins."""
        return self.width - 2 * CARD_MARGIN, self.height - 2 * CARD_MARGIN

    def corners(self, paper: PaperSize) -> Iterator[tuple[float, float]]:
        top = SIZES[paper].height - self.top
        for row in range(1, self.rows + 1):
            for column in range(self.columns):
                yield self.left + column * self.column_step, top - row * self.height


CARDS = {
    PaperSize.LETTER: ReadyCutSheet(
        3.5 * INCH, 2 * INCH, 2, 5, left=0.75 * INCH, top=0.5 * INCH, column_step=3.5 * INCH
    ),
    PaperSize.A4: ReadyCutSheet(
        85 * MM, 54 * MM, 2, 5, left=15 * MM, top=13.5 * MM, column_step=95 * MM
    ),
}
INDEX_CARDS = {
    PaperSize.LETTER: ReadyCutSheet(
        5 * INCH, 3 * INCH, 1, 3, left=1.75 * INCH, top=INCH, column_step=0
    ),
    PaperSize.A4: ReadyCutSheet(
        5 * INCH,
        3 * INCH,
        1,
        3,
        left=(SIZES[PaperSize.A4].width - 5 * INCH) / 2,
        top=(SIZES[PaperSize.A4].height - 9 * INCH) / 2,
        column_step=0,
        needs_cutting=True,
    ),
}


def pen_for(heading: Heading, title: str, look: Look) -> Pen:
    shift = (look.right * MM, -look.down * MM)  # for a printer that does not hit the cards
    return Pen(SIZES[look.paper], heading, title, shift)


def draw_pile(
    pen: Pen, sheet: ReadyCutSheet, look: Look, pile: Sequence[C], draw: Callable[[C], None]
) -> None:
    """Draw cards row by row, each from the lower left corner of its safe area."""
    for first in range(0, max(len(pile), 1), sheet.count):
        cards = pile[first : first + sheet.count]
        for card, (x, y) in zip(cards, sheet.corners(look.paper), strict=False):
            with pen.origin(x + CARD_MARGIN, y + CARD_MARGIN):
                draw(card)
        if sheet.needs_cutting:
            draw_edges(pen, sheet, look.paper)
        pen.end_page()


def draw_edges(pen: Pen, sheet: ReadyCutSheet, paper: PaperSize) -> None:
    """Draw short lines outside a column of cards, in line with their edges."""
    top = SIZES[paper].height - sheet.top
    bottom, right = top - sheet.rows * sheet.height, sheet.left + sheet.width
    for row in range(sheet.rows + 1):
        y = top - row * sheet.height
        pen.line((sheet.left - TICK_LENGTH, y), (sheet.left - 2, y), HAIR)
        pen.line((right + 2, y), (right + TICK_LENGTH, y), HAIR)
    for x in (sheet.left, right):
        pen.line((x, top + 2), (x, top + TICK_LENGTH), HAIR)
        pen.line((x, bottom - 2), (x, bottom - TICK_LENGTH), HAIR)
