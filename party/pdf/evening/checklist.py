"""The checklist of the night on one page, or two in large print, with boxes to tick."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.pdf.kit.fitting import wrap
from party.pdf.kit.headings import HEIGHT, paged, with_heading
from party.pdf.kit.pages import PLAIN, Size, page_of
from party.pdf.kit.pen import LINE, Pen
from party.values.evening.checklist import Checklist, ChecklistPart
from party.values.papers import Look

LETTERS = (14.0, 13.0, 12.0)  # letter sizes; the first that keeps the list on its pages is used
LINE_HEIGHT, TITLE_HEIGHT = 1.2, 1.75  # of the letters
INDENT = 1.35
WIDEST_SPREAD = 1.45  # lines stand further apart on a page with room


@dataclass(frozen=True)
class ChecklistLine:
    """One line of the list, wrapped; the first of a part has the part's title."""

    title: str
    lines: tuple[str, ...]
    are_steps: bool

    @property
    def height(self) -> float:
        return (TITLE_HEIGHT if self.title else 0.0) + LINE_HEIGHT * len(self.lines)


def checklist_pdf(sheet: Checklist, look: Look = PLAIN) -> bytes:
    """Return the PDF; a part is never split between two pages."""
    size = page_of(look)
    pen = Pen(size, sheet.heading, sheet.title)
    room = size.top - HEIGHT - size.bottom
    text, pages = _pages(sheet, size, room, page_limit=2 if look.large else 1)
    for pieces in with_heading(pen, sheet.heading, sheet.title, pages):
        spread = min(WIDEST_SPREAD, room / (text * _height(pieces)))
        y = size.top - HEIGHT
        for piece in pieces:
            _draw_piece(pen, piece, y, text, spread)
            y -= piece.height * text * spread
    return pen.finish()


def _pages(
    sheet: Checklist, size: Size, room: float, *, page_limit: int
) -> tuple[float, list[list[ChecklistLine]]]:
    """Return the letter size and the pieces of each page."""
    for text in LETTERS:
        parts = [_pieces(part, text, size.right - size.left) for part in sheet.parts]
        pages = paged(parts, _height, room / text)
        if len(pages) <= page_limit:
            break
    return text, [[piece for part in page for piece in part] for page in pages]


def _pieces(part: ChecklistPart, text: float, space: float) -> tuple[ChecklistLine, ...]:
    return tuple(
        ChecklistLine(
            "" if place else part.title, wrap(line, space - INDENT * text, text), part.are_steps
        )
        for place, line in enumerate(part.lines)
    )


def _height(pieces: Sequence[ChecklistLine]) -> float:
    return sum(piece.height for piece in pieces)


def _draw_piece(pen: Pen, piece: ChecklistLine, y: float, text: float, spread: float) -> None:
    left = pen.size.left
    if piece.title:
        y -= TITLE_HEIGHT * text * spread
        pen.bookmark(piece.title)
        pen.text(left, y + text * 0.5, piece.title, text + 2, bold=True)
    y -= LINE_HEIGHT * text * spread - text * 0.33
    _draw_mark(pen, left + 1, y, text, are_steps=piece.are_steps)
    for place, line in enumerate(piece.lines):
        pen.text(left + INDENT * text, y - LINE_HEIGHT * text * place, line, text)


def _draw_mark(pen: Pen, x: float, y: float, text: float, *, are_steps: bool) -> None:
    """Draw a box to tick before a step, a dot before advice."""
    if are_steps:
        pen.frame(x, y - 0.5, text * 0.7, text * 0.7, LINE)
    else:
        pen.text(x + text * 0.2, y, "•", text)
