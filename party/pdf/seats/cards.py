"""Seat cards, which are also the score cards."""

from dataclasses import dataclass
from functools import partial

from party.pdf.drawing.fitting import fit, wrap
from party.pdf.drawing.fonts import is_embedded, width
from party.pdf.drawing.pages import INCH, PLAIN, Cutting, page_of
from party.pdf.drawing.pen import HAIR, HEAVY, LINE, MUTED, Pen
from party.pdf.rules.bid_table import bids_height, draw_bids
from party.values.hall.guest_address import GuestAddress
from party.values.papers import Heading, Look
from party.values.rules.bids import BidValues

ROUNDS_ON_A_QUARTER = 10
ROUNDS_ON_A_LARGE_HALF = 10  # with more, large print would be smaller than normal print

MINUS_HINTS = ("Minus: circle it", "Minus:")  # printed before a circled 40
LEADING = 1.125
NARROW_CARD_WIDTH = 255.0  # a card in large print
LEAST_ROW_HEIGHT = 0.30 * INCH  # to write in
LEAST_GAP = 2.0  # between the parts of a card
GAP_COUNT = 5


@dataclass(frozen=True, kw_only=True)
class SeatCard:
    """Without a name, as in a blind draw, the card has a line to write it on."""

    name: str = ""
    number: str = ""  # "27", printed as "No. 27"
    table: str = ""  # "7"
    seat: str = ""  # "N"
    partner: str = ""  # the partner's seat, "S"
    start_note: str = ""  # instead of table and seat: "You sit out round 1"
    path: tuple[str, ...] = ()  # fixed movements only: "7 N" for every round

    @property
    def bookmark(self) -> str:
        return self.name or (f"No. {self.number}" if self.number else "")


@dataclass(frozen=True, kw_only=True)
class CardSheet:
    """The cards of a party, in their order after the cut sheets are stacked."""

    heading: Heading
    cards: tuple[SeatCard, ...]
    rounds: int
    hands: int = 4  # columns to write in: 4, Iowa 5
    breaks: tuple[int, ...] = ()  # rounds with a double rule below
    bid_values: BidValues
    reminder: str  # "Lower pair: next table. Higher pair stays."
    short_table_note: str = ""  # in a blind draw, the rule for a table that does not fill
    is_from_hat: bool = False  # people draw the cards from a shuffled pack
    address: GuestAddress | None = None  # on small cards only where it fits
    spares: int | None = None  # blank cards; None: one for every ten


@dataclass(frozen=True)
class CardStyle:
    """Heights of a card's parts."""

    text: float
    title: float
    name: float
    start: float
    head: float
    total: float
    checks: float
    row: float  # the usual height of a row
    row_at_most: float


SMALL_STYLE = CardStyle(12, 15, 22, 30, 14, 20, 18, row=0.335 * INCH, row_at_most=0.36 * INCH)
LARGE_STYLE = CardStyle(14, 22, 33, 40, 18, 30, 28, row=LEAST_ROW_HEIGHT, row_at_most=0.46 * INCH)


@dataclass(frozen=True)
class CardPlan:
    """Where the parts of a card are, from its bottom left corner."""

    sheet: CardSheet
    style: CardStyle
    width: float
    height: float
    reminder: tuple[str, ...]
    hint: str
    title: float
    row: float
    gap: float  # between the parts
    shows_bids: bool

    @property
    def columns(self) -> tuple[float, ...]:
        """The right edges of Rd, Table, each hand, Round, Total."""
        # Narrow columns still need room for the words at their head.
        table, points = (0.48, 0.54) if self.width < NARROW_CARD_WIDTH else (0.42, 0.52)
        hands = [(2.78 - table - points) / self.sheet.hands] * self.sheet.hands
        inches = [0.30, table, *hands, points, 0.57]
        share = self.width / sum(inches)
        return tuple(sum(inches[: number + 1]) * share for number in range(len(inches)))

    @property
    def name_y(self) -> float:
        return self.height - self.title - self.gap - self.style.name

    @property
    def start_y(self) -> float:
        return self.name_y - self.gap / 2 - self.style.start

    @property
    def grid_top(self) -> float:
        return self.start_y - 2 - self.gap / 2

    def row_y(self, round_number: int) -> float:
        """Return the lower edge; round 0 is the row of headings."""
        return self.grid_top - self.style.head - self.row * round_number

    @property
    def grid_bottom(self) -> float:
        return self.row_y(self.sheet.rounds)

    @property
    def reminder_top(self) -> float:
        return self.style.text * LEADING * len(self.reminder)


def plan_card(sheet: CardSheet, cutting: Cutting) -> CardPlan:
    style = SMALL_STYLE if cutting.rows > 1 or cutting.size.scale > 1 else LARGE_STYLE
    address = f"On your phone: {sheet.address.short}" if sheet.address else ""
    sentences = " ".join(filter(None, (sheet.short_table_note, sheet.reminder, address)))
    reminder, hint = _reminder_and_hint(sentences, style.text, cutting.width)
    title = style.title + style.text * (len(_party_lines(sheet, style, cutting.width)) - 1)
    fixed_height = title + style.name + style.start + style.head + style.total + style.checks + 2
    room = cutting.height - fixed_height - style.text * LEADING * len(reminder)
    least_gap = LEAST_GAP / cutting.size.scale
    room -= least_gap * GAP_COUNT
    bids = bids_height(sheet.bid_values, style.text) + 6
    shows_bids = (room - bids) / sheet.rounds >= style.row
    room -= bids * shows_bids
    row = min(style.row_at_most, room / sheet.rounds)
    gap = least_gap + min(style.text * 0.75, (room - row * sheet.rounds) / GAP_COUNT)
    card_size = (cutting.width, cutting.height)
    return CardPlan(sheet, style, *card_size, reminder, hint, title, row, gap, shows_bids)


def _party_lines(sheet: CardSheet, style: CardStyle, space: float) -> tuple[str, ...]:
    space_left = space - _date_width(sheet, style)
    return fit(sheet.heading.party, space_left, style.text, floor=style.text, bold=True).lines


def _date_width(sheet: CardSheet, style: CardStyle) -> float:
    return width(sheet.heading.date, style.text) + 8 if sheet.heading.date else 0.0


def _reminder_and_hint(sentence: str, size: float, space: float) -> tuple[tuple[str, ...], str]:
    """Return the reminder's lines, and the longest of `MINUS_HINTS` that fits in the last one."""
    lines = wrap(sentence, space, size)
    used_width = width(lines[-1], size) + size if lines else space
    for hint in MINUS_HINTS:
        if used_width + width(hint, size) + size * 2.4 <= space:
            return lines, hint
    return (*lines, ""), MINUS_HINTS[0]


def draw_frame(pen: Pen, plan: CardPlan) -> None:
    _draw_title(pen, plan)
    _draw_grid(pen, plan)
    _draw_row_labels(pen, plan)
    _draw_total(pen, plan)
    _draw_reminder(pen, plan)
    if plan.shows_bids:
        bids, size = plan.sheet.bid_values, plan.style.text
        top = plan.reminder_top + bids_height(bids, size) + 4 + plan.gap / 2
        draw_bids(pen, bids, top=top, length=plan.width, size=size)


def _draw_title(pen: Pen, plan: CardPlan) -> None:
    heading, size = plan.sheet.heading, plan.style.text
    y = plan.height - plan.title + 3
    space = plan.width - _date_width(plan.sheet, plan.style)
    pen.fit((0, y, space, plan.title - 3), heading.party, size, floor=size, bold=True)
    baseline = y + (plan.title - 3) / 2 - size * 0.33
    pen.text(plan.width, baseline, heading.date, size, align="right", grey=MUTED)
    pen.double_rule(0, y - 2, plan.width)


def _draw_grid(pen: Pen, plan: CardPlan) -> None:
    top, bottom = plan.grid_top, plan.grid_bottom
    for number in range(1, plan.sheet.rounds):
        if number in plan.sheet.breaks:
            pen.double_rule(0, plan.row_y(number), plan.width)
        else:
            pen.rule(0, plan.row_y(number), plan.width)
    rights = plan.columns
    for number, x in enumerate(rights[:-1]):
        is_edge = number in {1, len(rights) - 3, len(rights) - 2}
        pen.upright(x, bottom, top - bottom, LINE if is_edge else HAIR)
    pen.rule(0, plan.row_y(0), plan.width, LINE)
    pen.frame(0, bottom, plan.width, top - bottom, HEAVY)


def _draw_row_labels(pen: Pen, plan: CardPlan) -> None:
    rights = plan.columns
    hands = [str(hand + 1) for hand in range(plan.sheet.hands)]
    lefts = (0.0, *rights)
    labels = ("Rd", "Table", *hands, "Round", "Total")
    for label, left, right in zip(labels, lefts, rights, strict=False):
        box = (left + 1, plan.row_y(0), right - left - 2, plan.style.head)
        pen.fit(box, label, 12, floor=8, align="centre", bold=label == "Total")
    for number in range(1, plan.sheet.rounds + 1):
        box = (0.0, plan.row_y(number), rights[0], plan.row)
        pen.fit(box, str(number), plan.style.text, bold=True, align="centre")


def _draw_total(pen: Pen, plan: CardPlan) -> None:
    style, rights = plan.style, plan.columns
    height = style.total + plan.gap / 2
    y = plan.grid_bottom - height
    baseline = y + 4
    line_start = pen.text(0, baseline, "In words", style.text) + 4
    pen.rule(line_start, baseline - 2, rights[-3] - line_start - 4)
    pen.text(rights[-2] - 3, baseline, "Total", style.text, bold=True, align="right")
    pen.frame(rights[-2], y, rights[-1] - rights[-2], height, HEAVY)
    baseline = y - style.checks - plan.gap + 5
    line_start = pen.text(0, baseline, "Checked by", style.text) + 4
    middle = plan.width * 0.56
    pen.rule(line_start, baseline - 2, middle - line_start - 6)
    line_start = middle + pen.text(middle, baseline, "Best call", style.text) + 4
    pen.rule(line_start, baseline - 2, plan.width - line_start)


def _draw_reminder(pen: Pen, plan: CardPlan) -> None:
    size = plan.style.text
    pen.lines(0, plan.reminder_top + size * 0.3, plan.reminder, size, size * LEADING)
    baseline = size * 0.36
    right = plan.width
    pen.text(right - size * 1.15, baseline, "40", size, align="centre")
    pen.canvas.setLineWidth(LINE)
    pen.canvas.ellipse(
        right - size * 2.1, baseline - size * 0.3, right - 0.5, baseline + size * 0.92
    )
    pen.text(right - size * 2.4, baseline, plan.hint, size, align="right")


BLANK_CARD = SeatCard()


def seat_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    cutting = cutting_for(sheet.rounds, look)
    plan = plan_card(sheet, cutting)
    pen = Pen(cutting.size, sheet.heading, "Seat cards")
    with pen.stamp("front"):
        draw_frame(pen, plan)
    pen.cards(cutting, add_spares(sheet, cutting.count), partial(_draw_person, pen, plan))
    return pen.finish([card.bookmark for card in sheet.cards])


def cutting_for(rounds: int, look: Look) -> Cutting:
    if not look.large:
        return Cutting(page_of(look), columns=2, rows=2 if rounds <= ROUNDS_ON_A_QUARTER else 1)
    if rounds <= ROUNDS_ON_A_LARGE_HALF:
        return Cutting(page_of(look, wide=True), columns=2, rows=1)
    return Cutting(page_of(look), columns=1, rows=1)


def add_spares(sheet: CardSheet, per_sheet: int) -> tuple[SeatCard, ...]:
    count = len(sheet.cards)
    card_count = _sheet_count(count, sheet.spares, per_sheet) * per_sheet
    return sheet.cards + (BLANK_CARD,) * (card_count - count)


def sheets_of_cards(count: int, rounds: int, look: Look = PLAIN) -> int:
    return _sheet_count(count, None, cutting_for(rounds, look).count)


def _sheet_count(count: int, spares: int | None, per_sheet: int) -> int:
    spares = -(-count // 10) if spares is None else spares
    return -(-max(count + spares, 1) // per_sheet)


def _draw_person(pen: Pen, plan: CardPlan, card: SeatCard) -> None:
    pen.press("front")
    pen.bookmark(card.bookmark)
    _draw_name(pen, plan, card)
    _draw_start(pen, plan, card)
    for number, table_and_seat in enumerate(card.path[: plan.sheet.rounds], start=1):
        left, right = plan.columns[0], plan.columns[1]
        box = (left + 1, plan.row_y(number), right - left - 2, plan.row)
        pen.fit(box, table_and_seat, plan.style.text, floor=8, align="centre")


def _draw_name(pen: Pen, plan: CardPlan, card: SeatCard) -> None:
    style = plan.style
    y = plan.name_y
    number = f"No. {card.number}" if card.number else ""
    space = plan.width - (width(number, style.text) + 8 if number else 0)
    baseline = y + style.name * 0.26
    pen.text(plan.width, baseline, number, style.text, align="right")
    if card.name:
        size = style.name * 0.91
        pen.fit((0, y - 1, space, style.name), card.name, size, floor=style.text, bold=True)
        if not is_embedded(card.name):
            pen.rule(0, y + 1, space)  # room to write a name that a viewer cannot draw
    else:
        line_start = pen.text(0, baseline, "Name", style.text) + 4
        pen.rule(line_start, baseline - 2, space - line_start)


def _draw_start(pen: Pen, plan: CardPlan, card: SeatCard) -> None:
    style, y = plan.style, plan.start_y
    if card.start_note:
        box = (0.0, y, plan.width, style.start)
        pen.fit(box, card.start_note, style.start * 0.6, floor=style.text, bold=True)
        return
    baseline = y + style.start / 2 - style.text * 0.33
    x = pen.text(0, baseline, "Start:  table", style.text) + 6
    plate_width = max(style.start * 1.3, width(card.table, style.start * 0.85, bold=True) + 14)
    pen.plate(x, y + 1, plate_width, style.start - 2, card.table)
    x += plate_width + 8
    x += pen.text(x, baseline, "seat", style.text) + 6
    seat_size = style.start * 0.87
    if card.seat:
        seat_y = y + style.start / 2 - seat_size * 0.33
        x += pen.text(x, seat_y, card.seat, seat_size, bold=True) + 8
    else:
        pen.rule(x, baseline - 2, style.start)
        x += style.start + 8
    if card.partner:
        box = (x, y, plan.width - x, style.start)
        pen.fit(box, f"partner: {card.partner}", style.text, floor=9, align="right")
