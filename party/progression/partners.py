"""The new pairs at a table where pairs split.

*Chairs* leaves the chairs as the movement gives them. *Fresh* may exchange the two newcomers (they
sit at S and W, the stayers at N and E): it prefers fewer past partnerships, then fewer past
oppositions, then no exchange.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from party.progression.meetings import are_partners
from party.progression.movement import Movement, Table
from party.progression.seating import E, Seating

# The first seat of two stayers, by the seats of the two.
FIRST_SEATS: Mapping[tuple[int, ...], int] = {(0, 1): 0, (1, 2): 1, (2, 3): 2, (0, 3): 3}
SplitTable = tuple[Table[E], int]  # a table and its first seat
Couple = tuple[E, E]


def partners_of(seating: Seating[E]) -> dict[E, E]:
    partners: dict[E, E] = {}
    for north, east, south, west in seating.tables:
        partners |= {north: south, south: north, east: west, west: east}
    return partners


def take_fresh_partners(
    split: Sequence[SplitTable[E]], past: Sequence[Seating[E]], old_partners: Mapping[E, E]
) -> None:
    """Exchange the two newcomers, in place, at tables where that repeats fewer pairs.

    `split` comes from `split_tables`, `past` is every round so far. Old partners never come
    together.
    """
    for table, first in split:
        north, east, south, west = table[first:] + table[:first]
        if old_partners.get(north) == west or old_partners.get(east) == south:
            continue
        opposite, side_by_side = [(north, south), (east, west)], [(north, west), (east, south)]
        if _repeats(side_by_side, opposite, past) < _repeats(opposite, side_by_side, past):
            exchanged = [north, east, west, south]
            table[:] = exchanged[4 - first :] + exchanged[: 4 - first]


def _repeats(
    partners: Sequence[Couple[E]], opponents: Sequence[Couple[E]], past: Sequence[Seating[E]]
) -> tuple[int, int]:
    """Return how often the first couples were partners, and how often the others opponents."""
    return (
        sum(are_partners(*couple, seating) is True for couple in partners for seating in past),
        sum(are_partners(*couple, seating) is False for couple in opponents for seating in past),
    )


def split_tables(
    tables: Sequence[Table[E]], seated: Seating[E], movement: Movement, keepers: AbstractSet[E]
) -> list[SplitTable[E]]:
    """Return the tables at which both pairs parted, each with its first seat.

    `seated` is the last round. Clockwise from the first seat come the two stayers, then the
    newcomers. The first seat is N, unless the table has a keeper.
    """
    first_seats = (
        (table, _first_seat(table, before, keepers))
        for number, (table, before) in enumerate(zip(tables, seated.tables, strict=False), 1)
        if movement.splits(number)
    )
    return [(table, first) for table, first in first_seats if first is not None]


def _first_seat(table: Table[E], before: Sequence[E], keepers: AbstractSet[E]) -> int | None:
    """Return the first of two stayers side by side; None if there are no such two."""
    if keepers.isdisjoint(table):
        return 0
    stayed = tuple(seat for seat in range(4) if table[seat] in before)
    return FIRST_SEATS.get(stayed)
