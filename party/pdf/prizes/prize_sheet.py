"""The prize sheet: prizes, winners and rules, and a line to sign for each prize."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from party.pdf.drawing.fitting import fit, wrap
from party.pdf.drawing.headings import (
    HEADING_HEIGHT,
    draw_headings,
    draw_signatures,
    paginate,
    rows_or_blanks,
)
from party.pdf.drawing.pages import PLAIN, page_of
from party.pdf.drawing.pen import HEAVY, LINE, MUTED, Pen
from party.values.papers import Heading, Look

TITLE = "Prizes"
TEXT_SIZE, SMALL_SIZE, LEADING = 14.0, 12.0, 15.0
COLUMN_HEAD_HEIGHT = 18.0
ROW_HEIGHT, NAME_ROW_HEIGHT = 37.0, 24.0  # a winner with the score below, or the name alone
SECOND_LINE_HEIGHT = 13.0  # of a name
BANNER_HEIGHT = 34.0
TICK_BOX_SIDE, RECEIVED_WIDTH = 11.0, 150.0
SIGNATURE_HEIGHT = 60.0
LEAST_GAP, MOST_GAP = -3, 14  # extra space between rows
SIGNERS = ("Organiser", "Checked by")
PRIZE_WIDTH_SHARE = 0.36


@dataclass(frozen=True, kw_only=True)
class PrizeRow:
    """One winner, or a line to write a name on.

    If people share a prize, the first row names the prize, and the last row has the rule.
    """

    prize: str = ""
    item: str = ""
    winner: str = ""
    score: str = ""  # "590 points", for a share "590 points, $5.01"
    rule: str = ""
    is_unfilled: bool = False


Unit = tuple[PrizeRow | None, ...]  # rows that stay on one page


@dataclass(frozen=True, kw_only=True)
class PrizeSheet:
    heading: Heading
    rows: tuple[PrizeRow, ...]
    notes: tuple[str, ...] = ()
    banner: str = ""  # at the top of every page


def prize_sheet(sheet: PrizeSheet, look: Look = PLAIN) -> bytes:
    pen = Pen(page_of(look, wide=True), sheet.heading, TITLE)
    writer = _PrizeSheetWriter(pen, sheet)
    size = pen.size
    room = size.top - HEADING_HEIGHT - COLUMN_HEAD_HEIGHT - size.bottom - writer.banner_height
    empty = PrizeRow()
    rows = rows_or_blanks(sheet.rows, empty, writer.height(empty), room, writer.height(None))
    for units in draw_headings(pen, sheet.heading, TITLE, writer.fill(rows, room)):
        writer.draw_page(row for unit in units for row in unit)
    return pen.finish()


class _PrizeSheetWriter:
    """Draws rows downward from y. The last row, None, stands for notes and signatures."""

    def __init__(self, pen: Pen, sheet: PrizeSheet) -> None:
        self.pen, self.sheet = pen, sheet
        self.space = pen.size.right - pen.size.left
        self.prize_width = self.space * PRIZE_WIDTH_SHARE
        self.winner_width = self.space - self.prize_width - RECEIVED_WIDTH
        self.banner = wrap(sheet.banner, self.space - 24, TEXT_SIZE, bold=True)
        self.notes = [line for note in sheet.notes for line in wrap(note, self.space, SMALL_SIZE)]
        self.y = self.gap = 0.0

    def fill(self, rows: Sequence[PrizeRow], room: float) -> list[list[Unit]]:
        """Return as few pages as possible, with the rows as far apart as these pages allow."""
        # The signatures stay with the last row.
        units: list[Unit] = [*((row,) for row in rows[:-1]), (rows[-1], None)]
        pages: list[list[Unit]] = []
        for gap in range(LEAST_GAP, MOST_GAP + 1):
            self.gap = float(gap)
            spaced_pages = paginate(units, self.unit_height, room)
            if pages and len(spaced_pages) > len(pages):
                self.gap -= 1
                break
            pages = spaced_pages
        return pages

    def unit_height(self, unit: Unit) -> float:
        return sum(self.height(row) for row in unit)

    @property
    def banner_height(self) -> float:
        return BANNER_HEIGHT + 17 * (len(self.banner) - 1) if self.banner else 0.0

    def height(self, row: PrizeRow | None) -> float:
        if row is None:
            return 12 + LEADING * len(self.notes) + SIGNATURE_HEIGHT
        block = ROW_HEIGHT if row.item or row.score else NAME_ROW_HEIGHT
        return (
            block + 4 + self.gap + self._extra_height(row) + LEADING * len(self._rule_lines(row))
        )

    def draw_page(self, rows: Iterable[PrizeRow | None]) -> None:
        self.y = self.pen.size.top - HEADING_HEIGHT
        if self.banner:
            self._draw_banner()
        self._draw_head()
        for row in rows:
            if row is None:
                self._draw_foot()
            else:
                self._draw_row(row)

    def _rule_lines(self, row: PrizeRow) -> tuple[str, ...]:
        return wrap(row.rule, self.space, SMALL_SIZE)

    def _draw_banner(self) -> None:
        size, height = self.pen.size, self.banner_height - 6
        self.y -= height
        self.pen.frame(size.left, self.y, self.space, height, HEAVY)
        for number, line in enumerate(self.banner):
            y = self.y + height - 19 - 17 * number
            self.pen.text(
                size.left + self.space / 2, y, line, TEXT_SIZE, bold=True, align="centre"
            )
        self.y -= 6

    def _draw_head(self) -> None:
        left = self.pen.size.left
        self.y -= COLUMN_HEAD_HEIGHT
        columns = ((left, "Prize"), (left + self.prize_width, "Winner"))
        for x, heading in (*columns, (left + self.space - RECEIVED_WIDTH, "Received")):
            self.pen.text(x, self.y + 5, heading, SMALL_SIZE, grey=MUTED)

    def _draw_row(self, row: PrizeRow) -> None:
        pen, left = self.pen, self.pen.size.left
        if row.prize:
            pen.bookmark(row.prize)
            pen.rule(left, self.y, self.space, LINE)
        top, height = self.y, self.height(row)
        extra = self._extra_height(row)
        box = (left, top - extra, self.prize_width - 10)
        self._draw_name_and_text(box, (row.prize, row.item), extra, bold=True)
        if not row.prize and not row.winner:
            pen.rule(left, top - 22, self.prize_width - 16)
        if row.winner or row.is_unfilled:
            texts = (row.winner or "Nobody", row.score)
            box = (left + self.prize_width, top - extra, self.winner_width - 10)
            self._draw_name_and_text(box, texts, extra)
        else:
            pen.rule(left + self.prize_width, top - 22, self.winner_width - 16)
        if not row.is_unfilled:
            self._draw_receipt(left + self.space - RECEIVED_WIDTH, top)
        for number, line in enumerate(self._rule_lines(row)):
            y = top - height + self.gap + 6 + LEADING * (len(self._rule_lines(row)) - 1 - number)
            pen.text(left, y, line, SMALL_SIZE, grey=MUTED)
        self.y = top - height

    def _extra_height(self, row: PrizeRow) -> float:
        spaces = (
            (row.prize, self.prize_width - 10, True),
            (row.winner, self.winner_width - 10, False),
        )
        has_two_lines = any(
            len(fit(text, space, TEXT_SIZE, floor=SMALL_SIZE, bold=bold).lines) > 1
            for text, space, bold in spaces
        )
        return SECOND_LINE_HEIGHT if has_two_lines else 0.0

    def _draw_name_and_text(
        self,
        box: tuple[float, float, float],
        texts: tuple[str, str],
        extra: float,
        *,
        bold: bool = False,
    ) -> None:
        (x, top, space), (large, small) = box, texts
        self.pen.fit((x, top - 21, space, 18 + extra), large, TEXT_SIZE, bold=bold)
        self.pen.fit((x, top - 36, space, 14), small, SMALL_SIZE, floor=8)

    def _draw_receipt(self, x: float, top: float) -> None:
        self.pen.frame(x, top - 21, TICK_BOX_SIDE, TICK_BOX_SIDE)
        self.pen.rule(x + TICK_BOX_SIDE + 8, top - 21, RECEIVED_WIDTH - TICK_BOX_SIDE - 8)

    def _draw_foot(self) -> None:
        size = self.pen.size
        self.pen.double_rule(size.left, self.y, self.space)
        y = self.pen.lines(size.left, self.y - 8, self.notes, SMALL_SIZE, LEADING) - 4
        draw_signatures(self.pen, y - SIGNATURE_HEIGHT, SIGNERS)
