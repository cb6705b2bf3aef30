from dataclasses import dataclass
from functools import partial

from party.pdf.drawing.fonts import is_embedded
from party.pdf.drawing.pages import PLAIN
from party.pdf.drawing.pen import MUTED, Pen
from party.pdf.drawing.ready_cut import CARDS, ReadyCutSheet, draw_pile, pen_for
from party.values.papers import Heading, Look

NAME_SIZE, LEAST_NAME_SIZE = 48.0, 30.0  # a longer name is broken into two lines
BELOW_SIZE, LARGE_BELOW_SIZE = 14.0, 18.0


@dataclass(frozen=True, kw_only=True)
class PlaceCard:
    name: str
    below: str = ""  # "No. 27"
    start: str = ""  # "starts at table 7, North"


@dataclass(frozen=True, kw_only=True)
class PlaceCards:
    heading: Heading
    cards: tuple[PlaceCard, ...]


def place_cards_pdf(sheet: PlaceCards, look: Look = PLAIN) -> bytes:
    pen, ready_cut = pen_for(sheet.heading, "Place cards", look), CARDS[look.paper]
    letter_size = LARGE_BELOW_SIZE if look.large else BELOW_SIZE
    draw_pile(
        pen, ready_cut, look, sheet.cards, partial(_draw_place_card, pen, ready_cut, letter_size)
    )
    return pen.finish()


def _draw_place_card(
    pen: Pen, ready_cut: ReadyCutSheet, letter_size: float, card: PlaceCard
) -> None:
    pen.bookmark(card.name)
    width, height = ready_cut.inner
    bottom = letter_size + 10
    if card.name:
        box = (0.0, bottom, width, height - bottom)
        pen.fit(box, card.name, NAME_SIZE, floor=LEAST_NAME_SIZE, bold=True, align="centre")
    if not card.name or not is_embedded(card.name):
        pen.rule(0, bottom, width)
    below = " · ".join(filter(None, (card.below, card.start)))
    pen.fit((0.0, 0.0, width, bottom - 4), below, letter_size, align="centre", grey=MUTED)
