"""Chains: two or three exchanges, one after another, that keep a wish which no single one keeps.

The first brings somebody of the wish to a new chair; what that breaks, the others must mend. All
that was kept before is kept after the last of them, and the shortest chain is taken. Of chairs
that make no difference to any wish only the nearest is tried, and the search ends after so many
looks at chairs and wishes: then the wish stays unkept.

The search misses no chain: of the people whom a broken wish names one has another chair in the
end, and may take it first. So it branches over these people and all chairs, and nobody else.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic

from party.progression.exchanges import Pair, Room
from party.progression.movement import Table
from party.progression.seating import SEATS, E, Seating
from party.progression.wishes import FACING, Ask, Wish, asks

LONGEST = 3
MOST_LOOKS = 20_000


def keep_wishes(
    tables: list[Table[E]],
    wishes: Sequence[Wish[E]],
    past: Sequence[Seating[E]] = (),
    parted: Mapping[E, E] | None = None,
) -> None:
    """Exchange people of these tables, in place, until nothing keeps one more wish.

    `past` is every round before this one; `parted` the partners of the round just played, whom
    a different wish is needed to join again.
    """
    room = Room(tables, asks(wishes, past), past, parted or {})
    chains = Chains(room)
    while sum(room.serve(ask) for ask in room.asks) or chains.serve_one():
        pass


class Chains(Generic[E]):
    """The search for chains in one room: what is asked is known by its place in the list."""

    def __init__(self, room: Room[E]) -> None:
        self.room = room
        self.about: dict[E, set[int]] = {entrant: set() for entrant in room.about}
        for place, ask in enumerate(room.asks):
            for entrant in ask.entrants:
                self.about[entrant].add(place)
        self.owned = {ask.chair for ask in room.asks if ask.chair}
        self.must: set[int] = set()
        self.looks = 0

    def serve_one(self) -> bool:
        """Make the shortest chain that keeps one more wish, and tell whether there was one."""
        everything = range(len(self.room.asks))
        kept = {place for place in everything if self._kept(place)}
        for length in range(2, LONGEST + 1):
            for place in everything:
                self.must = {*kept, place}
                if self.looks < MOST_LOOKS and place not in kept and self._mend({place}, length):
                    return True
        return False

    def _mend(self, broken: set[int], left: int) -> bool:
        """Make at most so many exchanges after which nothing is broken; else change nothing."""
        if not broken:
            return True
        first = self.room.asks[min(broken)]
        for pair in self._last(first, broken) if left == 1 else self._steps(first):
            if self.looks >= MOST_LOOKS:
                return False
            self.room.exchange(*pair)
            after = self._after(broken, pair)
            if self._within_reach(after, left - 1) and self._mend(after, left - 1):
                return True
            self.room.exchange(*pair)
        return False

    def _kept(self, place: int) -> bool:
        return self.room.asks[place].kept(self.room.chairs)

    def _after(self, broken: set[int], pair: Pair[E]) -> set[int]:
        """Return what is broken once these two have changed chairs."""
        nothing: set[int] = set()
        touched = self.about.get(pair[0], nothing) | self.about.get(pair[1], nothing)
        self.looks += 1 + len(touched)
        return (broken - touched) | {p for p in touched & self.must if not self._kept(p)}

    def _within_reach(self, broken: set[int], exchanges: int) -> bool:
        """Tell whether so many exchanges could touch all that is broken: each moves two."""
        named: set[E] = set()
        apart = 0
        for place in sorted(broken):
            entrants = self.room.asks[place].entrants
            if named.isdisjoint(entrants):
                named.update(entrants)
                apart += 1
        return apart <= 2 * exchanges

    def _last(self, first: Ask[E], broken: set[int]) -> Iterator[Pair[E]]:
        """Yield exchanges that may mend all at once: each broken wish names one of the two."""
        named = [set(self.room.asks[place].entrants) for place in broken]
        for candidates in self.room.by_distance(first):
            for pair in candidates:
                if not any(each.isdisjoint(pair) for each in named):
                    yield pair

    def _steps(self, ask: Ask[E]) -> Iterator[Pair[E]]:
        """Pair whom a wish names with one of all who sit where it makes the same difference."""
        pairs = [
            (entrant, taker)
            for entrant in ask.entrants
            for taker in self.room.chairs
            if taker != entrant
        ]
        self.looks += len(pairs)
        seen = set()
        for pair in sorted(pairs, key=lambda pair: self._nearness(*pair)):
            difference = self._difference(*pair)
            if difference not in seen:
                seen.add(difference)
                yield pair

    def _nearness(self, one: E, other: E) -> tuple[int, ...]:
        """Return how little an exchange disturbs; of evenings long past only single ones ask."""
        (table, seat), (other_table, other_seat) = self.room.chairs[one], self.room.chairs[other]
        parted = self.room.parted
        again = (parted.get(one) == self._faces(other)) + (parted.get(other) == self._faces(one))
        chairs = (table, SEATS.index(seat), other_table, SEATS.index(other_seat))
        return (abs(table - other_table), again, *chairs)

    def _difference(self, entrant: E, taker: E) -> tuple[object, ...]:
        """Return what tells a chair from others: in those of one sort the same is kept."""
        chair = self.room.chairs[taker]
        table, _ = chair
        if taker in self.about or chair in self.owned or table == self.room.chairs[entrant][0]:
            return (entrant, "instead of", taker)
        if (faced := self._faces(taker)) in self.about:
            return (entrant, "facing", faced)
        asked = any(each in self.about for each in self.room.tables[table - 1])
        return (entrant, "at", table if asked else None)

    def _faces(self, entrant: E) -> E:
        table, seat = self.room.chairs[entrant]
        return self.room.at((table, FACING[seat]))
