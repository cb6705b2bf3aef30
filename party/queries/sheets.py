"""More paper as values: the tables' people, what is read aloud, place cards, blank slips."""

from collections.abc import Iterator, Mapping

from party.engine import SEAT_NAMES
from party.models import Party, Round
from party.queries.evening.rounds import SEATS, people, seatings
from party.queries.prints import by_name, heading
from party.queries.seats.seats import by_table, moves_of, sittings
from party.values.people.person import Person
from party.values.prints import (
    PlaceCard,
    PlaceCards,
    Script,
    TableLine,
    TableList,
)
from party.values.seats.moves import announcement, exceptions

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
        lines=(
            *told,
            *announcement(party.format, before.tables.count()),
            *_chairs_to_call(party, round_),
        ),
    )


def _chairs_to_call(party: Party, round_: Round) -> Iterator[str]:
    """Yield newcomers' chairs that no rule gives.

    Partners are fresh, or people came, went or have wishes. They are those of which the
    next-move slips said that they are called out.
    """
    before, after = seatings(party, since=round_.number - 1, upto=round_.number)
    movement, everybody = party.format.movement, people(party)
    if not movement.needs_results(len(before.tables)):
        return
    settled = round_.made_from.is_settled
    for number, chairs in enumerate(after.tables, start=1):
        fresh = party.partners == "fresh" and movement.splits(number)
        there = before.tables[number - 1] if number <= len(before.tables) else ()
        if fresh or not settled or any(entrant not in after.chairs for entrant in there):
            come = [
                f"{everybody[entrant]} {SEAT_NAMES[seat]}"
                for seat, entrant in zip(SEATS, chairs, strict=True)
                if entrant in before.chairs and entrant not in there
            ]
            if come:  # at a table that opens all may have just arrived
                yield f"Newcomers at table {number}: {', '.join(come)}."


def place_cards(party: Party, _round: Round | None) -> PlaceCards:
    """Return a card for everybody who has a name, whether drawn or not."""
    named = sorted((each for each in people(party).values() if each.name), key=by_name)
    return PlaceCards(
        heading=heading(party),
        cards=tuple(PlaceCard(name=each.name, below=f"No. {each.number}") for each in named),
    )
