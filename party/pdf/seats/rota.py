"""Who sits out when: a short list for the door and for the organiser."""

from dataclasses import dataclass

from party.pdf.kit.fitting import wrap
from party.pdf.kit.headings import HEIGHT, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import Pen
from party.values.papers import Heading, Look

TEXT, LEADING, BETWEEN = 16.0, 20.0, 8.0
LABEL = 110.0


@dataclass(frozen=True, kw_only=True)
class RotaLine:
    label: str  # "Round 2", or "1." in the order of the rota
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RotaSheet:
    heading: Heading
    title: str  # "Sitting out"
    lines: tuple[RotaLine, ...]
    note: str = ""  # "Each gets the room's average."


def rota_sheet(sheet: RotaSheet, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    pen = Pen(size, sheet.heading, sheet.title)
    space = size.right - size.left

    def names(line: RotaLine) -> tuple[str, ...]:
        return wrap(", ".join(line.names), space - LABEL, TEXT)

    def height(line: RotaLine) -> float:
        return LEADING * max(len(names(line)), 1) + BETWEEN

    note = wrap(sheet.note, space, 14)
    room = size.top - HEIGHT - size.bottom - LEADING * (len(note) + 1)
    pages = paged(sheet.lines or _blank(room), height, room)
    for lines in with_heading(pen, sheet.heading, sheet.title, pages):
        y = size.top - HEIGHT - LEADING * 0.5
        y = pen.lines(size.left, y + 4, note, 14, LEADING) - 4
        for line in lines:
            pen.fitted((size.left, y - 24, LABEL - 8, 20), line.label, TEXT, bold=True)
            pen.lines(size.left + LABEL, y + 1, names(line), TEXT, LEADING)
            y -= height(line)
            pen.rule(size.left, y, space)
    return pen.finish()


def _blank(room: float) -> tuple[RotaLine, ...]:
    """As many lines to write on as a page has room for."""
    lines = int(room // (LEADING + BETWEEN))
    return tuple(RotaLine(label=f"{place + 1}.", names=("",)) for place in range(lines))
