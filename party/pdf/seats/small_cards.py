"""Small seat cards: eight or ten to a sheet, or index cards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from party.pdf.drawing.fonts import is_embedded, width
from party.pdf.drawing.pages import PLAIN, SIZES, Cutting
from party.pdf.drawing.pen import HEAVY, LINE, Pen
from party.pdf.drawing.ready_cut import CARDS, INDEX_CARDS, ReadyCutSheet, draw_pile, pen_for
from party.pdf.seats.cards import CardSheet, SeatCard, add_spares
from party.values.papers import Look
from party.values.seats.words import FROM_HIGHEST_BRIEFLY

MOST_ROUNDS = 12  # more boxes are too small to write in
SMALL_SIZE, LARGE_SIZE = 12.0, 18.0
NAME_LINE_HEIGHT = 24.0
START_SIZE = 40.0  # of table and seat
INDEX_NAME_SIZE = 24.0
INDEX_START_HEIGHT = 36.0
ADDRESS_HEIGHT = SMALL_SIZE + 2  # height of the guests' address
HEIGHT_FROM_START_LINE = 6.0  # taken from the start line for the guests' address
PATH_HEIGHT = 11.0  # height of a seat at the foot of a box
LEAST_WRITING_HEIGHT = 20.0  # lower boxes are too small to write in


@dataclass(frozen=True)
class CardArea:
    """The area of a card inside its margins, the pen that draws there, and the card's sheet."""

    pen: Pen
    sheet: CardSheet
    width: float
    height: float
    text_size: float


def small_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    return _draw_cards(sheet, look, "Small seat cards", CARDS[look.paper], _draw_small)


def index_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    return _draw_cards(sheet, look, "Index cards", INDEX_CARDS[look.paper], _draw_index)


def eight_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    cutting = Cutting(SIZES[look.paper], columns=2, rows=4)
    pen = Pen(cutting.size, sheet.heading, "Seat cards, eight to a sheet")
    area = CardArea(
        pen, sheet, cutting.width, cutting.height, LARGE_SIZE if look.large else SMALL_SIZE
    )
    pen.cards(cutting, add_spares(sheet, cutting.count), partial(_draw_small, area))
    return pen.finish([card.bookmark for card in sheet.cards])


def _draw_cards(
    sheet: CardSheet,
    look: Look,
    title: str,
    ready_cut: ReadyCutSheet,
    draw: Callable[[CardArea, SeatCard], None],
) -> bytes:
    pen = pen_for(sheet.heading, title, look)
    area = CardArea(pen, sheet, *ready_cut.inner, LARGE_SIZE if look.large else SMALL_SIZE)
    draw_pile(pen, ready_cut, look, add_spares(sheet, ready_cut.count), partial(draw, area))
    return pen.finish([card.bookmark for card in sheet.cards])


def _draw_small(area: CardArea, card: SeatCard) -> None:
    pen, top = area.pen, area.height - NAME_LINE_HEIGHT
    _draw_name(area, card, top)
    middle = top - 42
    if card.start_note:
        box = (0.0, middle, area.width, 38.0)
        pen.fit(box, card.start_note, LARGE_SIZE, floor=SMALL_SIZE, bold=True)
    else:
        _draw_start(area, card, middle)
    bottom = _draw_short_table_text(area, 0.0)
    path = PATH_HEIGHT if any(each.path for each in area.sheet.cards) else 0.0
    heading = area.text_size + 2
    if _has_address(area, middle - 2 - bottom - ADDRESS_HEIGHT - heading - path):
        bottom += _draw_address(area, bottom)
    with pen.origin(0, bottom):
        _draw_boxes(area, card, middle - 2 - bottom)


def _draw_short_table_text(area: CardArea, y: float) -> float:
    """Return the height of the text."""
    rule = area.sheet.short_table_note
    if not rule:
        return 0.0
    rule = FROM_HIGHEST_BRIEFLY if area.sheet.is_from_hat else rule
    area.pen.fit((0.0, y, area.width, SMALL_SIZE), rule, SMALL_SIZE, floor=8)
    return SMALL_SIZE + 2


def _has_address(area: CardArea, writing_height: float) -> bool:
    """`writing_height` is the height of the rows if the card has the address."""
    return area.sheet.address is not None and writing_height >= LEAST_WRITING_HEIGHT


def _draw_address(area: CardArea, y: float) -> float:
    """Return the height of the text."""
    text = f"On your phone: {area.sheet.address.short}" if area.sheet.address else ""
    area.pen.fit((0.0, y, area.width, SMALL_SIZE), text, SMALL_SIZE, floor=8)
    return ADDRESS_HEIGHT


def _draw_start(area: CardArea, card: SeatCard, y: float) -> None:
    pen, x = area.pen, 0.0
    for label, value in (("Table", card.table), ("Seat", card.seat)):
        x += pen.text(x, y + 8, label, area.text_size) + 5
        if value:
            x += pen.text(x, y + 8, value, START_SIZE, bold=True) + 12
        else:
            pen.rule(x, y + 6, START_SIZE)
            x += START_SIZE + 12
    if card.partner:
        partner_text = _partner_text(area, card, area.width - x)
        pen.text(area.width, y + 8, partner_text, area.text_size, align="right")


def _partner_text(area: CardArea, card: SeatCard, space: float) -> str:
    """Return "" if no text fits."""
    texts = (f"partner: {card.partner}", f"with {card.partner}")
    return next((text for text in texts if width(text, area.text_size) <= space), "")


def _draw_boxes(area: CardArea, card: SeatCard, top: float) -> None:
    column_width = area.width / area.sheet.rounds
    area.pen.frame(0, 0, area.width, top, LINE)
    for number in range(area.sheet.rounds):
        x = number * column_width
        if number in area.sheet.breaks:
            area.pen.double_upright(x, 0, top)
        elif number:
            area.pen.upright(x, 0, top, LINE)
        box = (x + 1, top - area.text_size - 2, column_width - 2, area.text_size + 2)
        area.pen.fit(box, str(number + 1), area.text_size, align="centre")
        if path_step := "".join(card.path[number : number + 1]):
            area.pen.fit(
                (x + 1, 2, column_width - 2, PATH_HEIGHT), path_step, 10, floor=6, align="centre"
            )


def _draw_index(area: CardArea, card: SeatCard) -> None:
    pen, y = area.pen, area.height - area.text_size - 4
    date = pen.text(area.width, y + 4, area.sheet.heading.date, area.text_size, align="right")
    box = (0.0, y, area.width - date - 8, area.text_size + 4)
    pen.fit(box, area.sheet.heading.party, area.text_size, bold=True)
    y -= INDEX_NAME_SIZE * 4 / 3
    _draw_name(area, card, y, INDEX_NAME_SIZE)
    foot = area.text_size + 8
    foot += _draw_short_table_text(area, foot - 2)
    start = INDEX_START_HEIGHT - (area.text_size - SMALL_SIZE)
    first_row = (y - start - 2 - foot) / 4
    low_row = area.text_size + 2
    if _has_address(
        area, (y - start + HEIGHT_FROM_START_LINE - 2 - foot - ADDRESS_HEIGHT - low_row) / 3
    ):
        start, first_row = start - HEIGHT_FROM_START_LINE, low_row
        foot += _draw_address(area, foot - 2)
    y -= start
    _draw_start_line(area, card, y, start - 4)
    _draw_grid(area, card, (y - 2, foot), first_row)
    text_end = pen.text(0, 4, "Checked by", area.text_size) + 4
    middle = area.width * 0.58
    pen.rule(text_end, 2, middle - text_end - 8)
    text_end = middle + pen.text(middle, 4, "Best call", area.text_size) + 4
    pen.rule(text_end, 2, area.width - text_end)


def _draw_start_line(area: CardArea, card: SeatCard, y: float, height: float) -> None:
    pen = area.pen
    if card.start_note:
        box = (0.0, y, area.width, height)
        pen.fit(box, card.start_note, INDEX_NAME_SIZE, floor=SMALL_SIZE, bold=True)
        return
    x = pen.text(0, y + 10, "Start: table", area.text_size) + 6
    pen.plate(x, y, 52, height, card.table)
    x += 60
    x += pen.text(x, y + 10, "seat", area.text_size) + 6
    if card.seat:
        x += pen.text(x, y + 6, card.seat, height, bold=True) + 10
        partner_text = _partner_text(area, card, area.width - x) or f"with {card.partner}"
        pen.text(area.width, y + 10, partner_text, area.text_size, align="right")
    else:
        pen.rule(x, y + 6, height)


def _draw_grid(
    area: CardArea, card: SeatCard, top_and_bottom: tuple[float, float], first_row: float
) -> None:
    pen, rounds = area.pen, area.sheet.rounds
    top, bottom = top_and_bottom
    heads = ("Round", "Table", "Points", "Total")
    heading_width = max(width(head, area.text_size, bold=True) for head in heads) + 6
    column_width = (area.width - heading_width) / rounds
    row_height = (top - first_row - bottom) / (len(heads) - 1)
    heights = (first_row, row_height, row_height, row_height)
    feet = [top - sum(heights[: number + 1]) for number in range(len(heads))]
    for row_number, head in enumerate(heads):
        y, height = feet[row_number], heights[row_number]
        is_last = row_number == len(heads) - 1
        pen.fit((2, y, heading_width - 4, height), head, area.text_size, bold=is_last)
        if row_number:
            pen.rule(0, y + height, area.width, LINE)
    for number in range(rounds):
        x = heading_width + number * column_width
        if number in area.sheet.breaks:
            pen.double_upright(x, bottom, top - bottom)
        else:
            pen.upright(x, bottom, top - bottom, LINE)
        texts = (str(number + 1), "".join(card.path[number : number + 1]))
        for row_number, text in enumerate(texts):
            box = (x + 1, feet[row_number], column_width - 2, heights[row_number])
            pen.fit(box, text, area.text_size, floor=6, bold=row_number == 0, align="centre")
    pen.frame(0, bottom, area.width, top - bottom, HEAVY)


def _draw_name(area: CardArea, card: SeatCard, y: float, size: float = LARGE_SIZE) -> None:
    pen = area.pen
    pen.bookmark(card.bookmark)
    number = f"No. {card.number}" if card.number else ""
    space = area.width - (width(number, area.text_size) + 8 if number else 0)
    pen.text(area.width, y + 7, number, area.text_size, align="right")
    if card.name:
        box = (0.0, y, space, size * 4 / 3)
        pen.fit(box, card.name, size, floor=size * 2 / 3, bold=True)
    if not card.name or not is_embedded(card.name):
        text_end = 0.0 if card.name else pen.text(0, y + 7, "Name", area.text_size) + 4
        pen.rule(text_end, y + 3, space - text_end)
