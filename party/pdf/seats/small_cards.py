"""Small seat cards: ten to a sheet of ready-cut card, eight to a plain one, three index cards.

The pile is in the order of the seat cards and ends with blank ones for latecomers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from party.pdf.kit.fonts import is_embedded, width
from party.pdf.kit.pages import PLAIN, SIZES, Cutting
from party.pdf.kit.pen import HEAVY, LINE, Pen
from party.pdf.kit.stock import CARDS, INDEX_CARDS, Stock, draw_pile, pen_for
from party.pdf.seats.cards import CardSheet, SeatCard, with_spares
from party.values.papers import Look
from party.values.seats.words import FROM_HIGHEST_BRIEFLY

MOST_ROUNDS = 12  # more boxes are too small to write in
SMALL, LARGE = 12.0, 18.0
NAME_LINE = 24.0
START = 40.0  # letters of table and seat on a small card
INDEX_NAME, INDEX_START = 24.0, 36.0  # an index card: letters of the name, height of the start


@dataclass(frozen=True)
class SmallCard:
    """One card: its pen and sheet, its inner size, and the size of the small letters."""

    pen: Pen
    sheet: CardSheet
    width: float
    height: float
    text: float


def small_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    """Return the PDF: name, table and seat in large letters, a box for each round."""
    return _draw_cards(sheet, look, "Small seat cards", CARDS[look.paper], _draw_small)


def index_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    return _draw_cards(sheet, look, "Index cards", INDEX_CARDS[look.paper], _draw_index)


def eight_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    cutting = Cutting(SIZES[look.paper], columns=2, rows=4)
    pen = Pen(cutting.size, sheet.heading, "Seat cards, eight to a sheet")
    part = SmallCard(pen, sheet, cutting.width, cutting.height, LARGE if look.large else SMALL)
    pen.cards(cutting, with_spares(sheet, cutting.count), partial(_draw_small, part))
    return pen.finish([card.bookmark for card in sheet.cards])


def _draw_cards(
    sheet: CardSheet,
    look: Look,
    title: str,
    stock: Stock,
    draw: Callable[[SmallCard, SeatCard], None],
) -> bytes:
    pen = pen_for(sheet.heading, title, look)
    part = SmallCard(pen, sheet, *stock.inner, LARGE if look.large else SMALL)
    draw_pile(pen, stock, look, with_spares(sheet, stock.count), partial(draw, part))
    return pen.finish([card.bookmark for card in sheet.cards])


def _draw_small(part: SmallCard, card: SeatCard) -> None:
    pen, top = part.pen, part.height - NAME_LINE
    _draw_name(part, card, top)
    middle = top - 42
    if card.start_note:
        box = (0.0, middle, part.width, 38.0)
        pen.fitted(box, card.start_note, LARGE, floor=SMALL, bold=True)
    else:
        _draw_start(part, card, middle)
    foot = _draw_short_table_text(part, 0.0)
    with pen.origin(0, foot):
        _draw_boxes(part, card, middle - 2 - foot)


def _draw_short_table_text(part: SmallCard, y: float) -> float:
    """Draw the rule for a table that does not fill; return its height."""
    rule = part.sheet.if_short
    if not rule:
        return 0.0
    rule = FROM_HIGHEST_BRIEFLY if part.sheet.from_hat else rule
    part.pen.fitted((0.0, y, part.width, SMALL), rule, SMALL, floor=8)
    return SMALL + 2


def _draw_start(part: SmallCard, card: SeatCard, y: float) -> None:
    pen, x = part.pen, 0.0
    for label, value in (("Table", card.table), ("Seat", card.seat)):
        x += pen.text(x, y + 8, label, part.text) + 5
        if value:
            x += pen.text(x, y + 8, value, START, bold=True) + 12
        else:
            pen.rule(x, y + 6, START)
            x += START + 12
    if card.partner:
        words = (f"partner: {card.partner}", f"with {card.partner}")
        partner = next((w for w in words if width(w, part.text) <= part.width - x), "")
        pen.text(part.width, y + 8, partner, part.text, align="right")


def _draw_boxes(part: SmallCard, card: SeatCard, top: float) -> None:
    """Draw a box for each round's total, with the seat in it if the path is fixed."""
    column = part.width / part.sheet.rounds
    part.pen.frame(0, 0, part.width, top, LINE)
    for number in range(part.sheet.rounds):
        x = number * column
        if number in part.sheet.breaks:
            part.pen.double_upright(x, 0, top)
        elif number:
            part.pen.upright(x, 0, top, LINE)
        box = (x + 1, top - part.text - 2, column - 2, part.text + 2)
        part.pen.fitted(box, str(number + 1), part.text, align="centre")
        if place := "".join(card.path[number : number + 1]):
            part.pen.fitted((x + 1, 2, column - 2, 11), place, 10, floor=6, align="centre")


def _draw_index(part: SmallCard, card: SeatCard) -> None:
    pen, y = part.pen, part.height - part.text - 4
    date = pen.text(part.width, y + 4, part.sheet.heading.date, part.text, align="right")
    box = (0.0, y, part.width - date - 8, part.text + 4)
    pen.fitted(box, part.sheet.heading.party, part.text, bold=True)
    y -= INDEX_NAME * 4 / 3
    _draw_name(part, card, y, INDEX_NAME)
    start = INDEX_START - (part.text - SMALL)
    y -= start
    _draw_start_line(part, card, y, start - 4)
    foot = part.text + 8
    foot += _draw_short_table_text(part, foot - 2)
    _draw_grid(part, card, top=y - 2, bottom=foot)
    text_end = pen.text(0, 4, "Checked by", part.text) + 4
    middle = part.width * 0.58
    pen.rule(text_end, 2, middle - text_end - 8)
    text_end = middle + pen.text(middle, 4, "Best call", part.text) + 4
    pen.rule(text_end, 2, part.width - text_end)


def _draw_start_line(part: SmallCard, card: SeatCard, y: float, height: float) -> None:
    pen = part.pen
    if card.start_note:
        box = (0.0, y, part.width, height)
        pen.fitted(box, card.start_note, INDEX_NAME, floor=SMALL, bold=True)
        return
    x = pen.text(0, y + 10, "Start: table", part.text) + 6
    pen.plate(x, y, 52, height, card.table)
    x += 60
    x += pen.text(x, y + 10, "seat", part.text) + 6
    if card.seat:
        x += pen.text(x, y + 6, card.seat, height, bold=True) + 10
        words = (f"partner: {card.partner}", f"with {card.partner}")
        partner = next(w for w in words if w == words[-1] or width(w, part.text) <= part.width - x)
        pen.text(part.width, y + 10, partner, part.text, align="right")
    else:
        pen.rule(x, y + 6, height)


def _draw_grid(part: SmallCard, card: SeatCard, *, top: float, bottom: float) -> None:
    """Draw a column for each round: its number, table, points, running total."""
    pen, rounds = part.pen, part.sheet.rounds
    heads = ("Round", "Table", "Points", "Total")
    first = max(width(head, part.text, bold=True) for head in heads) + 6
    column, row = (part.width - first) / rounds, (top - bottom) / len(heads)
    for place, head in enumerate(heads):
        y = top - row * (place + 1)
        pen.fitted((2, y, first - 4, row), head, part.text, bold=place == len(heads) - 1)
        if place:
            pen.rule(0, y + row, part.width, LINE)
    for number in range(rounds):
        x = first + number * column
        if number in part.sheet.breaks:
            pen.double_upright(x, bottom, top - bottom)
        else:
            pen.upright(x, bottom, top - bottom, LINE)
        texts = (str(number + 1), "".join(card.path[number : number + 1]))
        for place, text in enumerate(texts, start=1):
            box = (x + 1, top - row * place, column - 2, row)
            pen.fitted(box, text, part.text, floor=6, bold=place == 1, align="centre")
    pen.frame(0, bottom, part.width, top - bottom, HEAVY)


def _draw_name(part: SmallCard, card: SeatCard, y: float, size: float = LARGE) -> None:
    """Draw the name, with its number at the right; the line is 4/3 of the letters high."""
    pen = part.pen
    pen.bookmark(card.bookmark)
    number = f"No. {card.number}" if card.number else ""
    space = part.width - (width(number, part.text) + 8 if number else 0)
    pen.text(part.width, y + 7, number, part.text, align="right")
    if card.name:
        box = (0.0, y, space, size * 4 / 3)
        pen.fitted(box, card.name, size, floor=size * 2 / 3, bold=True)
    if not card.name or not is_embedded(card.name):
        text_end = 0.0 if card.name else pen.text(0, y + 7, "Name", part.text) + 4
        pen.rule(text_end, y + 3, space - text_end)
