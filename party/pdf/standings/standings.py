"""Standings to post on the wall: ranks, prize groups, the low end, and lines to sign on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from party.pdf.kit.columns import Column, Table
from party.pdf.kit.fitting import wrap
from party.pdf.kit.headings import HEIGHT, draw_signatures, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import MUTED, Pen
from party.values.papers import Heading, Look

TITLE, NOTE = 32.0, 16.0
SIGNATURE = 56.0
LINE_OF_RULE = 17.0
COLUMNS = (
    Column("Rank", "rank", 40, "centre", bold=True),
    Column("Name", "name", None, "left", below="note"),
    Column("Group", "group", 96, "left"),
    Column("Sat out", "sat_out", 70, "centre"),
    Column("Rounds won", "rounds_won", 80, "centre"),
    Column("Total", "total", 66, "right", bold=True),
)


@dataclass(frozen=True, kw_only=True)
class StandingRow:
    """One person's place; rank and total as they are to be read."""

    rank: str  # "1", shared "2="
    name: str
    total: str  # "1,240", "−120"
    rounds_won: str = ""
    group: str = ""  # prize group
    sat_out: str = ""  # the rounds: "2, 5"
    note: str = ""  # "left after round 3"


@dataclass(frozen=True, kw_only=True)
class StandingsSection:
    """One list of a standings sheet: all, one prize group, or the low end."""

    title: str
    rows: tuple[StandingRow, ...]
    note: str = ""  # "Only those who were there in every round."


@dataclass(frozen=True, kw_only=True)
class StandingsSheet:
    """Standings to post on the wall and to sign."""

    heading: Heading
    title: str  # "Final standings", "After round 3 of 8"
    sections: tuple[StandingsSection, ...]
    rule: str = ""  # how ties were settled, in words
    signatures: tuple[str, ...] = ()  # "Organiser", "Witness"


@dataclass(frozen=True)
class Piece:
    """What stands whole on one page: a row, the first with its section's head, or the tail."""

    section: StandingsSection | None
    row: StandingRow | None = None
    opens: bool = False


def standings_sheet(sheet: StandingsSheet, look: Look = PLAIN) -> bytes:
    """The PDF of the standings; a section that goes over a page has its head on both."""
    size = page_of(look, wide=True)
    pen = Pen(size, sheet.heading, sheet.title)
    room = size.top - HEIGHT - size.bottom - TITLE - NOTE - Table.HEAD
    sheet = sheet if sheet.sections else replace(sheet, sections=(_blank(sheet, room),))
    writer = _Writer(pen, sheet)
    pages = paged(tuple(_pieces(sheet)), writer.height, room)
    for pieces in with_heading(pen, sheet.heading, sheet.title, pages):
        writer.draw_page(pieces)
    return pen.finish()


def _blank(sheet: StandingsSheet, room: float) -> StandingsSection:
    """A section with as many lines to write on as the page has room for."""
    around = TITLE + NOTE + Table.HEAD + 10 + (SIGNATURE if sheet.signatures else 0.0)
    empty = StandingRow(rank="", name="", total="")
    return StandingsSection(title="Everybody", rows=(empty,) * int((room - around) // Table.ROW))


def _pieces(sheet: StandingsSheet) -> Iterator[Piece]:
    for section in sheet.sections:
        for number, row in enumerate(section.rows or (None,)):
            yield Piece(section, row, opens=number == 0)
    yield Piece(None)


class _Writer:
    """Draws pieces downward; y is where the next one begins."""

    def __init__(self, pen: Pen, sheet: StandingsSheet) -> None:
        self.pen, self.sheet = pen, sheet
        # One table for all sections: their columns stand under each other.
        rows = [row for section in sheet.sections for row in section.rows]
        self.table = Table(COLUMNS, rows, pen.size)
        self.rule = wrap(sheet.rule, pen.size.right - pen.size.left, 12)
        self.y = 0.0

    def height(self, piece: Piece) -> float:
        if piece.section is None:
            signatures = SIGNATURE if self.sheet.signatures else 0.0
            return 10 + LINE_OF_RULE * len(self.rule) + signatures
        head = TITLE + NOTE + Table.HEAD if piece.opens else 0.0
        return head + (self.table.height(piece.row) if piece.row else Table.ROW)

    def draw_page(self, pieces: list[Piece]) -> None:
        self.y = self.pen.size.top - HEIGHT
        for place, piece in enumerate(pieces):
            if piece.section is None:
                self._tail()
                continue
            if piece.opens or place == 0:
                self._head(piece.section, continued=not piece.opens)
            self._row(piece)

    def _head(self, section: StandingsSection, *, continued: bool) -> None:
        if not continued:
            self.pen.bookmark(section.title)
        size = self.pen.size
        self.y -= TITLE
        after = self.pen.text(size.left, self.y + 8, section.title, 16, bold=True)
        if continued:
            self.pen.text(size.left + after + 8, self.y + 8, "continued", 12, grey=MUTED)
        if section.note:
            self.y -= NOTE
            space = size.right - size.left
            self.pen.fitted((size.left, self.y + 2, space, NOTE), section.note, 12, floor=10)
        self.y = self.table.draw_head(self.pen, self.y)

    def _row(self, piece: Piece) -> None:
        if piece.row:
            self.y = self.table.draw_row(self.pen, piece.row, self.y)
        else:
            self.y -= Table.ROW
            self.pen.text(self.pen.size.left, self.y + 7, "Nobody yet", 14, grey=MUTED)

    def _tail(self) -> None:
        size = self.pen.size
        y = self.pen.lines(size.left, self.y - 6, self.rule, 12, LINE_OF_RULE) - 4
        if self.sheet.signatures:
            draw_signatures(self.pen, y - SIGNATURE, self.sheet.signatures)
