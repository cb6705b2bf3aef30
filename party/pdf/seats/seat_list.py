"""Find my seat: everybody from A to Z, large enough to read standing.

In two columns, in large print in one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from party.pdf.kit.fitting import Fitted, fit
from party.pdf.kit.headings import HEIGHT, or_blank, paged, with_heading
from party.pdf.kit.pages import PLAIN, Size, page_of
from party.pdf.kit.pen import LINE, MUTED, Pen
from party.values.papers import Heading, Look

TEXT = 16.0
ROW, TALL_ROW = 23.6, 30.0
HEAD = 18.0
GUTTER = 26.0
TABLE, SEAT = 50.0, 30.0  # widths of the two columns beside the name


@dataclass(frozen=True, kw_only=True)
class SeatLine:
    """One person in the list that says where to sit; without a table they sit out."""

    name: str  # "Rasmussen, Alma"
    table: str = ""
    seat: str = ""
    note: str = "sits out"  # printed where there is no table


@dataclass(frozen=True, kw_only=True)
class SeatList:
    """Find my seat: everybody of one round, A–Z."""

    heading: Heading
    round: str  # "Round 3"
    lines: tuple[SeatLine, ...]


BLANK = SeatLine(name="", note="")


def seat_list(sheet: SeatList, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    pen = Pen(size, sheet.heading, f"Find your seat, {sheet.round}")
    pages = _pages(sheet.lines, size)
    title = f"Find your seat: {sheet.round}"
    for columns in with_heading(pen, sheet.heading, title, pages, _initials):
        pen.bookmark(_initials(columns))
        for place, lines in enumerate(columns):
            x = size.left + place * (_column(size) + GUTTER)
            _draw_column(pen, lines, x, size.top - HEIGHT, _column(size))
    return pen.finish()


def _columns(size: Size) -> int:
    return 1 if size.scale > 1 else 2


def _column(size: Size) -> float:
    number = _columns(size)
    return (size.right - size.left - GUTTER * (number - 1)) / number


def _pages(lines: Sequence[SeatLine], size: Size) -> list[list[list[SeatLine]]]:
    """Pages of columns; two on the last page are of one length."""
    room = size.top - HEIGHT - HEAD - size.bottom

    def height(line: SeatLine) -> float:
        return _row(line, _column(size))

    a_page = _columns(size) * int(room // ROW)
    columns = paged(or_blank(lines, BLANK, 1, a_page), height, room)
    if _columns(size) == 1:
        return [[column] for column in columns]
    last = (len(columns) - 1) // 2 * 2
    rest = [line for column in columns[last:] for line in column]
    half = -(-len(rest) // 2)
    balanced = [rest[:half], rest[half:]]
    if any(sum(map(height, column)) > room for column in balanced):
        balanced = columns[last:]
    columns[last:] = balanced
    return [columns[first : first + 2] for first in range(0, len(columns), 2)]


def _row(line: SeatLine, column: float) -> float:
    return TALL_ROW if len(_name(line, column).lines) > 1 else ROW


def _name(line: SeatLine, column: float) -> Fitted:
    return fit(line.name, _space(column), TEXT, floor=13)


def _space(column: float) -> float:
    return column - TABLE - SEAT - 4


def _initials(columns: Sequence[Sequence[SeatLine]]) -> str:
    """What part of the alphabet the page holds ("A – H"), to find one's page from afar."""
    names = [line.name for column in columns for line in column if line.name]
    if not names:
        return ""
    return f"{names[0][0]} – {names[-1][0]}".upper()


def _draw_column(pen: Pen, lines: Sequence[SeatLine], x: float, top: float, column: float) -> None:
    table = x + column - SEAT - 10
    y = top - HEAD
    pen.text(x, y + 5, "Name", 12, grey=MUTED)
    pen.text(table, y + 5, "Table", 12, align="right", grey=MUTED)
    pen.text(x + column - 2, y + 5, "Seat", 12, align="right", grey=MUTED)
    pen.rule(x, y, column, LINE)
    for line in lines:
        row = _row(line, column)
        y -= row
        pen.fitted((x, y, _space(column), row), line.name, TEXT, floor=13)
        _place(pen, line, (x + _space(column) + 4, y, TABLE + SEAT, row), table)
        pen.rule(x, y, column)


def _place(pen: Pen, line: SeatLine, box: tuple[float, float, float, float], table: float) -> None:
    x, y, space, row = box
    if not line.table:
        pen.fitted((x, y, space - 2, row), line.note, 14, floor=12, align="right")
        return
    baseline = y + row / 2 - 6
    pen.text(table, baseline, line.table, 18, bold=True, align="right")
    pen.text(x + space - 9, baseline, line.seat, 18, bold=True, align="centre")
