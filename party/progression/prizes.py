"""Decides who wins each prize. The measures are numbers that the caller supplies.

Partners who made a score together are one *side* of a tie, and both have the prize. A *ladder* is
the prizes for one measure and one prize group, best first: "high", then "second high". Ties are
reported, never broken. People who *share* a prize take the prizes of all the places they fill: two
who share high share second high as well; third goes to the next best.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Generic

from party.progression.errors import SeatingError
from party.progression.seating import EMPTY_MAPPING, E


@dataclass(frozen=True)
class Prize:
    """A prize for the highest number; further prizes of the measure and group go to the next best.

    A ticket prize was paid for with tickets: its winner may win another prize too, even if people
    may win only one each. The people `excluded` cannot have the prize.
    """

    name: str
    measure: str
    group: str | None = None
    is_ticket_prize: bool = False
    excluded: frozenset[Hashable] = frozenset()


@dataclass(frozen=True)
class Settled(Generic[E]):
    """The settlement of a tie: one side wins, or all sides share.

    The settlement counts only while exactly these people are tied: a correction may bring somebody
    into the tie who has not cut a card.
    """

    tied: frozenset[E]
    winners: tuple[E, ...]


@dataclass(frozen=True)
class Award(Generic[E]):
    """The winners of a prize, and their score. If there are several sides, they are tied or share.

    `partners` holds the sides if any of them has two people; otherwise it is empty.
    """

    prize: Prize
    entrants: tuple[E, ...]
    value: int | None
    is_shared: bool = False
    partners: tuple[tuple[E, ...], ...] = ()

    @property
    def sides(self) -> tuple[tuple[E, ...], ...]:
        return self.partners or tuple((entrant,) for entrant in self.entrants)

    @property
    def is_tied(self) -> bool:
        return len(self.sides) > 1 and not self.is_shared


def award(
    prizes: Sequence[Prize],
    measures: Mapping[str, Mapping[E, int]],
    *,
    groups: Mapping[E, str] = EMPTY_MAPPING,
    settled: Mapping[str, Settled[E]] = EMPTY_MAPPING,
    given: Mapping[str, E] = EMPTY_MAPPING,
    partnerships: Mapping[str, Sequence[frozenset[E]]] = EMPTY_MAPPING,
    one_each: bool = False,
) -> tuple[Award[E], ...]:
    """Return an award for each prize, in the order given.

    `measures` list only people who may win: no house players. `groups` maps people to prize
    groups. The keys of two arguments are prizes' names: `settled` has the tied people and the
    winners; `given` has a winner drawn or named by hand, whatever the measures say. For each
    measure `partnerships` has the people who made their score together. With `one_each` a person
    with a prize is skipped for later ones; an undecided tie rules nobody out.

    Raises SeatingError for a missing measure.
    """
    awards: list[Award[E]] = []
    for prize in prizes:
        ladder = [a for a in awards if _ladder_key(a.prize) == _ladder_key(prize)]
        if prize.name in given:
            awards.append(Award(prize, (given[prize.name],), None))
        elif shared := _continued_share(ladder, prize):
            awards.append(shared)
        else:
            holders = _certain_holders(awards if one_each else ladder) | prize.excluded
            candidates = {
                entrant: value
                for entrant, value in _values_of_measure(prize, measures).items()
                if entrant not in holders and prize.group in {None, groups.get(entrant)}
            }
            partners = partnerships.get(prize.measure, ())
            awards.append(_award_of(prize, candidates, partners, settled))
    return tuple(awards)


def shares(cents: int, people: int, *, before: int = 0) -> tuple[int, ...]:
    """Return the shares of `cents`, dealt out like cards, one cent after the other.

    `before` are the cents that the same people have shared already: the deal goes on where it
    stopped.
    """
    return tuple(
        _cents_dealt(before + cents, place, people) - _cents_dealt(before, place, people)
        for place in range(people)
    )


def _cents_dealt(cents: int, place: int, people: int) -> int:
    return (cents - place + people - 1) // people


def _certain_holders(awards: Sequence[Award[E]]) -> set[E]:
    certain_awards = (a for a in awards if not a.is_tied and not a.prize.is_ticket_prize)
    return set(chain.from_iterable(a.entrants for a in certain_awards))


def _continued_share(ladder: Sequence[Award[E]], prize: Prize) -> Award[E] | None:
    """Return the shared award before, if it fills this place too: one place for each side.

    People who are excluded from this prize get no share of the award.
    """
    if not ladder or not ladder[-1].is_shared:
        return None
    last_holders = {*ladder[-1].entrants}
    first_award = next(a for a in ladder if a.is_shared and last_holders <= {*a.entrants})
    if len(ladder) - ladder.index(first_award) >= len(first_award.sides):
        return None
    sides = [tuple(e for e in side if e not in prize.excluded) for side in first_award.sides]
    entrants = tuple(e for e in first_award.entrants if e not in prize.excluded)
    if not entrants:
        return None
    partners = _partner_sides([side for side in sides if side])
    return replace(first_award, prize=prize, entrants=entrants, partners=partners)


def _ladder_key(prize: Prize) -> tuple[str, str | None]:
    return prize.measure, prize.group


def _values_of_measure(prize: Prize, measures: Mapping[str, Mapping[E, int]]) -> Mapping[E, int]:
    if prize.measure not in measures:
        text = f"{prize.name}: nothing is known about “{prize.measure}”."
        raise SeatingError("measure", text, prize=prize.name, measure=prize.measure)
    return measures[prize.measure]


def _award_of(
    prize: Prize,
    candidates: Mapping[E, int],
    partnerships: Sequence[frozenset[E]],
    settled: Mapping[str, Settled[E]],
) -> Award[E]:
    if not candidates:
        return Award(prize, (), None)
    best = max(candidates.values())
    tied = tuple(entrant for entrant, value in candidates.items() if value == best)
    sides = _tied_sides(tied, partnerships)
    settlement = settled.get(prize.name)
    if settlement is None or settlement.tied != frozenset(tied):
        return Award(prize, tied, best, partners=_partner_sides(sides))
    winners = {*settlement.winners}
    partners = _partner_sides([side for side in sides if winners.issuperset(side)])
    is_shared = len(winners) > 1 and winners == settlement.tied
    if is_shared and len(partners) == 1:
        partners = ()  # only these two partners share, so each counts as a side
    return Award(prize, settlement.winners, best, is_shared=is_shared, partners=partners)


def _tied_sides(
    tied: tuple[E, ...], partnerships: Sequence[frozenset[E]]
) -> tuple[tuple[E, ...], ...]:
    """Return the tied sides, without those that are contained in a larger side."""
    tied_partnerships = {side.intersection(tied) for side in partnerships} - {frozenset()}
    possible_sides = {frozenset([entrant]) for entrant in tied} | tied_partnerships
    sides_of: dict[E, list[frozenset[E]]] = {entrant: [] for entrant in tied}
    for side in possible_sides:
        for entrant in side:
            sides_of[entrant].append(side)
    sides = [
        side
        for side in possible_sides
        if not any(side < larger_side for larger_side in sides_of[next(iter(side))])
    ]
    places = {entrant: place for place, entrant in enumerate(tied)}
    in_order = sorted(sorted(places[entrant] for entrant in side) for side in sides)
    return tuple(tuple(tied[place] for place in side) for side in in_order)


def _partner_sides(sides: Sequence[tuple[E, ...]]) -> tuple[tuple[E, ...], ...]:
    return tuple(sides) if any(len(side) > 1 for side in sides) else ()
