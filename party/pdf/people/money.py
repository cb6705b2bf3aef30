"""The treasurer's sheet: everybody who came, what they owed and paid, the sums, lines to sign."""

from dataclasses import dataclass

from party.pdf.kit.columns import PrintedColumn, PrintedTable
from party.pdf.kit.headings import HEIGHT, draw_signatures, paged, rows_or_blanks, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import Pen
from party.values.papers import Heading, Look

# Sums that are written in by hand.
POT_BLANKS = ("50/50 pot: sold", "50/50 pot: the winner’s half")
IN_THE_BOX = "In the box, counted"

LINE = 22.0
SIGNATURE = 52.0
COLUMNS = (
    PrintedColumn("No.", "number", 44, "right"),
    PrintedColumn("Name", "name", None, "left"),
    PrintedColumn("Fee", "owed", 72, "right"),
    PrintedColumn("Paid", "paid", 72, "right", bold=True),
    PrintedColumn("By", "how", 76, "left"),
    PrintedColumn("To pay", "owing", 72, "right"),
)


@dataclass(frozen=True, kw_only=True)
class MoneyRow:
    """The texts of one person on the treasurer's sheet."""

    number: str
    name: str
    owed: str
    paid: str
    how: str
    owing: str


@dataclass(frozen=True, kw_only=True)
class MoneySheet:
    """The treasurer's sheet on paper; `blanks` are sums to write in by hand."""

    heading: Heading
    title: str
    rows: tuple[MoneyRow, ...]
    totals: tuple[tuple[str, str], ...]
    blanks: tuple[str, ...]


BLANK = MoneyRow(number="", name="", owed="", paid="", how="", owing="")


def money_sheet(sheet: MoneySheet, look: Look = PLAIN) -> bytes:
    """Return the PDF; the sums and the lines to sign on stay together."""
    size = page_of(look, wide=True)
    pen = Pen(size, sheet.heading, sheet.title)
    tail = LINE * (len(sheet.totals) + len(sheet.blanks)) + SIGNATURE + 16
    room = size.top - HEIGHT - size.bottom - PrintedTable.HEAD
    rows = rows_or_blanks(sheet.rows, BLANK, PrintedTable.ROW, room, tail)
    table = PrintedTable(COLUMNS, rows, size)
    pages = paged((*rows, None), lambda piece: table.height(piece) if piece else tail, room)
    for pieces in with_heading(pen, sheet.heading, sheet.title, pages):
        y = size.top - HEIGHT
        if any(pieces):
            y = table.draw_head(pen, y)
        for piece in pieces:
            y = table.draw_row(pen, piece, y) if piece else _draw_tail(pen, sheet, y)
    return pen.finish()


def _draw_tail(pen: Pen, sheet: MoneySheet, y: float) -> float:
    left, right = pen.size.left, pen.size.right
    y -= 16
    for label, words in sheet.totals:
        y -= LINE
        pen.text(left, y + 6, label, 14)
        pen.text(right, y + 6, words, 14, bold=True, align="right")
        pen.rule(left, y, right - left)
    for label in sheet.blanks:
        y -= LINE
        pen.text(left, y + 6, label, 14)
        pen.rule(right - 120, y + 2, 120)
    draw_signatures(pen, y - SIGNATURE, ("Counted by", "Treasurer"))
    return y - SIGNATURE
