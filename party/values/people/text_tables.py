"""Tables as text, as people paste them and spreadsheets save them.

A *row* has the number of the line it begins in, counted as an editor or a spreadsheet shows it,
and its cells. Tabs, semicolons or commas part cells; a cell in quotes may hold any of them, and
even the end of a line. A quote that is never closed spoils its own line only.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SIGNS = "\t;,"
LONGEST_ROW = 20_000
MOST_LINES_OF_A_CELL = 40
OPEN_AT_END = re.compile(r'(?:^|[\t;,])[ ]*"(?:[^"]|"")*$')
OVER_LINES = re.compile(r'(?:^|[\t;,])[ ]*"(?:[^"]|"")*\n(?:[^"]|"")*"[ ]*(?:[\t;,]|$)')
IN_QUOTES = re.compile(r'"[^"]*"')
NUMBER_BESIDE_A_COMMA = re.compile(r'[ ]*"?#?\d{1,6}"?[ ]*,.*|.*,[ ]*"?#?\d{1,6}"?[ ]*')
# The line by which some programs tell a spreadsheet what parts the cells.
TELLS_THE_SIGN = re.compile(r'"?sep=.?"?', re.IGNORECASE)
QUOTED_BESIDE_A_COMMA = re.compile(r'(?:^|,)[ ]*"[^"]*"[ ]*,|,[ ]*"[^"]*"[ ]*$')


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, tidied; `place` is the number of its first line."""

    place: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """One row as it was written: its place and its text."""

    place: int
    text: str

    def parted(self, sign: str) -> Row:
        if len(self.text) > LONGEST_ROW:
            return Row(self.place, (self.text[:LONGEST_ROW],))
        text = self.text.replace("\n", " ")
        reader = csv.reader([text], delimiter=sign, skipinitialspace=sign != "\t")
        return Row(self.place, tuple(" ".join(cell.split()) for cell in next(reader, [])))


def written_rows(text: str) -> list[Written]:
    """Return the rows that hold anything."""
    lines = text.splitlines()
    rows, at = [], 0
    while at < len(lines):
        span = _span(lines, at)
        rows.append(Written(at + 1, "\n".join(lines[at : at + span])))
        at += span
    told = bool(rows) and TELLS_THE_SIGN.fullmatch(rows[0].text) is not None
    return [row for row in rows[told:] if row.text.strip(SIGNS + ' "')]


def _span(lines: Sequence[str], at: int) -> int:
    """Return over how many lines a row goes because a quoted cell does."""
    text = lines[at]
    if '"' not in text or not OPEN_AT_END.search(text):
        return 1
    for span, line in enumerate(lines[at + 1 : at + MOST_LINES_OF_A_CELL], start=2):
        text = f"{text}\n{line}"
        if '"' not in line.replace('""', ""):
            continue
        if not OVER_LINES.search(text):
            return 1
        if not OPEN_AT_END.search(text):
            return span
    return 1


def rows_of(written: Sequence[Written]) -> Iterator[Row]:
    """Part rows without headings: at tabs, else at semicolons, else at commas that part cells."""
    commas = commas_part_cells(written)
    for row in written:
        bare = IN_QUOTES.sub("", row.text)
        sign = "\t" if "\t" in bare else ";" if ";" in bare or not commas else ","
        yield row.parted(sign)


def commas_part_cells(written: Sequence[Written]) -> bool:
    """Tell commas between cells from the one inside a name: "Rasmussen, Alma"."""
    counts = {row.text.count(",") for row in written}
    steady = len(written) > 1 and len(counts) == 1
    return (
        (steady and max(counts) > 1)
        or (steady and max(counts) == 1 and _groups_follow(written))
        or all(NUMBER_BESIDE_A_COMMA.fullmatch(row.text) for row in written)
        or any(QUOTED_BESIDE_A_COMMA.search(row.text) for row in written)
    )


def _groups_follow(written: Sequence[Written]) -> bool:
    """Tell whether whole names come before the commas, and a few words again and again behind."""
    parted = [row.text.partition(",") for row in written]
    groups = {group.strip().casefold() for _, _, group in parted}
    return len(groups) * 4 <= len(parted) and all(len(name.split()) > 1 for name, _, _ in parted)
