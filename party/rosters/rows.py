"""Splits text into rows and cells, as people paste tables and spreadsheets save them.

A row has the number of its first line. A cell in quotes may contain separators and line ends; a
quote that is never closed affects only its line.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from unicodedata import combining, normalize

SEPARATORS = "\t;,"
MOST_ROWS = 11_000  # of a list: people, titles, totals
LONGEST_ROW = 20_000
LONGEST_DECOMPOSED = 1_100_000  # letters of a text in NFKD
MOST_LINES_OF_A_CELL = 40
UNCLOSED_QUOTE = re.compile(r'(?:^|[\t;,])[ ]*"[^"]*+(?:""[^"]*+)*+$')
CLOSED_QUOTE = re.compile(r'[^"]*+(?:""[^"]*+)*+"[ ]*(?=[\t;,]|$)')  # the end of a quoted cell
QUOTED_CELL = re.compile(r'"[^"]*"')
NUMBER_BESIDE_A_COMMA = re.compile(r'[ ]*"?#?\d{1,6}"?[ ]*,.*|.*,[ ]*"?#?\d{1,6}"?[ ]*')
# The first line of some CSV files, which states the separator: "sep=;".
SEPARATOR_ROW = re.compile(r'"?sep=.?"?', re.IGNORECASE)
LABELLED_ROW = re.compile(r"[^,;:\d]{1,25}\d*:\s")  # Table 1: Alma, Bert, Cora, Dora
LINE_END = re.compile(r",?\n")
HIDDEN = "(filtered out) "  # marks a row that the workbook hides
NEW_LINE = "⏎"  # between the lines of a cell
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
MOST_ACCENTS = 30  # on one letter: the limit of Unicode's Stream-Safe Text Format
LONG_ACCENTS = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST_ACCENTS + 1},}}")
NO_TEXT = SEPARATORS + ' \xa0\ufeff"|-_=+*~#.:—–'  # a row of these characters is empty
QUOTED_BESIDE_A_COMMA = re.compile(r'(?:^|,)[ ]*"[^"]*"[ ]*,|,[ ]*"[^"]*"[ ]*$')


@dataclass(frozen=True, slots=True)
class RosterRow:
    place: int
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(filter(None, self.cells))


@dataclass(frozen=True, slots=True)
class RawRow:
    place: int
    text: str

    def split_at(self, separator: str) -> RosterRow:
        if len(self.text) > LONGEST_ROW:
            return RosterRow(self.place, (self.text[:LONGEST_ROW],))
        text = LINE_END.sub(_separator, self.text)
        reader = csv.reader([text], delimiter=separator, skipinitialspace=separator != "\t")
        return RosterRow(self.place, tuple(" ".join(cell.split()) for cell in next(reader, [])))


def _separator(line_end: re.Match[str]) -> str:
    return ", " if line_end[0] == ",\n" else f" {NEW_LINE} "


def raw_rows(text: str) -> list[RawRow]:
    """Return the rows that are not empty, at most MOST_ROWS + 1.

    A row is cut to LONGEST_ROW + 1 letters, still enough to refuse it as too long.
    """
    lines = [line[: LONGEST_ROW + 1] for line in text.splitlines()]
    rows, index = list[RawRow](), 0
    while index < len(lines) and len(rows) <= MOST_ROWS:
        span = _line_count(lines, index)
        row = RawRow(index + 1, "\n".join(lines[index : index + span]))
        if row.text.strip(NO_TEXT) and (index or not SEPARATOR_ROW.fullmatch(row.text)):
            rows.append(row)
        index += span
    return _split_at_bars(_split_at_gaps(rows))


def has_odd_letters(text: str) -> bool:
    """Return whether a letter has dozens of accents, or decomposes into very many letters.

    Comparing names takes time proportional to the square of the accents on a letter.
    """
    if text.isascii():
        return False
    for signs in LONG_ACCENTS.findall(text):
        if sum(combining(sign) > 0 for sign in signs) > MOST_ACCENTS:
            return True
    return len(normalize("NFKD", text)) > LONGEST_DECOMPOSED


def _split_at_bars(rows: list[RawRow]) -> list[RawRow]:
    if sum("|" in row.text for row in rows) * 2 <= len(rows):
        return rows
    return [replace(row, text="\t".join(_cells_between_bars(row.text))) for row in rows]


def _cells_between_bars(text: str) -> list[str]:
    if "\n" in text:
        return [text]
    cells = [cell.strip(" ") for cell in text.split("|")]
    for edge in (0, -1):
        if len(cells) > 1 and not cells[edge]:
            del cells[edge]
    return cells


def _split_at_gaps(rows: list[RawRow]) -> list[RawRow]:
    gaps = [[gap.end() for gap in GAP.finditer(row.text)] for row in rows]
    rows_with_gaps = sum(map(bool, gaps))
    are_few = rows_with_gaps < 2 or rows_with_gaps * 5 < len(rows) * 3
    if are_few or any("\t" in row.text for row in rows):
        return rows
    starts = Counter(chain.from_iterable(gaps))
    columns = sorted(start for start, count in starts.items() if count * 2 >= rows_with_gaps)
    return [replace(row, text=_with_tabs(row.text, columns)) for row in rows] if columns else rows


def _with_tabs(text: str, columns: Sequence[int]) -> str:
    cuts = [column for column in columns if column >= len(text) or text[column - 1] == " "]
    edges = pairwise([0, *cuts, len(text)])
    return "\t".join(text[start:end].strip() for start, end in edges).rstrip("\t")


def _line_count(lines: Sequence[str], index: int) -> int:
    """Return how many lines the row at `index` has: several if a cell in quotes has line ends."""
    if '"' not in lines[index] or not UNCLOSED_QUOTE.search(lines[index]):
        return 1
    for span, line in enumerate(lines[index + 1 : index + MOST_LINES_OF_A_CELL], start=2):
        if '"' not in line.replace('""', ""):
            continue
        closing = CLOSED_QUOTE.match(line)
        if closing is None:
            return 1
        if not UNCLOSED_QUOTE.search(line, closing.end()):
            return span
    return 1


def rows_of(rows: Sequence[RawRow]) -> Iterator[RosterRow]:
    """Split rows without headings at tabs, otherwise at semicolons, otherwise at commas."""
    has_commas = has_commas_between_cells(rows)
    for row in rows:
        bare = QUOTED_CELL.sub("", row.text)
        is_mail = "@" in bare and (">" in bare or bare.count("@") > 1)  # as in e-mail programs
        if is_mail and "\t" not in bare:
            yield RosterRow(row.place, (" ".join(row.text.split()),))
            continue
        separator = "\t" if "\t" in bare else ";" if ";" in bare or not has_commas else ","
        yield row.split_at(separator)


def has_commas_between_cells(rows: Sequence[RawRow]) -> bool:
    """Return whether commas separate cells; otherwise they are in names: "Rasmussen, Alma"."""
    counts = {row.text.count(",") for row in rows}
    is_steady = len(rows) > 1 and len(counts) == 1
    if any(LABELLED_ROW.match(row.text) for row in rows):
        return False
    if is_steady and (max(counts) > 1 or (max(counts) == 1 and _has_groups_after_commas(rows))):
        return True
    return all(NUMBER_BESIDE_A_COMMA.fullmatch(row.text) for row in rows) or any(
        QUOTED_BESIDE_A_COMMA.search(row.text) for row in rows
    )


def _has_groups_after_commas(rows: Sequence[RawRow]) -> bool:
    parts = [row.text.partition(",") for row in rows]
    groups = {group.strip().casefold() for _, _, group in parts}
    return len(groups) * 4 <= len(parts) and all(len(name.split()) > 1 for name, _, _ in parts)
