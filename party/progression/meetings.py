from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic

from party.progression.seating import SEATS, E, Seating


@dataclass(frozen=True)
class Meeting(Generic[E]):
    """Two people at one table; `before` has the earlier rounds in which they met in this role."""

    people: frozenset[E]
    are_partners: bool
    before: tuple[int, ...]


def meetings(
    seating: Seating[E], past: Sequence[Seating[E]], people: Collection[E]
) -> tuple[Meeting[E], ...]:
    """Return the meetings of these people, each once; `past` starts with round 1."""
    meetings_by_couple: dict[frozenset[E], Meeting[E]] = {}
    for entrant in people:
        if chair := seating.chair(entrant):
            for mate in seating.tables[chair[0] - 1]:
                couple = frozenset((entrant, mate))
                if mate != entrant and couple not in meetings_by_couple:
                    meetings_by_couple[couple] = _meeting(entrant, mate, seating, past)
    return tuple(meetings_by_couple.values())


def _meeting(first: E, second: E, seating: Seating[E], past: Sequence[Seating[E]]) -> Meeting[E]:
    as_partners = are_partners(first, second, seating)
    earlier_rounds = (
        number
        for number, past_seating in enumerate(past, 1)
        if are_partners(first, second, past_seating) is as_partners
    )
    return Meeting(frozenset((first, second)), bool(as_partners), tuple(earlier_rounds))


def are_partners(first: E, second: E, seating: Seating[E]) -> bool | None:
    """Return True for partners, False for opponents, None if not at one table."""
    first_chair, second_chair = seating.chair(first), seating.chair(second)
    if first_chair is None or second_chair is None or first_chair[0] != second_chair[0]:
        return None
    return (SEATS.index(first_chair[1]) - SEATS.index(second_chair[1])) % 2 == 0
