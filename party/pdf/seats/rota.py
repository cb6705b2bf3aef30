"""Who sits out next: a short list for the door and for the organiser."""

from dataclasses import dataclass

from party.pdf.kit.columns import Column, Table
from party.pdf.kit.headings import HEIGHT, or_blank, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import Pen
from party.values.papers import Heading, Look

COLUMNS = (
    Column("", "place", 44, "right", bold=True),
    Column("Name", "name", None, "left"),
)


@dataclass(frozen=True, kw_only=True)
class RotaLine:
    place: str  # "1."
    name: str


@dataclass(frozen=True, kw_only=True)
class RotaSheet:
    heading: Heading
    title: str  # "Sitting out, in this order"
    lines: tuple[RotaLine, ...]


def rota_sheet(sheet: RotaSheet, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    room = size.top - HEIGHT - Table.HEAD - size.bottom
    lines = or_blank(sheet.lines, RotaLine(place="", name=""), Table.ROW, room)
    pen, table = Pen(size, sheet.heading, sheet.title), Table(COLUMNS, lines, size)
    pages = paged(lines, table.height, room)
    for on_page in with_heading(pen, sheet.heading, sheet.title, pages):
        y = table.draw_head(pen, size.top - HEIGHT)
        for line in on_page:
            y = table.draw_row(pen, line, y)
    return pen.finish()
