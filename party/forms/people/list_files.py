"""Files that hold lists: the text of a CSV file, of contacts, or of a sheet of a workbook.

A workbook (XLSX, ODS) becomes text with a tab between cells, row for row, so that the numbers of
its rows stay those of the lines. Of several sheets it is the first with anything in it that is
read; those that the spreadsheet program hides are none of them. Rows that it hides, which a filter
does, are marked.
"""

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any
from xml.etree import ElementTree as ET

from django.core.exceptions import ValidationError
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.stylesheet import apply_stylesheet
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import from_excel, from_ISO8601
from openpyxl.xml.constants import SHARED_STRINGS

from party.values.people.name_lists import HIDDEN, MOST_ROWS
from party.values.people.text_tables import NEW_LINE
from party.values.people.vcards import as_table

LARGEST_FILE = 5_000_000  # contacts have pictures, which are not read
LARGEST_TEXT = 1_000_000
LARGEST_UNPACKED = 15_000_000  # as much as 10,000 rows of thirty cells
MOST_COLUMNS = 50
MOST_MERGED = 2_000
SPAN = re.compile(r"([A-Z]{1,2})(\d{1,7}):[A-Z]{1,3}(\d{1,7})")  # of merged cells
CELLS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
OPEN_DOCUMENT = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TABLE, TEXT, STYLE = (OPEN_DOCUMENT % name for name in ("table", "text", "style"))
# How files begin that are text, or look like it, and no list.
NO_LIST = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:%PDF|\{\\rtf|<[!?a-z]|[\[{]\s*[\"{\[])", re.IGNORECASE
)
TOO_LARGE = "This file is larger than any list of players: at most 1 MB of text."
TOO_FULL = (
    "There is far more in this workbook than a list of players. Copy the list into a new one, and "
    "take that."
)
UNREADABLE = "This is not a list that can be read. Save the spreadsheet as CSV or XLSX first."
DOCUMENT = "This is a text document. Copy the names out of it, and paste them."
DAMAGED_TEXT = (
    "This file is UTF-8, but some of its letters are damaged: the lines that have one are shown "
    "below, and not added."
)
WINDOWS = (
    "This file is not UTF-8, so it was read as Windows text (Western Europe). Look at the letters "
    "with accents; if they are wrong, save the file as UTF-8."
)
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
    told: str = ""  # about its letters


def read_file(data: bytes) -> Filed:
    """Return what a file says. Raises ValidationError, in words, for what is no list."""
    if len(data) > LARGEST_FILE:
        raise ValidationError(TOO_LARGE)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        locked = "EncryptedPackage".encode("utf-16-le") in data
        raise ValidationError(LOCKED if locked else OLD_EXCEL)
    if NO_LIST.match(data):
        raise ValidationError(UNREADABLE)
    filed = read_workbook(data) if data.startswith(b"PK\x03\x04") else decode(data)
    filed = replace(filed, text=as_table(filed.text))
    if len(filed.text) > LARGEST_TEXT:
        raise ValidationError(TOO_LARGE)
    return filed


def decode(data: bytes) -> Filed:
    """Return text as spreadsheets save it: UTF-8, UTF-16 or Windows-1252.

    UTF-8 with a stray byte is still UTF-8: that byte becomes a sign that no name has.
    """
    for encoding in _encodings(data[:2]):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            text = data.decode(encoding, "replace")
            stray, others = text.count("\ufffd"), sum(letter > "\x7f" for letter in text)
            if encoding != "utf-8-sig" or others < 2 * stray:
                continue
            return Filed(text, told=DAMAGED_TEXT)
        if "\0" not in text:
            told = WINDOWS if encoding == "cp1252" else ""
            return Filed(text.removeprefix("\ufeff"), told=told)
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
    if "word/document.xml" in parts:
        raise ValidationError(DOCUMENT)
    if not {"xl/workbook.xml", "content.xml"} & parts.keys():
        raise ValidationError(UNREADABLE)
    if sum(parts.values()) > LARGEST_UNPACKED:
        raise ValidationError(TOO_FULL)
    sheets = _sheets if "xl/workbook.xml" in parts else _open_document_sheets
    try:
        return _first_with_anything(sheets(data))
    except ValidationError:
        raise
    except Exception as broken:  # the readers of workbooks fail in any way they like
        raise ValidationError(DAMAGED) from broken


def _first_with_anything(sheets: Iterable[tuple[str, str]]) -> Filed:
    """Return the first sheet with a text, and its name where there are more."""
    rest = iter(sheets)
    for title, text in rest:
        if text:
            return Filed(text, title)
    return Filed("")


def _sheets(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each sheet that is shown; the only one has no name.

    openpyxl says which parts and styles a workbook has. Its cells are read here, in a third of the
    time, with the hidden rows and the merged cells that openpyxl does not tell.
    """
    with warnings.catch_warnings(), zipfile.ZipFile(io.BytesIO(data)) as packed:
        warnings.simplefilter("ignore")  # about styles and drawings, which are not read
        book = ExcelReader(io.BytesIO(data), read_only=True, keep_links=False)
        book.read_manifest()
        book.read_workbook()
        apply_stylesheet(book.archive, book.wb)
        values, names = CellValues(book), {*packed.namelist()}
        parts = [
            (sheet, rel.target)
            for sheet, rel in book.parser.find_sheets()
            if rel.target in names and "chartsheet" not in rel.Type
        ]
        for sheet, part in parts:
            if sheet.state == "visible":
                rows, hidden = _sheet_rows(packed.read(part), values)
                yield sheet.name if len(parts) > 1 else "", _tabbed(rows, hidden)


def _tree(written: bytes) -> ET.Element:
    """Return the root of an XML text; it is of limited size."""
    _refuse_entities(written)
    return ET.fromstring(written)  # noqa: S314 -- no entities


def _refuse_entities(written: bytes) -> None:
    if b"<!DOCTYPE" in written or b"<!ENTITY" in written:
        raise ValidationError(UNREADABLE)


class CellValues:
    """What the cells of a workbook show, as values of Python; "" is an empty cell."""

    def __init__(self, book: ExcelReader) -> None:
        self.epoch = book.wb.epoch
        # Which numbers are shown as dates.
        self.dates, self.spans = book.wb._date_formats, book.wb._timedelta_formats  # noqa: SLF001
        part = book.package.find(SHARED_STRINGS)
        strings = _tree(book.archive.read(part.PartName[1:])) if part else ()
        self.texts = [_text_of_runs(each) for each in strings if each.tag == f"{CELLS}si"]

    def of(self, cell: ET.Element) -> Any:
        kind, value = cell.get("t", "n"), cell.find(f"{CELLS}v")
        if value is None and kind == "inlineStr":
            inline = cell.find(f"{CELLS}is")
            return "" if inline is None else _text_of_runs(inline)
        text = None if value is None else value.text
        if not text:
            if kind != "str" and cell.find(f"{CELLS}f") is not None:
                raise ValidationError(UNRECKONED)
            return ""
        if kind == "s":
            return self.texts[int(text)]
        if kind == "n":
            return self._number(text, int(cell.get("s", 0)))
        if kind == "d":
            return from_ISO8601(text)
        return bool(int(text)) if kind == "b" else text

    def _number(self, text: str, style: int) -> Any:
        value = int(text) if text.isdecimal() else float(text)
        if style not in self.dates:
            return value
        try:
            return from_excel(value, self.epoch, timedelta=style in self.spans)
        except (OverflowError, ValueError):
            return "#VALUE!"


def _text_of_runs(text: ET.Element) -> str:
    """Return a text whose letters may look different, without what says how to pronounce it."""
    first = text.findtext(f"{CELLS}t", "")
    if len(text) < 2:
        return first or text.findtext(f"{CELLS}r/{CELLS}t", "")
    return first + "".join(each.text or "" for each in text.iterfind(f"{CELLS}r/{CELLS}t"))


def _sheet_rows(written: bytes, values: CellValues) -> tuple[list[list[Any]], set[int]]:
    """Return the cells of a sheet, row for row, and which rows are hidden, from 1 on.

    Each row is forgotten when it was read: a tree of all would take half as long again.
    """
    _refuse_entities(written)
    rows, hidden, number, merged = list[list[Any]](), set[int](), 0, list[str]()
    for _, element in ET.iterparse(io.BytesIO(written)):  # noqa: S314 -- no entities
        if element.tag == f"{CELLS}mergeCell":
            merged.append(element.get("ref", ""))
        if element.tag != f"{CELLS}row":
            continue
        number = int(element.get("r", number + 1))
        _add_row(rows, number, _row_cells(element, values))
        if element.get("hidden") in {"1", "true"}:
            hidden.add(number)
        element.clear()
    _fill_down(rows, merged[:MOST_MERGED])
    return rows, hidden


def _add_row(rows: list[list[Any]], number: int, cells: list[Any]) -> None:
    if number > MOST_ROWS:
        if any(cells):
            raise ValidationError(TOO_FULL)
        return
    if number <= len(rows):  # a row that is there twice
        raise ValidationError(DAMAGED)
    rows += [[] for _ in range(len(rows) + 1, number)]
    rows.append(cells)


def _row_cells(row: ET.Element, values: CellValues) -> list[Any]:
    cells, column = list[Any](), 0
    for cell in row.iterfind(f"{CELLS}c"):
        letters = cell.get("r", "").rstrip("0123456789")
        column = column_index_from_string(letters) if letters else column + 1
        if (value := values.of(cell)) != "":
            if column <= len(cells):
                raise ValidationError(DAMAGED)
            if column > MOST_COLUMNS and value:
                raise ValidationError(TOO_FULL)
            cells += [None] * (column - 1 - len(cells))
            cells.append(value)
    return cells


def _fill_down(cells: list[list[Any]], merged: Iterable[str]) -> None:
    """Copy the value of merged cells into each of their rows."""
    for each in merged:
        span = SPAN.fullmatch(each)
        if span is None:
            continue
        column, top, bottom = span.groups()
        at = column_index_from_string(column)
        rows = cells[int(top) - 1 : int(bottom)]
        for row in rows[1:] if rows and at <= len(rows[0]) else ():
            row.extend([None] * (at - len(row)))
            row[at - 1] = rows[0][at - 1]


def _open_document_sheets(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each sheet of an ODS that is shown."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        written = packed.read("content.xml")
    document = _tree(written)
    sheets = list(document.iter(f"{TABLE}table"))
    unseen = {
        style.get(f"{STYLE}name")
        for style in document.iter(f"{STYLE}style")
        for properties in style.iter(f"{STYLE}table-properties")
        if properties.get(f"{TABLE}display") == "false"
    }
    for sheet in sheets:
        if sheet.get(f"{TABLE}style-name") not in unseen:
            title = sheet.get(f"{TABLE}name", "") if len(sheets) > 1 else ""
            yield title, _tabbed(*_open_document_rows(sheet))


def _open_document_rows(sheet: ET.Element) -> tuple[list[list[str]], set[int]]:
    """Return the cells of a sheet, row for row, and which rows are hidden, from 1 on."""
    rows, hidden, below = list[list[str]](), set[int](), dict[int, tuple[int, str]]()
    for row in sheet.iter(f"{TABLE}table-row"):
        said = int(row.get(f"{TABLE}number-rows-repeated", 1))
        times = min(said, MOST_ROWS - len(rows))
        cells = list[str]()
        for cell in row:
            span = int(cell.get(f"{TABLE}number-rows-spanned", 1))
            text = "\n".join(_open_document_text(each) for each in cell.findall(f"{TEXT}p"))
            if span > 1:
                below[len(cells)] = len(rows) + span, text
            last, merged = below.get(len(cells), (0, ""))
            repeated = min(int(cell.get(f"{TABLE}number-columns-repeated", 1)), MOST_COLUMNS)
            cells += [text or (merged if last > len(rows) else "")] * repeated
        if row.get(f"{TABLE}visibility", "visible") != "visible":
            hidden.update(range(len(rows) + 1, len(rows) + times + 1))
        if times < said and any(cells):
            raise ValidationError(TOO_FULL)
        if any(cells[MOST_COLUMNS:]):
            raise ValidationError(TOO_FULL)
        rows += [cells[:MOST_COLUMNS]] * times
    return rows, hidden


def _open_document_text(paragraph: ET.Element) -> str:
    """Return the text of a paragraph; blanks and line ends are elements in it."""
    for each in paragraph.iter():
        if each.tag in {f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break"}:
            each.text = "\n" if each.tag.endswith("break") else " "
    return "".join(paragraph.itertext())


def _tabbed(rows: Iterable[Iterable[Any]], hidden: Container[int] = ()) -> str:
    """Return rows as text, those that are hidden marked; "" where nothing is in any cell."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for at, row in enumerate(rows, start=1):
        cells = [_cell(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells and at in hidden:
            out.write(HIDDEN)
        writer.writerow(cells)
    text = out.getvalue()
    return text if text.strip() else ""


def _cell(value: object) -> str:
    """Return what the sheet shows in a cell; its lines stand side by side."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    lines = [] if value is None else str(value).splitlines()
    return f" {NEW_LINE} ".join(filter(None, (" ".join(line.split()) for line in lines)))
