"""Cards from a hat: the seats of round 1 when fewer people come than cards were made.

Each card has a chair. People leave the highest table first, in the order N E S W, and take the
empty chairs, table 1 upward and N E S W, until the tables are full. At most three are left over:
they sit out, or house players fill up one more table with them.
"""

from collections.abc import Iterable, Mapping
from itertools import product

from party.progression.seating import SEATS, Chair, E


def seats_from_hat(
    held: Mapping[E, Chair], *, fill_up: bool = False
) -> tuple[dict[Chair, E], tuple[E, ...]]:
    """Return who has each chair, and who is left over; `held` are the chairs on people's cards.

    With `fill_up` nobody is left over: the last table has empty chairs, for house players.
    """
    full = len(held) // len(SEATS)
    seats = {chair: entrant for entrant, chair in held.items() if chair[0] <= full}
    highest_first = sorted(held, key=lambda entrant: (-held[entrant][0], _place(held[entrant])))
    waiting = [entrant for entrant in highest_first if held[entrant][0] > full]
    empty = _empty(seats, range(1, full + 1))
    left_over = waiting[len(empty) :]
    seats.update(zip(empty, waiting, strict=False))
    if not fill_up:
        return seats, tuple(left_over)
    stay = {held[entrant]: entrant for entrant in left_over if held[entrant][0] == full + 1}
    seats.update(stay)
    others = [entrant for entrant in left_over if entrant not in stay.values()]
    seats.update(zip(_empty(seats, [full + 1]), others, strict=False))
    return seats, ()


def _empty(seats: Mapping[Chair, E], tables: Iterable[int]) -> list[Chair]:
    return [chair for chair in product(tables, SEATS) if chair not in seats]


def _place(chair: Chair) -> int:
    return SEATS.index(chair[1])
