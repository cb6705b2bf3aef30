"""Files that hold lists: the text of a CSV file, of contacts, or of a sheet of a workbook.

A workbook (XLSX, ODS) becomes text with a tab between cells, row for row, so that the numbers of
its rows stay those of the lines. Of several sheets it is the first with anything in it that is
read; those that the spreadsheet program hides are none of them. Rows that it hides, which a filter
does, are marked.
"""

import csv
import io
import posixpath
import re
import zipfile
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree as ET

from django.core.exceptions import ValidationError
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel, from_ISO8601
from openpyxl.xml.constants import (
    CONTYPES_NS,
    PKG_REL_NS,
    REL_NS,
    SHARED_STRINGS,
    SHEET_MAIN_NS,
)

from party.values.people.name_lists import HIDDEN
from party.values.people.names import shortened
from party.values.people.text_tables import MOST_ROWS, NEW_LINE
from party.values.people.vcards import as_table

LARGEST_FILE = 5_000_000  # contacts have pictures, which are not read
LARGEST_TEXT = 1_000_000
# Of a workbook. Each is checked while it is read: a small file can unpack to anything.
LARGEST_UNPACKED = 15_000_000
PIECE = 2**18  # bytes that are unpacked and parsed at once
MOST_PARTS = 1_000
MOST_EVENTS = 800_000  # each tag, line end and entity is a call by the parser
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others unpack a piece of any size
DEEPEST = 100  # tags within each other
MOST_FOUND = 70_000  # tags of one kind that are kept; Excel has at most 65,490 styles
MOST_CELLS = 120_000
MOST_COLUMNS = 50
MOST_MERGED = 50_000  # rows of all merged cells
LONGEST_FORMAT = 255
SPAN = re.compile(r"([A-Z]{1,2})(\d{1,7}):[A-Z]{1,3}(\d{1,7})")  # of merged cells
ROW, CELL, VALUE, FORMULA, LETTERS, SPOKEN, SHARED, MERGED = (
    f"{{{SHEET_MAIN_NS}}}{tag}" for tag in ("row", "c", "v", "f", "t", "rPh", "si", "mergeCell")
)
OPEN_DOCUMENT = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TABLE, TEXT, STYLE = (OPEN_DOCUMENT % name for name in ("table", "text", "style"))
SHEET, SHEET_ROW, PARAGRAPH = f"{TABLE}table", f"{TABLE}table-row", f"{TEXT}p"
SHEET_CELLS = {f"{TABLE}table-cell", f"{TABLE}covered-table-cell"}
BLANKS = {f"{TEXT}s": " ", f"{TEXT}tab": " ", f"{TEXT}line-break": "\n"}
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
        return _first_with_anything(_sheets(Package(data)))
    except ValidationError:
        raise
    except Exception as broken:  # a file can be broken in any way
        raise ValidationError(DAMAGED) from broken


def _first_with_anything(sheets: Iterable[tuple[str, str]]) -> Filed:
    """Return the first sheet with a text, and its name where there are more."""
    for title, text in sheets:
        if text:
            return Filed(text, title)
    return Filed("")


class PartReader:
    """Gets the tags and texts of one part from the parser, in their order.

    A part with a DTD is refused before the parser reads the DTD: entities can expand to anything.
    """

    is_idle = True  # the parser has reported nothing since this was set
    depth = 0

    def doctype(self, *_declared: str | None) -> None:
        raise ValidationError(UNREADABLE)

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002 -- the parser's
        self.is_idle = False
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValidationError(TOO_FULL)

    def end(self, tag: str) -> None:  # noqa: ARG002 -- the parser's
        self.depth -= 1

    def data(self, text: str) -> None:  # noqa: ARG002 -- the parser's
        self.is_idle = False


class TagReader(PartReader):
    """Keeps the tags that are asked for, with their attributes."""

    def __init__(self, *wanted: str) -> None:
        self.wanted, self.found = wanted, list[tuple[str, dict[str, str]]]()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        if tag in self.wanted:
            self.found.append((tag, attributes))
            if len(self.found) > MOST_FOUND:
                raise ValidationError(TOO_FULL)


class Package:
    """The parts of a workbook, which are read no further than a list can reach.

    What the directory says of their sizes may be false, so nothing relies on it.
    """

    def __init__(self, data: bytes) -> None:
        if data.count(b"PK\x01\x02") > MOST_PARTS:  # entries of the directory
            raise ValidationError(TOO_FULL)
        self.archive = zipfile.ZipFile(io.BytesIO(data))
        self.names = frozenset(self.archive.namelist())
        self.parts_left, self.bytes_left = MOST_PARTS, LARGEST_UNPACKED
        self.events_left = MOST_EVENTS

    def read(self, name: str, reader: PartReader) -> None:
        """Unpack and parse a part, piece by piece."""
        if self.archive.getinfo(name).compress_type not in METHODS:
            raise ValidationError(DAMAGED)
        self.parts_left -= 1
        parser = ET.XMLParser(target=reader)  # noqa: S314 -- no entities
        with self.archive.open(name) as part:
            while piece := part.read(PIECE):
                self.bytes_left -= len(piece)
                self.events_left -= sum(map(piece.count, (b"<", b"&", b"\n", b"\r")))
                if min(self.parts_left, self.bytes_left, self.events_left) < 0:
                    raise ValidationError(TOO_FULL)
                reader.is_idle = True
                parser.feed(piece)
                if reader.is_idle and len(piece) == PIECE:  # a tag or a comment of this size
                    raise ValidationError(TOO_FULL)
        parser.close()

    def tags(self, name: str, *wanted: str) -> list[tuple[str, dict[str, str]]]:
        """Return the tags of these kinds in a part, with their attributes."""
        reader = TagReader(*wanted)
        self.read(name, reader)
        return reader.found


def _sheets(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each sheet that is shown; the only one has no name."""
    if "word/document.xml" in package.names:
        raise ValidationError(DOCUMENT)
    if "xl/workbook.xml" in package.names:
        return _excel_sheets(package)
    if "content.xml" in package.names:
        return _open_document_sheets(package)
    raise ValidationError(UNREADABLE)


def _excel_sheets(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each sheet that is shown; the only one has no name."""
    values = CellValues(package)
    relations = package.tags("xl/_rels/workbook.xml.rels", f"{{{PKG_REL_NS}}}Relationship")
    targets = {
        each["Id"]: posixpath.normpath(posixpath.join("/xl", each["Target"]))[1:]
        for _, each in relations
        if "chartsheet" not in each["Type"]
    }
    sheets = [
        (each, part)
        for _, each in package.tags("xl/workbook.xml", f"{{{SHEET_MAIN_NS}}}sheet")
        if (part := targets.get(each.get(f"{{{REL_NS}}}id", ""))) in package.names
    ]
    for sheet, part in sheets:
        if sheet.get("state", "visible") == "visible":
            reader = SheetReader(values)
            package.read(part, reader)
            _fill_down(reader.rows, reader.merged)
            title = shortened(sheet.get("name", "")) if len(sheets) > 1 else ""
            yield title, _tabbed(reader.rows, reader.hidden)


class CellValues:
    """What the cells of a workbook show, as values of Python; "" is an empty cell."""

    def __init__(self, package: Package) -> None:
        book = package.tags("xl/workbook.xml", f"{{{SHEET_MAIN_NS}}}workbookPr")
        is_mac = any(each.get("date1904") in {"1", "true"} for _, each in book)
        self.epoch = MAC_EPOCH if is_mac else WINDOWS_EPOCH
        self.formats = dict(enumerate(_formats_of_styles(package)))
        texts = SharedTextReader()
        for _, each in package.tags("[Content_Types].xml", f"{{{CONTYPES_NS}}}Override"):
            if each["ContentType"] == SHARED_STRINGS:
                package.read(each["PartName"][1:], texts)
        self.texts = texts.shared

    def of(self, cell: Mapping[str, str], text: str, *, is_formula: bool) -> Any:
        kind = cell.get("t", "n")
        if not text:
            if kind != "str" and is_formula:
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
        is_date, is_span = _time_kinds(self.formats.get(style, ""))
        if not is_date:
            return value
        try:
            return from_excel(value, self.epoch, timedelta=is_span)
        except (OverflowError, ValueError):
            return "#VALUE!"


@lru_cache(maxsize=1000)
def _time_kinds(number_format: str) -> tuple[bool, bool]:
    """Return whether a format shows a number as a date or time, and whether as a duration."""
    return is_date_format(number_format), is_timedelta_format(number_format)


def _formats_of_styles(package: Package) -> Iterator[str]:
    """Yield the format of numbers of each style of cells."""
    if "xl/styles.xml" not in package.names:
        return
    number, group, style = (f"{{{SHEET_MAIN_NS}}}{tag}" for tag in ("numFmt", "cellXfs", "xf"))
    formats, is_of_cells = dict[str, str](), False  # the styles before are those with names
    for tag, each in package.tags("xl/styles.xml", number, group, style):
        is_of_cells = is_of_cells or tag == group
        if tag == number:
            formats.setdefault(each["numFmtId"], each.get("formatCode", "")[:LONGEST_FORMAT])
        elif tag == style and is_of_cells:
            chosen = each.get("numFmtId", "0")
            yield formats.get(chosen) or BUILTIN_FORMATS.get(int(chosen), "")


class TextReader(PartReader):
    """Reads texts whose letters may look different, without what says how to pronounce them."""

    def __init__(self) -> None:
        self.text = list[str]()
        self.is_text = self.is_spoken = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        self.is_spoken = self.is_spoken or tag == SPOKEN
        self.is_text = tag in {LETTERS, VALUE} and not self.is_spoken

    def data(self, text: str) -> None:
        self.is_idle = False
        if self.is_text:
            self.text.append(text)

    def end(self, tag: str) -> None:
        super().end(tag)
        self.is_text = False
        self.is_spoken = self.is_spoken and tag != SPOKEN

    def take_text(self) -> str:
        """Return what was read since the last time."""
        text = "".join(self.text)
        self.text.clear()
        return text


class SharedTextReader(TextReader):
    """Reads the texts that cells share: a cell has only the number of its text."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = list[str]()

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == SHARED:
            self.shared.append(self.take_text())


class SheetReader(TextReader):
    """Reads the cells of a sheet, row for row, and which rows are hidden, from 1 on."""

    def __init__(self, values: CellValues) -> None:
        super().__init__()
        self.values, self.count, self.number = values, 0, 0
        self.rows, self.hidden, self.merged = list[list[Any]](), set[int](), list[str]()
        self.cells, self.column = list[Any](), 0
        self.cell: Mapping[str, str] = {}
        self.is_formula = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        if tag == CELL:
            self.cell, self.is_formula = attributes, False
            self.text.clear()
        elif tag == FORMULA:
            self.is_formula = True
        elif tag == ROW:
            self.cells, self.column = [], 0
            self.number = int(attributes.get("r", self.number + 1))
            if attributes.get("hidden") in {"1", "true"}:
                self.hidden.add(self.number)
        elif tag == MERGED:
            self.merged.append(attributes.get("ref", ""))

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == CELL:
            self._add_cell()
        elif tag == ROW:
            _add_row(self.rows, self.number, self.cells)

    def _add_cell(self) -> None:
        letters = self.cell.get("r", "").rstrip("0123456789")
        self.column = column_index_from_string(letters) if letters else self.column + 1
        value = self.values.of(self.cell, self.take_text(), is_formula=self.is_formula)
        if value == "" or (self.column > MOST_COLUMNS and not value):
            return
        if self.column <= len(self.cells):
            raise ValidationError(DAMAGED)
        self.count += 1
        if self.column > MOST_COLUMNS or self.count > MOST_CELLS:
            raise ValidationError(TOO_FULL)
        self.cells += [None] * (self.column - 1 - len(self.cells))
        self.cells.append(value)


def _add_row(rows: list[list[Any]], number: int, cells: list[Any]) -> None:
    if number > MOST_ROWS:
        if any(cells):
            raise ValidationError(TOO_FULL)
        return
    if number <= len(rows):  # a row that is there twice
        raise ValidationError(DAMAGED)
    rows += [[] for _ in range(len(rows) + 1, number)]
    rows.append(cells)


def _fill_down(cells: list[list[Any]], merged: Iterable[str]) -> None:
    """Copy the value of merged cells into each of their rows."""
    rows_left = MOST_MERGED
    for each in merged:
        span = SPAN.fullmatch(each)
        column, top, bottom = span.groups() if span else ("A", 1, 0)
        at = column_index_from_string(column)
        rows = cells[int(top) - 1 : int(bottom)]
        rows_left -= 1 + len(rows)
        if rows_left < 0:
            raise ValidationError(TOO_FULL)
        for row in rows[1:] if rows and at <= len(rows[0]) else ():
            row.extend([None] * (at - len(row)))
            row[at - 1] = rows[0][at - 1]


def _open_document_sheets(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the first sheet with anything that an ODS shows."""
    reader = OpenDocumentReader()
    package.read("content.xml", reader)
    yield shortened(reader.title) if reader.sheets > 1 else "", reader.text


class OpenDocumentReader(PartReader):
    """Reads the first sheet with anything in it that an ODS shows, and counts the sheets."""

    def __init__(self) -> None:
        self.unseen, self.style = set[str](), ""  # the styles of hidden sheets
        self.sheets, self.title, self.text, self.is_read = 0, "", "", False
        self.sheet, self.row, self.cell = dict[str, str](), dict[str, str](), dict[str, str]()
        self.rows, self.hidden = list[list[str]](), set[int]()
        self.below = dict[int, tuple[int, str]]()  # by column: to which row, and the text
        self.cells, self.count = list[str](), 0
        self.top = 0  # the depth of the cell that is read, 0 between cells
        self.letters, self.is_paragraph = list[str](), False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        if self.top:
            self._start_in_cell(tag)
        elif tag in SHEET_CELLS:
            self.cell, self.top = attributes, self.depth
        elif tag == SHEET_ROW:
            self.row, self.cells = attributes, []
        elif tag == SHEET:
            self.sheet, self.sheets = attributes, self.sheets + 1
            is_shown = attributes.get(f"{TABLE}style-name") not in self.unseen
            self.is_read = is_shown and not self.text
            self.rows, self.hidden, self.below = [], set(), {}
        elif tag == f"{STYLE}style":
            self.style = attributes.get(f"{STYLE}name", "")
        elif attributes.get(f"{TABLE}display") == "false":
            self.unseen.add(self.style)

    def _start_in_cell(self, tag: str) -> None:
        if tag == PARAGRAPH and self.depth == self.top + 1:  # deeper ones are of comments
            self.letters.append("\n")
            self.is_paragraph = True
        elif self.is_paragraph and tag in BLANKS:
            self.letters.append(BLANKS[tag])

    def data(self, text: str) -> None:
        super().data(text)
        if self.is_paragraph:
            self.letters.append(text)

    def end(self, tag: str) -> None:
        self.is_paragraph = self.is_paragraph and self.depth > self.top + 1
        if self.depth == self.top:
            self.top = 0
            self._add_cell("".join(self.letters).removeprefix("\n"))
            self.letters.clear()
        elif self.top or not self.is_read:
            pass
        elif tag == SHEET_ROW:
            self._add_row()
        elif tag == SHEET:
            if self.sheets > MOST_PARTS:
                raise ValidationError(TOO_FULL)
            self.title = self.sheet.get(f"{TABLE}name", "")
            self.text = _tabbed(self.rows, self.hidden)
        super().end(tag)

    def _add_cell(self, text: str) -> None:
        column, row = len(self.cells), len(self.rows)
        span = int(self.cell.get(f"{TABLE}number-rows-spanned", 1))
        if span > 1:
            self.below[column] = row + span, text
        last, merged = self.below.get(column, (0, ""))
        text = text or (merged if last > row else "")
        repeated = int(self.cell.get(f"{TABLE}number-columns-repeated", 1))
        if text and self.is_read and column + repeated > MOST_COLUMNS:
            raise ValidationError(TOO_FULL)
        self.cells += [text] * min(repeated, MOST_COLUMNS - column)

    def _add_row(self) -> None:
        said = int(self.row.get(f"{TABLE}number-rows-repeated", 1))
        filled = sum(map(bool, self.cells))
        times = min(said, MOST_ROWS - len(self.rows))
        self.count += filled * times
        if (filled and times < said) or self.count > MOST_CELLS:
            raise ValidationError(TOO_FULL)
        if self.row.get(f"{TABLE}visibility", "visible") != "visible":
            self.hidden.update(range(len(self.rows) + 1, len(self.rows) + times + 1))
        self.rows += [self.cells] * times


def _tabbed(rows: Iterable[Iterable[Any]], hidden: Container[int] = ()) -> str:
    """Return rows as text, those that are hidden marked; "" where nothing is in any cell."""
    out, letters = io.StringIO(), 0
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for at, row in enumerate(rows, start=1):
        cells = list[str]()
        for value in row:
            text = _shown(value)
            letters += len(text)
            if letters > LARGEST_TEXT:  # one long text may stand in each cell
                raise ValidationError(TOO_LARGE)
            cells.append(_one_line(text))
        while cells and not cells[-1]:
            cells.pop()
        if cells and at in hidden:
            out.write(HIDDEN)
        writer.writerow(cells)
    text = out.getvalue()
    return text if text.strip() else ""


def _shown(value: object) -> str:
    """Return what the sheet shows in a cell."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return "" if value is None else str(value)


def _one_line(text: str) -> str:
    """Return the lines of a cell side by side."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return f" {NEW_LINE} ".join(filter(None, lines))
