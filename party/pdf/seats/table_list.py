"""The people of each table, for a clipboard."""

from collections.abc import Iterator
from dataclasses import dataclass

from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate, rows_or_blanks
from party.pdf.drawing.pages import PLAIN, page_of
from party.pdf.drawing.pen import Pen
from party.values.papers import Heading, Look

ROW_HEIGHT, LOW_ROW_HEIGHT, PLATE_SIDE = 50.0, 47.0, 42.0  # lower rows if they save a page
TICK_BOX_SIDE = 16.0  # for a task at every table, such as collecting the slip
NAME_SIZE, BENCH_SIZE, LEADING = 15.0, 14.0, 18.0


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """The people at N, E, S and W; an empty name is a free chair."""

    table: str
    names: tuple[str, str, str, str] = ("", "", "", "")


@dataclass(frozen=True, kw_only=True)
class TableList:
    heading: Heading
    round: str  # "Round 3"
    lines: tuple[TableLine, ...]
    bench: tuple[str, ...] = ()  # people who sit out


def table_list_pdf(sheet: TableList, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    title = f"By table: {sheet.round}"
    pen = Pen(size, sheet.heading, title)
    bench = list(_bench_lines(sheet, size.right - size.left))
    room = size.top - HEADING_HEIGHT - size.bottom - LEADING * (len(bench) + 1)
    lines = rows_or_blanks(sheet.lines, TableLine(table=""), ROW_HEIGHT, room)
    row_height = min(
        ROW_HEIGHT, LOW_ROW_HEIGHT, key=lambda height: -(-len(lines) // int(room // height))
    )
    pages = paginate(lines, lambda _line: row_height, room)
    for page in draw_headings(pen, sheet.heading, title, pages):
        y = size.top - HEADING_HEIGHT
        for line in page:
            y -= row_height
            pen.bookmark(line.table and f"Table {line.table}")
            _draw_row(pen, line, y, row_height)
        if page is pages[-1]:
            pen.lines(size.left, y, bench, BENCH_SIZE, LEADING)
    return pen.finish()


def _bench_lines(sheet: TableList, space: float) -> Iterator[str]:
    if sheet.bench:
        yield from wrap(f"Sitting out: {', '.join(sheet.bench)}", space, BENCH_SIZE)


def _draw_row(pen: Pen, line: TableLine, y: float, row_height: float) -> None:
    left, right = pen.size.left, pen.size.right
    pen.plate(left, y + (row_height - PLATE_SIDE) / 2, PLATE_SIDE, PLATE_SIDE, line.table)
    pen.frame(
        right - TICK_BOX_SIDE, y + (row_height - TICK_BOX_SIDE) / 2, TICK_BOX_SIDE, TICK_BOX_SIDE
    )
    column_width = (right - left - PLATE_SIDE - 16 - TICK_BOX_SIDE - 8) / 2
    left_x, right_x = left + PLATE_SIDE + 16, left + PLATE_SIDE + 16 + column_width
    north, east, south, west = line.names
    for name_x, seat, name, line_y in (
        (left_x, "N", north, row_height / 2),
        (right_x, "S", south, row_height / 2),
        (left_x, "E", east, 0.0),
        (right_x, "W", west, 0.0),
    ):
        pen.text(name_x, y + line_y + 8, seat, NAME_SIZE, bold=True)
        if name:
            box = (name_x + 20, y + line_y + 1, column_width - 26, row_height / 2)
            pen.fit(box, name, NAME_SIZE, floor=11)
        else:
            pen.rule(name_x + 20, y + line_y + 5, column_width - 30)
    pen.rule(left, y, right - left)
