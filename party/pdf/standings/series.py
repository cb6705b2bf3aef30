"""The standings of a season for the wall: a column for each party while they fit."""

from dataclasses import dataclass
from types import SimpleNamespace

from party.pdf.kit.columns import Column, Table
from party.pdf.kit.fitting import wrap
from party.pdf.kit.headings import HEIGHT, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import Pen
from party.values.papers import Heading, Look

MOST_NIGHTS = 5  # with more the names have no room: the best one stands for them
LEADING = 17.0
FIRST = (
    Column("Rank", "rank", 40, "centre", bold=True),
    Column("Name", "name", None, "left", below="note"),
)
LAST = (
    Column("Came", "came", 46, "centre"),
    Column("Total", "total", 66, "right", bold=True),
)


@dataclass(frozen=True, kw_only=True)
class SeasonRow:
    """One player on paper; a night that does not count is in brackets."""

    rank: str
    name: str
    total: str
    came: str
    best: str
    nights: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class SeasonSheet:
    """The standings of a series for the wall; `nights` are the heads of the parties' columns."""

    heading: Heading
    title: str
    nights: tuple[str, ...]
    rows: tuple[SeasonRow, ...]
    rule: str = ""


def season_sheet(sheet: SeasonSheet, look: Look = PLAIN) -> bytes:
    """Return the PDF; how the series counts stands under the last row."""
    size = page_of(look, wide=True)
    pen = Pen(size, sheet.heading, sheet.title)
    rows = [_flat(row) for row in sheet.rows]
    table = Table((*FIRST, *_nights(sheet), *LAST), rows, size)
    rule = wrap(sheet.rule, size.right - size.left, 12)
    tail = 10 + LEADING * len(rule)
    room = size.top - HEIGHT - size.bottom - Table.HEAD
    pages = paged([*rows, None], lambda row: table.height(row) if row else tail, room)
    for pieces in with_heading(pen, sheet.heading, sheet.title, pages):
        y = table.draw_head(pen, size.top - HEIGHT)
        for row in pieces:
            y = table.draw_row(pen, row, y) if row else _draw_rule(pen, rule, y)
    return pen.finish()


def _nights(sheet: SeasonSheet) -> tuple[Column, ...]:
    if len(sheet.nights) > MOST_NIGHTS:
        return (Column("Best evening", "best", 90, "right"),)
    return tuple(
        Column(head, f"night{place}", 50, "right") for place, head in enumerate(sheet.nights)
    )


def _flat(row: SeasonRow) -> SimpleNamespace:
    """Return the row with a field for each night, as columns ask for fields by name."""
    nights = {f"night{place}": text for place, text in enumerate(row.nights)}
    return SimpleNamespace(
        rank=row.rank,
        name=row.name,
        note=row.note,
        came=row.came,
        best=row.best,
        total=row.total,
        **nights,
    )


def _draw_rule(pen: Pen, rule: tuple[str, ...], y: float) -> float:
    y -= 10
    for line in rule:
        y -= LEADING
        pen.text(pen.size.left, y + 4, line, 12)
    return y
