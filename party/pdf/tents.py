"""Table tents: fold the page once; the number and the bids are read from both sides."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from party.pdf.bids import bids_height, draw_bids
from party.pdf.fitting import wrap
from party.pdf.pages import PLAIN, TICK, Size, page_of
from party.pdf.pen import HAIR, Pen
from party.values.prints import BidValues, Look, TentSheet

PLATE = 190.0
GAP = 18.0
BIDS, SPECIAL = 20.0, 15.0
REMINDER, LEADING = 24.0, 29.0


def table_tents(sheet: TentSheet, look: Look = PLAIN) -> bytes:
    """The PDF of the tents, one page a table."""
    size = page_of(look)
    pen = Pen(size, sheet.heading, "Table tents")
    for table in sheet.tables:
        for upside_down in (False, True):
            with _half(pen, size, upside_down=upside_down):
                _side(pen, sheet, table, size)
        pen.line((size.left, size.height / 2), (size.left + TICK, size.height / 2), HAIR)
        pen.line((size.right - TICK, size.height / 2), (size.right, size.height / 2), HAIR)
        pen.turn()
    return pen.finish()


@contextmanager
def _half(pen: Pen, size: Size, *, upside_down: bool) -> Iterator[None]:
    """Draw on the lower half, or on the upper one turned round the fold."""
    pen.canvas.saveState()
    if upside_down:
        pen.canvas.translate(size.width, size.height)
        pen.canvas.rotate(180)
    yield
    pen.canvas.restoreState()


def _side(pen: Pen, sheet: TentSheet, table: str, size: Size) -> None:
    top, space = size.height / 2 - 2 * TICK, size.right - size.left
    pen.text(size.left, top - 14, sheet.heading.party, 14, bold=True)
    pen.text(size.left, top - 44, "Table", 26, bold=True)
    pen.plate(size.left, top - 54 - PLATE, PLATE, PLATE, table)
    with pen.at(size.left + PLATE + GAP, 0):
        y = _bids(pen, sheet.bid_values, top - 20, space - PLATE - GAP)
    y = min(top - 54 - PLATE, y) - GAP
    for line in wrap(sheet.reminder, space, REMINDER):
        y -= LEADING
        pen.text(size.left, y + 6, line, REMINDER, bold=True)


def _bids(pen: Pen, bids: BidValues, top: float, space: float) -> float:
    """Draw what each bid counts; gives how far down it goes."""
    ordinary = replace(bids, specials=())
    draw_bids(pen, ordinary, top=top, length=space, size=BIDS)
    y = top - bids_height(ordinary, BIDS)
    for line in wrap(
        ", ".join(f"{name} {value}" for name, value in bids.specials), space, SPECIAL
    ):
        y -= SPECIAL * 1.2
        pen.text(0, y, line, SPECIAL)
    return y
