"""Slips for the desk: a table rings what happened, writes two totals and signs twice."""

from party.pdf.kit.fitting import fit
from party.pdf.kit.fonts import width
from party.pdf.kit.pages import (
    PLAIN,
    Cutting,
    cut_and_stack,
    halves,
    large_halves,
    page_of,
    quarters,
)
from party.pdf.kit.pen import LINE, MUTED, Pen
from party.pdf.scores.slip_form import HEADER, HOW_TO, SlipPlan, draw_form, plan_slip
from party.values.prints import Look, Slip, SlipSheet

HANDS_ON_A_QUARTER = 5
LEAST_LINE = 15.0  # else there is no room for a ring
HOW = "Circle one in each line; tricks: the bidders’."
PAIR_LABEL = 30.0


def round_slips(sheet: SlipSheet, look: Look = PLAIN) -> bytes:
    """The PDF of all slips, four to a sheet; two where a hand or a round needs more room."""
    cutting, plan = _plan(sheet, look)
    pen = Pen(cutting.size, sheet.heading, "Table slips")
    with pen.stamp("form"):
        draw_form(pen, plan)
        _tally(pen, plan)
    for slips in cut_and_stack(sheet.slips, cutting.count):
        for slot, slip in zip(cutting.slots, slips, strict=True):
            if slip:
                with pen.at(slot.x, slot.y):
                    pen.press("form")
                    _table(pen, plan, sheet, slip)
                pen.bookmark(slip.table and f"Table {slip.table}")
        for start, end in cutting.ticks:
            pen.line(start, end)
        pen.turn()
    return pen.finish([f"Table {slip.table}" for slip in sheet.slips])


def _plan(sheet: SlipSheet, look: Look) -> tuple[Cutting, SlipPlan]:
    """House rules with many named bids have too many lines for a quarter of the sheet."""
    whole = Cutting(page_of(look), columns=1, rows=1)
    cuttings = (large_halves(look), whole) if look.large else (quarters(look), halves(look))
    small, large = (
        (cutting, plan_slip(sheet.rules, cutting, long_names=_any_long(sheet, cutting)))
        for cutting in cuttings
    )
    enough = small[1].line_height >= LEAST_LINE and sheet.rules.hands <= HANDS_ON_A_QUARTER
    return small if enough else large


def _any_long(sheet: SlipSheet, cutting: Cutting) -> bool:
    space = cutting.width - PAIR_LABEL
    pairs = [pair for slip in sheet.slips for pair in (slip.ns, slip.ew)]
    return any(len(fit(_names(pair), space, 13, floor=12).lines) > 1 for pair in pairs)


def _names(pair: tuple[str, str]) -> str:
    return " + ".join(filter(None, pair))


def _table(pen: Pen, plan: SlipPlan, sheet: SlipSheet, slip: Slip) -> None:
    y = plan.height - HEADER + 5
    plate, tally = plan.style.plate, plan.style.tally
    pen.plate(0, y, plate, HEADER - 5, slip.table)
    x, space = plate + 8, plan.width - plate - tally - 16
    title = f"Table {slip.table} · {slip.round}"
    if width(title, 12, bold=True) > space:
        title = slip.round  # the table's number stands beside it
    pen.fitted((x, y + 15, space, 18), title, 14, bold=True)
    pen.fitted((x, y, space, 14), sheet.heading.party, 12)
    y -= 3
    for label, pair in (("N-S", slip.ns), ("E-W", slip.ew)):
        y -= plan.names
        baseline = y + plan.names / 2 - 4
        pen.text(0, baseline, label, 12, bold=True)
        if names := _names(pair):
            box = (PAIR_LABEL, y, plan.width - PAIR_LABEL, plan.names)
            pen.fitted(box, names, 13)
        else:
            pen.rule(PAIR_LABEL, baseline - 3, plan.width - PAIR_LABEL)
    box = (0.0, plan.hands_top, plan.width, HOW_TO)
    pen.fitted(box, slip.note or HOW, 12, bold=bool(slip.note))


def _tally(pen: Pen, plan: SlipPlan) -> None:
    """Top right: strokes for hands nobody bid on; where more hands may follow, a box to tick."""
    if not (plan.rules.thrown_in or plan.rules.more):
        return
    box = plan.style.tally
    x, y, height = plan.width - box, plan.height - HEADER + 5, HEADER - 5
    pen.frame(x, y, box, height, LINE)
    size = max(10.0, plan.style.caption)
    pen.text(x + 4, y + height - size, _caption(plan, size), size, grey=MUTED)
    if plan.rules.more:
        mark = 11.0
        pen.frame(x + box - mark - 5, y + 5, mark, mark, LINE)
        pen.text(x + box - mark - 9, y + 6.5, "on slip 2", 12, align="right")


def _caption(plan: SlipPlan, size: float) -> str:
    if not plan.rules.thrown_in:
        return "more hands"
    words = "thrown in (tally)"
    fits = width(words, size) <= plan.style.tally - 8
    return words if fits and not plan.rules.more else "thrown in"
