from collections.abc import Iterator
from dataclasses import dataclass

from party.engine import OUR_READING, Section
from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate
from party.pdf.drawing.pages import PLAIN, Size, enlarge_to_fit, page_of
from party.pdf.drawing.pen import MUTED, Pen
from party.values.papers import Look
from party.values.rules.sheets import RuleSheet

TEXT_SIZE, LEADING = 12.0, 15.0
TITLE_SIZE, TITLE_LEADING = 15.0, 24.0
NOTE_SIZE = 11.0
INDENT, GAP = 14.0, 3.0


@dataclass(frozen=True)
class RuleSentence:
    """A sentence, never split between pages. The first one of a part has that part's title."""

    title: str
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        return (TITLE_LEADING if self.title else 0) + LEADING * len(self.lines) + GAP


def rule_sheet_pdf(sheet: RuleSheet, look: Look = PLAIN) -> bytes:
    plain = page_of(look)
    plain_pages = len(_pages(sheet, plain))
    size = enlarge_to_fit(plain, lambda size: len(_pages(sheet, size)) <= plain_pages)
    pen = Pen(size, sheet.heading, sheet.title)
    for pieces in draw_headings(pen, sheet.heading, sheet.title, _pages(sheet, size)):
        y = size.top - HEADING_HEIGHT - 8
        for piece in pieces:
            _draw_sentence(pen, piece, y)
            y -= piece.height
        if any(OUR_READING in line for piece in pieces for line in piece.lines):
            pen.text(size.left, size.bottom + 3, sheet.note, NOTE_SIZE, grey=MUTED)
    return pen.finish()


def _pages(sheet: RuleSheet, size: Size) -> list[list[RuleSentence]]:
    pieces = [piece for part in sheet.parts for piece in _sentences(part, size.right - size.left)]
    note = LEADING if sheet.note else 0
    return paginate(
        pieces, lambda piece: piece.height, size.top - HEADING_HEIGHT - size.bottom - 8 - note
    )


def _sentences(part: Section, space: float) -> Iterator[RuleSentence]:
    for index, line in enumerate(part.lines):
        yield RuleSentence("" if index else part.title, wrap(line, space - INDENT, TEXT_SIZE))


def _draw_sentence(pen: Pen, piece: RuleSentence, y: float) -> None:
    left = pen.size.left
    if piece.title:
        pen.bookmark(piece.title)
        pen.text(left, y - TITLE_LEADING + 6, piece.title, TITLE_SIZE, bold=True)
        y -= TITLE_LEADING
    pen.text(left + 3, y - LEADING + 4, "•", TEXT_SIZE)
    pen.lines(left + INDENT, y + 4, piece.lines, TEXT_SIZE, LEADING)
