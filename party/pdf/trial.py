"""The test page: two rulers to measure, and a frame where everything else is printed as well."""

from party.pdf.fitting import wrap
from party.pdf.pages import INCH, PLAIN, page_of
from party.pdf.pen import HEAVY, LINE, Pen
from party.values.prints import Look, TrialSheet

MM = INCH / 25.4
INSET = 16.0
TITLE, TEXT, LEADING = 26.0, 15.0, 20.0
WORDS = (
    "Print this page at 100 % (“actual size”), without headers and footers.",
    (
        "The rulers are 100 mm and 4 inches long. If they are not, look for “fit to page” in the "
        "printer’s window and switch it off."
    ),
    (
        "The frame round the page is whole on all four sides. If a side is missing, the printer "
        "does not reach that edge: cards and slips would be cut off there."
    ),
    "This text is black and easy to read. If it is not, look at the ink.",
)


def trial_page(sheet: TrialSheet, look: Look = PLAIN) -> bytes:
    """The PDF of the page; the rulers keep their length in large print."""
    size = page_of(look)
    pen = Pen(size, sheet.heading, sheet.title)
    pen.frame(size.left, size.bottom, size.right - size.left, size.top - size.bottom, LINE)
    left, y = size.left + INSET, size.top - INSET - TITLE
    pen.text(left, y, sheet.title, TITLE, bold=True)
    for sentence in WORDS:
        y -= 8
        for line in wrap(sentence, size.right - INSET - left, TEXT):
            y -= LEADING
            pen.text(left, y, line, TEXT)
    for step, steps, words in ((MM, 100, "100 mm"), (INCH / 10, 40, "4 inches")):
        y -= 50
        _ruler(pen, left, y, step / size.scale, steps)
        pen.text(left, y - 16, words, 12)
    pen.turn()
    return pen.finish()


def _ruler(pen: Pen, x: float, y: float, step: float, steps: int) -> None:
    """A line with a tick at every step and a taller one at every tenth."""
    pen.rule(x, y, step * steps, HEAVY)
    for place in range(steps + 1):
        pen.upright(x + place * step, y, 5.0 if place % 10 else 10.0, LINE)
