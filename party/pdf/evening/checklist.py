"""The checklist of the night: one page, or two in large print."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate
from party.pdf.drawing.pages import PLAIN, Size, page_of
from party.pdf.drawing.pen import LINE, Pen
from party.values.evening.checklist import Checklist, ChecklistPart
from party.values.papers import Look

TEXT_SIZES = (14.0, 13.0, 12.0)  # the first size at which the list is short enough
LINE_HEIGHT, TITLE_HEIGHT = 1.2, 1.75  # times the size of the letters
INDENT = 1.35
WIDEST_SPREAD = 1.45  # lines stand further apart on a page with room


@dataclass(frozen=True)
class ChecklistLine:
    """The first line of a part has the part's title."""

    title: str
    lines: tuple[str, ...]
    needs_box: bool

    @property
    def height(self) -> float:
        return (TITLE_HEIGHT if self.title else 0.0) + LINE_HEIGHT * len(self.lines)


def checklist_pdf(sheet: Checklist, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    pen = Pen(size, sheet.heading, sheet.title)
    page_height = size.top - HEADING_HEIGHT - size.bottom
    text_size, pages = _pages(sheet, size, page_height, page_limit=2 if look.large else 1)
    for pieces in draw_headings(pen, sheet.heading, sheet.title, pages):
        line_spread = min(WIDEST_SPREAD, page_height / (text_size * _height_of(pieces)))
        y = size.top - HEADING_HEIGHT
        for piece in pieces:
            _draw_line(pen, piece, y, text_size, line_spread)
            y -= piece.height * text_size * line_spread
    return pen.finish()


def _pages(
    sheet: Checklist, size: Size, page_height: float, *, page_limit: int
) -> tuple[float, list[list[ChecklistLine]]]:
    for text_size in TEXT_SIZES:
        parts = [_checklist_lines(part, text_size, size.right - size.left) for part in sheet.parts]
        pages = paginate(parts, _height_of, page_height / text_size)
        if len(pages) <= page_limit:
            break
    return text_size, [[piece for part in page for piece in part] for page in pages]


def _checklist_lines(
    part: ChecklistPart, text_size: float, line_width: float
) -> tuple[ChecklistLine, ...]:
    return tuple(
        ChecklistLine(
            "" if index else part.title,
            wrap(line, line_width - INDENT * text_size, text_size),
            part.are_steps,
        )
        for index, line in enumerate(part.lines)
    )


def _height_of(pieces: Sequence[ChecklistLine]) -> float:
    return sum(piece.height for piece in pieces)


def _draw_line(
    pen: Pen, piece: ChecklistLine, y: float, text_size: float, line_spread: float
) -> None:
    left = pen.size.left
    if piece.title:
        y -= TITLE_HEIGHT * text_size * line_spread
        pen.bookmark(piece.title)
        pen.text(left, y + text_size * 0.5, piece.title, text_size + 2, bold=True)
    y -= LINE_HEIGHT * text_size * line_spread - text_size * 0.33
    _draw_mark(pen, left + 1, y, text_size, needs_box=piece.needs_box)
    for index, line in enumerate(piece.lines):
        pen.text(left + INDENT * text_size, y - LINE_HEIGHT * text_size * index, line, text_size)


def _draw_mark(pen: Pen, x: float, y: float, text_size: float, *, needs_box: bool) -> None:
    if needs_box:
        pen.frame(x, y - 0.5, text_size * 0.7, text_size * 0.7, LINE)
    else:
        pen.text(x + text_size * 0.2, y, "•", text_size)
