"""Sitting out: the order in which people sit out."""

from party.models import Party, Round
from party.pdf.seats.rota import RotaLine, RotaSheet, rota_sheet
from party.queries.papers import has_sitting_out, heading
from party.values.papers import Contents, Moment, Piece
from party.views.papers.paper import Paper, contents_of, of_party, shared_title

TITLE = "Sitting out, in this order"


def is_sat_out(party: Party, _latest: Round | None) -> bool:
    return has_sitting_out(party)


def rota(party: Party) -> RotaSheet:
    return RotaSheet(
        heading=heading(party),
        title=TITLE,
        lines=tuple(
            RotaLine(place=f"{place}.", name=str(person))
            for place, person in enumerate(party.entrants.in_rota(), start=1)
        ),
    )


def blank_rota(party: Party) -> RotaSheet:
    return RotaSheet(heading=heading(party), title=TITLE, lines=())


def contents(sheet: RotaSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(line.place, line.name, (line.place, line.name)) for line in sheet.lines),
        "line",
        shared_title(sheet.title),
    )


ROTA = Paper(
    slug="rota",
    title="Sitting out",
    purpose="The order in which people sit out.",
    moment=Moment.ROUND,
    is_ready=is_sat_out,
    not_ready="Nobody sits out.",
    fill=of_party(rota),
    draw=rota_sheet,
    blank=blank_rota,
    contents=contents,
)
