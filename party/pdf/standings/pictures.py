"""The pictures of an evening on paper, each with the list that says the same in words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

from party.pdf.kit.columns import Column, Table
from party.pdf.kit.fitting import wrap
from party.pdf.kit.fonts import width
from party.pdf.kit.headings import HEIGHT, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import MUTED, Align, Pen
from party.pdf.standings.charts import draw_drawing, draw_sign
from party.values.papers import Heading, Look
from party.values.standings.drawings import Drawing, Sign
from party.values.standings.pictures import Bar, Pictures, SquarePicture, SquareRow, Tile

TITLE = "Pictures of the evening"
ROUNDS_BESIDE, ROUND_WIDTH = 10, 42.0  # more columns leave no room for the names
LABEL, TEXT, LEADING = 150.0, 12.0, 15.0
AIR = 14.0
MOST_IN_A_SENTENCE = 6
CHART, TILE = 64.0, 118.0  # heights: of a running total alone, and with the words around it
TILES_BESIDE = 3
TOTAL = 50.0
BAR, BAR_ROW, BAR_WORDS = 15.0, 22.0, 110.0
LANES = 0.72  # of a unit of the picture of moves
NUMBER, CELL = 24.0, 16.0
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
    table: "Table | SquareHead | None" = None


@dataclass(frozen=True)
class SquareHead:
    """The numbers of the columns, above the rows of the square on every page."""

    pen: Pen
    picture: SquarePicture

    @property
    def left(self) -> float:
        return self.pen.size.left + LABEL + NUMBER

    @property
    def cells(self) -> float:
        """Return how wide all cells are together."""
        room = self.pen.size.right - self.left
        return min(room, CELL * len(self.picture.rows))

    def draw_head(self, pen: Pen, top: float) -> float:
        draw_drawing(pen, self.picture.head, (self.left, top, self.cells, Table.HEAD))
        return top - Table.HEAD

    def height(self, row: SquareRow) -> float:
        return CELL + LEADING * (len(self._names(row)) - 1)

    def _names(self, row: SquareRow) -> tuple[str, ...]:
        return wrap(row.name, LABEL - 6, TEXT, bold=row.is_marked)

    def draw_row(self, number: int, row: SquareRow, top: float) -> float:
        pen, height = self.pen, self.height(row)
        names = self._names(row)
        pen.lines(pen.size.left, top + 3, names, TEXT, LEADING, bold=row.is_marked)
        middle = top - height / 2 - TEXT / 3
        pen.text(self.left - 6, middle, str(number), TEXT, align="right", grey=MUTED)
        for drawing in (self.picture.grid, row.drawing):
            draw_drawing(pen, drawing, (self.left, top, self.cells, height))
        pen.rule(pen.size.left, top - height, LABEL + NUMBER + self.cells)
        return top - height


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
        tiles = self.shown.tiles
        for first in range(0, len(tiles), TILES_BESIDE):
            few = tiles[first : first + TILES_BESIDE]
            above = LEADING * max(len(self._tile_names(tile)) for tile in few)
            yield Piece(TILE + above, partial(self._tiles, few, above))
        yield self._sentence(f"Thick: this person. Thin: the others, {self.shown.scale.words}.")
        yield from self._rounds([(line.name, line.sums) for line in self.shown.lines], "right")

    def moves(self) -> Iterator[Piece]:
        picture = self.shown.moves
        for sign, name in picture.signs:
            yield Piece(LEADING + 4, partial(self._signed, sign, name))
        drawing = picture.drawing
        height = min(drawing.height * LANES, self._room - (LEADING + 4) * len(picture.signs))
        yield self._drawn(drawing, height)
        yield from self._rounds([(line.name, line.places) for line in self.shown.lines], "centre")

    def trumps(self) -> Iterator[Piece]:
        for bars in (self.shown.trump_bars, self.shown.height_bars):
            yield from self._bars(bars)
            yield Piece(AIR, lambda y: y - AIR)
        yield self._sentence("Filled: made. Outlined: set.")
        rows = [
            SimpleNamespace(
                name=line.name,
                bids=str(line.bids),
                share=f"{line.share} %",
                made=str(line.made),
                was_set=str(line.was_set),
                share_made=f"{line.share_made} %" if line.bids else "–",
            )
            for line in self.shown.trumps
        ]
        yield from self._rows(Table(TRUMPS, rows, self.size), rows)

    def partners(self) -> Iterator[Piece]:
        if (square := self.shown.square) is not None:
            head = SquareHead(self.pen, square)
            for number, row in enumerate(square.rows, start=1):
                height = head.height(row) + (Table.HEAD if number == 1 else 0.0)
                yield Piece(height, partial(head.draw_row, number, row), head)
            yield Piece(AIR, lambda y: y - AIR)
        else:
            yield from self._bars(self.shown.partners)
        yield from self._repeats()
        space = self.size.right - self.size.left
        for line in self.shown.lines:
            mates = [f"R{number} {mate}" for number, mate in enumerate(line.partners, start=1)]
            texts = _together(mates, space - LABEL)
            height = LEADING * len(texts) + 6
            yield Piece(height, partial(self._partners_of, line.name, texts))

    @property
    def _room(self) -> float:
        return self.size.top - HEIGHT - self.size.bottom - Table.HEAD

    @property
    def _tile_width(self) -> float:
        return (self.size.right - self.size.left + AIR) / TILES_BESIDE - AIR

    def _tile_names(self, tile: Tile) -> tuple[str, ...]:
        return wrap(tile.name, self._tile_width - TOTAL, TEXT, bold=True)

    def _tiles(self, tiles: Sequence[Tile], above: float, y: float) -> float:
        """Draw some running totals beside each other; long names have more lines `above` them."""
        width, top = self._tile_width, y - AIR / 2 - above
        for number, tile in enumerate(tiles):
            left = self.size.left + number * (width + AIR)
            names = self._tile_names(tile)
            upper = top + LEADING * len(names)
            self.pen.lines(left, upper, names, TEXT, LEADING, bold=True)
            right = left + width
            self.pen.text(right, top, tile.sums[-1], 14, bold=True, align="right")
            for drawing in (self.shown.room, tile.drawing):
                draw_drawing(self.pen, drawing, (left, top - 4, width, CHART))
            words = " · ".join(filter(None, (tile.place, tile.best)))
            self.pen.lines(left, top - 6 - CHART, wrap(words, width, TEXT), TEXT, LEADING)
        return y - above - TILE

    def _bars(self, bars: Sequence[Bar]) -> Iterator[Piece]:
        for bar in bars:
            yield Piece(BAR_ROW, partial(self._bar, bar))

    def _bar(self, bar: Bar, y: float) -> float:
        left, middle = self.size.left, y - BAR_ROW / 2
        self.pen.suit(bar.strain, left, middle - 6, 12)
        box = (left + 18, y - BAR_ROW, LABEL - 30, BAR_ROW)
        self.pen.fitted(box, bar.name, TEXT, floor=TEXT)
        width = self.size.right - left - LABEL - BAR_WORDS
        draw_drawing(self.pen, bar.drawing, (left + LABEL, middle + BAR / 2, width, BAR))
        words = f"{bar.number} {bar.words}"
        self.pen.text(self.size.right, middle - 4, words, TEXT, bold=True, align="right")
        return y - BAR_ROW

    def _signed(self, sign: Sign, name: str, y: float) -> float:
        draw_sign(self.pen, sign, (self.size.left + 8, y - 8))
        box = (self.size.left + 24, y - 17, self.size.right - self.size.left - 24, 17)
        self.pen.fitted(box, name, TEXT, floor=10)
        return y - LEADING - 4

    def _drawn(self, drawing: Drawing, height: float) -> Piece:
        def drawn(y: float) -> float:
            width = self.size.right - self.size.left
            draw_drawing(self.pen, drawing, (self.size.left, y, width, height))
            return y - height

        return Piece(height, drawn)

    def _sentence(self, text: str) -> Piece:
        return Piece(LEADING + AIR, partial(self._side_by_side, [(text,)], LEADING + AIR))

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
