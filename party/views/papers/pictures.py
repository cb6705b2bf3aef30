from party.models import Party
from party.pdf.standings.pictures import PicturesSheet, pictures_sheet
from party.queries.papers import has_closed_round, heading
from party.queries.standings.pictures import read_pictures
from party.values.papers import Content, Contents, Moment
from party.values.standings.pictures import Pictures
from party.views.papers.paper import CLOSE_FIRST, Paper, of_party


def pictures_of(party: Party) -> PicturesSheet:
    return PicturesSheet(heading=heading(party), pictures=read_pictures(party))


def contents(sheet: PicturesSheet) -> Contents:
    return Contents.whole(sheet.heading.content, _numbers(sheet.pictures))


def _numbers(album: Pictures) -> Content:
    lines = [(each.name, each.points, each.places, each.partners) for each in album.lines]
    bars = [(line.name, line.bids, line.made) for line in (*album.trumps, *album.heights)]
    tiles = (
        [(tile.name, tile.place) for tile in album.tiles],
        album.moves.words,
    )
    repeats = [(each.first, each.second, each.rounds) for each in album.repeats]
    square_names = [row.name for row in album.square.rows] if album.square else None
    return (
        album.numbers,
        lines,
        bars,
        tiles,
        repeats,
        square_names,
        album.is_tracked,
    )


PICTURES = Paper(
    slug="pictures",
    title="Pictures of the evening",
    purpose="Running totals, bids by trump, partners and moves, with their numbers.",
    moment=Moment.END,
    is_ready=of_party(has_closed_round),
    not_ready=CLOSE_FIRST,
    fill=of_party(pictures_of),
    draw=pictures_sheet,
    contents=contents,
)
