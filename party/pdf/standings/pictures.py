"""The pictures of an evening, each with a list of the same numbers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

from party.pdf.drawing.columns import PrintedColumn, PrintedTable
from party.pdf.drawing.fitting import FittedText, wrap, wrap_name
from party.pdf.drawing.fonts import width
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate
from party.pdf.drawing.pages import PLAIN, page_of
from party.pdf.drawing.pen import MUTED, Align, Pen
from party.pdf.standings.charts import draw_drawing, draw_sign
from party.values.papers import Heading, Look
from party.values.standings.drawings import Drawing, Sign
from party.values.standings.pictures import Bar, Pictures, SquarePicture, SquareRow, Tile
from party.values.standings.words import NO_REPEATS

TITLE = "Pictures of the evening"
MOST_ROUND_COLUMNS, ROUND_WIDTH = 10, 42.0
LABEL_WIDTH, TEXT_SIZE, LEADING = 150.0, 12.0, 15.0
GAP = 14.0
MOST_IN_A_SENTENCE = 6
CHART_HEIGHT, TILE_HEIGHT = 64.0, 118.0  # heights of a running total, alone and with its words
TILES_IN_A_ROW = 3
TOTAL_WIDTH = 50.0
BAR_HEIGHT, BAR_ROW_HEIGHT, BAR_WORDS_WIDTH = 15.0, 22.0, 110.0
LANE_SCALE = 0.72  # of a unit of the picture of moves
NUMBER_WIDTH, CELL_SIDE = 24.0, 16.0
TRUMPS = (
    PrintedColumn("Trump", "name", None, "left", bold=True),
    PrintedColumn("Bids", "bids", 70, "right"),
    PrintedColumn("Of all bids", "share", 90, "right"),
    PrintedColumn("Made", "made", 70, "right"),
    PrintedColumn("Set", "was_set", 70, "right"),
    PrintedColumn("Share made", "share_made", 104, "right"),
)


@dataclass(frozen=True, kw_only=True)
class PicturesSheet:
    heading: Heading
    pictures: Pictures


@dataclass(frozen=True)
class PicturePiece:
    """A piece that stays on one page; each page repeats the head of its `table`."""

    height: float
    draw: Callable[[float], float]
    table: "PrintedTable | SquareHead | None" = None


@dataclass(frozen=True)
class SquareHead:
    """The head of the square, which shows for any two people whether they were partners."""

    pen: Pen
    picture: SquarePicture

    @property
    def left(self) -> float:
        return self.pen.size.left + LABEL_WIDTH + NUMBER_WIDTH

    @property
    def cells(self) -> float:
        room = self.pen.size.right - self.left
        return min(room, CELL_SIDE * len(self.picture.rows))

    def draw_head(self, pen: Pen, top: float) -> float:
        draw_drawing(
            pen, self.picture.head, (self.left, top, self.cells, PrintedTable.HEAD_HEIGHT)
        )
        return top - PrintedTable.HEAD_HEIGHT

    def height(self, row: SquareRow) -> float:
        return CELL_SIDE + LEADING * (len(self._name(row).lines) - 1)

    def _name(self, row: SquareRow) -> FittedText:
        return wrap_name(row.name, LABEL_WIDTH - 6, TEXT_SIZE, bold=row.is_marked)

    def draw_row(self, number: int, row: SquareRow, top: float) -> float:
        pen, height = self.pen, self.height(row)
        name = self._name(row)
        pen.lines(pen.size.left, top + 3, name.lines, name.size, LEADING, bold=row.is_marked)
        middle = top - height / 2 - TEXT_SIZE / 3
        pen.text(self.left - 6, middle, str(number), TEXT_SIZE, align="right", grey=MUTED)
        for drawing in (self.picture.grid, row.drawing):
            draw_drawing(pen, drawing, (self.left, top, self.cells, height))
        pen.rule(pen.size.left, top - height, LABEL_WIDTH + NUMBER_WIDTH + self.cells)
        return top - height


def pictures_sheet(sheet: PicturesSheet, look: Look = PLAIN) -> bytes:
    pictures = sheet.pictures
    pen = Pen(page_of(look, wide=True), sheet.heading, TITLE)
    writer = _PictureWriter(pen, sheet.heading, pictures)
    writer.part("Running totals", writer.totals())
    if pictures.bids:
        writer.part("Bids by trump", writer.trumps())
    if pictures.is_tracked:
        writer.part("Who has partnered whom", writer.partners())
        writer.part("Who moved where", writer.moves())
    return pen.finish()


class _PictureWriter:
    """Draws parts, each from the top of a page."""

    def __init__(self, pen: Pen, heading: Heading, pictures: Pictures) -> None:
        self.pen, self.heading, self.pictures = pen, heading, pictures
        self.size = pen.size

    def part(self, title: str, pieces: Iterator[PicturePiece]) -> None:
        pages = paginate(tuple(pieces), lambda piece: piece.height, self._rows_height)
        self.pen.bookmark(title)
        for page_pieces in draw_headings(self.pen, self.heading, title, pages):
            self._draw_pieces(page_pieces)

    def _draw_pieces(self, pieces: Sequence[PicturePiece]) -> None:
        y, table = self.size.top - HEADING_HEIGHT, None
        for piece in pieces:
            if piece.table is not None and piece.table is not table:
                y = piece.table.draw_head(self.pen, y)
            table = piece.table
            y = piece.draw(y)

    def totals(self) -> Iterator[PicturePiece]:
        tiles = self.pictures.tiles
        for first in range(0, len(tiles), TILES_IN_A_ROW):
            group = tiles[first : first + TILES_IN_A_ROW]
            name_height = LEADING * max(len(self._tile_name(tile).lines) for tile in group)
            yield PicturePiece(
                TILE_HEIGHT + name_height, partial(self._draw_tiles, group, name_height)
            )
        yield self._sentence_piece(
            f"Thick line: this person. Thin lines: the others, {self.pictures.scale.words}."
        )
        yield from self._round_tables("sums", "right")

    def moves(self) -> Iterator[PicturePiece]:
        picture = self.pictures.moves
        for sign, name in picture.signs:
            yield PicturePiece(LEADING + 4, partial(self._draw_move_legend, sign, name))
        drawing = picture.drawing
        height_left = self._rows_height - (LEADING + 4) * len(picture.signs)
        yield self._drawing_piece(drawing, min(drawing.height * LANE_SCALE, height_left))
        yield from self._round_tables("places", "centre")

    def trumps(self) -> Iterator[PicturePiece]:
        for bars in (self.pictures.trump_bars, self.pictures.height_bars):
            yield from self._bar_pieces(bars)
            yield PicturePiece(GAP, lambda y: y - GAP)
        yield self._sentence_piece("Filled: made. Outlined: set.")
        rows = [
            SimpleNamespace(
                name=line.name,
                bids=str(line.bids),
                share=f"{line.share}%",
                made=str(line.made),
                was_set=str(line.was_set),
                share_made=f"{line.share_made}%" if line.bids else "–",
            )
            for line in self.pictures.trumps
        ]
        yield from self._row_pieces(PrintedTable(TRUMPS, rows, self.size), rows)

    def partners(self) -> Iterator[PicturePiece]:
        if (square := self.pictures.square) is not None:
            head = SquareHead(self.pen, square)
            for number, row in enumerate(square.rows, start=1):
                height = head.height(row) + (PrintedTable.HEAD_HEIGHT if number == 1 else 0.0)
                yield PicturePiece(height, partial(head.draw_row, number, row), head)
            yield PicturePiece(GAP, lambda y: y - GAP)
        else:
            yield from self._bar_pieces(self.pictures.partners)
        yield from self._repeat_pieces()
        space = self.size.right - self.size.left
        for line in self.pictures.lines:
            partners = [f"R{number} {mate}" for number, mate in enumerate(line.partners, start=1)]
            texts = _joined_lines(partners, space - LABEL_WIDTH)
            height = LEADING * len(texts) + 6
            yield PicturePiece(height, partial(self._draw_partners, line.name, texts))

    @property
    def _rows_height(self) -> float:
        return self.size.top - HEADING_HEIGHT - self.size.bottom - PrintedTable.HEAD_HEIGHT

    @property
    def _tile_width(self) -> float:
        return (self.size.right - self.size.left + GAP) / TILES_IN_A_ROW - GAP

    def _tile_name(self, tile: Tile) -> FittedText:
        return wrap_name(tile.name, self._tile_width - TOTAL_WIDTH, TEXT_SIZE, bold=True)

    def _draw_tiles(self, tiles: Sequence[Tile], name_height: float, y: float) -> float:
        width, top = self._tile_width, y - GAP / 2 - name_height
        for number, tile in enumerate(tiles):
            left = self.size.left + number * (width + GAP)
            name = self._tile_name(tile)
            names_top = top + LEADING * len(name.lines)
            self.pen.lines(left, names_top, name.lines, name.size, LEADING, bold=True)
            right = left + width
            self.pen.text(right, top, tile.sums[-1], 14, bold=True, align="right")
            for drawing in (self.pictures.room, tile.drawing):
                draw_drawing(self.pen, drawing, (left, top - 4, width, CHART_HEIGHT))
            words = " · ".join(filter(None, (tile.place, tile.best)))
            self.pen.lines(
                left, top - 6 - CHART_HEIGHT, wrap(words, width, TEXT_SIZE), TEXT_SIZE, LEADING
            )
        return y - name_height - TILE_HEIGHT

    def _bar_pieces(self, bars: Sequence[Bar]) -> Iterator[PicturePiece]:
        for bar in bars:
            yield PicturePiece(BAR_ROW_HEIGHT, partial(self._draw_bar, bar))

    def _draw_bar(self, bar: Bar, y: float) -> float:
        left, middle = self.size.left, y - BAR_ROW_HEIGHT / 2
        self.pen.suit(bar.strain, left, middle - 6, 12)
        box = (left + 18, y - BAR_ROW_HEIGHT, LABEL_WIDTH - 30, BAR_ROW_HEIGHT)
        self.pen.fit(box, bar.name, TEXT_SIZE, floor=TEXT_SIZE)
        width = self.size.right - left - LABEL_WIDTH - BAR_WORDS_WIDTH
        draw_drawing(
            self.pen, bar.drawing, (left + LABEL_WIDTH, middle + BAR_HEIGHT / 2, width, BAR_HEIGHT)
        )
        words = f"{bar.number} {bar.words}"
        self.pen.text(self.size.right, middle - 4, words, TEXT_SIZE, bold=True, align="right")
        return y - BAR_ROW_HEIGHT

    def _draw_move_legend(self, sign: Sign, name: str, y: float) -> float:
        draw_sign(self.pen, sign, (self.size.left + 8, y - 8))
        box = (self.size.left + 24, y - 17, self.size.right - self.size.left - 24, 17)
        self.pen.fit(box, name, TEXT_SIZE, floor=10)
        return y - LEADING - 4

    def _drawing_piece(self, drawing: Drawing, height: float) -> PicturePiece:
        def draw(y: float) -> float:
            width = self.size.right - self.size.left
            draw_drawing(self.pen, drawing, (self.size.left, y, width, height))
            return y - height

        return PicturePiece(height, draw)

    def _sentence_piece(self, text: str) -> PicturePiece:
        return PicturePiece(
            LEADING + GAP, partial(self._draw_side_by_side, [(text,)], LEADING + GAP)
        )

    def _repeat_pieces(self) -> Iterator[PicturePiece]:
        """Yield repeated partners in a sentence, or in two columns if there are many."""
        pairs = [
            f"{pair.first} and {pair.second} ({', '.join(f'R{n}' for n in pair.rounds)})"
            for pair in self.pictures.repeats
        ]
        sentence = f"Partners more than once: {'; '.join(pairs)}."
        if not pairs:
            sentence = NO_REPEATS
        elif len(pairs) > MOST_IN_A_SENTENCE:
            sentence = f"Partners more than once: {len(pairs)} pairs."
        for text in wrap(sentence, self.size.right - self.size.left, TEXT_SIZE):
            yield PicturePiece(LEADING, partial(self._draw_side_by_side, [(text,)], LEADING))
        if len(pairs) > MOST_IN_A_SENTENCE:
            half = -(-len(pairs) // 2)
            for index in range(half):
                row_pairs = (pairs[index], *pairs[index + half : index + half + 1])
                columns = [wrap(text, self._half_width - GAP, TEXT_SIZE) for text in row_pairs]
                height = LEADING * max(map(len, columns))
                yield PicturePiece(height, partial(self._draw_side_by_side, columns, height))
            yield PicturePiece(GAP, lambda y: y - GAP)

    @property
    def _half_width(self) -> float:
        return (self.size.right - self.size.left) / 2

    def _draw_side_by_side(
        self, columns: Sequence[tuple[str, ...]], height: float, y: float
    ) -> float:
        for column, lines in enumerate(columns):
            left = self.size.left + column * self._half_width
            self.pen.lines(left, y + 4, lines, TEXT_SIZE, LEADING)
        return y - height

    def _round_tables(self, field: str, align: Align) -> Iterator[PicturePiece]:
        """Yield a table of a field of each line, or several tables if there are many rounds."""
        numbers = self.pictures.numbers
        table_count = -(-len(numbers) // MOST_ROUND_COLUMNS)
        rounds_a_table = -(-len(numbers) // table_count) if table_count else 1
        for first in range(0, len(numbers), rounds_a_table):
            group = numbers[first : first + rounds_a_table]
            columns = [
                PrintedColumn("Name", "name", None, "left"),
                *(PrintedColumn(f"R{n}", field, ROUND_WIDTH, align, index=n - 1) for n in group),
            ]
            yield from self._row_pieces(
                PrintedTable(columns, self.pictures.lines, self.size), self.pictures.lines
            )

    def _row_pieces(self, table: PrintedTable, rows: Sequence[object]) -> Iterator[PicturePiece]:
        for index, row in enumerate(rows):
            head = PrintedTable.HEAD_HEIGHT if index == 0 else 0.0
            yield PicturePiece(
                table.height(row) + head, partial(table.draw_row, self.pen, row), table
            )

    def _draw_partners(self, name: str, texts: tuple[str, ...], y: float) -> float:
        left, height = self.size.left, LEADING * len(texts) + 6
        box = (left, y - height + 2, LABEL_WIDTH - 8, height - 4)
        self.pen.fit(box, name, TEXT_SIZE, floor=10, bold=True)
        self.pen.lines(left + LABEL_WIDTH, y + 1, texts, TEXT_SIZE, LEADING)
        self.pen.rule(left, y - height, self.size.right - left)
        return y - height


def _joined_lines(texts: Sequence[str], space: float) -> tuple[str, ...]:
    """Join the texts into lines; break only a text that is longer than a line."""
    lines: list[str] = []
    for text in texts:
        longer = f"{lines[-1]}, {text}" if lines else text
        if lines and width(longer, TEXT_SIZE) <= space:
            lines[-1] = longer
        else:
            lines.extend(wrap(text, space, TEXT_SIZE))
    return tuple(lines)
