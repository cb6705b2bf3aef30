"""Prizes: who takes what, from measures that arrive as numbers.

What partners did *together* is a prize of both, and a tie is then one between such *sides*; what
somebody did alone makes a side of one. A *ladder* is a measure, high or low, within a prize group:
"high", then "second high". Ties are reported, never broken: an award with more than one side waits
for a cut, a share or a count-back. Those who *share* a prize take the prizes of all the places
they fill: two who share high share second high as well, and the next best has third.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from party.progression.errors import SeatingError
from party.progression.seating import NOTHING, E


@dataclass(frozen=True)
class Prize:
    """A prize; further ones of the same measure, end and group go to the next best.

    One that stands `apart` was paid for with tickets: it takes nobody out of the running. Those
    who are `out` are passed over for it.
    """

    name: str
    measure: str
    lowest: bool = False
    group: str | None = None
    apart: bool = False
    out: frozenset[Hashable] = frozenset()


@dataclass(frozen=True)
class Settled(Generic[E]):
    """How a tie was settled: one side of it wins, or all of it share.

    It holds only as long as exactly these people are tied: a result that is corrected afterwards
    may bring somebody else into the tie, and they have cut no card.
    """

    tied: frozenset[E]
    winners: tuple[E, ...]


@dataclass(frozen=True)
class Award(Generic[E]):
    """Who takes a prize, and with what. Several sides: tied, or they share. None: nobody is left.

    `partners` are the sides where somebody has it together with somebody, else empty.
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
    groups: Mapping[E, str] = NOTHING,
    decided: Mapping[str, E] = NOTHING,
    settled: Mapping[str, Settled[E]] = NOTHING,
    given: Mapping[str, E] = NOTHING,
    together: Mapping[str, Sequence[frozenset[E]]] = NOTHING,
    one_each: bool = False,
) -> tuple[Award[E], ...]:
    """Return an award for each prize, in the order given.

    `measures` holds only those who may win: no house players; for the low end nobody who missed
    a round. `groups` says who is in which prize group. By the prize's name: `decided` says who
    won a tie; `settled` who won or shares one, and among whom, and is passed over when others are
    tied by now; `given` who got a prize by chance or by hand, whatever the measures say. By the
    measure's name `together` says who have their number together; both have the prize. With
    `one_each` whoever has a prize is passed over for later ones. A tie that is not decided takes
    nobody out of the running. Raises SeatingError for a measure that is missing, or when a tie
    was decided for somebody who is not in it.
    """
    awards: list[Award[E]] = []
    for prize in prizes:
        ladder = [each for each in awards if _ladder(each.prize) == _ladder(prize)]
        if prize.name in given:
            awards.append(Award(prize, (given[prize.name],), None))
        elif shared := _still_shared(ladder, prize):
            awards.append(shared)
        else:
            have = _have(awards if one_each else ladder) | prize.out
            running = {
                entrant: value
                for entrant, value in _measure(prize, measures).items()
                if entrant not in have and prize.group in {None, groups.get(entrant)}
            }
            partners = together.get(prize.measure, ())
            awards.append(_award(prize, running, partners, decided, settled))
    return tuple(awards)


def shares(cents: int, people: int, *, before: int = 0) -> tuple[int, ...]:
    """Return how `cents` are shared to the cent: dealt out like cards, one after the other.

    `before` is what the same people have shared already: the deal goes on where it stopped, so
    that over several prizes nobody has more than a cent more than anybody else.
    """
    return tuple(
        _dealt(before + cents, place, people) - _dealt(before, place, people)
        for place in range(people)
    )


def _dealt(cents: int, place: int, people: int) -> int:
    return (cents - place + people - 1) // people


def _have(awards: Sequence[Award[E]]) -> set[E]:
    """Return who has one of these for certain, by their play or by luck."""
    return {
        entrant
        for each in awards
        if not each.tied and not each.prize.apart
        for entrant in each.entrants
    }


def _still_shared(ladder: Sequence[Award[E]], prize: Prize) -> Award[E] | None:
    """Return the shared award that fills this place too: as many places as sides share.

    Who is passed over for this place has no part in it.
    """
    if not ladder or not ladder[-1].shared:
        return None
    last = {*ladder[-1].entrants}
    first = next(each for each in ladder if each.shared and last <= {*each.entrants})
    if len(ladder) - ladder.index(first) >= len(first.sides):
        return None
    sides = [tuple(each for each in side if each not in prize.out) for side in first.sides]
    left = [side for side in sides if side]
    entrants = tuple(each for each in first.entrants if each not in prize.out)
    partners = _of_partners(left)
    return replace(first, prize=prize, entrants=entrants, partners=partners) if left else None


def _ladder(prize: Prize) -> tuple[str, bool, str | None]:
    return prize.measure, prize.lowest, prize.group


def _measure(prize: Prize, measures: Mapping[str, Mapping[E, int]]) -> Mapping[E, int]:
    if prize.measure not in measures:
        text = f"{prize.name}: nothing is known about “{prize.measure}”."
        raise SeatingError("measure", text, prize=prize.name, measure=prize.measure)
    return measures[prize.measure]


def _award(
    prize: Prize,
    running: Mapping[E, int],
    together: Sequence[frozenset[E]],
    decided: Mapping[str, E],
    settled: Mapping[str, Settled[E]],
) -> Award[E]:
    if not running:
        return Award(prize, (), None)
    best = min(running.values()) if prize.lowest else max(running.values())
    tied = tuple(entrant for entrant, value in running.items() if value == best)
    sides = _sides(tied, together)
    if prize.name in decided:
        won = next((side for side in sides if decided[prize.name] in side), None)
        if won is None:
            text = f"{prize.name} cannot go to {decided[prize.name]}, who is not in the tie."
            raise SeatingError("decided", text, prize=prize.name)
        return Award(prize, won, best, partners=_of_partners([won]))
    known = settled.get(prize.name)
    if known is None or known.tied != frozenset(tied):
        return Award(prize, tied, best, partners=_of_partners(sides))
    won_by = {*known.winners}
    partners = _of_partners([side for side in sides if won_by.issuperset(side)])
    shared = len(won_by) > 1 and won_by == known.tied
    if shared and len(partners) == 1:
        partners = ()  # settled when partners were tied: they have a place each
    return Award(prize, known.winners, best, shared=shared, partners=partners)


def _sides(tied: tuple[E, ...], together: Sequence[frozenset[E]]) -> tuple[tuple[E, ...], ...]:
    """Return who of the tied have it together. Who has it twice is on the side of more people."""
    tie = frozenset(tied)
    known = {frozenset([each]) for each in tied} | {
        both for side in together if (both := side & tie)
    }
    with_others: dict[E, list[frozenset[E]]] = {each: [] for each in tied}
    for side in known:
        for each in side if len(side) > 1 else ():
            with_others[each].append(side)
    sides = [
        side for side in known if not any(side < other for other in with_others[next(iter(side))])
    ]
    places = {entrant: place for place, entrant in enumerate(tied)}
    in_order = sorted(sorted(places[each] for each in side) for side in sides)
    return tuple(tuple(tied[place] for place in side) for side in in_order)


def _of_partners(sides: Sequence[tuple[E, ...]]) -> tuple[tuple[E, ...], ...]:
    return tuple(sides) if any(len(side) > 1 for side in sides) else ()
