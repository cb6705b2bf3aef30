"""Find your seat: everybody from A to Z, in letters as large as the sheet holds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from party.pdf.drawing.fitting import FittedText, fit
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate, rows_or_blanks
from party.pdf.drawing.pages import PLAIN, Size, enlarge_to_fit, page_of
from party.pdf.drawing.pen import LINE, MUTED, Pen
from party.rosters import sort_key
from party.values.hall.guest_address import GuestAddress
from party.values.papers import Heading, Look

TEXT_SIZE = 16.0
ROW_HEIGHT, TALL_ROW_HEIGHT = 23.6, 30.0
COLUMN_HEAD_HEIGHT = 18.0
GUTTER = 26.0
MOST_BROKEN_NAMES = 0.1  # the share of names that may go on two lines for larger letters
LEAST_SIZE_ON_PAPER = 12.0
MOST_STRETCH = 1.5
TABLE_WIDTH, SEAT_WIDTH = 50.0, 30.0
CODE_SIDE = 64.0  # of the QR code at the foot


@dataclass(frozen=True, kw_only=True)
class SeatLine:
    """Without a table the person sits out."""

    name: str  # "Rasmussen, Alma"
    table: str = ""
    seat: str = ""
    note: str = "sits out"  # if there is no table


@dataclass(frozen=True, kw_only=True)
class SeatList:
    heading: Heading
    round: str  # "Round 3"
    lines: tuple[SeatLine, ...]
    address: GuestAddress | None = None


BLANK_LINE = SeatLine(name="", note="")


@dataclass(frozen=True)
class Layout:
    size: Size
    columns: int
    foot: float = 0.0  # the height for the guests' address

    @property
    def column_width(self) -> float:
        gutters = GUTTER * (self.columns - 1)
        return (self.size.right - self.size.left - gutters) / self.columns

    @property
    def rows_height(self) -> float:
        return self.size.top - HEADING_HEIGHT - COLUMN_HEAD_HEIGHT - self.size.bottom - self.foot

    def row_height(self, line: SeatLine) -> float:
        return TALL_ROW_HEIGHT if self.is_tall(line) else ROW_HEIGHT

    def height(self, lines: Sequence[SeatLine]) -> float:
        return sum(map(self.row_height, lines))

    def name(self, line: SeatLine) -> FittedText:
        return fit(line.name, _name_width(self.column_width), TEXT_SIZE, floor=13)

    def is_tall(self, line: SeatLine) -> bool:
        return len(self.name(line).lines) > 1

    def letter_size_on_paper(self, line: SeatLine) -> float:
        return self.name(line).size * self.size.scale

    def pages(self, lines: Sequence[SeatLine]) -> list[list[list[SeatLine]]]:
        """Return pages of columns; on the last page the two have the same length."""
        columns = paginate(lines, self.row_height, self.rows_height)
        if self.columns == 1:
            return [[column] for column in columns]
        last_page = (len(columns) - 1) // 2 * 2
        last_lines = [line for column in columns[last_page:] for line in column]
        half = -(-len(last_lines) // 2)
        balanced = [last_lines[:half], last_lines[half:]]
        if all(self.height(column) <= self.rows_height for column in balanced):
            columns[last_page:] = balanced
        return [columns[first : first + 2] for first in range(0, len(columns), 2)]


def seat_list(sheet: SeatList, look: Look = PLAIN) -> bytes:
    foot = CODE_SIDE if sheet.address else 0.0
    usual = Layout(page_of(look), columns=1 if look.large else 2, foot=foot)
    lines = rows_or_blanks(
        sheet.lines, BLANK_LINE, 1, usual.columns * int(usual.rows_height // ROW_HEIGHT)
    )
    layout = _largest_layout(usual, lines) if sheet.lines else usual
    pages = layout.pages(lines)
    fullest = max(layout.height(column) for columns in pages for column in columns)
    stretch = min(MOST_STRETCH, layout.rows_height / fullest)
    pen = Pen(layout.size, sheet.heading, f"Find your seat, {sheet.round}")
    title = f"Find your seat: {sheet.round}"
    for columns in draw_headings(pen, sheet.heading, title, pages, _alphabet_part):
        pen.bookmark(_alphabet_part(columns))
        for index, column in enumerate(columns):
            x = layout.size.left + index * (layout.column_width + GUTTER)
            _draw_column(pen, layout, column, x, stretch)
        if sheet.address:
            _draw_address(pen, sheet.address)
    return pen.finish()


def _largest_layout(usual: Layout, lines: Sequence[SeatLine]) -> Layout:
    """Return the layout with the largest letters that need no more pages and break few names."""
    page_count = len(usual.pages(lines))
    most_broken = sum(map(usual.is_tall, lines)) + len(lines) * MOST_BROKEN_NAMES
    least_size = min(LEAST_SIZE_ON_PAPER, *map(usual.letter_size_on_paper, lines))

    def fits(layout: Layout) -> bool:
        return (
            sum(map(layout.is_tall, lines)) <= most_broken
            and min(map(layout.letter_size_on_paper, lines)) >= least_size
            and len(layout.pages(lines)) <= page_count
        )

    def largest(layout: Layout) -> Layout:
        size = enlarge_to_fit(layout.size, lambda size: fits(replace(layout, size=size)))
        return replace(layout, size=size)

    layouts = [replace(usual, columns=columns) for columns in (1, 2)]
    fitting = [largest(layout) for layout in layouts if layout == usual or fits(layout)]
    return max(fitting, key=lambda layout: layout.size.scale)


def _name_width(column_width: float) -> float:
    return column_width - TABLE_WIDTH - SEAT_WIDTH - 4


def _alphabet_part(columns: Sequence[Sequence[SeatLine]]) -> str:
    """Return "A – H"."""
    names = [line.name for column in columns for line in column if line.name]
    if not names:
        return ""
    ends = [
        name if name.startswith("No. ") else sort_key(name)[0][0].upper()
        for name in (names[0], names[-1])
    ]
    return " – ".join(dict.fromkeys(ends))


def _draw_column(
    pen: Pen, layout: Layout, lines: Sequence[SeatLine], x: float, stretch: float
) -> None:
    column_width = layout.column_width
    table_x = x + column_width - SEAT_WIDTH - 10
    y = layout.size.top - HEADING_HEIGHT - COLUMN_HEAD_HEIGHT
    pen.text(x, y + 5, "Name", 12, grey=MUTED)
    pen.text(table_x, y + 5, "Table", 12, align="right", grey=MUTED)
    pen.text(x + column_width - 2, y + 5, "Seat", 12, align="right", grey=MUTED)
    pen.rule(x, y, column_width, LINE)
    for line in lines:
        row_height = layout.row_height(line) * stretch
        y -= row_height
        pen.fit((x, y, _name_width(column_width), row_height), line.name, TEXT_SIZE, floor=13)
        place_box = (x + _name_width(column_width) + 4, y, TABLE_WIDTH + SEAT_WIDTH, row_height)
        _draw_place(pen, line, place_box, table_x)
        pen.rule(x, y, column_width)


def _draw_address(pen: Pen, address: GuestAddress) -> None:
    size = pen.size
    pen.qr(size.left, size.bottom - 4, CODE_SIDE, address.url)
    space = size.right - size.left - CODE_SIDE - 6
    pen.fit(
        (size.left + CODE_SIDE + 6, size.bottom - 4, space, CODE_SIDE), address.words, 15, floor=11
    )


def _draw_place(
    pen: Pen, line: SeatLine, box: tuple[float, float, float, float], table_x: float
) -> None:
    x, y, space, row_height = box
    if not line.table:
        pen.fit((x, y, space - 2, row_height), line.note, 14, floor=12, align="right")
        return
    baseline = y + row_height / 2 - 6
    pen.text(table_x, baseline, line.table, 18, bold=True, align="right")
    pen.text(x + space - 9, baseline, line.seat, 18, bold=True, align="centre")
