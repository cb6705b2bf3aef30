"""The script to read aloud, in large letters."""

from dataclasses import dataclass

from party.pdf.drawing.fitting import widest_word, wrap
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate
from party.pdf.drawing.pages import PLAIN, SIZES, Size, enlarge_to_fit
from party.pdf.drawing.pen import Pen
from party.values.papers import Heading, Look

TEXT_SIZE, LEADING, GAP = 20.0, 26.0, 12.0


@dataclass(frozen=True, kw_only=True)
class Script:
    heading: Heading
    title: str  # "Read aloud: the moves to round 4"
    lines: tuple[str, ...]


def script_pdf(script: Script, look: Look = PLAIN) -> bytes:
    plain = SIZES[look.paper]  # plain print is large enough for everybody
    plain_pages = len(_pages(script, plain))
    widest = widest_word(" ".join(script.lines), TEXT_SIZE)

    def fits(size: Size) -> bool:
        has_room = widest <= size.right - size.left
        return has_room and len(_pages(script, size)) <= plain_pages

    size = enlarge_to_fit(plain, fits)
    pen = Pen(size, script.heading, script.title)
    pages = _pages(script, size)
    for page in draw_headings(pen, script.heading, script.title, pages):
        y = size.top - HEADING_HEIGHT - GAP
        for lines in page:
            y = pen.lines(size.left, y + 6, lines, TEXT_SIZE, LEADING) - 6 - GAP
    return pen.finish()


def _pages(script: Script, size: Size) -> list[list[tuple[str, ...]]]:
    pieces = [wrap(line, size.right - size.left, TEXT_SIZE) for line in script.lines]
    room = size.top - HEADING_HEIGHT - size.bottom - GAP
    return paginate(pieces, lambda lines: LEADING * len(lines) + GAP, room)
