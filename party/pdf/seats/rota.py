"""A list to hang at the door: the people who sit out next."""

from dataclasses import dataclass

from party.pdf.drawing.columns import PrintedColumn, PrintedTable
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate, rows_or_blanks
from party.pdf.drawing.pages import PLAIN, page_of
from party.pdf.drawing.pen import Pen
from party.values.papers import Heading, Look

TITLE = "Sitting out, in this order"
COLUMNS = (
    PrintedColumn("", "place", 44, "right", bold=True),
    PrintedColumn("Name", "name", None, "left"),
    PrintedColumn("Sat out", "sat_out", 110, "left"),
    PrintedColumn("Sits out next", "next", 90, "left", bold=True),
)


@dataclass(frozen=True, kw_only=True)
class RotaLine:
    place: str  # "1."
    name: str
    sat_out: str = ""  # "Round 1, 3"
    next: str = ""  # "Round 4"


@dataclass(frozen=True, kw_only=True)
class RotaSheet:
    heading: Heading
    lines: tuple[RotaLine, ...]


def rota_sheet(sheet: RotaSheet, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    room = size.top - HEADING_HEIGHT - PrintedTable.HEAD_HEIGHT - size.bottom
    lines = rows_or_blanks(sheet.lines, RotaLine(place="", name=""), PrintedTable.ROW_HEIGHT, room)
    pen, table = Pen(size, sheet.heading, TITLE), PrintedTable(COLUMNS, lines, size)
    pages = paginate(lines, table.height, room)
    for page_lines in draw_headings(pen, sheet.heading, TITLE, pages):
        y = table.draw_head(pen, size.top - HEADING_HEIGHT)
        for line in page_lines:
            y = table.draw_row(pen, line, y)
    return pen.finish()
