"""Everybody's rank, and the averages that a party may credit for a sit-out.

A *measure* is a number per person besides the total: rounds_won, best_round, fewest_sets.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import groupby
from typing import Generic, NamedTuple

from party.progression.seating import EMPTY_MAPPING, E

FEWER_IS_BETTER = frozenset({"fewest_sets"})


class Standing(NamedTuple, Generic[E]):
    """A line of the standings; equal lines share a rank, as in 1 2 2 4."""

    rank: int
    entrant: E
    total: int


def rank(
    totals: Mapping[E, int],
    *,
    count_back: Sequence[str] = (),
    measures: Mapping[str, Mapping[E, int]] = EMPTY_MAPPING,
    unranked: Collection[E] = (),
) -> list[Standing[E]]:
    """Return the standings, highest total first, with ranks like 1 2 2 4.

    Equal totals are ranked by the measures of `count_back`, in order. A measure is skipped if it
    is not known for everybody in the tie. House players (`unranked`) are left out.
    """
    ranked = {entrant: total for entrant, total in totals.items() if entrant not in unranked}
    tie_breakers = [_higher_is_better(name, measures.get(name, {})) for name in count_back]
    groups = (
        group
        for tied in _groups_of_equals(list(ranked), ranked)
        for group in _break_tie(tied, tie_breakers)
    )
    return list(_ranked_lines(groups, ranked))


def rank_from_low(
    totals: Mapping[E, int], *, complete: Collection[E], unranked: Collection[E] = ()
) -> list[Standing[E]]:
    """Return the standings of the people in `complete`, lowest total first."""
    ranked = {e: t for e, t in totals.items() if e in complete and e not in unranked}
    lowest = _groups_of_equals(
        list(ranked), {entrant: -total for entrant, total in ranked.items()}
    )
    return list(_ranked_lines(lowest, ranked))


def in_every_round(past: Sequence[AbstractSet[E]], *, late_credited: bool = False) -> frozenset[E]:
    """Return the people who were seated or credited in every round so far.

    `past` has the people here in each round; a sit-out is credited. Rounds before a late arrival
    are credited only with `late_credited`; a later absence never is.
    """
    present: AbstractSet[E] = frozenset()
    missed: AbstractSet[E] = frozenset()
    for number, people in enumerate(past):
        newcomers = people - present
        missed |= present - people
        if number > 0 and not late_credited:
            missed |= newcomers
        present = people - missed
    return frozenset(present)


def room_average(points: Iterable[int | Fraction]) -> int:
    """Return the credit of a sit-out: the mean of the ranked players' points of that round.

    `points` has one number for each person. If only the sum of several rounds is known, each round
    counts an equal part of it. The credit is 0 if nobody played.
    """
    return _nearest_ten(list(points))


def own_average(points: Iterable[int], room: int) -> int:
    """Return the mean of the rounds that somebody played, or `room` if they played none."""
    played = list(points)
    return _nearest_ten(played) if played else room


def _nearest_ten(points: Sequence[int | Fraction]) -> int:
    """Return the mean to the nearest ten, halves up: 65 gives 70, -15 gives -10."""
    count = len(points)
    return int((2 * sum(points) + 10 * count) // (20 * count)) * 10 if count else 0


def _higher_is_better(name: str, values: Mapping[E, int]) -> Mapping[E, int]:
    if name not in FEWER_IS_BETTER:
        return values
    return {entrant: -value for entrant, value in values.items()}


def _break_tie(tied: list[E], measures: Sequence[Mapping[E, int]]) -> Iterator[list[E]]:
    """Split a tie by one measure after the other; skip a measure that somebody in it lacks."""
    if len(tied) == 1 or not measures:
        yield tied
        return
    first, *rest = measures
    is_complete = all(entrant in first for entrant in tied)
    for group in _groups_of_equals(tied, first) if is_complete else [tied]:
        yield from _break_tie(group, rest)


def _groups_of_equals(entrants: list[E], values: Mapping[E, int]) -> Iterator[list[E]]:
    ordered = sorted(entrants, key=lambda entrant: -values[entrant])
    for _, group in groupby(ordered, key=lambda entrant: values[entrant]):
        yield list(group)


def _ranked_lines(groups: Iterable[list[E]], totals: Mapping[E, int]) -> Iterator[Standing[E]]:
    first = 1
    for group in groups:
        yield from (Standing(first, entrant, totals[entrant]) for entrant in group)
        first += len(group)
