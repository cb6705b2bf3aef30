"""A season's standings, to post on the wall."""

from collections.abc import Sequence
from types import SimpleNamespace

from party.pdf.drawing.columns import PrintedColumn, PrintedTable
from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.headings import HEADING_HEIGHT, draw_headings, paginate
from party.pdf.drawing.pages import PLAIN, page_of
from party.pdf.drawing.pen import Pen
from party.pdf.standings.tally import LIST_BOX, draw_box
from party.values.numbers import total
from party.values.papers import Heading, Look
from party.values.standings.series import Season, SeasonLine, face_of_night
from party.values.standings.tally import BoxFace

MOST_NIGHTS = 5  # with more, only the best is shown
LEADING = 17.0
FIRST = (
    PrintedColumn("Place", "rank", 40, "centre", bold=True),
    PrintedColumn("Name", "name", None, "left", below="note"),
)
LAST = (
    PrintedColumn("Came", "came", 46, "centre"),
    PrintedColumn("Total", "total", 66, "right", bold=True),
)


class SeasonRows(PrintedTable):
    """Its rows have room for the boxes of the parties."""

    ROW_HEIGHT, TALL_ROW_HEIGHT = 33.0, 38.0


class LowerSeasonRows(SeasonRows):
    ROW_HEIGHT, TALL_ROW_HEIGHT = 29.5, 33.0


def season_sheet(season: Season, heading: Heading, look: Look = PLAIN) -> bytes:
    count = len(season.parties)
    title = f"After {count} {'party' if count == 1 else 'parties'}"
    size = page_of(look, wide=True)
    pen = Pen(size, heading, title)
    rows = [_season_row(line, season) for line in season.lines]
    columns = (*FIRST, *_night_columns(season), *LAST)
    rule = wrap(" ".join((*season.most_won, *season.rule)), size.right - size.left, 12)
    tail = 10 + LEADING * len(rule)
    room = size.top - HEADING_HEIGHT - size.bottom - PrintedTable.HEAD_HEIGHT

    def paginated(table: PrintedTable) -> Sequence[Sequence[SimpleNamespace | None]]:
        return paginate([*rows, None], lambda row: table.height(row) if row else tail, room)

    tables = [kind(columns, rows, size) for kind in (SeasonRows, LowerSeasonRows)]
    table = min(tables, key=lambda each: len(paginated(each)))
    pages = paginated(table)
    for pieces in draw_headings(pen, heading, title, pages):
        y = table.draw_head(pen, size.top - HEADING_HEIGHT)
        for row in filter(None, pieces):
            y = table.draw_row(pen, row, y)
        if pieces[-1] is None:
            pen.lines(size.left, y - 6, rule, 12, LEADING)
    return pen.finish()


def _night_columns(season: Season) -> tuple[PrintedColumn, ...]:
    if len(season.parties) > MOST_NIGHTS:
        return (PrintedColumn("Best evening", "best", 90, "right"),)
    return tuple(
        PrintedColumn(party.day, "nights", 50, "centre", index=index, draw=_draw_night)
        for index, party in enumerate(season.parties)
    )


def _season_row(line: SeasonLine, season: Season) -> SimpleNamespace:
    return SimpleNamespace(
        rank=line.place,
        name=line.sort_name or line.name,
        note=line.note,
        came=str(line.attended),
        best=total(max(night.worth for night in line.nights.values())),
        total=total(line.total),
        nights=[face_of_night(line.nights.get(party.id)) for party in season.parties],
    )


def _draw_night(pen: Pen, place: tuple[float, float, float, float], face: BoxFace) -> None:
    x, y, _, height = place
    draw_box(pen, x, y + (height - LIST_BOX.height) / 2, face, LIST_BOX)
