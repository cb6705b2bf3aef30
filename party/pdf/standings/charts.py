"""The pictures of an evening drawn with the pen, from the values that the page draws too.

A picture's units become points by one scale: it is as wide as the page allows. Marked lines differ
by dash and sign, quiet ones are grey.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reportlab.pdfgen.pathobject import PDFPathObject

from party.pdf.kit.pages import Size
from party.pdf.kit.pen import INK, LINE, MUTED, RULE, Align, Pen
from party.values.standings.bar_pictures import (
    BAR,
    BAR_LEFT,
    BarPicture,
    PartnersLine,
    TrumpLine,
)
from party.values.standings.line_pictures import LEFT, RIGHT, WIDTH, LinePicture, Point, Trace
from party.values.standings.pictures import CELL, SQUARE_LEFT, SQUARE_TOP, SquarePicture

DASHES = ((), (10, 5), (2, 4), (14, 4, 3, 4), (6, 2))
SIGNS: tuple[tuple[Point, ...], ...] = (
    ((-7, -3), (-3, -7), (3, -7), (7, -3), (7, 3), (3, 7), (-3, 7), (-7, 3)),
    ((-7, -7), (7, -7), (7, 7), (-7, 7)),
    ((0, -9), (9, 7), (-9, 7)),
    ((0, -10), (9, 0), (0, 10), (-9, 0)),
    (
        *((-8, -4), (-4, -8), (0, -4), (4, -8), (8, -4), (4, 0)),
        *((8, 4), (4, 8), (0, 4), (-4, 8), (-8, 4), (-4, 0)),
    ),
)
QUIET, STRONG = 0.6, 1.8
NAME, TICK = 24, 21
LARGER = 1.15
DROP = 0.33  # of a letter's size: by so much its baseline lies under its middle


def scale(size: Size) -> float:
    """Return how many points a unit of a picture is."""
    return (size.right - size.left) / WIDTH


class Chart:
    """One picture on the page, its upper edge at `top`."""

    def __init__(self, pen: Pen, top: float) -> None:
        self.pen, self.top = pen, top
        self.above = 0  # what of the picture is cut off above this band of it
        self.scale = scale(pen.size)
        # In large print a page has fewer units, and letters must be 18 points all the same.
        self.letters = LARGER if pen.size.scale > 1 else 1.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        down = (y - self.above) * self.scale
        return self.pen.size.left + x * self.scale, self.top - down

    def lines(self, picture: LinePicture) -> None:
        self.above = picture.top
        for tick in picture.ticks:
            self.pen.line(self.at(LEFT, tick.at), self.at(RIGHT, tick.at))
            self._text(LEFT - 10, tick.at, tick.text, TICK, "right", grey=MUTED)
        for tick in picture.rounds:
            self._text(tick.at, picture.height - 16, tick.text, TICK, "centre", grey=MUTED)
        with self._clipped(picture):
            for trace in picture.traces:
                self._line(trace)
        for trace in picture.marked:
            self._name(trace)

    def bars(self, picture: BarPicture[TrumpLine]) -> None:
        for bar in picture.bars:
            line, corner = bar.line, self.at(8, bar.y + BAR)
            self.pen.suit(line.strain, *corner, BAR * self.scale)
            self._text(56, bar.middle, line.name, NAME, bold=True)
            self._box(BAR_LEFT, bar.y, bar.filled, BAR, filled=True)
            self._box(bar.split, bar.y, bar.rest, BAR, filled=False)
            made = f"{line.made} of {line.bids} made"
            self._text(bar.end + 12, bar.middle, made, NAME, bold=True)

    def partners(self, picture: BarPicture[PartnersLine]) -> None:
        for bar in picture.bars:
            self._text(BAR_LEFT - 12, bar.middle, bar.line.name, NAME, "right")
            self._box(BAR_LEFT, bar.y, bar.all, BAR, filled=True)
            self._text(bar.end + 12, bar.middle, bar.line.people_text, NAME, bold=True)

    def square(self, picture: SquarePicture) -> None:
        for name in picture.names:
            self.pen.line(self.at(SQUARE_LEFT, name.at), self.at(picture.end, name.at))
            self._text(SQUARE_LEFT - 8, name.at + CELL / 2, name.text, TICK, "right")
        for number in picture.numbers:
            self.pen.line(self.at(number.at, SQUARE_TOP), self.at(number.at, picture.bottom))
            self._text(number.at + CELL / 2, 26, number.text, TICK, "centre", grey=MUTED)
        for square in picture.squares:
            once = square.times == 1
            self._box(square.x + 3, square.y + 3, CELL - 6, CELL - 6, filled=once)
            if not once:
                middle = (square.x + CELL / 2, square.y + CELL / 2)
                self._text(*middle, str(square.times), TICK, "centre")

    @contextmanager
    def _clipped(self, picture: LinePicture) -> Iterator[None]:
        """Draw only what lies in this band: its lines go on in the next one."""
        canvas = self.pen.canvas
        canvas.saveState()
        left, bottom = self.at(0, picture.top + picture.clip)
        path = canvas.beginPath()
        path.rect(left, bottom, WIDTH * self.scale, picture.clip * self.scale)
        canvas.clipPath(path, stroke=0, fill=0)
        yield
        canvas.restoreState()

    def _line(self, trace: Trace) -> None:
        canvas = self.pen.canvas
        canvas.saveState()
        quiet = trace.mark is None
        canvas.setStrokeGray(RULE if quiet else INK)
        canvas.setLineWidth(QUIET if quiet else STRONG)
        if trace.mark is not None:
            canvas.setDash(list(DASHES[trace.mark]))
        for stretch in trace.stretches:
            canvas.drawPath(self._path(stretch))
        canvas.restoreState()
        if trace.mark is not None:
            for point in trace.points:
                self._sign(trace.mark, point)

    def _name(self, trace: Trace) -> None:
        if trace.mark is not None and trace.name_at is not None:
            self._sign(trace.mark, (RIGHT + 32, trace.name_at))
            self._text(RIGHT + 50, trace.name_at, trace.short_name, NAME, bold=True)

    def _sign(self, mark: int, middle: Point) -> None:
        path = self._path([(middle[0] + x, middle[1] + y) for x, y in SIGNS[mark]])
        path.close()
        self.pen.canvas.setFillGray(INK)
        self.pen.canvas.drawPath(path, stroke=0, fill=1)

    def _path(self, points: Sequence[Point]) -> PDFPathObject:
        path = self.pen.canvas.beginPath()
        path.moveTo(*self.at(*points[0]))
        for point in points[1:]:
            path.lineTo(*self.at(*point))
        return path

    def _box(self, x: float, y: float, width: float, height: float, *, filled: bool) -> None:
        left, bottom = self.at(x, y + height)
        canvas = self.pen.canvas
        canvas.setStrokeGray(INK)
        canvas.setFillGray(MUTED)
        canvas.setLineWidth(LINE)
        canvas.rect(left, bottom, width * self.scale, height * self.scale, fill=int(filled))

    def _text(
        self,
        x: float,
        middle: float,
        text: str,
        size: float,
        align: Align = "left",
        *,
        bold: bool = False,
        grey: float = INK,
    ) -> None:
        across, down = self.at(x, middle + size * DROP)
        letters = size * self.scale * self.letters
        self.pen.text(across, down, text, letters, bold=bold, align=align, grey=grey)
