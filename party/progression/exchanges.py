"""People exchange chairs, two at a time, to keep wishes.

Of several exchanges the one with the least *disturbance* is made; chance never decides. If no
single exchange keeps a wish, a *chain* of two or three may: each exchange repairs conditions that
an earlier one broke. At the end, every condition kept before the chain is kept again.

The first exchange of a chain always moves somebody named by a broken wish. That misses no chain:
one of these people must get another chair, and can get it first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic

from party.progression.meetings import are_partners
from party.progression.movement import Table
from party.progression.seating import EMPTY_MAPPING, SEATS, Chair, E, Seating
from party.progression.wishes import FACING, JOINING_KINDS, Condition, Unkept, Wish, conditions

Pair = tuple[E, E]
Disturbance = tuple[int, ...]

LONGEST_CHAIN = 3  # exchanges
MOST_CHECKS = 20_000  # of conditions and exchanges in one search


def keep_wishes(
    tables: list[Table[E]],
    wishes: Sequence[Wish[E]],
    past: Sequence[Seating[E]] = (),
    old_partners: Mapping[E, E] = EMPTY_MAPPING,
) -> None:
    """Exchange people of these tables, in place, until no exchange keeps one more wish.

    `past` is every round before this one. `old_partners` become partners again only if
    no other exchange is as near.
    """
    wish_tables = WishTables(tables, conditions(wishes, past), past, old_partners)
    search = ChainSearch(wish_tables)
    has_exchanged = True
    while has_exchanged:
        exchange_count = sum(
            wish_tables.make_exchange_for(condition) for condition in wish_tables.conditions
        )
        has_exchanged = exchange_count > 0 or search.keep_one_more_wish()


def against(
    seating: Seating[E],
    unkept: Unkept[E],
    wishes: Sequence[Wish[E]],
    past: Sequence[Seating[E]] = (),
) -> tuple[Wish[E], ...]:
    """Return the wishes that the best exchange for the `unkept` wish would break.

    The result is () if no exchange can keep it: at a single table nobody can be apart. `past` is
    every round before this seating.
    """
    tables = [list(table) for table in seating.tables]
    wish_tables = WishTables(tables, conditions(wishes, past), past, EMPTY_MAPPING)
    key = (unkept.wish, unkept.entrants)
    condition = next(c for c in wish_tables.conditions if (c.wish, c.entrants) == key)
    broken = wish_tables.fewest_broken(condition)
    return tuple(dict.fromkeys(other_condition.wish for other_condition in broken))


class WishTables(Generic[E]):
    def __init__(
        self,
        tables: list[Table[E]],
        conditions: Iterable[Condition[E]],
        past: Sequence[Seating[E]],
        old_partners: Mapping[E, E],
    ) -> None:
        self.tables, self.past, self.old_partners = tables, past, old_partners
        self.chairs: dict[E, Chair] = {
            entrant: (number, seat)
            for number, table in enumerate(tables, 1)
            for seat, entrant in zip(SEATS, table, strict=True)
        }
        self.conditions = [c for c in conditions if c.is_possible(self.chairs, len(tables))]
        self.conditions_of: dict[E, list[Condition[E]]] = {}
        for condition in self.conditions:
            for entrant in condition.entrants:
                self.conditions_of.setdefault(entrant, []).append(condition)

    def make_exchange_for(self, condition: Condition[E]) -> bool:
        if condition.is_kept(self.chairs):
            return False
        for candidates in self.by_distance(condition):
            fitting = [pair for pair in candidates if self._broken_by(condition, pair) == []]
            if fitting:
                self.exchange(*min(fitting, key=self._disturbance))
                return True
        return False

    def fewest_broken(self, condition: Condition[E]) -> list[Condition[E]]:
        """Return the conditions that the best exchange for this condition breaks."""
        pairs = chain.from_iterable(self.by_distance(condition))
        broken_by_pair = (self._broken_by(condition, pair) for pair in pairs)
        return min(
            (broken for broken in broken_by_pair if broken is not None), key=len, default=[]
        )

    def _broken_by(self, condition: Condition[E], pair: Pair[E]) -> list[Condition[E]] | None:
        """Return the conditions that an exchange breaks; None if it does not keep `condition`."""
        touched = chain.from_iterable(self.conditions_of.get(entrant, ()) for entrant in pair)
        kept = [c for c in dict.fromkeys(touched) if c.is_kept(self.chairs)]
        self.exchange(*pair)
        broken = [c for c in kept if not c.is_kept(self.chairs)]
        is_kept_now = condition.is_kept(self.chairs)
        self.exchange(*pair)
        return broken if is_kept_now else None

    def exchange(self, first: E, second: E) -> None:
        chairs = self.chairs
        chairs[first], chairs[second] = chairs[second], chairs[first]
        for entrant in (first, second):
            table, seat = chairs[entrant]
            self.tables[table - 1][SEATS.index(seat)] = entrant

    def by_distance(self, condition: Condition[E]) -> Iterable[list[Pair[E]]]:
        """Return the exchanges that may keep a condition, grouped by distance of their tables."""
        if condition.chair is not None:
            return [[(condition.entrants[0], self.entrant_in(condition.chair))]]
        first, second = condition.entrants
        if condition.kind in JOINING_KINDS:
            return [
                [*self._pairs_at_table_of(first, second), *self._pairs_at_table_of(second, first)]
            ]
        return (
            self._pairs_at_distance(condition, distance) for distance in range(len(self.tables))
        )

    def _pairs_at_distance(self, condition: Condition[E], distance: int) -> list[Pair[E]]:
        return [
            (entrant, taker)
            for entrant in condition.entrants
            for table in {self._table(entrant) - distance, self._table(entrant) + distance}
            if 1 <= table <= len(self.tables)
            for taker in self.tables[table - 1]
            if taker not in condition.entrants
        ]

    def _pairs_at_table_of(self, entrant: E, host: E) -> list[Pair[E]]:
        table = self.tables[self._table(host) - 1]
        return [(entrant, taker) for taker in table if taker not in (entrant, host)]

    def _table(self, entrant: E) -> int:
        return self.chairs[entrant][0]

    def entrant_in(self, chair: Chair) -> E:
        return self.tables[chair[0] - 1][SEATS.index(chair[1])]

    def opposite(self, entrant: E) -> E:
        table, seat = self.chairs[entrant]
        return self.entrant_in((table, FACING[seat]))

    def _disturbance(self, pair: Pair[E]) -> Disturbance:
        """Return how much an exchange disturbs; the module `wishes` lists the criteria."""
        (table, seat), (other_table, other_seat) = (self.chairs[entrant] for entrant in pair)
        self.exchange(*pair)
        partners = [(entrant, self.opposite(entrant)) for entrant in pair]
        old_partners_joined = sum(
            self.old_partners.get(entrant) == partner for entrant, partner in partners
        )
        past_partnerships = sum(
            seating.partner(entrant) == partner
            for seating in self.past
            for entrant, partner in partners
        )
        past_oppositions = sum(self._past_oppositions(entrant) for entrant in pair)
        self.exchange(*pair)
        mixes_newcomers = (seat in "NE") != (other_seat in "NE")
        chairs = (table, SEATS.index(seat), other_table, SEATS.index(other_seat))
        return (
            abs(table - other_table),
            old_partners_joined,
            mixes_newcomers,
            past_partnerships,
            past_oppositions,
            *chairs,
        )

    def _past_oppositions(self, entrant: E) -> int:
        table, seat = self.chairs[entrant]
        opposing_seats = [
            opposing_seat for opposing_seat in SEATS if opposing_seat not in (seat, FACING[seat])
        ]
        opponents = [self.entrant_in((table, opposing_seat)) for opposing_seat in opposing_seats]
        return sum(
            are_partners(entrant, opponent, seating) is False
            for seating in self.past
            for opponent in opponents
        )


class ChainSearch(Generic[E]):
    """Searches chains of exchanges; a condition is known by its index in the list."""

    def __init__(self, wish_tables: WishTables[E]) -> None:
        self.wish_tables = wish_tables
        self.conditions_of: dict[E, set[int]] = {
            entrant: set() for entrant in wish_tables.conditions_of
        }
        for index, condition in enumerate(wish_tables.conditions):
            for entrant in condition.entrants:
                self.conditions_of[entrant].add(index)
        self.claimed_chairs = {
            condition.chair for condition in wish_tables.conditions if condition.chair
        }
        self.required: set[int] = set()
        self.checks = 0

    def keep_one_more_wish(self) -> bool:
        indexes = range(len(self.wish_tables.conditions))
        kept = {index for index in indexes if self._is_kept(index)}
        for length in range(2, LONGEST_CHAIN + 1):
            for index in indexes:
                self.required = {*kept, index}
                if self.checks >= MOST_CHECKS or index in kept:
                    continue
                if self._repair({index}, length):
                    return True
        return False

    def _repair(self, broken: set[int], exchanges_left: int) -> bool:
        """Repair all conditions with at most `exchanges_left` exchanges, or change nothing."""
        if not broken:
            return True
        condition, is_last = self.wish_tables.conditions[min(broken)], exchanges_left == 1
        pairs = (
            self._last_exchanges(condition, broken) if is_last else self._next_exchanges(condition)
        )
        for pair in pairs:
            if self.checks >= MOST_CHECKS:
                return False
            self.wish_tables.exchange(*pair)
            still_broken = self._broken_after(broken, pair)
            is_within_reach = self._is_within_reach(still_broken, exchanges_left - 1)
            if is_within_reach and self._repair(still_broken, exchanges_left - 1):
                return True
            self.wish_tables.exchange(*pair)
        return False

    def _is_kept(self, index: int) -> bool:
        return self.wish_tables.conditions[index].is_kept(self.wish_tables.chairs)

    def _broken_after(self, broken: set[int], pair: Pair[E]) -> set[int]:
        touched = set[int]().union(*(self.conditions_of.get(entrant, set()) for entrant in pair))
        self.checks += 1 + len(touched)
        broken_now = {index for index in touched & self.required if not self._is_kept(index)}
        return (broken - touched) | broken_now

    def _is_within_reach(self, broken: set[int], exchanges: int) -> bool:
        """Return False if there are too few exchanges: each of them moves only two people."""
        people_named: set[E] = set()
        group_count = 0
        for index in sorted(broken):
            entrants = self.wish_tables.conditions[index].entrants
            if people_named.isdisjoint(entrants):
                people_named.update(entrants)
                group_count += 1
        return group_count <= 2 * exchanges

    def _last_exchanges(self, condition: Condition[E], broken: set[int]) -> Iterator[Pair[E]]:
        """Yield exchanges in which each broken condition names at least one of the two people."""
        people_named = [set(self.wish_tables.conditions[index].entrants) for index in broken]
        for candidates in self.wish_tables.by_distance(condition):
            for pair in candidates:
                if not any(people.isdisjoint(pair) for people in people_named):
                    yield pair

    def _next_exchanges(self, condition: Condition[E]) -> Iterator[Pair[E]]:
        """Yield exchanges, but only the nearest of those that change the same conditions."""
        pairs = [
            (entrant, taker)
            for entrant in condition.entrants
            for taker in self.wish_tables.chairs
            if taker != entrant
        ]
        self.checks += len(pairs)
        tried_effects = set()
        for pair in sorted(pairs, key=lambda pair: self._nearness_key(*pair)):
            effect = self._effect_key(*pair)
            if effect not in tried_effects:
                tried_effects.add(effect)
                yield pair

    def _nearness_key(self, first: E, second: E) -> tuple[int, ...]:
        """Return a sort key: the distance of the tables, the old partners joined, the chairs."""
        table, seat = self.wish_tables.chairs[first]
        other_table, other_seat = self.wish_tables.chairs[second]
        joins_first = self.wish_tables.old_partners.get(first) == self.wish_tables.opposite(second)
        joins_second = self.wish_tables.old_partners.get(second) == self.wish_tables.opposite(
            first
        )
        chairs = (table, SEATS.index(seat), other_table, SEATS.index(other_seat))
        return (abs(table - other_table), joins_first + joins_second, *chairs)

    def _effect_key(self, entrant: E, taker: E) -> tuple[object, ...]:
        """Return a key that is equal only for exchanges that change the same conditions."""
        chair = self.wish_tables.chairs[taker]
        table, _ = chair
        is_same_table = table == self.wish_tables.chairs[entrant][0]
        if is_same_table or taker in self.conditions_of or chair in self.claimed_chairs:
            return (entrant, "instead of", taker)
        if (partner := self.wish_tables.opposite(taker)) in self.conditions_of:
            return (entrant, "facing", partner)
        has_named_people = not self.conditions_of.keys().isdisjoint(
            self.wish_tables.tables[table - 1]
        )
        return (entrant, "at", table if has_named_people else None)
