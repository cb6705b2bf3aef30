"""Outlook: where everybody goes after a round, told before its results are known.

By result somebody's next place hangs on two tables at most: the own one, and the one it leads to.
So a few *tries*, in which every two tables have each pair of results once, show all that can
become of anybody. What is the same in all tries with one outcome at the own table is *known*; a
chair that is not may still be found by looking:

known    this seat
keeper   opposite the one who kept the chair
shifter  opposite the one who changed chairs
free     of `seats` the one from which somebody got up
called   nobody can tell before the results: it is called out

The room is *settled* when nobody comes, goes or has a wish. In one that is not, a place can hang
on more tables than two: only those whom the movement alone seats can be told a table, and
newcomers no chair.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Literal

from party.progression.coming_and_going import substitutes
from party.progression.movement import Movement
from party.progression.moves import Move, moves
from party.progression.seating import SEATS, Chair, E, Seating

Outcome = Literal["ahead", "behind", "either"]
Finding = Literal["known", "keeper", "shifter", "free", "called"]
NOBODY: Mapping[Any, Any] = MappingProxyType({})
NO_PROMISE = {"closed", "arrived", "off_bench", "by_hand"}  # in a room that is not settled


@dataclass(frozen=True)
class Prospect(Generic[E]):
    """What becomes of somebody if the pair of chair `old` is ahead, is behind, or either way.

    `old` is the own chair, a leaver's or that of the one in whose place they play. Without a
    table they sit out, or (`chair` "called") nobody can say yet. `instead` plays in their place,
    or is the one whose place they take. `reason` is the move's.
    """

    entrant: E
    outcome: Outcome
    old: Chair | None
    table: int | None
    seats: tuple[str, ...]
    chair: Finding
    reason: str
    partner: E | None = None
    instead: E | None = None


def both_ways(tables: int) -> Iterator[dict[int, str]]:
    """Yield results of so many tables, until every two have had all four pairs of them."""
    numbers = range(1, tables + 1)
    for pair in ("NS", "EW"):
        yield dict.fromkeys(numbers, pair)
    for bit in range((tables - 1).bit_length()):
        for side in (0, 1):
            yield {n: "NS" if (n - 1) >> bit & 1 == side else "EW" for n in numbers}


def outlook(
    before: Seating[E],
    *,
    movement: Movement,
    seat: Callable[[Mapping[int, str]], Seating[E]],
    replacing: Mapping[E, E] = NOBODY,
    fresh: bool = False,
    settled: bool = True,
) -> tuple[Prospect[E], ...]:
    """Return the prospects of everybody: table by table, N E S W, the bench, then arrivals.

    `seat` gives the next seats for each table's pair that is ahead.
    """
    tables = len(before.tables)
    results = both_ways(tables) if movement.needs_results(tables) else ({},)
    tries = []
    for ahead in results:
        after = seat(ahead)
        made = moves(before, after, ahead=ahead, movement=movement, replacing=replacing)
        tries.append(_Try(before, ahead, after, {each.entrant: each for each in made}))
    room = _Room(before, tuple(tries), movement, replacing, fresh=fresh, settled=settled)
    return tuple(prospect for entrant in room.people for prospect in room.prospects(entrant))


@dataclass(frozen=True)
class _Try(Generic[E]):
    """One set of results, and the seats that come of it."""

    before: Seating[E]
    ahead: Mapping[int, str]
    after: Seating[E]
    moves: Mapping[E, Move[E]]

    def outcome(self, old: Chair | None) -> Outcome:
        if old is None or not self.ahead:
            return "either"
        return "ahead" if old[1] in self.ahead[old[0]] else "behind"

    def there_before(self, table: int) -> dict[str, bool]:
        """Return who of a table was at it already, by seat, and whether in the same chair."""
        people = zip(SEATS, self.after.tables[table - 1], strict=True)
        old = {seat: self.before.chair(entrant) for seat, entrant in people}
        return {seat: was[1] == seat for seat, was in old.items() if was and was[0] == table}

    def finding(self, entrant: E, seats: tuple[str, ...]) -> Finding:
        """Return how a newcomer finds the chair in this try."""
        table, seat = self.after.chairs[entrant]
        there = self.there_before(table)
        opposite = there.get(SEATS[(SEATS.index(seat) + 2) % 4])
        if opposite is not None and sorted(there.values()) == [False, True]:
            return "keeper" if opposite else "shifter"
        return "free" if [each for each in seats if each not in there] == [seat] else "called"


@dataclass(frozen=True)
class _Room(Generic[E]):
    before: Seating[E]
    tries: tuple[_Try[E], ...]
    movement: Movement
    replacing: Mapping[E, E]
    fresh: bool
    settled: bool

    @cached_property
    def after(self) -> Seating[E]:
        """One of the possible next seatings: who sits out is the same in all."""
        return self.tries[0].after

    @cached_property
    def people(self) -> tuple[E, ...]:
        now = [self.replacing.get(each, each) for each in self.before.everybody()]
        come = [each for each in self.after.everybody() if each not in set(now)]
        return tuple(each for each in (*now, *come) if each in self.after)

    @cached_property
    def origins(self) -> Mapping[E, Chair]:
        """The chair whose result counts for each person."""
        chairs = {self.replacing.get(e, e): chair for e, chair in self.before.chairs.items()}
        return chairs | {off: chairs[due] for due, off in self.instead.items()}

    @cached_property
    def instead(self) -> Mapping[E, E]:
        """Who plays in the place of whom that has to sit out."""
        return substitutes(self.before.bench, self.after.bench) if self.settled else NOBODY

    @cached_property
    def places_taken(self) -> Mapping[E, E]:
        return {off: due for due, off in self.instead.items()} | dict(self.instead)

    def prospects(self, entrant: E) -> Iterator[Prospect[E]]:
        """Yield ahead, then behind; one for both where they lead to the same place."""
        old = self.origins.get(entrant)
        found: dict[Outcome, list[_Try[E]]] = {}
        for each in self.tries:
            found.setdefault(each.outcome(old), []).append(each)
        told = [
            replace(self._prospect(entrant, old, tries), outcome=outcome)
            for outcome, tries in sorted(found.items())
        ]
        places = {replace(each, outcome="either", reason="") for each in told}
        yield from told if len(places) > 1 else (replace(told[0], outcome="either"),)

    def _prospect(self, entrant: E, old: Chair | None, tries: list[_Try[E]]) -> Prospect[E]:
        made = [each.moves[entrant] for each in tries]
        instead = self.places_taken.get(entrant)
        unknown = Prospect(entrant, "either", old, None, (), "called", "", None, instead)
        if entrant in self.after.bench:
            return replace(unknown, chair="known", reason=made[0].reason)
        tables = {move.new[0] for move in made if move.new}
        if len(tables) > 1 or not (self.settled or _promised(made)):
            return unknown
        (table,) = tables
        taken = {move.new[1] for move in made if move.new}
        seats = tuple(seat for seat in SEATS if seat in taken)
        mates = {move.partner for move in made}
        return replace(
            unknown,
            table=table,
            seats=seats,
            chair=self._chair(entrant, old, table, seats, tries),
            reason=made[0].reason,
            partner=mates.pop() if len(mates) == 1 and self.settled else None,
        )

    def _chair(
        self,
        entrant: E,
        old: Chair | None,
        table: int,
        seats: tuple[str, ...],
        tries: list[_Try[E]],
    ) -> Finding:
        """Fresh partners are made for all who are there: a newcomer's chair may still change."""
        newcomer = old is None or old[0] != table
        exchanged = self.fresh and self.movement.splits(table)
        if newcomer and (exchanged or not self.settled):
            return "called"
        if len(seats) == 1:
            return "known"
        ways = {each.finding(entrant, seats) for each in tries}
        return ways.pop() if len(ways) == 1 else "called"


def _promised(made: list[Move[Any]]) -> bool:
    """Tell whether the movement alone gives the place, or they stay where they are."""
    return all(move.reason not in NO_PROMISE or move.new == move.old for move in made)
