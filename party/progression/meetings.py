"""Meetings: who meets whom in a round, and in which earlier rounds they met like that.

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
    """Return whom these people meet, each meeting once; `past` starts with round 1.

    People on the bench and people who are not here meet nobody.
    """
    met: dict[frozenset[E], Meeting[E]] = {}
    for entrant in people:
        if chair := seating.chair(entrant):
            for mate in seating.tables[chair[0] - 1]:
                couple = frozenset((entrant, mate))
                if mate != entrant and couple not in met:
                    met[couple] = _meeting(entrant, mate, seating, past)
    return tuple(met.values())


def _meeting(first: E, second: E, seating: Seating[E], past: Sequence[Seating[E]]) -> Meeting[E]:
    as_partners = are_partners(first, second, seating)
    before = (
        n for n, each in enumerate(past, 1) if are_partners(first, second, each) is as_partners
    )
    return Meeting(frozenset((first, second)), bool(as_partners), tuple(before))


def are_partners(first: E, second: E, seating: Seating[E]) -> bool | None:
    """Return True for partners, False for opponents, None if not at one table."""
    mine, theirs = seating.chair(first), seating.chair(second)
    if mine is None or theirs is None or mine[0] != theirs[0]:
        return None
    return (SEATS.index(mine[1]) - SEATS.index(theirs[1])) % 2 == 0
