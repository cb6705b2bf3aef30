"""Exchanges: two people change chairs so that a wish is kept.

How a wish is kept is told in the module `wishes`, and what two or three exchanges can do in
`chains`. The *rank* of an exchange is how little it disturbs; the smallest is taken, and equal
ones are never a matter of chance.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic

from party.progression.meetings import are_partners
from party.progression.movement import Table
from party.progression.seating import SEATS, Chair, E, Seating
from party.progression.wishes import FACING, Ask, Unkept, Wish, asks

Pair = tuple[E, E]
Rank = tuple[int, ...]


def against(
    seating: Seating[E],
    told: Unkept[E],
    wishes: Sequence[Wish[E]],
    past: Sequence[Seating[E]] = (),
) -> tuple[Wish[E], ...]:
    """Return the wishes that stand against one which is unkept because of others.

    They are those that one exchange would break to keep it. There are none where no exchange
    could: nobody is apart at the only table.
    """
    tables = [list(table) for table in seating.tables]
    room = Room(tables, asks(wishes, past), past, {})
    ask = next(a for a in room.asks if (a.wish, a.entrants) == (told.wish, told.entrants))
    return tuple(dict.fromkeys(each.wish for each in room.against(ask)))


class Room(Generic[E]):
    """The tables with everybody's chair, and what is asked of those who sit there."""

    def __init__(
        self,
        tables: list[Table[E]],
        asked: Iterable[Ask[E]],
        past: Sequence[Seating[E]],
        parted: Mapping[E, E],
    ) -> None:
        self.tables, self.past, self.parted = tables, past, parted
        self.chairs: dict[E, Chair] = {
            entrant: (number, seat)
            for number, table in enumerate(tables, 1)
            for seat, entrant in zip(SEATS, table, strict=True)
        }
        self.asks = [ask for ask in asked if self._can_be_kept(ask)]
        self.about: dict[E, list[Ask[E]]] = {}
        for ask in self.asks:
            for entrant in ask.entrants:
                self.about.setdefault(entrant, []).append(ask)

    def _can_be_kept(self, ask: Ask[E]) -> bool:
        table_is_there = ask.chair is None or ask.chair[0] <= len(self.tables)
        return table_is_there and all(entrant in self.chairs for entrant in ask.entrants)

    def serve(self, ask: Ask[E]) -> bool:
        """Make the exchange that keeps this wish, and tell whether there was one to make."""
        if ask.kept(self.chairs):
            return False
        for candidates in self.by_distance(ask):
            fitting = [pair for pair in candidates if self._helps(ask, pair)]
            if fitting:
                self.exchange(*min(fitting, key=self._rank))
                return True
        return False

    def against(self, ask: Ask[E]) -> list[Ask[E]]:
        """Return what the exchange breaks that keeps this wish and breaks the least."""
        tries = (self._broken_by(ask, pair) for pairs in self.by_distance(ask) for pair in pairs)
        return min((broken for broken in tries if broken is not None), key=len, default=[])

    def _broken_by(self, ask: Ask[E], pair: Pair[E]) -> list[Ask[E]] | None:
        """Return the other wishes that an exchange breaks; None when it does not keep this one."""
        touched = dict.fromkeys(each for entrant in pair for each in self.about.get(entrant, ()))
        kept = [each for each in touched if each.kept(self.chairs)]
        self.exchange(*pair)
        broken = [each for each in kept if not each.kept(self.chairs)]
        helps = ask.kept(self.chairs)
        self.exchange(*pair)
        return broken if helps else None

    def exchange(self, one: E, other: E) -> None:
        chairs = self.chairs
        chairs[one], chairs[other] = chairs[other], chairs[one]
        for entrant in (one, other):
            table, seat = chairs[entrant]
            self.tables[table - 1][SEATS.index(seat)] = entrant

    def _helps(self, ask: Ask[E], pair: Pair[E]) -> bool:
        """Try an exchange: it must keep this wish and leave none unkept that was kept."""
        return self._broken_by(ask, pair) == []

    def by_distance(self, ask: Ask[E]) -> Iterable[list[Pair[E]]]:
        """Give the exchanges that may keep a wish, those between near tables first."""
        if ask.chair is not None:
            return [[(ask.entrants[0], self.at(ask.chair))]]
        one, other = ask.entrants
        if ask.kind in {"together", "partners"}:
            return [[*self._into(one, other), *self._into(other, one)]]
        return (self._away(ask, distance) for distance in range(len(self.tables)))

    def _away(self, ask: Ask[E], distance: int) -> list[Pair[E]]:
        """Pair both with everybody who sits so many tables away."""
        return [
            (entrant, taker)
            for entrant in ask.entrants
            for table in {self._table(entrant) - distance, self._table(entrant) + distance}
            if 1 <= table <= len(self.tables)
            for taker in self.tables[table - 1]
            if taker not in ask.entrants
        ]

    def _into(self, entrant: E, other: E) -> list[Pair[E]]:
        """Pair somebody with everybody who sits at another's table."""
        there = self.tables[self._table(other) - 1]
        return [(entrant, taker) for taker in there if taker not in (entrant, other)]

    def _table(self, entrant: E) -> int:
        return self.chairs[entrant][0]

    def at(self, chair: Chair) -> E:
        return self.tables[chair[0] - 1][SEATS.index(chair[1])]

    def _rank(self, pair: Pair[E]) -> Rank:
        (table, seat), (other_table, other_seat) = (self.chairs[entrant] for entrant in pair)
        self.exchange(*pair)
        partners = [(entrant, self.at(self._facing(entrant))) for entrant in pair]
        again = sum(self.parted.get(entrant) == partner for entrant, partner in partners)
        met = sum(self._were_partners(*couple) for couple in partners)
        against = sum(self._opposed(entrant) for entrant in pair)
        self.exchange(*pair)
        newcomers = (seat in "NE") != (other_seat in "NE")
        chairs = (table, SEATS.index(seat), other_table, SEATS.index(other_seat))
        return (abs(table - other_table), again, newcomers, met, against, *chairs)

    def _facing(self, entrant: E) -> Chair:
        table, seat = self.chairs[entrant]
        return table, FACING[seat]

    def _were_partners(self, one: E, other: E) -> int:
        return sum(seating.partner(one) == other for seating in self.past)

    def _opposed(self, entrant: E) -> int:
        """Count how often somebody has played against those who are opponents now."""
        table, seat = self.chairs[entrant]
        opponents = [self.at((table, each)) for each in SEATS if each not in (seat, FACING[seat])]
        return sum(
            are_partners(entrant, each, seating) is False
            for seating in self.past
            for each in opponents
        )
