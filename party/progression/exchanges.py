"""Exchanges: people change chairs, two at a time, so that wishes are kept.

What a wish is stands in the module `wishes`. First single exchanges are made. The *rank* of an
exchange is how little it disturbs; the smallest is taken, and equal ones are never a matter of
chance.

Then *chains*: two or three exchanges, one after another, keep a wish that no single one keeps.
The first brings somebody of the wish to a new chair; what that breaks, the others must repair. All
that was kept before is kept after the last of them, and the shortest chain is taken. Of chairs
that make no difference to any wish only the nearest is tried, and the search ends after a fixed
number of checks: then the wish stays unkept.

The search misses no chain: of the people whom a broken wish names one has another chair in the
end, and may take it first. So it branches over these people and all chairs, and nobody else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic

from party.progression.meetings import are_partners
from party.progression.movement import Table
from party.progression.seating import NOTHING, SEATS, Chair, E, Seating
from party.progression.wishes import FACING, Condition, Unkept, Wish, conditions

Pair = tuple[E, E]
Rank = tuple[int, ...]

LONGEST = 3
MOST_CHECKS = 20_000


def keep_wishes(
    tables: list[Table[E]],
    wishes: Sequence[Wish[E]],
    past: Sequence[Seating[E]] = (),
    parted: Mapping[E, E] = NOTHING,
) -> None:
    """Exchange people of these tables, in place, until nothing keeps one more wish.

    `past` is every round before this one. `parted` are the partners of the round just played: an
    exchange that makes them partners again is taken only where there is no other as near.
    """
    room = WishTables(tables, conditions(wishes, past), past, parted)
    chains = Chains(room)
    while sum(room.keep(condition) for condition in room.conditions) or chains.keep_one_more():
        pass


def against(
    seating: Seating[E],
    unkept: Unkept[E],
    wishes: Sequence[Wish[E]],
    past: Sequence[Seating[E]] = (),
) -> tuple[Wish[E], ...]:
    """Return the wishes that prevent one which is `unkept` because of others.

    They are those that one exchange would break to keep it. There are none where no exchange
    could keep it: nobody is apart at the only table. `past` is every round before this seating.
    """
    tables = [list(table) for table in seating.tables]
    room = WishTables(tables, conditions(wishes, past), past, NOTHING)
    wanted = (unkept.wish, unkept.entrants)
    condition = next(each for each in room.conditions if (each.wish, each.entrants) == wanted)
    return tuple(dict.fromkeys(each.wish for each in room.broken_to_keep(condition)))


class WishTables(Generic[E]):
    """The tables with everybody's chair, and the conditions that wishes put on them."""

    def __init__(
        self,
        tables: list[Table[E]],
        given: Iterable[Condition[E]],
        past: Sequence[Seating[E]],
        parted: Mapping[E, E],
    ) -> None:
        self.tables, self.past, self.parted = tables, past, parted
        self.chairs: dict[E, Chair] = {
            entrant: (number, seat)
            for number, table in enumerate(tables, 1)
            for seat, entrant in zip(SEATS, table, strict=True)
        }
        self.conditions = [condition for condition in given if self._can_be_kept(condition)]
        self.about: dict[E, list[Condition[E]]] = {}
        for condition in self.conditions:
            for entrant in condition.entrants:
                self.about.setdefault(entrant, []).append(condition)

    def _can_be_kept(self, condition: Condition[E]) -> bool:
        table_is_there = condition.chair is None or condition.chair[0] <= len(self.tables)
        return table_is_there and all(entrant in self.chairs for entrant in condition.entrants)

    def keep(self, condition: Condition[E]) -> bool:
        """Make the exchange that keeps this condition; return whether there was one to make."""
        if condition.is_kept(self.chairs):
            return False
        for candidates in self.by_distance(condition):
            fitting = [pair for pair in candidates if self._broken_by(condition, pair) == []]
            if fitting:
                self.exchange(*min(fitting, key=self._rank))
                return True
        return False

    def broken_to_keep(self, condition: Condition[E]) -> list[Condition[E]]:
        """Return what the exchange breaks that keeps this condition and breaks the fewest."""
        pairs = chain.from_iterable(self.by_distance(condition))
        tries = (self._broken_by(condition, pair) for pair in pairs)
        return min((broken for broken in tries if broken is not None), key=len, default=[])

    def _broken_by(self, condition: Condition[E], pair: Pair[E]) -> list[Condition[E]] | None:
        """Return the conditions that an exchange breaks; None when it does not keep this one."""
        touched = dict.fromkeys(each for entrant in pair for each in self.about.get(entrant, ()))
        kept = [each for each in touched if each.is_kept(self.chairs)]
        self.exchange(*pair)
        broken = [each for each in kept if not each.is_kept(self.chairs)]
        helps = condition.is_kept(self.chairs)
        self.exchange(*pair)
        return broken if helps else None

    def exchange(self, one: E, other: E) -> None:
        """Let two people have each other's chairs."""
        chairs = self.chairs
        chairs[one], chairs[other] = chairs[other], chairs[one]
        for entrant in (one, other):
            table, seat = chairs[entrant]
            self.tables[table - 1][SEATS.index(seat)] = entrant

    def by_distance(self, condition: Condition[E]) -> Iterable[list[Pair[E]]]:
        """Return the exchanges that may keep a condition, those between near tables first."""
        if condition.chair is not None:
            return [[(condition.entrants[0], self.at(condition.chair))]]
        one, other = condition.entrants
        if condition.kind in {"together", "partners"}:
            return [[*self._into(one, other), *self._into(other, one)]]
        return (self._away(condition, distance) for distance in range(len(self.tables)))

    def _away(self, condition: Condition[E], distance: int) -> list[Pair[E]]:
        """Pair both with everybody who sits so many tables away."""
        return [
            (entrant, taker)
            for entrant in condition.entrants
            for table in {self._table(entrant) - distance, self._table(entrant) + distance}
            if 1 <= table <= len(self.tables)
            for taker in self.tables[table - 1]
            if taker not in condition.entrants
        ]

    def _into(self, entrant: E, other: E) -> list[Pair[E]]:
        """Pair somebody with everybody who sits at another's table."""
        there = self.tables[self._table(other) - 1]
        return [(entrant, taker) for taker in there if taker not in (entrant, other)]

    def _table(self, entrant: E) -> int:
        return self.chairs[entrant][0]

    def at(self, chair: Chair) -> E:
        """Return who sits in a chair."""
        return self.tables[chair[0] - 1][SEATS.index(chair[1])]

    def opposite(self, entrant: E) -> E:
        table, seat = self.chairs[entrant]
        return self.at((table, FACING[seat]))

    def _rank(self, pair: Pair[E]) -> Rank:
        """Return how much an exchange disturbs, as the module `wishes` lists it."""
        (table, seat), (other_table, other_seat) = (self.chairs[entrant] for entrant in pair)
        self.exchange(*pair)
        partners = [(entrant, self.opposite(entrant)) for entrant in pair]
        again = sum(self.parted.get(entrant) == partner for entrant, partner in partners)
        met = sum(
            seating.partner(one) == other for seating in self.past for one, other in partners
        )
        against = sum(self._opposed(entrant) for entrant in pair)
        self.exchange(*pair)
        newcomers = (seat in "NE") != (other_seat in "NE")
        chairs = (table, SEATS.index(seat), other_table, SEATS.index(other_seat))
        return (abs(table - other_table), again, newcomers, met, against, *chairs)

    def _opposed(self, entrant: E) -> int:
        """Count how often somebody has played against those who are opponents now."""
        table, seat = self.chairs[entrant]
        opponents = [self.at((table, each)) for each in SEATS if each not in (seat, FACING[seat])]
        return sum(
            are_partners(entrant, each, seating) is False
            for seating in self.past
            for each in opponents
        )


class Chains(Generic[E]):
    """The search for chains; a condition is known by its index in the list."""

    def __init__(self, room: WishTables[E]) -> None:
        self.room = room
        self.about: dict[E, set[int]] = {entrant: set() for entrant in room.about}
        for place, condition in enumerate(room.conditions):
            for entrant in condition.entrants:
                self.about[entrant].add(place)
        self.owned = {condition.chair for condition in room.conditions if condition.chair}
        self.must: set[int] = set()
        self.checks = 0

    def keep_one_more(self) -> bool:
        """Make the shortest chain that keeps one more condition; return whether there was one."""
        everything = range(len(self.room.conditions))
        kept = {place for place in everything if self._kept(place)}
        for length in range(2, LONGEST + 1):
            for place in everything:
                self.must = {*kept, place}
                if self.checks >= MOST_CHECKS or place in kept:
                    continue
                if self._repair({place}, length):
                    return True
        return False

    def _repair(self, broken: set[int], left: int) -> bool:
        """Make at most so many exchanges after which nothing is broken; else change nothing."""
        if not broken:
            return True
        first = self.room.conditions[min(broken)]
        last = left == 1
        for pair in self._last_exchanges(first, broken) if last else self._next_exchanges(first):
            if self.checks >= MOST_CHECKS:
                return False
            self.room.exchange(*pair)
            after = self._broken_after(broken, pair)
            if self._is_within_reach(after, left - 1) and self._repair(after, left - 1):
                return True
            self.room.exchange(*pair)
        return False

    def _kept(self, place: int) -> bool:
        return self.room.conditions[place].is_kept(self.room.chairs)

    def _broken_after(self, broken: set[int], pair: Pair[E]) -> set[int]:
        """Return what is broken once these two have changed chairs."""
        nothing: set[int] = set()
        touched = self.about.get(pair[0], nothing) | self.about.get(pair[1], nothing)
        self.checks += 1 + len(touched)
        return (broken - touched) | {p for p in touched & self.must if not self._kept(p)}

    def _is_within_reach(self, broken: set[int], exchanges: int) -> bool:
        """Return whether so many exchanges could touch all that is broken: each moves two."""
        named: set[E] = set()
        apart = 0
        for place in sorted(broken):
            entrants = self.room.conditions[place].entrants
            if named.isdisjoint(entrants):
                named.update(entrants)
                apart += 1
        return apart <= 2 * exchanges

    def _last_exchanges(self, first: Condition[E], broken: set[int]) -> Iterator[Pair[E]]:
        """Yield exchanges that may repair all: each broken condition names one of the two."""
        named = [set(self.room.conditions[place].entrants) for place in broken]
        for candidates in self.room.by_distance(first):
            for pair in candidates:
                if not any(each.isdisjoint(pair) for each in named):
                    yield pair

    def _next_exchanges(self, condition: Condition[E]) -> Iterator[Pair[E]]:
        """Yield each named person with one of all who sit where it makes the same difference."""
        pairs = [
            (entrant, taker)
            for entrant in condition.entrants
            for taker in self.room.chairs
            if taker != entrant
        ]
        self.checks += len(pairs)
        seen = set()
        for pair in sorted(pairs, key=lambda pair: self._distance(*pair)):
            difference = self._difference(*pair)
            if difference not in seen:
                seen.add(difference)
                yield pair

    def _distance(self, one: E, other: E) -> tuple[int, ...]:
        """Return how much an exchange disturbs, as `_rank` does but for the older rounds.

        That is the tables between the two, then the partners of the round just played that meet.
        """
        (table, seat), (other_table, other_seat) = self.room.chairs[one], self.room.chairs[other]
        parted, opposite = self.room.parted.get, self.room.opposite
        again = (parted(one) == opposite(other)) + (parted(other) == opposite(one))
        chairs = (table, SEATS.index(seat), other_table, SEATS.index(other_seat))
        return (abs(table - other_table), again, *chairs)

    def _difference(self, entrant: E, taker: E) -> tuple[object, ...]:
        """Return what makes a chair different: in equal ones the same conditions are kept."""
        chair = self.room.chairs[taker]
        table, _ = chair
        if taker in self.about or chair in self.owned or table == self.room.chairs[entrant][0]:
            return (entrant, "instead of", taker)
        if (faced := self.room.opposite(taker)) in self.about:
            return (entrant, "facing", faced)
        named = any(each in self.about for each in self.room.tables[table - 1])
        return (entrant, "at", table if named else None)
