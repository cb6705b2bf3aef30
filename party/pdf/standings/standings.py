"""Standings to post on the wall: ranks, prize groups, the low end, and lines to sign on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from types import SimpleNamespace

from party.pdf.kit.columns import PrintedColumn, PrintedTable
from party.pdf.kit.fitting import wrap
from party.pdf.kit.headings import HEIGHT, draw_headings, draw_signatures, paginate
from party.pdf.kit.pages import PLAIN, Size, enlarge_to_fit, page_of
from party.pdf.kit.pen import MUTED, Pen
from party.values.papers import Heading, Look

TITLE, NOTE = 32.0, 16.0
SIGNATURE = 56.0
LINE_OF_RULE = 17.0
MOST_LEADING = 12.0
NAMES = 150.0  # the least width beside the points of the rounds
LEAST_NAMES = 100.0  # the least width at any letter size
FIRST = (
    PrintedColumn("Place", "rank", 40, "centre", bold=True),
    PrintedColumn("Name", "name", None, "left", below="note"),
    PrintedColumn("Group", "group", 96, "left"),
)
SHORT = (
    PrintedColumn("Sat out", "sat_out", 70, "centre"),
    PrintedColumn("Rounds won", "won", 80, "centre"),
)
ROUND, WON = 42, PrintedColumn("Won", "won", 54, "centre")
LAST = PrintedColumn("Total", "total", 66, "right", bold=True)
SIGNS = {
    "(": "In brackets: credited without playing.",
    "–": "–: was not there.",
    "…": "…: not known, or only the points so far.",
    "*": "*: one sum on the card.",
}


@dataclass(frozen=True, kw_only=True)
class StandingRow:
    """One person's place; rank and total as printed."""

    rank: str  # "1", shared "2="
    name: str
    total: str  # "1,240", "−120"
    won: str = ""  # how many rounds
    group: str = ""  # prize group
    rounds: tuple[str, ...] = ()  # the points of each: "440", "(120)" for a sit-out
    sat_out: str = ""  # if the points of the rounds do not fit: "R2, R5"
    note: str = ""  # "left after round 3"


@dataclass(frozen=True, kw_only=True)
class StandingsSection:
    """One list of a standings sheet: all, one prize group, or the low end."""

    title: str
    rows: tuple[StandingRow, ...]
    note: str = ""  # "Only those who were there in every round."


@dataclass(frozen=True, kw_only=True)
class StandingsSheet:
    heading: Heading
    title: str  # "Final standings", "After round 3 of 8"
    sections: tuple[StandingsSection, ...]
    rule: str = ""  # how ties were settled, in words
    story: str = ""  # the evening in three sentences
    signatures: tuple[str, ...] = ()  # "Organiser", "Witness"
    rounds: int = 0  # columns of a blank sheet


@dataclass(frozen=True)
class StandingsPiece:
    """A row, with its section's head if it is the first; or, without a section, the tail."""

    section: StandingsSection | None
    row: StandingRow | None = None
    is_first: bool = False


def standings_sheet(sheet: StandingsSheet, look: Look = PLAIN) -> bytes:
    """Return the PDF; a section that continues on a page has its head on both."""
    plan = _layout(sheet, page_of(look, wide=True))
    pen = Pen(plan.size, sheet.heading, sheet.title)
    writer = _StandingsWriter(pen, plan)
    for pieces in draw_headings(pen, sheet.heading, sheet.title, plan.pages):
        writer.draw_page(pieces)
    return pen.finish()


def _layout(sheet: StandingsSheet, plain_size: Size) -> "SheetLayout":
    """Show the rounds if they fit, turning the page if need be; enlarge as far as possible."""
    sizes = [plain_size] if plain_size.turned else [plain_size, plain_size.turn()]
    plans = [SheetLayout(_with_blank_rows(sheet, size), size, with_rounds=True) for size in sizes]
    plans_with_room = (
        plan for plan in plans if _round_count(plan.sheet) and plan.name_width >= NAMES
    )
    smallest = next(
        plans_with_room,
        SheetLayout(_with_blank_rows(sheet, plain_size), plain_size, with_rounds=False),
    )

    def fits(size: Size) -> bool:
        plan = replace(smallest, size=size)
        if plan.name_width < min(LEAST_NAMES, smallest.name_width):
            return False
        return plan.tall_rows <= smallest.tall_rows and len(plan.pages) <= len(smallest.pages)

    return replace(smallest, size=enlarge_to_fit(smallest.size, fits))


def _round_count(sheet: StandingsSheet) -> int:
    return max((len(row.rounds) for each in sheet.sections for row in each.rows), default=0)


def _with_blank_rows(sheet: StandingsSheet, size: Size) -> StandingsSheet:
    """Return the sheet; if it is empty, with the blank lines that a page has room for."""
    if sheet.sections:
        return sheet
    around = HEIGHT + 2 * (TITLE + NOTE + PrintedTable.HEAD) + 10
    around += SIGNATURE if sheet.signatures else 0.0
    empty = StandingRow(rank="", name="", total="", rounds=("",) * sheet.rounds)
    rows = (empty,) * int((size.top - size.bottom - around) // PrintedTable.ROW)
    return replace(sheet, sections=(StandingsSection(title="Everybody", rows=rows),))


def _pieces(sheet: StandingsSheet) -> Iterator[StandingsPiece]:
    for section in sheet.sections:
        for number, row in enumerate(section.rows or (None,)):
            yield StandingsPiece(section, row, is_first=number == 0)
    yield StandingsPiece(None)


@dataclass(frozen=True)
class SheetLayout:
    """The layout of the sheet on its pages, with or without the points of each round."""

    sheet: StandingsSheet
    size: Size
    with_rounds: bool

    @cached_property
    def table(self) -> PrintedTable:
        """One table for all sections, so that their columns are aligned."""
        rows = [self.texts(row) for section in self.sheet.sections for row in section.rows]
        if not self.with_rounds:
            return PrintedTable((*FIRST, *SHORT, LAST), rows, self.size)
        numbers = range(1, _round_count(self.sheet) + 1)
        rounds = (PrintedColumn(f"R{number}", f"r{number}", ROUND, "right") for number in numbers)
        return PrintedTable((*FIRST, *rounds, WON, LAST), rows, self.size)

    @staticmethod
    def texts(row: StandingRow) -> SimpleNamespace:
        """Return the row with a field for each round, because columns read fields by name."""
        rounds = {f"r{number}": text for number, text in enumerate(row.rounds, start=1)}
        return SimpleNamespace(**vars(row), **rounds)

    @cached_property
    def foot(self) -> tuple[str, ...]:
        """The lines below the last section: the story, and the rules for reading the list."""
        rows = [row for section in self.sheet.sections for row in section.rows]
        first_characters = {text[:1] for row in rows for text in row.rounds if self.with_rounds}
        signs = (words for sign, words in SIGNS.items() if sign in first_characters)
        words = " ".join(filter(None, (self.sheet.rule, *signs)))
        width = self.size.right - self.size.left
        return *wrap(self.sheet.story, width, 12), *wrap(words, width, 12)

    @property
    def name_width(self) -> float:
        """The width for the names."""
        return next(space for column, _, space in self.table.places if column.width is None)

    @cached_property
    def tall_rows(self) -> int:
        rows = [row for section in self.sheet.sections for row in section.rows]
        return sum(self.table.height(self.texts(row)) > PrintedTable.ROW for row in rows)

    def height(self, piece: StandingsPiece) -> float:
        if piece.section is None:
            signatures = SIGNATURE if self.sheet.signatures else 0.0
            return 10 + LINE_OF_RULE * len(self.foot) + signatures
        head = TITLE + NOTE + PrintedTable.HEAD if piece.is_first else 0.0
        return head + (self.table.height(self.texts(piece.row)) if piece.row else PrintedTable.ROW)

    @property
    def room(self) -> float:
        """The height of a page below its heading and a section's head."""
        return self.size.top - HEIGHT - self.size.bottom - TITLE - NOTE - PrintedTable.HEAD

    @cached_property
    def pages(self) -> list[list[StandingsPiece]]:
        return paginate(tuple(_pieces(self.sheet)), self.height, self.room)

    @cached_property
    def row_spacing(self) -> float:
        """The extra height of every row, so that the fullest page is filled."""
        fullest = max(self.pages, key=lambda page: sum(map(self.height, page)))
        rows = sum(piece.row is not None for piece in fullest)
        spare = self.room - sum(map(self.height, fullest))
        return min(MOST_LEADING, max(0.0, spare) / rows) if rows else 0.0


class _StandingsWriter:
    """Draws pieces downward from y."""

    def __init__(self, pen: Pen, plan: SheetLayout) -> None:
        self.pen, self.plan = pen, plan
        self.y = 0.0

    def draw_page(self, pieces: list[StandingsPiece]) -> None:
        self.y = self.pen.size.top - HEIGHT
        for index, piece in enumerate(pieces):
            if piece.section is None:
                self._tail()
                continue
            if piece.is_first or index == 0:
                self._head(piece.section, continued=not piece.is_first)
            self._row(piece)

    def _head(self, section: StandingsSection, *, continued: bool) -> None:
        if not continued:
            self.pen.bookmark(section.title)
        size = self.pen.size
        self.y -= TITLE
        title_width = self.pen.text(size.left, self.y + 8, section.title, 16, bold=True)
        if continued:
            self.pen.text(size.left + title_width + 8, self.y + 8, "continued", 12, grey=MUTED)
        if section.note:
            self.y -= NOTE
            space = size.right - size.left
            self.pen.fit((size.left, self.y + 2, space, NOTE), section.note, 12, floor=10)
        self.y = self.plan.table.draw_head(self.pen, self.y)

    def _row(self, piece: StandingsPiece) -> None:
        if piece.row:
            row, extra = self.plan.texts(piece.row), self.plan.row_spacing
            self.y = self.plan.table.draw_row(self.pen, row, self.y, extra)
        else:
            self.y -= PrintedTable.ROW
            self.pen.text(self.pen.size.left, self.y + 7, "Nobody yet", 14, grey=MUTED)

    def _tail(self) -> None:
        size = self.pen.size
        y = self.pen.lines(size.left, self.y - 6, self.plan.foot, 12, LINE_OF_RULE) - 4
        if signatures := self.plan.sheet.signatures:
            draw_signatures(self.pen, y - SIGNATURE, signatures)
