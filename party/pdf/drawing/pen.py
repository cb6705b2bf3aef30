"""Draws on a reportlab canvas, in the fonts, greys and rules of this project.

Borders and words carry meaning, never a shade. A *plate* is a numeral in a double border.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Literal, TypeVar

import segno
from reportlab.pdfgen.canvas import Canvas

from party.pdf.drawing.fitting import LEADING, FittedText, fit
from party.pdf.drawing.fonts import runs, width
from party.pdf.drawing.pages import Cutting, Point, Size, split_for_cutting
from party.pdf.drawing.suits import draw_suit
from party.values.papers import Heading

INK, MUTED, RULE = 0.07, 0.3, 0.5
HAIR, LINE, HEAVY = 0.5, 0.8, 1.4
QUIET_ZONE = 2  # dots of white around a QR code; the paper adds more
CAP_HEIGHT = 0.66  # of Source Sans, as a share of the size: to centre letters in a box
Align = Literal["left", "right", "centre"]
C = TypeVar("C")


def alignment_offset(align: Align, space: float) -> float:
    """Return the x of the point to which text is aligned, from the left edge of its space."""
    return {"left": 0.0, "centre": space / 2, "right": space}[align]


class Pen:
    """Draws one document; `finish` returns its bytes."""

    def __init__(
        self, size: Size, heading: Heading, title: str, shift: Point = (0.0, 0.0)
    ) -> None:
        self._bytes = BytesIO()
        self.size, self._shift = size, shift
        # invariant: no date and no random number, so that equal values make equal bytes.
        self._canvas = Canvas(self._bytes, pagesize=size.paper, invariant=1, lang="en")
        self._page_begun = False
        self._marks: list[tuple[str, str]] = []  # title and key of each bookmark
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._canvas.setTitle(f"{title} · {heading.party}")
        self._canvas.setAuthor("Head Table")
        self._canvas.setSubject(" · ".join(filter(None, (heading.date, heading.place))))

    @property
    def canvas(self) -> Canvas:
        if not self._page_begun:  # an untouched last page is not added
            self._page_begun = True
            self._place_page()
        return self._canvas

    def _place_page(self) -> None:
        if any(self._shift):
            self._canvas.translate(*self._shift)
        if self.size.is_turned:
            self._canvas.translate(self.size.paper[0], 0)
            self._canvas.rotate(90)
        if self.size.scale != 1:
            self._canvas.scale(self.size.scale, self.size.scale)

    def finish(self, order: Sequence[str] = ()) -> bytes:
        """Close the document; its bookmarks come in the order of these titles."""
        ranks = {title: rank for rank, title in enumerate(order)}
        # Without bookmarks of its own, a document of several pages gets one for each page.
        pages = [(f"Page {n}", f"page {n}") for n in range(1, self._canvas.getPageNumber())]
        bookmarks = sorted(self._marks, key=lambda mark: ranks.get(mark[0], 0))
        for title, key in bookmarks or (pages if len(pages) > 1 else ()):
            self._canvas.addOutlineEntry(title, key)
        self._canvas.save()
        return self._bytes.getvalue()

    def bookmark(self, title: str) -> None:
        """Bookmark this page, unless it is a blank form, which has no title."""
        if title:
            key = f"{title} {self._canvas.getPageNumber()}"
            self._canvas.bookmarkPage(key)
            self._marks.append((title, key))

    def end_page(self) -> None:
        self._canvas.bookmarkPage(f"page {self._canvas.getPageNumber()}")
        self._canvas.showPage()
        self._page_begun = False

    def cards(self, cutting: Cutting, pile: Sequence[C], draw: Callable[[C], None]) -> None:
        """Draw a pile of cards on sheets, with short lines for the cuts."""
        for cards in split_for_cutting(pile, cutting.count):
            for card, corner in zip(cards, cutting.corners, strict=False):
                with self.origin(*corner):
                    draw(card)
            for start, end in cutting.ticks:
                self.line(start, end)
            self.end_page()

    @contextmanager
    def origin(self, x: float, y: float) -> Iterator[None]:
        """Inside the block, coordinates count from this corner."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        yield
        self.canvas.restoreState()

    @contextmanager
    def stamp(self, name: str) -> Iterator[None]:
        """Record the drawing inside the block as a PDF form; `press` draws it on each card."""
        self.canvas.beginForm(name, 0, 0, self.size.width, self.size.height)
        yield
        self.canvas.endForm()

    def press(self, name: str) -> None:
        self.canvas.doForm(name)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: Align = "left",
        grey: float = INK,
    ) -> float:
        """Draw one line with its baseline at y; return its width."""
        length = width(text, size, bold=bold)
        x -= alignment_offset(align, length)
        self.canvas.setFillGray(grey)
        for run in runs(text, bold=bold):
            self.canvas.setFont(run.font, size)
            self.canvas.drawString(x, y, run.text)
            x += float(self.canvas.stringWidth(run.text, run.font, size))
        return length

    def lines(
        self,
        x: float,
        y: float,
        lines: Iterable[str],
        size: float,
        leading: float,
        *,
        bold: bool = False,
    ) -> float:
        """Draw lines, the first baseline one leading below y; return the y of the last line."""
        for line in lines:
            y -= leading
            self.text(x, y, line, size, bold=bold)
        return y

    def fit(
        self,
        box: tuple[float, float, float, float],
        text: str,
        size: float,
        *,
        floor: float = 12,
        bold: bool = False,
        align: Align = "left",
        grey: float = INK,
    ) -> FittedText:
        """Draw text in the middle of a box (x, y, width, height), broken or smaller if need be."""
        x, y, space, height = box
        layout = fit(text, space, size, floor=floor, bold=bold)
        if layout.height > height and len(layout.lines) > 1:
            layout = FittedText(layout.lines, height / len(layout.lines) / LEADING)
        leading = layout.size * LEADING
        block = leading * (len(layout.lines) - 1) + CAP_HEIGHT * layout.size
        baseline = y + (height + block) / 2 - CAP_HEIGHT * layout.size
        x += alignment_offset(align, space)
        for number, line in enumerate(layout.lines):
            y = baseline - number * leading
            self.text(x, y, line, layout.size, bold=bold, align=align, grey=grey)
        return layout

    def line(self, start: Point, end: Point, weight: float = HAIR) -> None:
        """A hairline is grey, a heavier line black."""
        self.canvas.setStrokeGray(RULE if weight == HAIR else INK)
        self.canvas.setLineWidth(weight)
        self.canvas.line(*start, *end)

    def rule(self, x: float, y: float, length: float, weight: float = HAIR) -> None:
        self.line((x, y), (x + length, y), weight)

    def upright(self, x: float, y: float, height: float, weight: float) -> None:
        self.line((x, y), (x, y + height), weight)

    def double_rule(self, x: float, y: float, length: float) -> None:
        self.rule(x, y + 1.1, length, LINE)
        self.rule(x, y - 1.1, length, LINE)

    def double_upright(self, x: float, y: float, height: float) -> None:
        self.upright(x + 1.1, y, height, LINE)
        self.upright(x - 1.1, y, height, LINE)

    def frame(
        self, x: float, y: float, length: float, height: float, weight: float = LINE
    ) -> None:
        self.canvas.setStrokeGray(INK)
        self.canvas.setLineWidth(weight)
        self.canvas.rect(x, y, length, height)

    def plate(self, x: float, y: float, length: float, height: float, numeral: str) -> None:
        """Draw a table's number in its double border; it may be empty."""
        self.frame(x, y, length, height, HEAVY)
        self.frame(x + 2.4, y + 2.4, length - 4.8, height - 4.8, HAIR)
        if numeral:
            inner = (x + 4, y, length - 8, height)
            self.fit(inner, numeral, height * 0.92, floor=8, bold=True, align="centre")

    def suit(self, strain: str, x: float, y: float, size: float) -> None:
        self.canvas.setFillGray(INK)
        self.canvas.setStrokeGray(INK)
        draw_suit(self.canvas, strain, x, y, size)

    def target(self, x: float, y: float, diameter: float) -> None:
        """Draw a corner mark that cameras find: a disc in a ring."""
        unit = diameter / 7
        self.canvas.setStrokeGray(INK)
        self.canvas.setFillGray(INK)
        self.canvas.setLineWidth(unit)
        self.canvas.circle(x, y, 3 * unit, stroke=1, fill=0)
        self.canvas.circle(x, y, 1.5 * unit, stroke=0, fill=1)

    def qr(self, x: float, y: float, side: float, text: str) -> None:
        """`side` includes the white border."""
        rows = [bytes(row) for row in segno.make(text, error="m").matrix]
        dot = side / (len(rows) + 2 * QUIET_ZONE)
        self.squares(x + QUIET_ZONE * dot, y + side - QUIET_ZONE * dot, dot, rows)

    def squares(self, x: float, y: float, side: float, rows: Sequence[Sequence[int]]) -> None:
        """Fill the squares that are true, row by row from the top left corner."""
        squares = self.canvas.beginPath()
        for row_number, row in enumerate(rows, start=1):
            for column, is_dark in enumerate(row):
                if is_dark:
                    squares.rect(x + column * side, y - row_number * side, side, side)
        self.canvas.setFillGray(INK)
        self.canvas.drawPath(squares, stroke=0, fill=1)
