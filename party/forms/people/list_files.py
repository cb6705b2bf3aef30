"""Files that hold lists: the text of a CSV file, or of a sheet of a workbook.

A workbook becomes text with a tab between cells, row for row, so that the numbers of its rows stay
those of the lines. Of several sheets it is the first with anything in it that is read; those that
the spreadsheet program hides are none of them.
"""

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string

from party.values.people.name_lists import MOST_LINES, ROWS_ABOVE_HEADINGS

LARGEST_FILE = 1_000_000
LARGEST_TEXT = 1_000_000
LARGEST_UNPACKED = 15_000_000  # as much as 10,000 rows of thirty cells
MOST_COLUMNS = 50
MOST_MERGED = 2_000
MERGED = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]{1,2})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')
# A cell whose formula has no result. One that comes to an empty text says that it is a text.
FORMULA = re.compile(rb"<c\b([^>]*)><f\b[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")
# How files begin that are text, or look like it, and no list.
NO_LIST = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:%PDF|\{\\rtf|<[!?a-z]|[\[{]\s*[\"{\[])", re.IGNORECASE
)
TOO_LARGE = "This file is larger than any list of players: at most 1 MB."
TOO_FULL = (
    "There is far more in this workbook than a list of players. Copy the list into a new one, and "
    "take that."
)
UNREADABLE = "This is not a list that can be read. Save the spreadsheet as CSV or XLSX first."
OLD_EXCEL = "This is an old Excel file (XLS). Save it as XLSX or CSV first."
LOCKED = "This workbook has a password. Save it without one, or as CSV."
DAMAGED = "This workbook cannot be opened. Save it again as XLSX or CSV."
UNRECKONED = (
    "There are formulas without results in this workbook. Open it in a spreadsheet program, "
    "and save it again."
)


@dataclass(frozen=True)
class Filed:
    """What a file says; of a workbook with more sheets, which one it is."""

    text: str
    sheet: str = ""


def read_file(data: bytes) -> Filed:
    """Return what a file says. Raises ValidationError, in words, for what is no list."""
    if len(data) > LARGEST_FILE:
        raise ValidationError(TOO_LARGE)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        locked = "EncryptedPackage".encode("utf-16-le") in data
        raise ValidationError(LOCKED if locked else OLD_EXCEL)
    if NO_LIST.match(data):
        raise ValidationError(UNREADABLE)
    filed = read_workbook(data) if data.startswith(b"PK\x03\x04") else Filed(decode(data))
    if len(filed.text) > LARGEST_TEXT:
        raise ValidationError(TOO_LARGE)
    return filed


def decode(data: bytes) -> str:
    """Return text as spreadsheets save it: UTF-8, UTF-16 or Windows-1252."""
    for encoding in _encodings(data[:2]):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.removeprefix("\ufeff")
    raise ValidationError(UNREADABLE)


def _encodings(first: bytes) -> tuple[str, ...]:
    """Return the encodings to try for a file that begins with these two bytes."""
    if first in {b"\xff\xfe", b"\xfe\xff"}:
        return ("utf-16",)
    if b"\0" in first:
        return ("utf-16-be",) if first.startswith(b"\0") else ("utf-16-le",)
    return ("utf-8-sig", "cp1252")


def read_workbook(data: bytes) -> Filed:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {part.filename: part.file_size for part in packed.infolist()}
    except zipfile.BadZipFile as broken:
        raise ValidationError(DAMAGED) from broken
    if "xl/workbook.xml" not in parts:
        raise ValidationError(UNREADABLE)
    if sum(parts.values()) > LARGEST_UNPACKED:
        raise ValidationError(TOO_FULL)
    try:
        return _first_with_anything(data)
    except ValidationError:
        raise
    except Exception as broken:  # the reader of workbooks fails in any way it likes
        raise ValidationError(DAMAGED) from broken


def _first_with_anything(data: bytes) -> Filed:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and drawings, which are not read
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            sheet.reset_dimensions()  # some programs write that a sheet has one cell
            rows = sheet.iter_rows(
                max_row=MOST_LINES + ROWS_ABOVE_HEADINGS + 1,
                max_col=MOST_COLUMNS,
                values_only=True,
            )
            cells = [list(row) for row in rows]
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                # No public name tells where the XML of a sheet is, with its merged cells.
                written = packed.read(sheet._worksheet_path)  # noqa: SLF001
            if any(b't="str"' not in cell for cell in FORMULA.findall(written)):
                raise ValidationError(UNRECKONED)
            _fill_down(cells, written)
            if text := _tabbed(cells):
                return Filed(text, sheet.title if len(book.worksheets) > 1 else "")
    return Filed("")


def _fill_down(cells: list[list[Any]], written: bytes) -> None:
    """Copy the value of merged cells into each of their rows."""
    for column, top, bottom in islice(MERGED.findall(written), MOST_MERGED):
        at = column_index_from_string(column.decode())
        rows = cells[int(top) - 1 : int(bottom)]
        for row in rows[1:]:
            if at <= min(len(row), len(rows[0])):
                row[at - 1] = rows[0][at - 1]


def _tabbed(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as text; "" where nothing is in any cell."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for row in rows:
        cells = [_cell(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
    text = out.getvalue()
    return text if text.strip() else ""


def _cell(value: object) -> str:
    """Return what the sheet shows in a cell, on one line."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return "" if value is None else " ".join(str(value).split())
