"""Everybody's possible next places, computed before the results of a round are known.

If results decide, a person's next place depends on the results of two tables at most: their own,
and the table to which it leads. A *case* is one set of results for all tables. A few cases are
enough if any two tables have each combination of results in one of them. Each person is told how
to find the chair at the next table:

known    this seat: it is the same in all cases with this outcome at the person's table
keeper   opposite the stayer who kept the chair
shifter  opposite the stayer who changed chairs
free     the chair of `seats` that nobody keeps
called   the seat is called out later, because it depends on the results

The seats are *settled* if nobody comes, goes or has a wish. If they are not, only people whom the
movement alone seats are told their next table, and newcomers to a table are told no chair. At a
table where people may be exchanged for a wish, only people who keep their chair are told anything.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, Protocol

from party.progression.attendance import substitutes
from party.progression.movement import Movement
from party.progression.moves import Move, TwoRounds, move_of
from party.progression.seating import EMPTY_MAPPING, SEATS, Chair, E, Seating
from party.progression.wish_reach import tables_in_reach
from party.progression.wishes import Condition

Outcome = Literal["ahead", "behind", "either"]
ChairHint = Literal["known", "keeper", "shifter", "free", "called"]
# Reasons of people who get their chairs after everybody has moved.
REASONS_AFTER_MOVE = {"closed", "arrived", "off_bench"}
# Reasons of places that cannot be promised while seats are not settled.
NOT_PROMISED = {*REASONS_AFTER_MOVE, "by_hand"}


@dataclass(frozen=True)
class Prospect(Generic[E]):
    """One person's next place if the pair of chair `old` is ahead, or behind, or in either case.

    `old` is the chair of this person, or of the person whose place they take. If `table` is None
    they sit out or, if `chair` is "called", their place is not known yet. `instead` is the person
    who plays in their place, or whose place they take.
    """

    entrant: E
    outcome: Outcome
    old: Chair | None
    table: int | None
    seats: tuple[str, ...]
    chair: ChairHint
    reason: str
    partner: E | None = None
    instead: E | None = None


class SeatFunction(Protocol[E]):
    """Returns the next seats, given the pair that is ahead at each table."""

    def __call__(self, ahead: Mapping[int, str], /, *, exchanges: bool = True) -> Seating[E]:
        """Return the seats; without `exchanges`, those before people change chairs for wishes."""


def result_samples(table_count: int) -> Iterator[dict[int, str]]:
    """Yield results of all tables that give any two tables all four combinations.

    Each bit of the table numbers gives two sets of results: two numbers differ in a bit.
    """
    numbers = range(1, table_count + 1)
    for pair in ("NS", "EW"):
        yield dict.fromkeys(numbers, pair)
    for bit in range((table_count - 1).bit_length()):
        for bit_value in (0, 1):
            yield {n: "NS" if (n - 1) >> bit & 1 == bit_value else "EW" for n in numbers}


def outlook(
    before: Seating[E],
    *,
    movement: Movement,
    seat: SeatFunction[E],
    conditions: Sequence[Condition[E]] = (),
    replacing: Mapping[E, E] = EMPTY_MAPPING,
    has_fresh_partners: bool = False,
    is_settled: bool = True,
) -> tuple[Prospect[E], ...]:
    """Return everybody's prospects: table by table, N E S W, the bench, then arrivals.

    `before` is the round in progress. `replacing` maps leavers to the people who get their chairs.
    `has_fresh_partners` is the partner policy; the module explains `is_settled`. A person has two
    prospects if the outcome makes a difference. Raises SeatingError as `seat` does.
    """
    table_count = len(before.tables)
    needs_results = movement.needs_results(table_count)
    results = tuple(result_samples(table_count)) if needs_results else ({},)

    def case(ahead: Mapping[int, str], *, exchanges: bool = True) -> _Case[E]:
        after = seat(ahead, exchanges=exchanges)
        return _Case(before, after, ahead, movement, frozenset(after.bench), replacing)

    cases = tuple(case(ahead) for ahead in results)
    unexchanged = [case(ahead, exchanges=False) for ahead in results] if conditions else []
    has_several = len(unexchanged) > 1
    exchangeable = _exchangeable(unexchanged, conditions) if has_several else frozenset()
    forecast = _Forecast(
        before,
        cases,
        movement,
        replacing,
        exchangeable,
        has_fresh_partners=has_fresh_partners,
        is_settled=is_settled,
    )
    return tuple(
        prospect for entrant in forecast.people for prospect in forecast.prospects(entrant)
    )


class _Case(TwoRounds[E]):
    """One set of results, and the seats that follow from it."""

    def outcome(self, old: Chair | None) -> Outcome:
        if old is None or not self.ahead:
            return "either"
        return "ahead" if old[1] in self.ahead[old[0]] else "behind"

    def stayers_by_seat(self, table: int) -> dict[str, bool]:
        """Return, by seat, whether the people who stayed at a table kept their chair."""
        people = zip(SEATS, self.after.tables[table - 1], strict=True)
        old_chairs = {seat: self.before.chair(entrant) for seat, entrant in people}
        return {
            seat: old_chair[1] == seat
            for seat, old_chair in old_chairs.items()
            if old_chair and old_chair[0] == table
        }

    def chair_hint(self, entrant: E, seats: tuple[str, ...]) -> ChairHint:
        table, seat = self.after.chairs[entrant]
        stayers = self.stayers_by_seat(table)
        opposite = stayers.get(SEATS[(SEATS.index(seat) + 2) % 4])
        if opposite is not None and sorted(stayers.values()) == [False, True]:
            return "keeper" if opposite else "shifter"
        free_seats = [free_seat for free_seat in seats if free_seat not in stayers]
        return "free" if free_seats == [seat] else "called"


def _exchangeable(cases: Sequence[_Case[E]], conditions: Sequence[Condition[E]]) -> AbstractSet[E]:
    waiting = {
        entrant
        for case in cases
        for entrant in case.after.everybody()
        if move_of(entrant, case).reason in REASONS_AFTER_MOVE
    }
    tables = tables_in_reach([case.after for case in cases], conditions, waiting)
    kept_chairs = ((c.entrants[0], c.chair) for c in conditions if c.chair is not None)
    keepers = {
        entrant
        for entrant, chair in kept_chairs
        if all(case.after.chair(entrant) == chair for case in cases)
    }
    reachable = {
        entrant for case in cases for number in tables for entrant in case.after.tables[number - 1]
    }
    return reachable - keepers


@dataclass(frozen=True)
class _Forecast(Generic[E]):
    before: Seating[E]
    cases: tuple[_Case[E], ...]
    movement: Movement
    replacing: Mapping[E, E]
    exchangeable: AbstractSet[E]
    has_fresh_partners: bool
    is_settled: bool

    @cached_property
    def after(self) -> Seating[E]:
        """One of the possible next seatings; the same people sit out in all of them."""
        return self.cases[0].after

    @cached_property
    def people(self) -> tuple[E, ...]:
        current = [self.replacing.get(e, e) for e in self.before.everybody()]
        everybody = dict.fromkeys((*current, *self.after.everybody()))
        return tuple(entrant for entrant in everybody if entrant in self.after)

    @cached_property
    def origins(self) -> Mapping[E, Chair]:
        chairs = {self.replacing.get(e, e): chair for e, chair in self.before.chairs.items()}
        return chairs | {
            substitute: chairs[due] for due, substitute in self.substitutes_by_due.items()
        }

    @cached_property
    def substitutes_by_due(self) -> Mapping[E, E]:
        return (
            substitutes(self.before.bench, self.after.bench) if self.is_settled else EMPTY_MAPPING
        )

    @cached_property
    def places_taken(self) -> Mapping[E, E]:
        """The person due for each substitute, and the substitute for each person due."""
        due_by_substitute = {sub: due for due, sub in self.substitutes_by_due.items()}
        return due_by_substitute | dict(self.substitutes_by_due)

    def prospects(self, entrant: E) -> Iterator[Prospect[E]]:
        """Yield the prospect if ahead, then if behind; only one if the two places are the same."""
        old = self.origins.get(entrant)
        by_outcome: dict[Outcome, list[_Case[E]]] = {}
        for case in self.cases:
            by_outcome.setdefault(case.outcome(old), []).append(case)
        prospects = [
            replace(self._prospect(entrant, old, cases), outcome=outcome)
            for outcome, cases in sorted(by_outcome.items())
        ]
        places = {replace(prospect, outcome="either", reason="") for prospect in prospects}
        yield from prospects if len(places) > 1 else (replace(prospects[0], outcome="either"),)

    def _prospect(self, entrant: E, old: Chair | None, cases: list[_Case[E]]) -> Prospect[E]:
        reason = move_of(entrant, cases[0]).reason
        instead = self.places_taken.get(entrant)
        unknown_place = Prospect(
            entrant,
            "either",
            old,
            table=None,
            seats=(),
            chair="called",
            reason="",
            instead=instead,
        )
        if entrant in self.after.bench:
            return replace(unknown_place, chair="known", reason=reason)
        chairs = [case.after.chairs[entrant] for case in cases]
        tables = {table for table, _ in chairs}
        is_known = self.is_settled or (
            entrant not in self.exchangeable
            and _is_promised([move_of(entrant, case) for case in cases])
        )
        if len(tables) > 1 or not is_known:
            return unknown_place
        (table,) = tables
        possible_seats = {seat for _, seat in chairs}
        seats = tuple(seat for seat in SEATS if seat in possible_seats)
        partners = {case.after.partner(entrant) for case in cases}
        return replace(
            unknown_place,
            table=table,
            seats=seats,
            chair=self._hint_for_chair(entrant, old, table, seats, cases),
            reason=reason,
            partner=partners.pop() if len(partners) == 1 and self.is_settled else None,
        )

    def _hint_for_chair(
        self,
        entrant: E,
        old: Chair | None,
        table: int,
        seats: tuple[str, ...],
        cases: list[_Case[E]],
    ) -> ChairHint:
        """Return the hint; the choice of fresh partners may still change a newcomer's chair."""
        is_newcomer = old is None or old[0] != table
        may_exchange = self.has_fresh_partners and self.movement.splits(table)
        if is_newcomer and (may_exchange or not self.is_settled):
            return "called"
        if len(seats) == 1:
            return "known"
        hints = {case.chair_hint(entrant, seats) for case in cases}
        return hints.pop() if len(hints) == 1 else "called"


def _is_promised(possible_moves: list[Move[Any]]) -> bool:
    return all(move.reason not in NOT_PROMISED or move.new == move.old for move in possible_moves)
