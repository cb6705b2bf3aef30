"""Standings to post on the wall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import ClassVar

from party.pdf.drawing.columns import PrintedColumn, PrintedTable
from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, draw_signatures
from party.pdf.drawing.pages import PLAIN, Size, enlarge_to_fit, page_of
from party.pdf.drawing.pen import MUTED, Pen
from party.values.papers import Heading, Look

TITLE_HEIGHT, NOTE_HEIGHT = 28.0, 15.0
SIGNATURE_HEIGHT = 44.0
FOOT_LEADING = 15.0
MOST_ROW_SPACING = 12.0
GUTTER = 18.0
LEAST_SPACE_FOR_NAMES = 100.0  # whatever the size of the letters
FIRST = (
    PrintedColumn("Place", "rank", 40, "centre", bold=True),
    PrintedColumn("Name", "name", None, "left", below="note"),
    PrintedColumn("Group", "group", 74, "left"),
)
INSTEAD_OF_ROUNDS = (
    PrintedColumn("Sat out", "sat_out", 70, "centre"),
    PrintedColumn("Rounds won", "won", 80, "centre"),
)
WON = PrintedColumn("Won", "won", 54, "centre")
LAST = PrintedColumn("Total", "total", 66, "right", bold=True)
SIGNS = {
    "(": "In brackets: credit for a round not played.",
    "–": "–: not there.",
    "…": "…: not known, or only the points so far.",
    "*": "*: one sum on the card.",
}


class WideTable(PrintedTable):
    ROUND_WIDTH: ClassVar = 42.0  # the width of a round's points
    LEAST_NAME_WIDTH: ClassVar = 150.0  # beside the rounds
    WIDTH_SCALE: ClassVar = 1.0  # of the widths of the other columns


class DenseTable(WideTable):
    """Smaller letters in lower rows, for a list that then needs fewer sheets."""

    ROW_HEIGHT, TALL_ROW_HEIGHT, HEAD_HEIGHT = 15.0, 27.0, 17.0
    TEXT_SIZE, LEAST_SIZE, GAP = 12.0, 11.5, 4.0
    ROUND_WIDTH, LEAST_NAME_WIDTH, WIDTH_SCALE = 31.0, 96.0, 12 / 14


@dataclass(frozen=True, kw_only=True)
class StandingRow:
    rank: str  # "1", shared "2="
    name: str
    total: str  # "1,240", "−120"
    won: str = ""  # the number of rounds
    group: str = ""  # prize group
    rounds: tuple[str, ...] = ()  # the points of each: "440", "(120)" for a sit-out
    sat_out: str = ""  # if the points of the rounds do not fit: "R2, R5"
    note: str = ""  # "left after round 3"


@dataclass(frozen=True, kw_only=True)
class StandingsSection:
    """Everybody, one prize group, or the low end."""

    title: str
    rows: tuple[StandingRow, ...]
    note: str = ""  # "Only those who were there in every round."


@dataclass(frozen=True, kw_only=True)
class StandingsSheet:
    heading: Heading
    title: str  # "Final standings", "After round 3 of 8"
    sections: tuple[StandingsSection, ...]
    rule: str = ""  # the settlement of ties, in words
    story: str = ""  # the evening in three sentences
    signatures: tuple[str, ...] = ()  # "Organiser", "Witness"
    rounds: int = 0  # columns of a blank sheet


@dataclass(frozen=True)
class StandingsPiece:
    """One printed line. A section's first line has the section's head; the foot has no section.

    All sections but the first are short: a line has two people, without their rounds.
    """

    section: StandingsSection | None
    rows: tuple[StandingRow, ...] = ()  # two in a short section
    is_first: bool = False
    is_short: bool = False


def standings_sheet(sheet: StandingsSheet, look: Look = PLAIN) -> bytes:
    plan = _best_layout(sheet, page_of(look, wide=True))
    pen = Pen(plan.size, sheet.heading, sheet.title)
    writer = _StandingsWriter(pen, plan)
    for pieces in draw_headings(pen, sheet.heading, sheet.title, plan.pages):
        writer.draw_page(pieces)
    return pen.finish()


def _best_layout(sheet: StandingsSheet, plain_size: Size) -> "SheetLayout":
    """Show the rounds if they fit. Use as few pages and as large letters as possible."""
    # To fit, the page is turned, or the rows are dense.
    sizes = [plain_size] if plain_size.is_turned else [plain_size, plain_size.turn()]
    plans = [
        SheetLayout(_with_blank_rows(sheet, size), size, shows_rounds, table_type)
        for shows_rounds in (True, False)
        for table_type in (WideTable, DenseTable)
        for size in (sizes if shows_rounds else sizes[:1])
    ]
    with_rounds = [plan for plan in plans if plan.shows_rounds and _round_count(plan.sheet)]
    with_room = [
        plan for plan in with_rounds if plan.name_width >= plan.table_type.LEAST_NAME_WIDTH
    ]
    candidates = with_room or [plan for plan in plans if not plan.shows_rounds]
    smallest = min(candidates, key=lambda plan: (len(plan.pages), plan.tall_rows))

    def fits(size: Size) -> bool:
        plan = replace(smallest, size=size)
        if plan.name_width < min(LEAST_SPACE_FOR_NAMES, smallest.name_width):
            return False
        return plan.tall_rows <= smallest.tall_rows and len(plan.pages) <= len(smallest.pages)

    return replace(smallest, size=enlarge_to_fit(smallest.size, fits))


def _round_count(sheet: StandingsSheet) -> int:
    rows = chain.from_iterable(section.rows for section in sheet.sections)
    return max((len(row.rounds) for row in rows), default=0)


def _with_blank_rows(sheet: StandingsSheet, size: Size) -> StandingsSheet:
    """Give an empty sheet as many blank lines as a page has room for."""
    if sheet.sections:
        return sheet
    around = HEADING_HEIGHT + 2 * (TITLE_HEIGHT + NOTE_HEIGHT + PrintedTable.HEAD_HEIGHT) + 10
    around += SIGNATURE_HEIGHT if sheet.signatures else 0.0
    empty = StandingRow(rank="", name="", total="", rounds=("",) * sheet.rounds)
    rows = (empty,) * int((size.top - size.bottom - around) // PrintedTable.ROW_HEIGHT)
    return replace(sheet, sections=(StandingsSection(title="Everybody", rows=rows),))


def _standings_pieces(sheet: StandingsSheet) -> Iterator[StandingsPiece]:
    for index, section in enumerate(sheet.sections):
        is_short = index > 0
        row_count = -(-len(section.rows) // (2 if is_short else 1)) or 1
        for number in range(row_count):
            rows = section.rows[number::row_count]
            yield StandingsPiece(section, rows, is_first=number == 0, is_short=is_short)
    yield StandingsPiece(None)


@dataclass(frozen=True)
class SheetLayout:
    sheet: StandingsSheet
    size: Size
    shows_rounds: bool
    table_type: type[WideTable]

    @cached_property
    def table(self) -> PrintedTable:
        rows = [row for section in self.sheet.sections[:1] for row in section.rows]
        if not self.shows_rounds:
            return self.table_type(
                self._scaled_columns(*FIRST, *INSTEAD_OF_ROUNDS, LAST), rows, self.size
            )
        rounds = (
            PrintedColumn(
                f"R{index + 1}", "rounds", self.table_type.ROUND_WIDTH, "right", index=index
            )
            for index in range(_round_count(self.sheet))
        )
        return self.table_type(
            (*self._scaled_columns(*FIRST), *rounds, *self._scaled_columns(WON, LAST)),
            rows,
            self.size,
        )

    def _scaled_columns(self, *columns: PrintedColumn) -> tuple[PrintedColumn, ...]:
        scale = self.table_type.WIDTH_SCALE
        return tuple(
            replace(column, width=column.width and column.width * scale) for column in columns
        )

    @cached_property
    def foot(self) -> tuple[str, ...]:
        """The story, and the rules for reading the list."""
        rows = [row for section in self.sheet.sections for row in section.rows]
        first_characters = {text[:1] for row in rows for text in row.rounds if self.shows_rounds}
        signs = (words for sign, words in SIGNS.items() if sign in first_characters)
        words = " ".join(filter(None, (self.sheet.rule, *signs)))
        width = self.size.right - self.size.left
        return *wrap(self.sheet.story, width, 12), *wrap(words, width, 12)

    @cached_property
    def short_table(self) -> PrintedTable:
        """The table for each half of a short section."""
        rows = [row for section in self.sheet.sections[1:] for row in section.rows]
        half = (self.size.right - self.size.left - GUTTER) / 2
        size = replace(self.size, width=half + 2 * self.size.margin)
        return self.table_type(self._scaled_columns(*FIRST[:2], LAST), rows, size)

    def table_of(self, piece: StandingsPiece) -> PrintedTable:
        return self.short_table if piece.is_short else self.table

    @property
    def name_width(self) -> float:
        tables = (self.table, self.short_table) if self.sheet.sections[1:] else (self.table,)
        places = [place for table in tables for place in table.places]
        return min(space for column, _, space in places if column.width is None)

    @cached_property
    def tall_rows(self) -> int:
        pieces = _standings_pieces(self.sheet)
        return sum(self.row_height(piece) > self.table.ROW_HEIGHT for piece in pieces)

    def row_height(self, piece: StandingsPiece) -> float:
        table = self.table_of(piece)
        return max(map(table.height, piece.rows), default=table.ROW_HEIGHT)

    def height(self, piece: StandingsPiece) -> float:
        if piece.section is None:
            signatures = SIGNATURE_HEIGHT if self.sheet.signatures else 0.0
            return 10 + FOOT_LEADING * len(self.foot) + signatures
        head = self.head(piece.section) if piece.is_first else 0.0
        return head + self.row_height(piece)

    def head(self, section: StandingsSection) -> float:
        return TITLE_HEIGHT + (NOTE_HEIGHT if section.note else 0.0) + self.table.HEAD_HEIGHT

    @property
    def room(self) -> float:
        """The height of a page below its heading."""
        return self.size.top - HEADING_HEIGHT - self.size.bottom

    @cached_property
    def pages(self) -> list[list[StandingsPiece]]:
        pages: list[list[StandingsPiece]] = [[]]
        used = 0.0
        for piece in _standings_pieces(self.sheet):
            if pages[-1] and used + self.height(piece) > self.room:
                pages.append([])
            used = used + self.height(piece) if pages[-1] else self.page_height([piece])
            pages[-1].append(piece)
        return pages

    def page_height(self, pieces: Sequence[StandingsPiece]) -> float:
        """Return the height, with the head of a section that began on an earlier page."""
        first = pieces[0]
        head = self.head(first.section) if first.section and not first.is_first else 0.0
        return head + sum(map(self.height, pieces))

    @cached_property
    def row_spacing(self) -> float:
        """The extra height of every row, which fills the fullest page."""
        fullest = max(self.pages, key=self.page_height)
        rows = sum(bool(piece.rows) for piece in fullest)
        spare = self.room - self.page_height(fullest)
        return min(MOST_ROW_SPACING, max(0.0, spare) / rows) if rows else 0.0


class _StandingsWriter:
    """Draws pieces downward from y."""

    def __init__(self, pen: Pen, plan: SheetLayout) -> None:
        self.pen, self.plan = pen, plan
        self.y = 0.0

    def draw_page(self, pieces: list[StandingsPiece]) -> None:
        self.y = self.pen.size.top - HEADING_HEIGHT
        for index, piece in enumerate(pieces):
            if piece.section is None:
                self._draw_foot()
                continue
            if piece.is_first or index == 0:
                self._draw_head(piece, piece.section)
            self._draw_row(piece)

    def _draw_head(self, piece: StandingsPiece, section: StandingsSection) -> None:
        if piece.is_first:
            self.pen.bookmark(section.title)
        size = self.pen.size
        self.y -= TITLE_HEIGHT
        title_width = self.pen.text(size.left, self.y + 8, section.title, 16, bold=True)
        if not piece.is_first:
            self.pen.text(size.left + title_width + 8, self.y + 8, "continued", 12, grey=MUTED)
        if section.note:
            self.y -= NOTE_HEIGHT
            space = size.right - size.left
            self.pen.fit((size.left, self.y + 2, space, NOTE_HEIGHT), section.note, 12, floor=10)
        for x in self._left_edges(piece):
            with self.pen.origin(x, 0):
                y = self.plan.table_of(piece).draw_head(self.pen, self.y)
        self.y = y

    def _left_edges(self, piece: StandingsPiece) -> tuple[float, ...]:
        """Return the left edge of each half of a short section, or of the whole width."""
        size = self.pen.size
        return (0.0, (size.right - size.left + GUTTER) / 2) if piece.is_short else (0.0,)

    def _draw_row(self, piece: StandingsPiece) -> None:
        table, height = self.plan.table_of(piece), self.plan.row_height(piece)
        if piece.rows:
            height += self.plan.row_spacing
        for x, row in zip(self._left_edges(piece), piece.rows, strict=False):
            with self.pen.origin(x, 0):
                table.draw_row(self.pen, row, self.y, height - table.height(row))
        self.y -= height
        if not piece.rows:
            self.pen.text(
                self.pen.size.left, self.y + 5, "Nobody yet", table.TEXT_SIZE, grey=MUTED
            )

    def _draw_foot(self) -> None:
        size = self.pen.size
        y = self.pen.lines(size.left, self.y - 6, self.plan.foot, 12, FOOT_LEADING) - 4
        if signatures := self.plan.sheet.signatures:
            draw_signatures(self.pen, y - SIGNATURE_HEIGHT, signatures)
