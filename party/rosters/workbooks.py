"""Reads the first visible sheet with contents of a workbook (XLSX, ODS).

Row 7 of the sheet is line 7 of the text. No limit relies on the sizes that a file states itself.
"""

import csv
import io
import posixpath
import re
import zipfile
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import XMLParser
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

from party.rosters.names import shortened
from party.rosters.rows import HIDDEN, MOST_ROWS, NEW_LINE

LARGEST_TEXT = 1_000_000  # letters
# Limits of a workbook, checked while it is read: a small file can unpack to anything.
LARGEST_UNPACKED = 15_000_000
PIECE = 2**18  # bytes that are unpacked and parsed at once
MOST_PARTS = 1_000
MOST_EVENTS = 600_000  # tags, line ends and entities, each a call of the parser
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others can unpack a piece of any size
DEEPEST = 100  # tags within each other
MOST_TAGS = 70_000  # Excel writes at most 65,490 styles
MOST_CELLS = 120_000
MOST_COLUMNS = 50
MOST_MERGED = 50_000  # rows of all merged cells
LONGEST_FORMAT = 255
SPAN = re.compile(r"([A-Z]{1,2})(\d{1,7}):[A-Z]{1,3}(\d{1,7})")  # a range of merged cells
ROW, CELL, VALUE, FORMULA, LETTERS, PHONETIC, SHARED, MERGED = (
    f"{SHEET_MAIN_NS}}}{tag}" for tag in ("row", "c", "v", "f", "t", "rPh", "si", "mergeCell")
)
OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TABLE, TEXT, STYLE = (OPEN_DOCUMENT % name for name in ("table", "text", "style"))
SHEET, SHEET_ROW, PARAGRAPH = f"{TABLE}table", f"{TABLE}table-row", f"{TEXT}p"
SHEET_CELLS = {f"{TABLE}table-cell", f"{TABLE}covered-table-cell"}
SPACES = {f"{TEXT}s": " ", f"{TEXT}tab": " ", f"{TEXT}line-break": "\n"}
TOO_LARGE = "This file is larger than any list of players: at most 1 MB of text."
TOO_FULL = (
    "There is far more in this workbook than a list of players. Copy the list into a new workbook "
    "and choose that one."
)
UNREADABLE = "This is not a list that can be read. Save the spreadsheet as CSV or XLSX first."
DOCUMENT = "This is a text document. Copy the names out of it, and paste them."
DAMAGED = "This workbook cannot be opened. Save it again as XLSX or CSV."
UNCALCULATED = (
    "There are formulas without results in this workbook. Open it in a spreadsheet program, "
    "and save it again."
)


class RosterError(ValueError):
    """A file cannot be read; its text tells the organiser what to do."""


@dataclass(frozen=True)
class FileText:
    """`sheet` is the name of the sheet if a workbook has several.

    `encoding_note` is a sentence for the organiser about letters that may be wrong.
    """

    text: str
    sheet: str = ""
    encoding_note: str = ""


def read_workbook(data: bytes) -> FileText:
    try:
        sheets = _sheets(Package(data))
        return next((FileText(text, title) for title, text in sheets if text), FileText(""))
    except RosterError:
        raise
    except DefusedXmlException as error:  # a DTD, whose entities can expand to anything
        raise RosterError(UNREADABLE) from error
    except Exception as broken:  # a file can be broken in any way
        raise RosterError(DAMAGED) from broken


class PartReader:
    """Receives tags and texts from the XML parser."""

    is_idle = True  # the parser has reported nothing since this was set
    depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002 -- the parser's
        self.is_idle = False
        self.depth += 1
        if self.depth > DEEPEST:
            raise RosterError(TOO_FULL)

    def end(self, tag: str) -> None:  # noqa: ARG002 -- the parser's
        self.depth -= 1

    def data(self, text: str) -> None:  # noqa: ARG002 -- the parser's
        self.is_idle = False


class TagReader(PartReader):
    def __init__(self, *names: str) -> None:
        self.names, self.tags = names, list[tuple[str, dict[str, str]]]()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        if tag in self.names:
            self.tags.append((tag, attributes))
            if len(self.tags) > MOST_TAGS:
                raise RosterError(TOO_FULL)


class Package:
    def __init__(self, data: bytes) -> None:
        if data.count(b"PK\x01\x02") > MOST_PARTS:  # one for each part
            raise RosterError(TOO_FULL)
        self.archive = zipfile.ZipFile(io.BytesIO(data))
        self.names = frozenset(self.archive.namelist())
        self.parts_left, self.bytes_left = MOST_PARTS, LARGEST_UNPACKED
        self.events_left = MOST_EVENTS

    def read(self, name: str, reader: PartReader) -> None:
        if self.archive.getinfo(name).compress_type not in METHODS:
            raise RosterError(DAMAGED)
        self.parts_left -= 1
        parser = XMLParser(target=reader, forbid_dtd=True)
        expat = parser.parser  # direct calls from expat take half the time
        expat.ordered_attributes = False
        expat.StartElementHandler, expat.EndElementHandler = reader.start, reader.end
        expat.CharacterDataHandler = reader.data
        with self.archive.open(name) as part:
            while piece := part.read(PIECE):
                self.bytes_left -= len(piece)
                self.events_left -= sum(map(piece.count, (b"<", b"&", b"\n", b"\r")))
                if min(self.parts_left, self.bytes_left, self.events_left) < 0:
                    raise RosterError(TOO_FULL)
                reader.is_idle = True
                parser.feed(piece)
                if reader.is_idle and len(piece) == PIECE:  # one huge tag or comment
                    raise RosterError(TOO_FULL)
        parser.close()

    def tags(self, part: str, *names: str) -> list[tuple[str, dict[str, str]]]:
        """Return each tag of these names with its attributes."""
        reader = TagReader(*names)
        self.read(part, reader)
        return reader.tags


def _sheets(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each visible sheet; the name is "" for a single sheet."""
    if "word/document.xml" in package.names:
        raise RosterError(DOCUMENT)
    if "xl/workbook.xml" in package.names:
        return _excel_sheets(package)
    if "content.xml" in package.names:
        return _open_document_sheets(package)
    raise RosterError(UNREADABLE)


def _excel_sheets(package: Package) -> Iterator[tuple[str, str]]:
    values = CellValues(package)
    relations = package.tags("xl/_rels/workbook.xml.rels", f"{PKG_REL_NS}}}Relationship")
    targets = {
        relation["Id"]: posixpath.normpath(posixpath.join("/xl", relation["Target"]))[1:]
        for _, relation in relations
        if "chartsheet" not in relation["Type"]
    }
    sheets = [
        (sheet, part)
        for _, sheet in package.tags("xl/workbook.xml", f"{SHEET_MAIN_NS}}}sheet")
        if (part := targets.get(sheet.get(f"{REL_NS}}}id", ""))) in package.names
    ]
    for sheet, part in sheets:
        if sheet.get("state", "visible") == "visible":
            reader = SheetReader(values)
            package.read(part, reader)
            _fill_merged_cells(reader.rows, reader.merged)
            title = shortened(sheet.get("name", "")) if len(sheets) > 1 else ""
            yield title, _tab_separated(reader.rows, reader.hidden)


class CellValues:
    def __init__(self, package: Package) -> None:
        book = package.tags("xl/workbook.xml", f"{SHEET_MAIN_NS}}}workbookPr")
        is_mac = any(settings.get("date1904") in {"1", "true"} for _, settings in book)
        self.epoch = MAC_EPOCH if is_mac else WINDOWS_EPOCH
        formats = list(_number_formats_by_style(package))
        # Each format is judged once: a hostile one takes long, and may have thousands of styles.
        dates = {code for code in set(formats) if is_date_format(code)}
        spans = {code for code in dates if is_timedelta_format(code)}
        self.date_styles = {style for style, code in enumerate(formats) if code in dates}
        self.span_styles = {style for style, code in enumerate(formats) if code in spans}
        texts = SharedTextReader()
        for _, part in package.tags("[Content_Types].xml", f"{CONTYPES_NS}}}Override"):
            if part["ContentType"] == SHARED_STRINGS:
                package.read(part["PartName"][1:], texts)
        self.texts = texts.shared

    def value_of(self, cell: Mapping[str, str], text: str, *, is_formula: bool) -> Any:
        kind = cell.get("t", "n")
        if not text:
            if kind != "str" and is_formula:
                raise RosterError(UNCALCULATED)
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
        if style not in self.date_styles:
            return value
        try:
            return from_excel(value, self.epoch, timedelta=style in self.span_styles)
        except (OverflowError, ValueError):
            return "#VALUE!"


def _number_formats_by_style(package: Package) -> Iterator[str]:
    if "xl/styles.xml" not in package.names:
        return
    number, group, style = (f"{SHEET_MAIN_NS}}}{tag}" for tag in ("numFmt", "cellXfs", "xf"))
    formats, is_of_cells = dict[str, str](), False  # named styles precede the styles of cells
    for tag, attributes in package.tags("xl/styles.xml", number, group, style):
        is_of_cells = is_of_cells or tag == group
        if tag == number:
            code = attributes.get("formatCode", "")[:LONGEST_FORMAT]
            formats.setdefault(attributes["numFmtId"], code)
        elif tag == style and is_of_cells:
            format_id = attributes.get("numFmtId", "0")
            yield formats.get(format_id) or BUILTIN_FORMATS.get(int(format_id), "")


class TextReader(PartReader):
    def __init__(self) -> None:
        self.text = list[str]()
        self.is_text = self.is_phonetic = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        self.is_phonetic = self.is_phonetic or tag == PHONETIC
        self.is_text = tag in {LETTERS, VALUE} and not self.is_phonetic

    def data(self, text: str) -> None:
        self.is_idle = False
        if self.is_text:
            self.text.append(text)

    def end(self, tag: str) -> None:
        super().end(tag)
        self.is_text = False
        self.is_phonetic = self.is_phonetic and tag != PHONETIC

    def take_text(self) -> str:
        text = "".join(self.text)
        self.text.clear()
        return text


class SharedTextReader(TextReader):
    """Reads the shared texts, to which cells refer by index."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = list[str]()

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == SHARED:
            self.shared.append(self.take_text())


class SheetReader(TextReader):
    """Reads a sheet; `hidden` has the numbers of hidden rows, counted from 1."""

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
        value = self.values.value_of(self.cell, self.take_text(), is_formula=self.is_formula)
        if value == "" or (self.column > MOST_COLUMNS and not value):
            return
        if self.column <= len(self.cells):
            raise RosterError(DAMAGED)
        self.count += 1
        if self.column > MOST_COLUMNS or self.count > MOST_CELLS:
            raise RosterError(TOO_FULL)
        self.cells += [None] * (self.column - 1 - len(self.cells))
        self.cells.append(value)


def _add_row(rows: list[list[Any]], number: int, cells: list[Any]) -> None:
    if number > MOST_ROWS:
        if any(cells):
            raise RosterError(TOO_FULL)
        return
    if number <= len(rows):  # a repeated row
        raise RosterError(DAMAGED)
    rows += [[] for _ in range(len(rows) + 1, number)]
    rows.append(cells)


def _fill_merged_cells(cells: list[list[Any]], merged: Iterable[str]) -> None:
    """Repeat the value of a merged range; "B2:B5", for example, has it only in its first row."""
    rows_left = MOST_MERGED
    for reference in merged:
        span = SPAN.fullmatch(reference)
        column, top, bottom = span.groups() if span else ("A", 1, 0)
        number = column_index_from_string(column)
        rows = cells[int(top) - 1 : int(bottom)]
        rows_left -= 1 + len(rows)
        if rows_left < 0:
            raise RosterError(TOO_FULL)
        for row in rows[1:] if rows and number <= len(rows[0]) else ():
            row.extend([None] * (number - len(row)))
            row[number - 1] = rows[0][number - 1]


def _open_document_sheets(package: Package) -> Iterator[tuple[str, str]]:
    reader = OpenDocumentReader()
    package.read("content.xml", reader)
    yield shortened(reader.title) if reader.sheet_count > 1 else "", reader.text


class OpenDocumentReader(PartReader):
    """Reads the first visible sheet of an ODS that is not empty."""

    def __init__(self) -> None:
        self.hidden_styles, self.style = set[str](), ""  # names of the styles of hidden sheets
        self.sheet_count, self.title, self.text, self.is_read = 0, "", "", False
        self.sheet, self.row, self.cell = dict[str, str](), dict[str, str](), dict[str, str]()
        self.rows, self.hidden = list[list[str]](), set[int]()
        # By column, the latest merged cell: the index of the row after it, and its text.
        self.merged_cells = dict[int, tuple[int, str]]()
        self.cells, self.filled_count = list[str](), 0
        self.cell_depth = 0  # the depth of the cell that is read, 0 between cells
        self.letters, self.is_paragraph = list[str](), False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        if self.cell_depth:
            self._start_in_cell(tag)
        elif tag in SHEET_CELLS:
            self.cell, self.cell_depth = attributes, self.depth
        elif tag == SHEET_ROW:
            self.row, self.cells = attributes, []
        elif tag == SHEET:
            self.sheet, self.sheet_count = attributes, self.sheet_count + 1
            is_shown = attributes.get(f"{TABLE}style-name") not in self.hidden_styles
            self.is_read = is_shown and not self.text
            self.rows, self.hidden, self.merged_cells = [], set(), {}
        elif tag == f"{STYLE}style":
            self.style = attributes.get(f"{STYLE}name", "")
        elif attributes.get(f"{TABLE}display") == "false":
            self.hidden_styles.add(self.style)

    def _start_in_cell(self, tag: str) -> None:
        if tag == PARAGRAPH and self.depth == self.cell_depth + 1:  # comments are deeper
            self.letters.append("\n")
            self.is_paragraph = True
        elif self.is_paragraph and tag in SPACES:
            self.letters.append(SPACES[tag])

    def data(self, text: str) -> None:
        super().data(text)
        if self.is_paragraph:
            self.letters.append(text)

    def end(self, tag: str) -> None:
        self.is_paragraph = self.is_paragraph and self.depth > self.cell_depth + 1
        if self.depth == self.cell_depth:
            self.cell_depth = 0
            self._add_cell("".join(self.letters).removeprefix("\n"))
            self.letters.clear()
        elif self.cell_depth or not self.is_read:
            pass
        elif tag == SHEET_ROW:
            self._add_row()
        elif tag == SHEET:
            if self.sheet_count > MOST_PARTS:
                raise RosterError(TOO_FULL)
            self.title = self.sheet.get(f"{TABLE}name", "")
            self.text = _tab_separated(self.rows, self.hidden)
        super().end(tag)

    def _add_cell(self, text: str) -> None:
        column, row = len(self.cells), len(self.rows)
        span = int(self.cell.get(f"{TABLE}number-rows-spanned", 1))
        if span > 1:
            self.merged_cells[column] = row + span, text
        end, merged_text = self.merged_cells.get(column, (0, ""))
        text = text or (merged_text if end > row else "")
        repeated = int(self.cell.get(f"{TABLE}number-columns-repeated", 1))
        if text and self.is_read and column + repeated > MOST_COLUMNS:
            raise RosterError(TOO_FULL)
        self.cells += [text] * min(repeated, MOST_COLUMNS - column)

    def _add_row(self) -> None:
        repeated = int(self.row.get(f"{TABLE}number-rows-repeated", 1))
        filled = sum(map(bool, self.cells))
        times = min(repeated, MOST_ROWS - len(self.rows))
        self.filled_count += filled * times
        if (filled and times < repeated) or self.filled_count > MOST_CELLS:
            raise RosterError(TOO_FULL)
        if self.row.get(f"{TABLE}visibility", "visible") != "visible":
            self.hidden.update(range(len(self.rows) + 1, len(self.rows) + times + 1))
        self.rows += [self.cells] * times


def _tab_separated(rows: Iterable[Iterable[Any]], hidden: Container[int] = ()) -> str:
    """Return the rows with tabs between cells; "" if all cells are empty."""
    output, letters = io.StringIO(), 0
    writer = csv.writer(output, delimiter="\t", lineterminator="\n")
    for number, row in enumerate(rows, start=1):
        cells = list[str]()
        for value in row:
            text = _cell_text(value)
            letters += len(text)
            if letters > LARGEST_TEXT:  # many cells may share one long text
                raise RosterError(TOO_LARGE)
            lines = (" ".join(line.split()) for line in text.splitlines())
            cells.append(f" {NEW_LINE} ".join(filter(None, lines)))
        while cells and not cells[-1]:
            cells.pop()
        if cells and number in hidden:
            output.write(HIDDEN)
        writer.writerow(cells)
    text = output.getvalue()
    return text if text.strip() else ""


def _cell_text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return "" if value is None else str(value)
