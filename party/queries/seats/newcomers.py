"""Reads about newcomers at a table whose chairs are called out, because no rule gives them."""

from party.models import Party, Round
from party.queries.evening.rounds import SEATS, people, seatings
from party.values.people.person import Person

Newcomers = tuple[tuple[Person, str], ...]  # each with the letter of the seat


def newcomers_to_call(party: Party, round_: Round) -> dict[int, Newcomers]:
    """Return, by table, the newcomers of a round whose chairs no rule gives. Two queries.

    Partners are fresh, or people came, went or have wishes. They are those of which the
    next-move slips said that they are called out.
    """
    before, after = seatings(party, since=round_.number - 1, upto=round_.number)
    movement, everybody = party.format.movement, people(party)
    if not movement.needs_results(len(before.tables)):
        return {}
    settled = round_.made_from.is_settled
    newcomers: dict[int, Newcomers] = {}
    for number, chairs in enumerate(after.tables, start=1):
        fresh = party.partners == "fresh" and movement.splits(number)
        there = before.tables[number - 1] if number <= len(before.tables) else ()
        if fresh or not settled or any(entrant not in after.chairs for entrant in there):
            newcomers[number] = tuple(
                (everybody[entrant], seat)
                for seat, entrant in zip(SEATS, chairs, strict=True)
                if entrant in before.chairs and entrant not in there
            )
    # At a table that opens all may have just arrived.
    return {number: come for number, come in newcomers.items() if come}
