"""The new pairs at a table where pairs split.

*Chairs* leaves the chairs as the movement gives them. *Fresh* may exchange the two newcomers (they
sit at S and W, the stayers at N and E): it prefers fewer past partnerships, then fewer past
oppositions, then no exchange.

A person's place in a past round is one number: twice the table, one more for E-W. Partners had the
same number, opponents the other number of the same table. People who did not play in that round
have negative numbers, each a different one.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain

from party.progression.movement import Movement, Table
from party.progression.seating import E, Seating

# The first seat of two stayers, by the seats of the two.
FIRST_SEATS: Mapping[tuple[int, ...], int] = {(0, 1): 0, (1, 2): 1, (2, 3): 2, (0, 3): 3}
SplitTable = tuple[Table[E], int]  # a table and its first seat
PastPairs = Iterable[Sequence[int]]  # by round: the old places of the people now at N, E, S, W


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
    rotated_tables = [table[first:] + table[:first] for table, first in split]
    _exchange_newcomers(rotated_tables, past, old_partners)
    for (table, first), people in zip(split, rotated_tables, strict=True):
        table[:] = people[4 - first :] + people[: 4 - first]


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


def _exchange_newcomers(
    tables: Sequence[Table[E]], past: Sequence[Seating[E]], old_partners: Mapping[E, E]
) -> None:
    people = list(chain.from_iterable(tables))
    absent = range(-2, -2 * len(people) - 2, -2)
    rounds = [list(map(_pair_numbers(seating).get, people, absent)) for seating in past]
    for number, table in enumerate(tables):
        north, east, south, west = table
        if old_partners.get(north) == west or old_partners.get(east) == south:
            continue
        chairs = slice(4 * number, 4 * number + 4)
        if _exchange_repeats_less(pair_numbers[chairs] for pair_numbers in rounds):
            table[2], table[3] = west, south


def _pair_numbers(seating: Seating[E]) -> dict[E, int]:
    people = chain.from_iterable(seating.tables)
    numbers = (place // 4 * 2 + place % 2 for place in range(4 * len(seating.tables)))
    return dict(zip(people, numbers, strict=True))


def _exchange_repeats_less(past_pairs: PastPairs) -> bool:
    """Return whether the pairs N-W and E-S repeat less than N-S and E-W.

    N against E and S against W happens either way, so it is not counted.
    """
    partnerships = partnerships_exchanged = oppositions = oppositions_exchanged = 0
    for north, east, south, west in past_pairs:
        partnerships += (north == south) + (east == west)
        partnerships_exchanged += (north == west) + (east == south)
        oppositions += (north ^ 1 == west) + (east ^ 1 == south)
        oppositions_exchanged += (north ^ 1 == south) + (east ^ 1 == west)
    return (partnerships_exchanged, oppositions_exchanged) < (partnerships, oppositions)
