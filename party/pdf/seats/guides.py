from dataclasses import dataclass
from functools import partial

from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.pages import PLAIN, Cutting, page_of
from party.pdf.drawing.pen import HEAVY, LINE, MUTED, Pen
from party.values.papers import Heading, Look

TITLE_HEIGHT, COLUMN_HEADS_HEIGHT = 46.0, 18.0
ROW_HEIGHT, LEAST_ROW_HEIGHT = 26.0, 20.0
ROUND_WIDTH = 44.0
NAME_SIZE, TEXT_SIZE, LEADING = 14.0, 13.0, 16.0


@dataclass(frozen=True, kw_only=True)
class GuideRow:
    round: str
    names: tuple[str, ...]  # at N, E, S, W


@dataclass(frozen=True, kw_only=True)
class GuideCard:
    """A card that stays on its table and lists the people of each round."""

    table: str
    rows: tuple[GuideRow, ...]
    moves_text: str  # "After each round: North stays, East to table 3, …"


@dataclass(frozen=True, kw_only=True)
class GuideSheet:
    heading: Heading
    cards: tuple[GuideCard, ...]


def guide_cards(sheet: GuideSheet, look: Look = PLAIN) -> bytes:
    cutting = _cutting(sheet, look)
    pen = Pen(cutting.size, sheet.heading, "Guide cards")
    pen.cards(cutting, sheet.cards, partial(_draw_guide, pen, cutting, sheet))
    return pen.finish([f"Table {card.table}" for card in sheet.cards])


def _cutting(sheet: GuideSheet, look: Look) -> Cutting:
    half, whole = (Cutting(page_of(look, wide=True), columns=1, rows=rows) for rows in (2, 1))
    has_room = all(_row_height(half, card) >= LEAST_ROW_HEIGHT for card in sheet.cards)
    return half if has_room and not look.large else whole


def _row_height(cutting: Cutting, card: GuideCard) -> float:
    moves_text = LEADING * len(wrap(card.moves_text, cutting.width, TEXT_SIZE)) + 6
    room = cutting.height - TITLE_HEIGHT - COLUMN_HEADS_HEIGHT - moves_text
    return min(ROW_HEIGHT, room / len(card.rows))


def _draw_guide(pen: Pen, cutting: Cutting, sheet: GuideSheet, card: GuideCard) -> None:
    pen.bookmark(f"Table {card.table}")
    space, y = cutting.width, cutting.height
    pen.plate(0, y - 42, 42, 42, card.table)
    pen.fit((50, y - 26, space - 50, 24), f"Table {card.table}", 20, bold=True)
    pen.fit((50, y - 42, space - 50, 16), sheet.heading.party, 12)
    y -= TITLE_HEIGHT + COLUMN_HEADS_HEIGHT
    column_width = (space - ROUND_WIDTH) / 4
    for index, seat_name in enumerate(("North", "East", "South", "West")):
        pen.text(ROUND_WIDTH + index * column_width, y + 5, seat_name, 12, grey=MUTED)
    pen.text(0, y + 5, "Round", 12, grey=MUTED)
    pen.rule(0, y, space, LINE)
    height = _row_height(cutting, card)
    for row in card.rows:
        y -= height
        _draw_row(pen, row, y, height, column_width)
    pen.rule(0, y, space, HEAVY)
    pen.lines(0, y, wrap(card.moves_text, space, TEXT_SIZE), TEXT_SIZE, LEADING, bold=True)


def _draw_row(pen: Pen, row: GuideRow, y: float, height: float, column_width: float) -> None:
    pen.fit((0, y, ROUND_WIDTH - 6, height), row.round, NAME_SIZE, bold=True)
    for index, name in enumerate(row.names):
        box = (ROUND_WIDTH + index * column_width, y, column_width - 8, height)
        pen.fit(box, name, NAME_SIZE, floor=12)
    pen.rule(0, y, ROUND_WIDTH + 4 * column_width)
