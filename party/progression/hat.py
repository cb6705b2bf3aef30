"""The seats of round 1 when everybody draws a chair from a hat, on a card.

If there are more cards than people, some tables are not full. People of the highest table then
move to the empty chairs: table 1 first, and at each table in the order N E S W. At most three
people are left over.
"""

from collections.abc import Iterable, Mapping
from itertools import product

from party.progression.seating import SEATS, Chair, E


def seats_from_hat(
    held: Mapping[E, Chair], *, fill_up: bool = False
) -> tuple[dict[Chair, E], tuple[E, ...]]:
    """Return people by chair, and the people left over; `held` are the chairs on people's cards.

    With `fill_up` nobody is left over: the last table has empty chairs for house players.
    """
    full_tables = len(held) // len(SEATS)
    seats = {chair: entrant for entrant, chair in held.items() if chair[0] <= full_tables}
    highest_first = sorted(
        held, key=lambda entrant: (-held[entrant][0], SEATS.index(held[entrant][1]))
    )
    waiting = [entrant for entrant in highest_first if held[entrant][0] > full_tables]
    empty_chairs = _empty_chairs(seats, range(1, full_tables + 1))
    left_over = waiting[len(empty_chairs) :]
    seats.update(zip(empty_chairs, waiting, strict=False))
    if not fill_up:
        return seats, tuple(left_over)
    keepers = {
        held[entrant]: entrant for entrant in left_over if held[entrant][0] == full_tables + 1
    }
    seats.update(keepers)
    without_chair = [entrant for entrant in left_over if entrant not in keepers.values()]
    seats.update(zip(_empty_chairs(seats, [full_tables + 1]), without_chair, strict=False))
    return seats, ()


def _empty_chairs(seats: Mapping[Chair, E], tables: Iterable[int]) -> list[Chair]:
    return [chair for chair in product(tables, SEATS) if chair not in seats]
