"""Place cards on sheets that are sold ready cut: two by five to a page.

Letter: Avery 5371 (3.5 by 2 in). A4: cards of 85 by 54 mm, in the middle of the page.
"""

from collections.abc import Iterator

from party.pdf.pages import INCH, PLAIN, SIZES
from party.pdf.pen import MUTED, Pen
from party.values.prints import Look, Paper, PlaceCard, PlaceCards

MM = INCH / 25.4
CARD = {Paper.LETTER: (3.5 * INCH, 2 * INCH), Paper.A4: (85 * MM, 54 * MM)}
COLUMNS, ROWS = 2, 5
SAFE = 0.15 * INCH
NAME = 30.0
BELOW, LARGE_BELOW = 12.0, 18.0


def place_cards_pdf(sheet: PlaceCards, look: Look = PLAIN) -> bytes:
    """The PDF of the cards, in the order they are given, row by row."""
    size = SIZES[look.paper]
    pen = Pen(size, sheet.heading, "Place cards")
    a_page = COLUMNS * ROWS
    for first in range(0, max(len(sheet.cards), 1), a_page):
        cards = sheet.cards[first : first + a_page]
        for card, (x, y) in zip(cards, _corners(look.paper), strict=False):
            _draw(pen, card, x, y, look)
            pen.bookmark(card.name)
        pen.turn()
    return pen.finish()


def _corners(paper: Paper) -> Iterator[tuple[float, float]]:
    width, height = CARD[paper]
    size = SIZES[paper]
    left = (size.width - COLUMNS * width) / 2
    bottom = (size.height - ROWS * height) / 2
    for row in reversed(range(ROWS)):
        for column in range(COLUMNS):
            yield left + column * width, bottom + row * height


def _draw(pen: Pen, card: PlaceCard, x: float, y: float, look: Look) -> None:
    width, height = CARD[look.paper]
    inner = width - 2 * SAFE
    box = (x + SAFE, y + height * 0.3, inner, height * 0.5)
    if card.name:
        pen.fitted(box, card.name, NAME, floor=14, bold=True, align="centre")
    else:
        pen.rule(x + SAFE, y + height * 0.4, inner)
    below = LARGE_BELOW if look.large else BELOW
    pen.text(x + width / 2, y + SAFE + 6, card.below, below, align="centre", grey=MUTED)
