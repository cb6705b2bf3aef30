"""Prizes: who wins each prize, from measures that arrive as numbers.

A score that partners made together is a prize of both, and a tie is then one between such
*sides*; a score made alone is a side of one. A *ladder* is a measure, high or low, within a prize
group: "high", then "second high". Ties are reported, never broken: an award with more than one
side waits for a cut, a share or a count-back. People who *share* a prize take the prizes of all
the places they fill: two who share high share second high as well, and the next best has third.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from party.progression.errors import SeatingError
from party.progression.seating import EMPTY_MAPPING, E


@dataclass(frozen=True)
class Prize:
    """A prize; further ones of the same measure, end and group go to the next best.

    A prize `apart` was paid for with tickets: its winner may win another, even with one prize
    each. People in `out` are passed over for it.
    """

    name: str
    measure: str
    lowest: bool = False
    group: str | None = None
    apart: bool = False
    out: frozenset[Hashable] = frozenset()


@dataclass(frozen=True)
class Settled(Generic[E]):
    """The settlement of a tie: one side of it wins, or all of it share.

    It holds only as long as exactly these people are tied: a later correction may bring somebody
    into the tie who has cut no card.
    """

    tied: frozenset[E]
    winners: tuple[E, ...]


@dataclass(frozen=True)
class Award(Generic[E]):
    """The winners of a prize, and their score. Several sides are tied or share.

    `partners` holds the sides if any of them has two people; otherwise it is empty.
    """

    prize: Prize
    entrants: tuple[E, ...]
    value: int | None
    shared: bool = False
    partners: tuple[tuple[E, ...], ...] = ()

    @property
    def sides(self) -> tuple[tuple[E, ...], ...]:
        return self.partners or tuple((each,) for each in self.entrants)

    @property
    def tied(self) -> bool:
        return len(self.sides) > 1 and not self.shared


def award(
    prizes: Sequence[Prize],
    measures: Mapping[str, Mapping[E, int]],
    *,
    groups: Mapping[E, str] = EMPTY_MAPPING,
    decided: Mapping[str, E] = EMPTY_MAPPING,
    settled: Mapping[str, Settled[E]] = EMPTY_MAPPING,
    given: Mapping[str, E] = EMPTY_MAPPING,
    partnerships: Mapping[str, Sequence[frozenset[E]]] = EMPTY_MAPPING,
    one_each: bool = False,
) -> tuple[Award[E], ...]:
    """Return an award for each prize, in the order given.

    `measures` holds only those who may win: no house players; for the low end nobody who missed a
    round. `groups` maps people to prize groups. By the prize's name: `decided` maps to the winner
    of a tie; `settled` to the winners and the people tied, and is ignored if others are tied by
    now; `given` to the winner by chance or by hand, whatever the measures say. By the measure's
    name `partnerships` lists people who made their score together; both have the prize. With
    `one_each` a person with a prize is passed over for later ones. A tie that is not decided rules
    nobody out. Raises SeatingError for a measure that is missing, or when a tie was decided for
    somebody who is not in it.
    """
    awards: list[Award[E]] = []
    for prize in prizes:
        ladder = [each for each in awards if _ladder(each.prize) == _ladder(prize)]
        if prize.name in given:
            awards.append(Award(prize, (given[prize.name],), None))
        elif shared := _continued_share(ladder, prize):
            awards.append(shared)
        else:
            holders = _certain_holders(awards if one_each else ladder) | prize.out
            candidates = {
                entrant: value
                for entrant, value in _measure(prize, measures).items()
                if entrant not in holders and prize.group in {None, groups.get(entrant)}
            }
            partners = partnerships.get(prize.measure, ())
            awards.append(_award(prize, candidates, partners, decided, settled))
    return tuple(awards)


def shares(cents: int, people: int, *, before: int = 0) -> tuple[int, ...]:
    """Return how `cents` are shared to the cent: dealt out like cards, one after the other.

    `before` is what the same people have shared already: the deal goes on where it stopped, so
    that over several prizes nobody has more than a cent more than anybody else.
    """
    return tuple(
        _cents_dealt(before + cents, place, people) - _cents_dealt(before, place, people)
        for place in range(people)
    )


def _cents_dealt(cents: int, place: int, people: int) -> int:
    return (cents - place + people - 1) // people


def _certain_holders(awards: Sequence[Award[E]]) -> set[E]:
    return {
        entrant
        for each in awards
        if not each.tied and not each.prize.apart
        for entrant in each.entrants
    }


def _continued_share(ladder: Sequence[Award[E]], prize: Prize) -> Award[E] | None:
    """Return the shared award that fills this place too: as many places as sides share.

    People passed over for this place have no part in it.
    """
    if not ladder or not ladder[-1].shared:
        return None
    last = {*ladder[-1].entrants}
    first = next(each for each in ladder if each.shared and last <= {*each.entrants})
    if len(ladder) - ladder.index(first) >= len(first.sides):
        return None
    sides = [tuple(each for each in side if each not in prize.out) for side in first.sides]
    remaining = [side for side in sides if side]
    entrants = tuple(each for each in first.entrants if each not in prize.out)
    partners = _partner_sides(remaining)
    return replace(first, prize=prize, entrants=entrants, partners=partners) if remaining else None


def _ladder(prize: Prize) -> tuple[str, bool, str | None]:
    return prize.measure, prize.lowest, prize.group


def _measure(prize: Prize, measures: Mapping[str, Mapping[E, int]]) -> Mapping[E, int]:
    if prize.measure not in measures:
        text = f"{prize.name}: nothing is known about “{prize.measure}”."
        raise SeatingError("measure", text, prize=prize.name, measure=prize.measure)
    return measures[prize.measure]


def _award(
    prize: Prize,
    candidates: Mapping[E, int],
    partnerships: Sequence[frozenset[E]],
    decided: Mapping[str, E],
    settled: Mapping[str, Settled[E]],
) -> Award[E]:
    if not candidates:
        return Award(prize, (), None)
    best = min(candidates.values()) if prize.lowest else max(candidates.values())
    tied = tuple(entrant for entrant, value in candidates.items() if value == best)
    sides = _sides(tied, partnerships)
    if prize.name in decided:
        won = next((side for side in sides if decided[prize.name] in side), None)
        if won is None:
            text = f"{prize.name} cannot go to {decided[prize.name]}, who is not in the tie."
            raise SeatingError("decided", text, prize=prize.name)
        return Award(prize, won, best, partners=_partner_sides([won]))
    settlement = settled.get(prize.name)
    if settlement is None or settlement.tied != frozenset(tied):
        return Award(prize, tied, best, partners=_partner_sides(sides))
    winners = {*settlement.winners}
    partners = _partner_sides([side for side in sides if winners.issuperset(side)])
    shared = len(winners) > 1 and winners == settlement.tied
    if shared and len(partners) == 1:
        partners = ()  # settled when partners were tied: they have a place each
    return Award(prize, settlement.winners, best, shared=shared, partners=partners)


def _sides(tied: tuple[E, ...], partnerships: Sequence[frozenset[E]]) -> tuple[tuple[E, ...], ...]:
    """Return the tied sides; a person with two partnerships is on the side of more people."""
    tie = frozenset(tied)
    settlement = {frozenset([each]) for each in tied} | {
        common for side in partnerships if (common := side & tie)
    }
    larger_sides: dict[E, list[frozenset[E]]] = {each: [] for each in tied}
    for side in settlement:
        for each in side if len(side) > 1 else ():
            larger_sides[each].append(side)
    sides = [
        side
        for side in settlement
        if not any(side < wider for wider in larger_sides[next(iter(side))])
    ]
    places = {entrant: place for place, entrant in enumerate(tied)}
    in_order = sorted(sorted(places[each] for each in side) for side in sides)
    return tuple(tuple(tied[place] for place in side) for side in in_order)


def _partner_sides(sides: Sequence[tuple[E, ...]]) -> tuple[tuple[E, ...], ...]:
    return tuple(sides) if any(len(side) > 1 for side in sides) else ()
