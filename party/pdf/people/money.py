"""The treasurer's sheet: fees, payments, sums, and lines to sign."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.pdf.drawing.columns import PrintedColumn, PrintedTable
from party.pdf.drawing.fonts import width
from party.pdf.drawing.headings import (
    HEADING_HEIGHT,
    draw_headings,
    draw_signatures,
    paginate,
    rows_or_blanks,
)
from party.pdf.drawing.pages import PLAIN, page_of
from party.pdf.drawing.pen import Pen
from party.values.papers import Heading, Look

# Sums to write in by hand.
POT_BLANKS = ("50/50 tickets sold", "50/50: the winner’s half")
IN_THE_BOX = "Counted in the box"

LINE_HEIGHT = 22.0
SIGNATURE_HEIGHT = 52.0
COLUMNS = (
    PrintedColumn("No.", "number", 44, "right"),
    PrintedColumn("Name", "name", None, "left"),
    PrintedColumn("Fee", "owed", 72, "right"),
    PrintedColumn("Paid", "paid", 72, "right", bold=True),
    PrintedColumn("By", "method", 76, "left"),
    PrintedColumn("To pay", "owing", 72, "right"),
)


@dataclass(frozen=True, kw_only=True)
class MoneyRow:
    number: str
    name: str
    owed: str
    paid: str
    method: str
    owing: str


@dataclass(frozen=True, kw_only=True)
class MoneySheet:
    heading: Heading
    title: str
    rows: tuple[MoneyRow, ...]
    totals: tuple[tuple[str, str], ...]
    blanks: tuple[str, ...]  # labels of sums to write in by hand


BLANK_ROW = MoneyRow(number="", name="", owed="", paid="", method="", owing="")


class LowRows(PrintedTable):
    """Lower rows, for a list that otherwise has its sums on a page of their own."""

    ROW_HEIGHT, TALL_ROW_HEIGHT = 17.0, 28.0


@dataclass(frozen=True, slots=True)
class MoneySums:
    """Labels and sums that stay on one page; None leaves a blank to write in."""

    lines: tuple[tuple[str, str | None], ...]
    is_last: bool  # followed by the lines to sign

    @property
    def height(self) -> float:
        return 16 + LINE_HEIGHT * len(self.lines) + (SIGNATURE_HEIGHT if self.is_last else 0)


def money_sheet(sheet: MoneySheet, look: Look = PLAIN) -> bytes:
    size = page_of(look, wide=True)
    pen = Pen(size, sheet.heading, sheet.title)
    room = size.top - HEADING_HEIGHT - size.bottom - PrintedTable.HEAD_HEIGHT
    sums = _sums_by_page(sheet, room)
    rows = rows_or_blanks(sheet.rows, BLANK_ROW, PrintedTable.ROW_HEIGHT, room, sums[0].height)
    rows_and_sums: list[MoneyRow | MoneySums] = [*rows, *sums]
    tables = [table_type(COLUMNS, rows, size) for table_type in (PrintedTable, LowRows)]
    layouts = [(table, _pages(rows_and_sums, table, room)) for table in tables]
    table, pages = min(layouts, key=lambda layout: len(layout[1]))
    for pieces in draw_headings(pen, sheet.heading, sheet.title, pages):
        y = size.top - HEADING_HEIGHT
        if any(isinstance(piece, MoneyRow) for piece in pieces):
            y = table.draw_head(pen, y)
        for piece in pieces:
            if isinstance(piece, MoneySums):
                y = _draw_sums(pen, piece, y)
            else:
                y = table.draw_row(pen, piece, y)
    return pen.finish()


def _pages(
    pieces: Sequence[MoneyRow | MoneySums], table: PrintedTable, room: float
) -> list[list[MoneyRow | MoneySums]]:
    def height(piece: MoneyRow | MoneySums) -> float:
        return piece.height if isinstance(piece, MoneySums) else table.height(piece)

    return paginate(pieces, height, room)


def _sums_by_page(sheet: MoneySheet, room: float) -> list[MoneySums]:
    lines = (*sheet.totals, *((label, None) for label in sheet.blanks))
    per_page = int((room - SIGNATURE_HEIGHT - 16) // LINE_HEIGHT)
    starts = range(0, max(len(lines), 1), per_page)
    return [MoneySums(lines[start : start + per_page], start == starts[-1]) for start in starts]


def _draw_sums(pen: Pen, sums: MoneySums, y: float) -> float:
    left, right = pen.size.left, pen.size.right
    y -= 16
    for label, text in sums.lines:
        y -= LINE_HEIGHT
        amount_width = 120 if text is None else width(text, 14, bold=True) + 12 if text else 0
        pen.fit((left, y, right - left - amount_width, LINE_HEIGHT), label, 14, floor=9)
        if text is None:
            pen.rule(right - amount_width, y + 2, amount_width)
        else:
            pen.text(right, y + 6, text, 14, bold=True, align="right")
            pen.rule(left, y, right - left)
    if not sums.is_last:
        return y
    draw_signatures(pen, y - SIGNATURE_HEIGHT, ("Counted by", "Treasurer"))
    return y - SIGNATURE_HEIGHT
