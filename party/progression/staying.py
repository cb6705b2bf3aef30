"""Staying: somebody who keeps table and chair, whoever of her table was ahead.

A *stay-put* entrant has asked for it. If her pair stays, she is the one of the two who keeps the
chair. If her pair should move, her partner goes without her: in her place goes the South or East
player of the staying pair, and that player's partner stays with her, on the other side. So both
pairs still part, nobody at the table changes chairs, and the first newcomer faces her.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Generic

from party.progression.seating import PAIRS, E

# Where the other one of the staying pair goes when she keeps the chair; who goes in her place.
SHIFT = {"NS": 1, "EW": 0}
INSTEAD = {"NS": (2, 0), "EW": (1, 3)}


@dataclass(frozen=True)
class Parting(Generic[E]):
    """Who leaves a table and who stays, in order, with the places of stayers, then newcomers."""

    movers: tuple[E, E]
    stayers: tuple[E, E]
    places: tuple[int, ...]


def part_around(
    table: Sequence[E], moving: str, staying: str, put: AbstractSet[E], *, splits: bool
) -> Parting[E]:
    """Part a table at which somebody of `put` sits; `moving` and `staying` are its pairs.

    Of more than two stay-put people at one table some must move: the caller brings them back.
    """
    movers = _movers(table, moving, staying, put)
    stayers = [seat for seat in range(4) if seat not in movers]
    stayers.sort(key=lambda seat: table[seat] not in put)
    first, second = stayers
    apart = (second - first) % 2 == 1
    if splits and not apart and table[second] not in put:
        second = SHIFT[staying]
    places = (first, second, *_empty(first, second))
    return Parting(
        (table[movers[0]], table[movers[1]]),
        (table[stayers[0]], table[stayers[1]]),
        places,
    )


def _movers(table: Sequence[E], moving: str, staying: str, put: AbstractSet[E]) -> list[int]:
    """Return the seats that leave: for somebody stay-put, one of the other pair in her place."""
    instead = [seat for seat in INSTEAD[staying] if table[seat] not in put]
    return [instead.pop(0) if table[seat] in put and instead else seat for seat in PAIRS[moving]]


def _empty(first: int, second: int) -> tuple[int, int]:
    """Return the chairs of the newcomers: the one facing the first stayer, where it is free."""
    opposite = (first + 2) % 4
    rest = [seat for seat in range(4) if seat not in (first, second)]
    rest.sort(key=lambda seat: seat != opposite)
    return rest[0], rest[1]
