"""The standings of a season for the wall: a column for each party while they fit."""

from collections import Counter
from types import SimpleNamespace

from party.pdf.kit.columns import Column, Table
from party.pdf.kit.fitting import wrap
from party.pdf.kit.headings import HEIGHT, paged, with_heading
from party.pdf.kit.pages import PLAIN, page_of
from party.pdf.kit.pen import Pen
from party.values.numbers import place, total
from party.values.papers import Heading, Look
from party.values.standings.series import PlayedNight, Season, SeasonLine

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


def season_sheet(season: Season, heading: Heading, look: Look = PLAIN) -> bytes:
    """Return the PDF; how the series counts stands under the last row."""
    count = len(season.parties)
    title = f"After {count} {'party' if count == 1 else 'parties'}"
    size = page_of(look, wide=True)
    pen = Pen(size, heading, title)
    shared = Counter(line.rank for line in season.lines)
    rows = [_row(line, season, shared=shared[line.rank] > 1) for line in season.lines]
    table = Table((*FIRST, *_nights(season), *LAST), rows, size)
    rule = wrap(" ".join((*season.most_won, *season.rule)), size.right - size.left, 12)
    tail = 10 + LEADING * len(rule)
    room = size.top - HEIGHT - size.bottom - Table.HEAD
    pages = paged([*rows, None], lambda row: table.height(row) if row else tail, room)
    for pieces in with_heading(pen, heading, title, pages):
        y = table.draw_head(pen, size.top - HEIGHT)
        for row in filter(None, pieces):
            y = table.draw_row(pen, row, y)
        if pieces[-1] is None:
            pen.lines(size.left, y - 6, rule, 12, LEADING)
    return pen.finish()


def _nights(season: Season) -> tuple[Column, ...]:
    if len(season.parties) > MOST_NIGHTS:
        return (Column("Best evening", "best", 90, "right"),)
    return tuple(
        Column(party.day, f"night{number}", 50, "right")
        for number, party in enumerate(season.parties)
    )


def _row(line: SeasonLine, season: Season, *, shared: bool) -> SimpleNamespace:
    """Return a line as texts, with a field for each night, as columns read fields by name."""
    nights = {
        f"night{number}": _night(line.nights.get(party.id))
        for number, party in enumerate(season.parties)
    }
    return SimpleNamespace(
        rank=place(line.rank, shared=shared),
        name=line.sort_name or line.name,
        note=line.note,
        came=str(line.attended),
        best=total(max(night.worth for night in line.nights.values())),
        total=total(line.total),
        **nights,
    )


def _night(night: PlayedNight | None) -> str:
    """Return what a night is worth; in brackets where it does not count."""
    if night is None:
        return "–"
    return f"({total(night.worth)})" if night.dropped else total(night.worth)
