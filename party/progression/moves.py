"""Moves: each person's way from one seating to the next, with its reason.

A *reason* is a code; the caller has the words. If results decide, it consists of the *outcome*
(won, lost) and the *direction* (stays, up, next, first, last), such as "won_up":

won_stays, lost_stays   the pair stays at its table (one of them may change chairs)
won_head                the winners stay at the head table, whose leg differs from the others
won_up, lost_last       Iowa: up one table; from the head to the last table
lost_next, lost_first   Midway: on to the next table; from the last table to table 1
path, nobody_moves      results did not decide
off_bench, on_bench     plays again; sits out now
bench_again             sits out once more
closed                  the table to which this person would go is closed (`closed` is its number)
arrived, arrived_bench  new here; with or without a chair
stand_in                takes the chair to which `stands_in_for` would have moved
by_hand                 a wish or the desk chose another chair than the movement gives
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from party.progression.movement import Leg, Movement, move, undecided_tables
from party.progression.seating import EMPTY_MAPPING, SEATS, Chair, E, Seating


@dataclass(frozen=True)
class Move(Generic[E]):
    """One person's move; `old` and `new` are (table, seat), or None on the bench or not here.

    `partner` is the new partner. `is_decided_by_cut`: the old table tied, and a cut decided who
    was ahead.
    """

    entrant: E
    old: Chair | None
    new: Chair | None
    partner: E | None
    reason: str
    is_decided_by_cut: bool = False
    closed: int | None = None
    stands_in_for: E | None = None


def moves(
    before: Seating[E],
    after: Seating[E],
    *,
    ahead: Mapping[int, str],
    movement: Movement,
    due: Collection[E] = (),
    cuts: Collection[int] = frozenset(),
    replacing: Mapping[E, E] = EMPTY_MAPPING,
) -> tuple[Move[E], ...]:
    """Return the move of everybody in `after`: table 1 N, E, S, W first, the bench last.

    `ahead` and `movement` are those with which `after` was seated. `due` are the people whose turn
    it was to sit out (empty: all on the bench). `cuts` are the tables at which a cut decided who
    was ahead. `replacing` maps leavers to the people who took their chairs.
    """
    rounds = TwoRounds(before, after, ahead, movement, frozenset(due or after.bench), replacing)
    return tuple(move_of(entrant, rounds, cuts) for entrant in after.everybody())


@dataclass(frozen=True)
class TwoRounds(Generic[E]):
    """Two successive rounds; the other fields are the inputs of the second round."""

    before: Seating[E]
    after: Seating[E]
    ahead: Mapping[int, str]
    movement: Movement
    due: frozenset[E]
    replacing: Mapping[E, E]

    @cached_property
    def chairs_by_rule(self) -> Mapping[E, Chair]:
        """The chairs that the movement alone gives; empty if results are missing."""
        tables = range(1, len(self.before.tables) + 1)
        if self.movement.needs_results(len(tables)) and undecided_tables(tables, self.ahead):
            return EMPTY_MAPPING
        moved = move(self.before, self.ahead, self.movement)
        return Seating(tuple((n, e, s, w) for n, e, s, w in moved)).chairs


def move_of(entrant: E, rounds: TwoRounds[E], cuts: Collection[int] = frozenset()) -> Move[E]:
    leaver = next((old for old, new in rounds.replacing.items() if new == entrant), None)
    origin = entrant if leaver is None else leaver
    old = rounds.before.chair(origin)
    new = rounds.after.chair(entrant)
    target = old and _target_table(old, rounds)
    closed = target if target and new and target > len(rounds.after.tables) else None
    reason = _move_reason(entrant, old, new, target, rounds)
    if old and new and target == new[0]:
        chair_by_rule = rounds.chairs_by_rule.get(origin)
        reason = "by_hand" if _differs_from_rule(chair_by_rule, new, rounds) else reason
    if leaver is not None and reason not in {"closed", "on_bench", "by_hand"}:
        reason = "stand_in"
    is_by_result = old is not None and rounds.movement.needs_results(len(rounds.before.tables))
    return Move(
        entrant,
        old,
        new,
        rounds.after.partner(entrant),
        reason,
        is_decided_by_cut=is_by_result and old is not None and old[0] in cuts,
        closed=closed,
        stands_in_for=leaver,
    )


def _differs_from_rule(chair: Chair | None, new: Chair, rounds: TwoRounds[E]) -> bool:
    """Return whether the new chair is another; an exchange of newcomers does not count."""
    if chair is None or chair == new:
        return False
    are_exchanged = {chair[1], new[1]} == {"S", "W"} and rounds.movement.splits(new[0])
    return not are_exchanged


def _target_table(old: Chair, rounds: TwoRounds[E]) -> int:
    table, seat = old
    table_count = len(rounds.before.tables)
    leg, high = rounds.movement.leg(table), rounds.ahead.get(table)
    if leg is None:
        step = rounds.movement.steps[SEATS.index(seat)]
        return (table - 1 + step) % table_count + 1
    return leg.goal(table, table_count) if high and seat in leg.moving_pair(high) else table


def _move_reason(
    entrant: E, old: Chair | None, new: Chair | None, target: int | None, rounds: TwoRounds[E]
) -> str:
    if old is None:
        was_on_bench = entrant in rounds.before.bench
        if new is None:
            return "bench_again" if was_on_bench else "arrived_bench"
        return "off_bench" if was_on_bench else "arrived"
    if new is None:
        return "on_bench" if entrant in rounds.due else "by_hand"
    if target != new[0]:
        return "closed" if target and target > len(rounds.after.tables) else "by_hand"
    return _table_outcome(old, new, rounds)


def _table_outcome(old: Chair, new: Chair, rounds: TwoRounds[E]) -> str:
    table, seat = old
    table_count = len(rounds.before.tables)
    leg, high = rounds.movement.leg(table), rounds.ahead.get(table)
    if leg is None or high is None or not rounds.movement.needs_results(table_count):
        return "path" if any(rounds.movement.steps) and table_count > 1 else "nobody_moves"
    outcome = "won" if seat in high else "lost"
    return f"{outcome}_{_direction(leg, old, new, outcome, rounds.movement)}"


def _direction(leg: Leg, old: Chair, new: Chair, outcome: str, movement: Movement) -> str:
    if old[0] == new[0]:
        head_has_own_rule = movement.legs is not None and movement.legs[0] != movement.legs[1]
        return "head" if outcome == "won" and old[0] == 1 and head_has_own_rule else "stays"
    return "first" if leg.to == "next" and new[0] == 1 else leg.to
