"""Meetings: who meets whom in a round, and in which rounds they have met like that before.

A *meeting* is of two people at one table, as partners or as opponents.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic

from party.progression.seating import SEATS, E, Seating


@dataclass(frozen=True)
class Meeting(Generic[E]):
    """Two people at one table; `before` has the numbers of the rounds in which they met so."""

    people: frozenset[E]
    partners: bool
    before: tuple[int, ...]


def meetings(
    seating: Seating[E], past: Sequence[Seating[E]], people: Collection[E]
) -> tuple[Meeting[E], ...]:
    """Return whom these people meet, each meeting once; `past` is round 1 and those after it.

    Who sits out, or is not here, meets nobody.
    """
    met: dict[frozenset[E], Meeting[E]] = {}
    for entrant in people:
        if chair := seating.chair(entrant):
            for mate in seating.tables[chair[0] - 1]:
                both = frozenset((entrant, mate))
                if mate != entrant and both not in met:
                    met[both] = _meeting(entrant, mate, seating, past)
    return tuple(met.values())


def _meeting(one: E, other: E, seating: Seating[E], past: Sequence[Seating[E]]) -> Meeting[E]:
    now = are_partners(one, other, seating)
    before = (n for n, each in enumerate(past, 1) if are_partners(one, other, each) is now)
    return Meeting(frozenset((one, other)), bool(now), tuple(before))


def are_partners(one: E, other: E, seating: Seating[E]) -> bool | None:
    """Tell partners from opponents; None for two who are not at one table."""
    mine, theirs = seating.chair(one), seating.chair(other)
    if mine is None or theirs is None or mine[0] != theirs[0]:
        return None
    return (SEATS.index(mine[1]) - SEATS.index(theirs[1])) % 2 == 0
