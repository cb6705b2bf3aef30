"""Pictures of the evening, with the numbers that they show."""

from party.models import Party
from party.pdf.standings.pictures import PicturesSheet, pictures_sheet
from party.queries.papers import heading
from party.queries.standings.pictures import pictures
from party.values.papers import Content, Contents, Moment
from party.values.standings.pictures import Pictures
from party.views.papers.paper import CLOSE_FIRST, Paper, has_closed_round, of_party


def pictures_of(party: Party) -> PicturesSheet:
    return PicturesSheet(heading=heading(party), pictures=pictures(party))


def contents(sheet: PicturesSheet) -> Contents:
    return Contents.whole(sheet.heading.content, _numbers(sheet.pictures))


def _numbers(shown: Pictures) -> Content:
    lines = [(each.name, each.points, each.places, each.partners) for each in shown.lines]
    bars = [(line.name, line.bids, line.made) for line in (*shown.trumps, *shown.heights)]
    drawn = [(tile.name, tile.place) for tile in shown.tiles], shown.moves.words
    repeats = [(each.first, each.second, each.rounds) for each in shown.repeats]
    in_square = [row.name for row in shown.square.rows] if shown.square else None
    return shown.numbers, lines, bars, drawn, repeats, in_square, shown.tracked


PICTURES = Paper(
    slug="pictures",
    title="Pictures of the evening",
    purpose="Running totals, bids by trump, partners and moves, with their numbers.",
    moment=Moment.END,
    is_ready=has_closed_round,
    not_ready=CLOSE_FIRST,
    fill=of_party(pictures_of),
    draw=pictures_sheet,
    contents=contents,
)
