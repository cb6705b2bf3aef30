"""A list from A to Z on the hall screen, in the largest letters that fit.

Lengths are hundredths of the screen's width. Widths of words are multiples of the font size.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from operator import itemgetter
from typing import ClassVar

from party.engine import SEAT_NAMES
from party.rosters import sort_key

WIDTH, HEIGHT = 101.0, 51.5
CODE = 19.0  # the width of the guests' QR code beside a list, with the gap
FEWEST_LINES, MOST_LINES = 8, 25  # in a column
READABLE = 19  # lines in a column; the capitals are then 3 % of the screen's height
MOST_SHEETS = 3  # a list that needs more gets letters smaller than READABLE
MOST_BROKEN = 0.2  # so that letters are larger, this share of names may have two lines
# Approximate widths in Source Sans Pro. Letters that are not listed have a default width.
WIDTHS = {
    0.2: " ",
    0.26: "iIl.,'’",
    0.32: "fjtr()-",
    0.45: "cksvxyz",
    0.55: "bdhnopqu",
    0.76: "mwMW",
}
WIDTH_OF = {letter: width for width, letters in WIDTHS.items() for letter in letters}


@dataclass(frozen=True, slots=True)
class ListLine:
    """`short` is the value for narrow columns."""

    name: str
    value: str
    short: str

    @classmethod
    def of_seat(cls, name: str, table: int | None, seat: str | None) -> "ListLine":
        if table is None or seat is None:
            return cls(name, "sits out", "out")
        return cls(name, f"{table} {SEAT_NAMES[seat]}", f"{table} {seat}")

    @property
    def initial(self) -> str:
        """Return the first letter of a name; "" if the line has a number or a table instead."""
        first = "".join(sort_key(self.name))[:1].upper()
        return first if first.isalpha() and not self.name.startswith("No. ") else ""


@dataclass(frozen=True, slots=True)
class Columns:
    """One sheet: it has room for `column_count` columns of `lines_per_column`."""

    kind: ClassVar = "seats"
    columns: tuple[tuple[ListLine, ...], ...]
    column_count: int
    lines_per_column: int
    has_room: bool = False  # whether the guests' code fits beside the list

    @property
    def is_wide(self) -> bool:
        return self.column_count < FIRST_NARROW

    @property
    def letters(self) -> str:
        """Return for example "A–H"; "" if the lines have no names."""
        return initials([line for column in self.columns for line in column])


FIRST_NARROW = 3


def initials(lines: Sequence[ListLine]) -> str:
    first, last = lines[0].initial, lines[-1].initial
    return f"{first}–{last}" if first and first != last else first


@dataclass(frozen=True, slots=True)
class Shape:
    columns: int
    gap: float
    squeeze: float  # how much closer than usual the letters stand

    def name_room(self, number: int, lines: Sequence[ListLine], width: float) -> float:
        """Return the room for a name in a column of `number` lines."""
        column = (width - self.gap * (self.columns - 1)) / self.columns
        if self.columns < FIRST_NARROW:
            value = 1.13 * max(text_width(line.value) for line in lines) + 0.6
        else:
            value = max(text_width(line.short) for line in lines) + 0.45
        return column * number / HEIGHT - value


SHAPES = (
    Shape(1, 4, 0),
    Shape(2, 4, 0),
    Shape(3, 1.1, 0.02),
    Shape(4, 1.1, 0.04),
    Shape(5, 1.1, 0.04),
)


def list_sheets(lines: Sequence[ListLine], width: float = WIDTH) -> tuple[Columns, ...]:
    """Lay a list out on the fewest sheets with readable letters."""
    for sheets in range(1, MOST_SHEETS + 1):
        if columns := _largest_layout(lines, sheets, (READABLE, MOST_BROKEN), width):
            return columns
    numbers = count(_fewest_sheets(lines, width))
    layouts = (_largest_layout(lines, sheets, (MOST_LINES, 1), width) for sheets in numbers)
    return next(filter(None, layouts))


def _fewest_sheets(lines: Sequence[ListLine], width: float) -> int:
    """Return a lower bound of the number of sheets, so that fewer layouts are tried."""
    needs = [MOST_LINES * len(lines)]
    for shape in SHAPES:
        name_room = shape.name_room(MOST_LINES, lines, width)
        heights = sum(_lines_needed(line.name, name_room, shape.squeeze) for line in lines)
        needs.append(-(-heights // (MOST_LINES * shape.columns)))
    return max(MOST_SHEETS, min(needs))


def list_sheets_with_room(lines: Sequence[ListLine]) -> tuple[Columns, ...]:
    """Leave room for a code if that needs no more sheets and letters stay readable."""
    sheets, beside = list_sheets(lines), list_sheets(lines, WIDTH - CODE)
    most_lines = max(READABLE, sheets[0].lines_per_column)
    fits = len(beside) == len(sheets) and beside[0].lines_per_column <= most_lines
    return beside if fits else sheets


def _largest_layout(
    lines: Sequence[ListLine], sheets: int, limits: tuple[int, float], width: float
) -> tuple[Columns, ...]:
    """Return the sheets with the largest letters; () if the list does not fit on so many."""
    most_lines, most_broken = limits
    for number in range(FEWEST_LINES, most_lines + 1):
        fitting = []
        for shape in SHAPES:
            room = shape.columns * sheets
            if room * number < len(lines):
                continue
            name_room = shape.name_room(number, lines, width)
            heights = [_lines_needed(line.name, name_room, shape.squeeze) for line in lines]
            broken = sum(height > 1 for height in heights)
            columns = _equal_columns(lines, heights, number, room)
            if columns and broken <= most_broken * len(lines):
                fitting.append((broken, shape.columns, columns))
        if fitting:
            _, across, columns = min(fitting, key=itemgetter(0, 1))
            return tuple(
                Columns(tuple(columns[first : first + across]), across, number, width < WIDTH)
                for first in range(0, len(columns), across)
            )
    return ()


def _equal_columns(
    lines: Sequence[ListLine], heights: Sequence[int], most_lines: int, most: int
) -> list[tuple[ListLine, ...]]:
    """Return at most `most` columns of about equal length; [] if the list needs more."""
    for number in range(-(-len(lines) // most), most_lines + 1):
        columns = [*_columns(lines, heights, number)]
        if len(columns) <= most:
            return columns
    return []


def _columns(
    lines: Sequence[ListLine], heights: Sequence[int], most: int
) -> Iterator[tuple[ListLine, ...]]:
    column: list[ListLine] = []
    used = 0
    for line, height in zip(lines, heights, strict=True):
        if column and used + height > most:
            yield tuple(column)
            column, used = [], 0
        column.append(line)
        used += height
    yield tuple(column)


def _lines_needed(name: str, room: float, squeeze: float) -> int:
    if room <= 1:
        return len(name) or 1
    height, used = 1, 0.0
    for word in name.split():
        width = text_width(word) - squeeze * len(word)
        if used and used + SPACE + width > room:
            height, used = height + 1, 0.0
        used += width + (SPACE if used else 0)
        height, used = height + int(used / room), used % room
    return height


@lru_cache(maxsize=4096)
def text_width(text: str) -> float:
    return sum(map(_width, text))


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    return WIDTH_OF.get(letter, 0.58 if letter.isupper() else 0.51)


SPACE = _width(" ")
