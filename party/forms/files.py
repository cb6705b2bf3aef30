"""Files that hold lists: the text of a CSV file, or of the first sheet of a workbook.

A workbook becomes text with a tab between cells, row for row, so that the numbers of its rows stay
those of the lines.
"""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from openpyxl import load_workbook

from party.values.rosters import MOST_LINES, ROWS_ABOVE_HEADINGS

LARGEST_FILE = 1_000_000
LARGEST_TEXT = 1_000_000
LARGEST_UNPACKED = 50_000_000
MOST_COLUMNS = 50
TOO_LARGE = "This file is larger than any list of players."
UNREADABLE = "This is not a list that can be read. Save the spreadsheet as CSV or XLSX first."
OLD_EXCEL = "This is an old Excel file (XLS). Save it as XLSX or CSV first."
DAMAGED = "This workbook cannot be opened. Save it again as XLSX or CSV."


def text_of(data: bytes) -> str:
    """Return a file's text. Raises ValidationError, in words, for what is no list."""
    if len(data) > LARGEST_FILE:
        raise ValidationError(TOO_LARGE)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise ValidationError(OLD_EXCEL)
    text = workbook_text(data) if data.startswith(b"PK\x03\x04") else decode(data)
    if len(text) > LARGEST_TEXT:
        raise ValidationError(TOO_LARGE)
    return text


def decode(data: bytes) -> str:
    """Return text as spreadsheets save it: UTF-8, UTF-16 or Windows-1252."""
    encodings = ("utf-16",) if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.removeprefix("\ufeff")
    raise ValidationError(UNREADABLE)


def workbook_text(data: bytes) -> str:
    """Return the first sheet of an XLSX workbook as text."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {part.filename: part.file_size for part in packed.infolist()}
    except zipfile.BadZipFile as broken:
        raise ValidationError(DAMAGED) from broken
    if "xl/workbook.xml" not in parts:
        raise ValidationError(UNREADABLE)
    if sum(parts.values()) > LARGEST_UNPACKED:
        raise ValidationError(TOO_LARGE)
    try:
        return _tabbed(_first_sheet(data))
    except Exception as broken:  # the reader of workbooks fails in any way it likes
        raise ValidationError(DAMAGED) from broken


def _first_sheet(data: bytes) -> list[tuple[Any, ...]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and drawings, which nobody asked for
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # some programs write that a sheet has one cell
        rows = sheet.iter_rows(
            max_row=MOST_LINES + ROWS_ABOVE_HEADINGS + 1, max_col=MOST_COLUMNS, values_only=True
        )
        return list(rows)


def _tabbed(rows: Iterable[tuple[Any, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for row in rows:
        cells = [_cell(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
    return out.getvalue()


def _cell(value: object) -> str:
    """Return what the sheet shows in a cell, on one line."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else " ".join(str(value).split())
