"""Find my seat: the seats of a round from A to Z, to hang on the wall."""

from party.models import Party, Round
from party.pdf.seats.seat_list import SeatLine, SeatList, seat_list
from party.queries.hall.guest_address import printed_guest_address
from party.queries.papers import heading
from party.queries.seats.sittings import sittings
from party.values.papers import Contents, Moment, Piece, Shared
from party.views.papers.paper import BLANK_ROUND, Paper, contents_of, has_seats, of_round


def seats_a_to_z(party: Party, round_: Round) -> SeatList:
    return SeatList(
        heading=heading(party),
        round=f"Round {round_.number}",
        lines=tuple(
            SeatLine(name=each.person.list_name, table=str(each.table or ""), seat=each.seat or "")
            for each in sittings(party, round_)
        ),
        address=printed_guest_address(party, "wall"),
    )


def blank_list(party: Party) -> SeatList:
    return SeatList(heading=heading(party), round=BLANK_ROUND, lines=())


def contents(sheet: SeatList) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(line.name, line.name, tuple(vars(line).values())) for line in sheet.lines),
        "line",
        Shared("round", sheet.round),
        *([Shared("address", sheet.address.url, "the guests’ address")] if sheet.address else []),
    )


SEAT_LIST = Paper(
    slug="seats",
    title="Find my seat",
    purpose="Everybody from A to Z, to hang on the wall.",
    moment=Moment.ROUND,
    is_by_round=True,
    is_ready=has_seats,
    fill=of_round(seats_a_to_z),
    draw=seat_list,
    blank=blank_list,
    contents=contents,
)
