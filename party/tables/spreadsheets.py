"""CSV and XLSX files of lists."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import save_workbook

Cell = str | int | Decimal | datetime | None
Sheet = tuple[Sequence[str], Iterable[Sequence[Cell]]]  # headings and rows
CSV, XLSX = "csv", "xlsx"
CONTENT_TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
# Spreadsheets run text that begins with one of these. East Asian keyboards type the wide signs.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
FORMATS = {Decimal: "#,##0.00", datetime: "yyyy-mm-dd hh:mm"}
WIDEST_COLUMN = 40
LONGEST_TITLE = 31  # what Excel accepts


def csv_file(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Write UTF-8 with a byte order mark, without which spreadsheets guess another encoding."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerows([disarm_formula(cell) for cell in row] for row in [headings, *rows])
    return file.getvalue().encode("utf-8-sig")


def workbook(sheets: Iterable[tuple[str, Sheet]]) -> bytes:
    """Return an XLSX file with one sheet for each (title, list)."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, (headings, rows) in sheets:
        letters = (letter for letter in str(disarm_formula(title)) if letter not in r"[]:*?/\'")
        _fill_sheet(book.create_sheet("".join(letters)[:LONGEST_TITLE] or "List"), headings, rows)
    file = io.BytesIO()
    save_workbook(book, file)
    return file.getvalue()


def _fill_sheet(sheet: Worksheet, headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    table = [[disarm_formula(cell) for cell in row] for row in [headings, *rows]]
    for row in table:
        sheet.append(row)
    for cells in sheet.iter_rows(min_row=2):
        for cell in cells:
            cell.number_format = FORMATS.get(type(cell.value), cell.number_format)
    for column, cells in enumerate(zip(*table, strict=True), start=1):
        sheet.cell(1, column).font = Font(bold=True)
        width = min(max(len(str(cell or "")) for cell in cells) + 2, WIDEST_COLUMN)
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = "A2"


def disarm_formula(cell: Cell) -> Cell:
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    if not isinstance(cell, str):
        return cell
    # XLSX cannot hold control characters.
    text = str(ILLEGAL_CHARACTERS_RE.sub("", cell))
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
