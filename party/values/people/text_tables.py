"""Tables as text, as people paste them and spreadsheets save them.

A *row* has the number of the line it begins in, counted as an editor or a spreadsheet shows it,
and its cells. Tabs, semicolons or commas separate cells; a cell in quotes may hold any of
them, and even the end of a line. A quote that is never closed affects only its line. Upright
strokes, and blanks in text whose columns stand below each other, are read as tabs.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from unicodedata import combining, normalize

SIGNS = "\t;,"
MOST_ROWS = 11_000  # of a list: its people, with titles, totals and the like
LONGEST_ROW = 20_000
LONGEST_APART = 1_100_000  # a text with its letters taken apart
MOST_LINES_OF_A_CELL = 40
OPEN_AT_END = re.compile(r'(?:^|[\t;,])[ ]*"[^"]*+(?:""[^"]*+)*+$')
CLOSING = re.compile(r'[^"]*+(?:""[^"]*+)*+"[ ]*(?=[\t;,]|$)')  # the end of a quoted cell
IN_QUOTES = re.compile(r'"[^"]*"')
NUMBER_BESIDE_A_COMMA = re.compile(r'[ ]*"?#?\d{1,6}"?[ ]*,.*|.*,[ ]*"?#?\d{1,6}"?[ ]*')
# The first line that some programs write for spreadsheets: which sign separates the cells.
SIGN_ROW = re.compile(r'"?sep=.?"?', re.IGNORECASE)
LABELLED = re.compile(r"[^,;:\d]{1,25}\d*:\s")  # Table 1: Alma, Bert, Cora, Dora
LINE_END = re.compile(r",?\n")
NEW_LINE = "⏎"  # between the lines of a cell
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
MOST_ACCENTS = 30  # on a letter, as Unicode has it for texts that are read piece by piece
MARKS = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST_ACCENTS + 1},}}")  # some of these are accents
NOTHING = SIGNS + ' \xa0\ufeff"|-_=+*~#.:—–'
QUOTED_BESIDE_A_COMMA = re.compile(r'(?:^|,)[ ]*"[^"]*"[ ]*,|,[ ]*"[^"]*"[ ]*$')


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, tidied; `place` is the number of its first line."""

    place: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RawRow:
    """One row as text, not split into cells yet."""

    place: int
    text: str

    def split_at(self, sign: str) -> Row:
        if len(self.text) > LONGEST_ROW:
            return Row(self.place, (self.text[:LONGEST_ROW],))
        if '"' not in self.text:
            cells = self.text.split(sign)
            return Row(self.place, tuple(" ".join(cell.split()) for cell in cells))
        text = LINE_END.sub(_between_lines, self.text)
        reader = csv.reader([text], delimiter=sign, skipinitialspace=sign != "\t")
        return Row(self.place, tuple(" ".join(cell.split()) for cell in next(reader, [])))


def _between_lines(end: re.Match[str]) -> str:
    return ", " if end[0] == ",\n" else f" {NEW_LINE} "


def raw_rows(text: str) -> list[RawRow]:
    """Return the rows that are not empty; of very many the first, and one more than MOST_ROWS.

    What lies behind the longest row is cut off: a row of that length is refused.
    """
    lines = [line[: LONGEST_ROW + 1] for line in text.splitlines()]
    rows, at = list[RawRow](), 0
    while at < len(lines) and len(rows) <= MOST_ROWS:
        span = _span(lines, at)
        row = RawRow(at + 1, "\n".join(lines[at : at + span]))
        if row.text.strip(NOTHING) and (at or not SIGN_ROW.fullmatch(row.text)):
            rows.append(row)
        at += span
    return _at_strokes(_at_columns(rows))


def has_odd_letters(text: str) -> bool:
    """Return whether letters have very many accents, or stand for very many letters.

    To compare a text its letters are taken apart. Accents on one letter are sorted as well, which
    takes the square of their number.
    """
    if text.isascii():
        return False
    runs = (sum(map(bool, map(combining, run))) for run in MARKS.findall(text))
    return any(accents > MOST_ACCENTS for accents in runs) or (
        len(normalize("NFKD", text)) > LONGEST_APART
    )


def _at_strokes(rows: list[RawRow]) -> list[RawRow]:
    """Return rows with tabs for upright strokes, where most rows have them."""
    if sum("|" in row.text for row in rows) * 2 <= len(rows):
        return rows
    return [replace(row, text="\t".join(_between_strokes(row.text))) for row in rows]


def _between_strokes(text: str) -> list[str]:
    """Return the cells of a row; a stroke at its beginning or its end is its frame."""
    if "\n" in text:
        return [text]
    cells = [cell.strip(" ") for cell in text.split("|")]
    for edge in (0, -1):
        if len(cells) > 1 and not cells[edge]:
            del cells[edge]
    return cells


def _at_columns(rows: list[RawRow]) -> list[RawRow]:
    """Return rows of fixed width with tabs between the columns; other rows as they are."""
    gaps = [[gap.end() for gap in GAP.finditer(row.text)] for row in rows]
    aligned = sum(map(bool, gaps))
    if aligned < 2 or aligned * 5 < len(rows) * 3 or any("\t" in row.text for row in rows):
        return rows
    starts = Counter(start for row in gaps for start in row)
    columns = sorted(start for start, count in starts.items() if count * 2 >= aligned)
    return [replace(row, text=_cut(row.text, columns)) for row in rows] if columns else rows


def _cut(text: str, columns: Sequence[int]) -> str:
    """Return a text with tabs where columns begin, but for those that begin within a word."""
    cuts = [0, *(at for at in columns if at >= len(text) or text[at - 1] == " "), len(text)]
    return "\t".join(text[a:b].strip() for a, b in pairwise(cuts)).rstrip("\t")


def _span(lines: Sequence[str], at: int) -> int:
    """Return how many lines a row has; more than one where a quoted cell has line ends."""
    if '"' not in lines[at] or not OPEN_AT_END.search(lines[at]):
        return 1
    for span, line in enumerate(lines[at + 1 : at + MOST_LINES_OF_A_CELL], start=2):
        if '"' not in line.replace('""', ""):
            continue
        closing = CLOSING.match(line)
        if closing is None:
            return 1
        if not OPEN_AT_END.search(line, closing.end()):
            return span
    return 1


def rows_of(rows: Sequence[RawRow]) -> Iterator[Row]:
    """Split rows without headings: at tabs, else semicolons, else commas between cells."""
    commas = has_commas_between_cells(rows)
    for row in rows:
        bare = IN_QUOTES.sub("", row.text)
        if (
            "@" in bare and (">" in bare or bare.count("@") > 1) and "\t" not in bare
        ):  # as mail programs write people
            yield Row(row.place, (" ".join(row.text.split()),))
            continue
        sign = "\t" if "\t" in bare else ";" if ";" in bare or not commas else ","
        yield row.split_at(sign)


def has_commas_between_cells(rows: Sequence[RawRow]) -> bool:
    """Return whether commas separate cells; else they are inside names: "Rasmussen, Alma"."""
    counts = {row.text.count(",") for row in rows}
    steady = len(rows) > 1 and len(counts) == 1
    if any(LABELLED.match(row.text) for row in rows):
        return False
    return (
        (steady and max(counts) > 1)
        or (steady and max(counts) == 1 and _has_groups_after_commas(rows))
        or all(NUMBER_BESIDE_A_COMMA.fullmatch(row.text) for row in rows)
        or any(QUOTED_BESIDE_A_COMMA.search(row.text) for row in rows)
    )


def _has_groups_after_commas(rows: Sequence[RawRow]) -> bool:
    """Return whether full names come before the commas, and a few repeated groups after them."""
    parted = [row.text.partition(",") for row in rows]
    groups = {group.strip().casefold() for _, _, group in parted}
    return len(groups) * 4 <= len(parted) and all(len(name.split()) > 1 for name, _, _ in parted)
