"""More paper as values: the tables' people, what is read aloud, place cards, blank slips."""

from collections.abc import Mapping

from party.models import Party, Round
from party.queries.prints import by_name, heading, slip_rules
from party.queries.rounds import people
from party.queries.seats import by_table, moves_of, sittings
from party.values.moves import announcement, exceptions
from party.values.people import Person
from party.values.prints import (
    PlaceCard,
    PlaceCards,
    Script,
    Slip,
    SlipSheet,
    TableLine,
    TableList,
)

BLANK_SLIPS = 8  # two sheets: enough to go on when the printer is out of reach


def table_list(party: Party, round_: Round) -> TableList:
    """Return who sits where in a round, table by table, and who sits out."""
    seated = sittings(party, round_)
    return TableList(
        heading=heading(party),
        round=f"Round {round_.number}",
        lines=tuple(_line(number, seats) for number, seats in sorted(by_table(seated).items())),
        bench=tuple(str(each.person) for each in seated if each.table is None),
    )


def _line(number: int, seats: Mapping[str, Person]) -> TableLine:
    north, east, south, west = (str(seats.get(seat, "")) for seat in "NESW")
    return TableLine(table=str(number), north=north, east=east, south=south, west=west)


def script(party: Party, round_: Round) -> Script:
    """Return what is read aloud before a round; there is nothing to read before the first."""
    before = Round.objects.get(party=party, number=round_.number - 1)
    told = exceptions(moves_of(party, before, round_))
    return Script(
        heading=heading(party),
        title=f"Read aloud: the moves to round {round_.number}",
        lines=(*told, *announcement(party.format, before.tables.count())),
    )


def place_cards(party: Party, _round: Round | None) -> PlaceCards:
    """Return a card for everybody who has a name, whether drawn or not."""
    named = sorted((each for each in people(party).values() if each.name), key=by_name)
    return PlaceCards(
        heading=heading(party),
        cards=tuple(PlaceCard(name=each.name, below=f"No. {each.number}") for each in named),
    )


def blank_slips(party: Party) -> SlipSheet:
    """Return slips without table, round and names, to finish an evening by hand."""
    slips = (Slip(table="", round="Round"),) * BLANK_SLIPS
    return SlipSheet(heading=heading(party), rules=slip_rules(party), slips=slips)
