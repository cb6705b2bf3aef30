"""The pictures of an evening on paper, each with the list that says the same in words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TypeVar

from party.pdf.kit.columns import Column, Table
from party.pdf.kit.fitting import wrap
from party.pdf.kit.fonts import width
from party.pdf.kit.headings import HEIGHT, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import Align, Pen
from party.pdf.standings.charts import Chart, scale
from party.values.papers import Heading, Look
from party.values.standings.line_pictures import (
    FOOT,
    MOST_STRIPS,
    STRIP,
    STRIP_GAP,
    TOP,
    bands,
)
from party.values.standings.pictures import Pictures

TITLE = "Pictures of the evening"
ROUNDS_BESIDE, ROUND_WIDTH = 10, 42.0  # more columns leave no room for the names
LABEL, TEXT, LEADING = 150.0, 12.0, 15.0
AIR = 14.0
MOST_IN_A_SENTENCE = 6
P = TypeVar("P")
TRUMPS = (
    Column("Trump", "name", None, "left", bold=True),
    Column("Bids", "bids", 70, "right"),
    Column("Of all bids", "share", 90, "right"),
    Column("Made", "made", 70, "right"),
    Column("Set", "was_set", 70, "right"),
    Column("Made of these", "share_made", 104, "right"),
)


@dataclass(frozen=True, kw_only=True)
class PicturesSheet:
    """All pictures of an evening."""

    heading: Heading
    pictures: Pictures


@dataclass(frozen=True)
class Piece:
    """What stands whole on one page. Rows of a table name it, for its head on every page."""

    height: float
    draw: Callable[[float], float]
    table: Table | None = None


def pictures_sheet(sheet: PicturesSheet, look: Look = PLAIN) -> bytes:
    """Return the PDF: a part for each picture, and a bookmark for each part."""
    shown = sheet.pictures
    pen = Pen(page_of(look, wide=True), sheet.heading, TITLE)
    writer = _Writer(pen, sheet.heading, shown)
    writer.part("Running totals", writer.totals())
    if shown.bids:
        writer.part("Bids by trump", writer.trumps())
    if shown.tracked:
        writer.part("Who has partnered whom", writer.partners())
        writer.part("Who moved where", writer.moves())
    return pen.finish()


class _Writer:
    """Draws one part after another, each from the top of a page."""

    def __init__(self, pen: Pen, heading: Heading, shown: Pictures) -> None:
        self.pen, self.heading, self.shown = pen, heading, shown
        self.size = pen.size

    def part(self, title: str, pieces: Iterator[Piece]) -> None:
        room = self.size.top - HEIGHT - self.size.bottom - Table.HEAD
        pages = paged(tuple(pieces), lambda piece: piece.height, room)
        self.pen.bookmark(title)
        for page in with_heading(self.pen, self.heading, title, pages):
            self._draw(page)

    def _draw(self, page: Sequence[Piece]) -> None:
        y, table = self.size.top - HEIGHT, None
        for piece in page:
            if piece.table is not None and piece.table is not table:
                y = piece.table.draw_head(self.pen, y)
            table = piece.table
            y = piece.draw(y)

    def totals(self) -> Iterator[Piece]:
        picture = self.shown.totals
        yield self._chart(picture.height, Chart.lines, picture)
        yield from self._rounds([(line.name, line.sums) for line in self.shown.lines], "right")

    def moves(self) -> Iterator[Piece]:
        tables = (self._room - TOP - FOOT) // (STRIP + STRIP_GAP)
        for band in bands(self.shown.moves, min(tables, MOST_STRIPS)):
            yield self._chart(band.size, Chart.lines, band)
        yield from self._rounds([(line.name, line.places) for line in self.shown.lines], "centre")

    def trumps(self) -> Iterator[Piece]:
        picture = self.shown.trumps
        yield self._chart(picture.height, Chart.bars, picture)
        rows = [
            SimpleNamespace(
                name=bar.line.name,
                bids=str(bar.line.bids),
                share=f"{bar.line.share} %",
                made=str(bar.line.made),
                was_set=str(bar.line.was_set),
                share_made=f"{bar.line.share_made} %" if bar.line.bids else "–",
            )
            for bar in picture.bars
        ]
        yield from self._rows(Table(TRUMPS, rows, self.size), rows)

    def partners(self) -> Iterator[Piece]:
        square, few = self.shown.square, self.shown.partners
        # A square too large for one page is left out: the list below says the same.
        if square is not None and square.size <= self._room:
            yield self._chart(square.size, Chart.square, square)
        else:
            yield self._chart(few.height, Chart.partners, few)
        yield from self._repeats()
        space = self.size.right - self.size.left
        for line in self.shown.lines:
            mates = [f"R{number} {mate}" for number, mate in enumerate(line.partners, start=1)]
            texts = _together(mates, space - LABEL)
            height = LEADING * len(texts) + 6
            yield Piece(height, partial(self._partners_of, line.name, texts))

    @property
    def _room(self) -> int:
        """Return how many units high a picture on one page may be."""
        room = self.size.top - HEIGHT - self.size.bottom - Table.HEAD - 2 * AIR
        return int(room / scale(self.size))

    def _repeats(self) -> Iterator[Piece]:
        """Yield who were partners more than once: a sentence, or two columns of many."""
        pairs = [
            f"{each.one} and {each.other} ({', '.join(f'R{n}' for n in each.rounds)})"
            for each in self.shown.repeats
        ]
        sentence = f"Partners more than once: {'; '.join(pairs)}."
        if not pairs:
            sentence = "Nobody has had the same partner twice."
        elif len(pairs) > MOST_IN_A_SENTENCE:
            sentence = f"Partners more than once: {len(pairs)} pairs."
        for text in wrap(sentence, self.size.right - self.size.left, TEXT):
            yield Piece(LEADING, partial(self._side_by_side, [(text,)], LEADING))
        if len(pairs) > MOST_IN_A_SENTENCE:
            half = -(-len(pairs) // 2)
            for place in range(half):
                two = (pairs[place], *pairs[place + half : place + half + 1])
                columns = [wrap(text, self._half - AIR, TEXT) for text in two]
                height = LEADING * max(map(len, columns))
                yield Piece(height, partial(self._side_by_side, columns, height))
            yield Piece(AIR, lambda y: y - AIR)

    @property
    def _half(self) -> float:
        return (self.size.right - self.size.left) / 2

    def _side_by_side(self, columns: Sequence[tuple[str, ...]], height: float, y: float) -> float:
        for column, lines in enumerate(columns):
            left = self.size.left + column * self._half
            self.pen.lines(left, y + 4, lines, TEXT, LEADING)
        return y - height

    def _chart(self, units: int, draw: Callable[[Chart, P], None], picture: P) -> Piece:
        height = units * scale(self.size) + 2 * AIR

        def drawn(y: float) -> float:
            draw(Chart(self.pen, y - AIR), picture)
            return y - height

        return Piece(height, drawn)

    def _rounds(
        self, lines: Sequence[tuple[str, tuple[str, ...]]], align: Align
    ) -> Iterator[Piece]:
        """Yield a table of rounds, and further ones where there are too many for one."""
        numbers = self.shown.numbers
        tables = -(-len(numbers) // ROUNDS_BESIDE)
        each = -(-len(numbers) // tables) if tables else 1
        for first in range(0, len(numbers), each):
            few = numbers[first : first + each]
            columns = [
                Column("Name", "name", None, "left"),
                *(Column(f"R{n}", f"r{n}", ROUND_WIDTH, align) for n in few),
            ]
            rows = [
                SimpleNamespace(name=name, **{f"r{n}": cells[n - 1] for n in few})
                for name, cells in lines
            ]
            yield from self._rows(Table(columns, rows, self.size), rows)

    def _rows(self, table: Table, rows: Sequence[object]) -> Iterator[Piece]:
        for place, row in enumerate(rows):
            head = Table.HEAD if place == 0 else 0.0
            yield Piece(table.height(row) + head, partial(table.draw_row, self.pen, row), table)

    def _partners_of(self, name: str, texts: tuple[str, ...], y: float) -> float:
        left, height = self.size.left, LEADING * len(texts) + 6
        box = (left, y - height + 2, LABEL - 8, height - 4)
        self.pen.fitted(box, name, TEXT, floor=10, bold=True)
        self.pen.lines(left + LABEL, y + 1, texts, TEXT, LEADING)
        self.pen.rule(left, y - height, self.size.right - left)
        return y - height


def _together(things: Sequence[str], space: float) -> tuple[str, ...]:
    """Return a list on as many lines as it takes, each thing whole where a line holds it."""
    lines: list[str] = []
    for thing in things:
        longer = f"{lines[-1]}, {thing}" if lines else thing
        if lines and width(longer, TEXT) <= space:
            lines[-1] = longer
        else:
            lines.extend(wrap(thing, space, TEXT))
    return tuple(lines)
