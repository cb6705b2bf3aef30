"""Seat cards, which are also the score cards: four to a sheet, two from eleven rounds on.

The pile ends with blank cards for latecomers. Cut and stacked, it is in the order it was given.
"""

from party.pdf.kit.fitting import wrap
from party.pdf.kit.fonts import prints_surely, width
from party.pdf.kit.pages import (
    PLAIN,
    Cutting,
    cut_and_stack,
    halves,
    large_halves,
    page_of,
    quarters,
)
from party.pdf.kit.pen import Pen
from party.pdf.rules.bid_table import bids_height, draw_bids
from party.pdf.seats.card_frame import CardPlan, draw_frame, plan_card
from party.values.prints import CardSheet, Look, SeatCard

ROUNDS_ON_A_QUARTER = 10
ROUNDS_ON_A_LARGE_HALF = 14
SPARE = SeatCard()


def seat_cards(sheet: CardSheet, look: Look = PLAIN) -> bytes:
    """The PDF of all cards, blanks at the end."""
    cutting = cutting_for(sheet.rounds, look)
    plan = plan_card(sheet, cutting)
    pen = Pen(cutting.size, sheet.heading, "Seat cards")
    with pen.stamp("front"):
        draw_frame(pen, plan)
    if sheet.backs:
        with pen.stamp("back"):
            _back(pen, plan)
    for cards in cut_and_stack(pile(sheet, look), cutting.count):
        for slot, card in zip(cutting.slots, cards, strict=True):
            with pen.at(slot.x, slot.y):
                pen.press("front")
                _person(pen, plan, card or SPARE)
            pen.bookmark((card or SPARE).called)
        _finish_page(pen, cutting)
        if sheet.backs:
            _backs(pen, cutting)
    return pen.finish([card.called for card in sheet.cards])


def cutting_for(rounds: int, look: Look) -> Cutting:
    if not look.large:
        return quarters(look) if rounds <= ROUNDS_ON_A_QUARTER else halves(look)
    whole = Cutting(page_of(look), columns=1, rows=1)
    return large_halves(look) if rounds <= ROUNDS_ON_A_LARGE_HALF else whole


def pile(sheet: CardSheet, look: Look = PLAIN) -> tuple[SeatCard, ...]:
    """The cards and their spares: enough of them that no corner of a sheet stays empty."""
    return with_spares(sheet, cutting_for(sheet.rounds, look).count)


def with_spares(sheet: CardSheet, a_sheet: int) -> tuple[SeatCard, ...]:
    number = len(sheet.cards)
    spares = -(-number // 10) if sheet.spares is None else sheet.spares
    full = -(-max(number + spares, 1) // a_sheet) * a_sheet
    return sheet.cards + (SPARE,) * (full - number)


def sheets_of_cards(sheet: CardSheet, look: Look = PLAIN) -> int:
    """How many sheets of paper the printer takes."""
    return len(pile(sheet, look)) // cutting_for(sheet.rounds, look).count


def _finish_page(pen: Pen, cutting: Cutting) -> None:
    for start, end in cutting.ticks:
        pen.line(start, end)
    pen.turn()


def _backs(pen: Pen, cutting: Cutting) -> None:
    for slot in cutting.slots:
        with pen.at(slot.x, slot.y):
            pen.press("back")
    pen.turn()


def _person(pen: Pen, plan: CardPlan, card: SeatCard) -> None:
    _name(pen, plan, card)
    _start(pen, plan, card)
    for number, place in enumerate(card.path[: plan.sheet.rounds], start=1):
        left, right = plan.columns[0], plan.columns[1]
        box = (left + 1, plan.row_y(number), right - left - 2, plan.row)
        pen.fitted(box, place, plan.style.text, floor=8, align="centre")


def _name(pen: Pen, plan: CardPlan, card: SeatCard) -> None:
    style = plan.style
    y = plan.name_y
    number = f"No. {card.number}" if card.number else ""
    space = plan.width - (width(number, style.text) + 8 if number else 0)
    baseline = y + style.name * 0.26
    pen.text(plan.width, baseline, number, style.text, align="right")
    if card.name:
        size = style.name * 0.91
        pen.fitted((0, y - 1, space, style.name), card.name, size, floor=style.text, bold=True)
        if not prints_surely(card.name):
            pen.rule(0, y + 1, space)  # room to write the name, should it stay blank
    else:
        after = pen.text(0, baseline, "Name", style.text) + 4
        pen.rule(after, baseline - 2, space - after)


def _start(pen: Pen, plan: CardPlan, card: SeatCard) -> None:
    style, y = plan.style, plan.start_y
    if card.start_note:
        box = (0.0, y, plan.width, style.start)
        pen.fitted(box, card.start_note, style.start * 0.6, floor=style.text, bold=True)
        return
    baseline = y + style.start / 2 - style.text * 0.33
    x = pen.text(0, baseline, "Start:  table", style.text) + 6
    plate = max(style.start * 1.3, width(card.table, style.start * 0.85, bold=True) + 14)
    pen.plate(x, y + 1, plate, style.start - 2, card.table)
    x += plate + 8
    x += pen.text(x, baseline, "seat", style.text) + 6
    large = style.start * 0.87
    if card.seat:
        x += pen.text(x, y + style.start / 2 - large * 0.33, card.seat, large, bold=True) + 8
    else:
        pen.rule(x, baseline - 2, style.start)
        x += style.start + 8
    if card.partner:
        box = (x, y, plan.width - x, style.start)
        pen.fitted(box, f"partner: {card.partner}", style.text, floor=9, align="right")


def _back(pen: Pen, plan: CardPlan) -> None:
    """What bids count and who moves, for the side that is not written on."""
    size, y = 14.0, plan.height - 18
    pen.fitted((0, y, plan.width, 18), plan.sheet.heading.party, size, bold=True)
    pen.double_rule(0, y - 5, plan.width)
    y -= 24
    if bids := plan.sheet.bid_values:
        draw_bids(pen, bids, top=y, length=plan.width, size=size)
        y -= bids_height(bids, size) + 14
    for sentence in (bids.note if bids else "", plan.sheet.reminder):
        for line in wrap(sentence, plan.width, size):
            pen.text(0, y, line, size)
            y -= 17
        y -= 8
