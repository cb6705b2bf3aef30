"""The test page, and a page with the outlines of ready-cut cards."""

from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.pages import INCH, PLAIN, Cutting, page_of
from party.pdf.drawing.pen import HAIR, HEAVY, LINE, Pen
from party.pdf.drawing.ready_cut import CARD_MARGIN, CARDS, MM, pen_for
from party.values.numbers import millimetres
from party.values.papers import Heading, Look

TRIAL, OUTLINES = "Test page", "Alignment sheet for ready-cut cards"
FRAME_MARGIN, RIGHT_MARGIN = 16.0, 50.0
TITLE_SIZE, TEXT_SIZE, LEADING = 26.0, 15.0, 20.0
WORDS = (
    "Print this page at 100% (“actual size”), without headers and footers.",
    (
        "The rulers should be 100 mm and 4 inches long. If not, look for “fit to page” in the "
        "print window and turn it off."
    ),
    (
        "The frame should show on all four sides. If one is missing, the printer does not reach "
        "that edge: cards and slips would be cut off there."
    ),
    "The short lines on the frame show where to cut seat cards and slips into four.",
    "This text should be black and easy to read. If not, check the ink.",
)
STEPS = (
    "1. Lay this page on a sheet of ready-cut cards and hold both up to the light.",
    "2. Do the lines miss the cuts? Measure how far to the right and down they must move.",
    "3. Type that on the Print page under “Ready-cut cards”, then print this page again.",
    "4. Printed with: {right} mm to the right, {down} mm down.",
)


def trial_page(heading: Heading, look: Look = PLAIN) -> bytes:
    """The rulers keep their length in large print."""
    size = page_of(look)
    pen = Pen(size, heading, TRIAL)
    pen.frame(size.left, size.bottom, size.right - size.left, size.top - size.bottom, LINE)
    left, y = size.left + FRAME_MARGIN, size.top - FRAME_MARGIN - TITLE_SIZE
    pen.text(left, y, TRIAL, TITLE_SIZE, bold=True)
    for sentence in WORDS:
        y = pen.lines(
            left,
            y - 8,
            wrap(sentence, size.right - RIGHT_MARGIN - left, TEXT_SIZE),
            TEXT_SIZE,
            LEADING,
        )
    for step, steps, label in ((MM, 100, "100 mm"), (INCH / 10, 40, "4 inches")):
        y -= 50
        _draw_ruler(pen, left, y, step / size.scale, steps)
        pen.text(left, y - 16, label, 12)
    # An upright ruler too, because a printer may stretch or shrink the height alone.
    foot = size.top - FRAME_MARGIN - 100 * MM / size.scale
    with pen.origin(size.right - FRAME_MARGIN, foot):
        pen.canvas.rotate(90)
        _draw_ruler(pen, 0, 0, MM / size.scale, 100)
    pen.text(size.right - FRAME_MARGIN, foot - 16, "100 mm", 12, align="right")
    for start, end in Cutting(size, columns=2, rows=2).ticks:
        pen.line(start, end, LINE)
    pen.end_page()
    return pen.finish()


def _draw_ruler(pen: Pen, x: float, y: float, step: float, steps: int) -> None:
    pen.rule(x, y, step * steps, HEAVY)
    for number in range(steps + 1):
        pen.upright(x + number * step, y, 5.0 if number % 10 else 10.0, LINE)


def outlines(heading: Heading, look: Look = PLAIN) -> bytes:
    pen, ready_cut = pen_for(heading, OUTLINES, look), CARDS[look.paper]
    text = 18.0 if look.large else 13.0
    lengths = {"right": millimetres(look.right), "down": millimetres(look.down)}
    steps = [step.format(**lengths) for step in STEPS]
    corners = list(ready_cut.corners(look.paper))
    for x, y in corners:
        pen.frame(x, y, ready_cut.width, ready_cut.height, HAIR)
    for step, (x, y) in zip(steps, corners, strict=False):
        lines = wrap(step, ready_cut.inner[0], text)
        pen.lines(x + CARD_MARGIN, y + ready_cut.height - CARD_MARGIN, lines, text, text * 1.2)
    pen.end_page()
    return pen.finish()
