"""Movement: who moves after a round, and where they go. A movement is data.

If results decide, each table has a *leg*: the pair that moves, and where it goes. The other pair
are the *stayers*; the people who arrive are the *newcomers*. On a fixed path each seat moves a
number of tables. At a table that *splits*, both pairs part (C21: at Midway everywhere, in Iowa
everywhere but at the head table).

Where pairs split, one stayer keeps the chair and the other shifts: S shifts to E, or W to N. So
the stayers are always at N and E. The first newcomer (N before S, E before W) sits opposite the
stayer who kept the chair, the second newcomer takes the fourth chair. Where pairs do not split,
the stayers keep their chairs.

A *keeper* keeps table and chair, by the wish "stay". If the keeper's pair should move, the
keeper's partner moves, and with them the South or East player of the staying pair. That player's
partner stays, as an opponent of the keeper.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from party.progression.errors import SeatingError
from party.progression.seating import PAIRS, E, Seating, table_list

Table = list[E]
Mover = Literal["low", "high"]
Goal = Literal["next", "up", "last"]
Split = Literal["every_table", "all_but_head", "never"]

OTHER_PAIR = {"NS": "EW", "EW": "NS"}
# For each staying pair: the seat to which one stayer shifts where pairs split; and the seats that
# move in place of keepers, in order.
SHIFTING_SEAT = {"NS": 1, "EW": 0}
SUBSTITUTE_SEATS = {"NS": (2, 0), "EW": (1, 3)}


@dataclass(frozen=True)
class Leg:
    """Which pair of a table moves, and where it goes (C20: losers at Midway, winners in Iowa)."""

    mover: Mover
    to: Goal

    def goal(self, table: int, table_count: int) -> int:
        """Return the table to which this leg leads; after the last table comes table 1."""
        return {"next": table % table_count + 1, "up": table - 1, "last": table_count}[self.to]

    def moving_pair(self, high_pair: str) -> str:
        return high_pair if self.mover == "high" else OTHER_PAIR[high_pair]


@dataclass(frozen=True)
class Movement:
    """Who moves, where to, and where pairs split.

    With `legs` results decide. Without, N, E, S and W move by `steps` tables, round the room.
    """

    name: str
    legs: tuple[Leg, Leg] | None = None  # of the head table, of all others
    steps: tuple[int, int, int, int] = (0, 0, 0, 0)
    split: Split = "never"

    @property
    def is_by_result(self) -> bool:
        return self.legs is not None

    def leg(self, table: int) -> Leg | None:
        if self.legs is None:
            return None
        head_leg, other_leg = self.legs
        return head_leg if table == 1 else other_leg

    def splits(self, table: int) -> bool:
        return self.split == "every_table" or (self.split == "all_but_head" and table != 1)

    def needs_results(self, table_count: int) -> bool:
        """Return whether results decide; at a lone head table that never splits, they do not."""
        return self.is_by_result and (table_count > 1 or self.splits(1))


NEXT = Leg("low", "next")
MIDWAY = Movement("midway", (NEXT, NEXT), split="every_table")
IOWA = Movement("iowa", (Leg("low", "last"), Leg("high", "up")), split="all_but_head")
MOVEMENTS: Mapping[str, Movement] = MappingProxyType(
    {
        "midway": MIDWAY,
        "youngstown": MIDWAY,
        "iowa": IOWA,
        "path": Movement("path", steps=(0, 1, -1, 2)),
        "stay": Movement("stay"),
    }
)


def undecided_tables(tables: Iterable[int], ahead: Mapping[int, str]) -> tuple[int, ...]:
    return tuple(number for number in tables if ahead.get(number) not in PAIRS)


def move(
    seating: Seating[E],
    ahead: Mapping[int, str],
    movement: Movement,
    keepers: AbstractSet[E] = frozenset(),
) -> list[Table[E]]:
    """Return the tables after the movement, before anybody changes partners, leaves or comes.

    `keepers` keep table and chair if results decide. Raises SeatingError with all tables that have
    no pair in `ahead`.
    """
    tables = seating.tables
    if movement.legs is None or not movement.needs_results(len(tables)):
        return _move_by_steps(tables, movement.steps)
    if missing := undecided_tables(range(1, len(tables) + 1), ahead):
        text = f"{table_list(missing)}: who was ahead? Enter the score, or who won the cut."
        raise SeatingError("undecided", text, tables=missing)
    return _move_by_result(tables, ahead, movement, movement.legs, keepers)


def _move_by_steps(
    tables: Sequence[Sequence[E]], steps: tuple[int, int, int, int]
) -> list[Table[E]]:
    return [
        [tables[(number - step) % len(tables)][seat] for seat, step in enumerate(steps)]
        for number in range(len(tables))
    ]


def _move_by_result(
    tables: Sequence[Sequence[E]],
    ahead: Mapping[int, str],
    movement: Movement,
    legs: tuple[Leg, Leg],
    keepers: AbstractSet[E],
) -> list[Table[E]]:
    newcomers: dict[int, list[E]] = {}
    staying: list[tuple[list[E], list[int]]] = []
    head_leg, other_leg = legs
    for number, table in enumerate(tables, 1):
        leg = head_leg if number == 1 else other_leg
        movers, stayers, places = _part_table(
            table, leg.moving_pair(ahead[number]), keepers, splits=movement.splits(number)
        )
        newcomers[leg.goal(number, len(tables))] = movers
        staying.append((stayers, places))
    if newcomers.keys() != set(range(1, len(tables) + 1)):
        raise SeatingError("movement", "This movement does not bring one pair to each table.")
    return [
        _table_of([*stayers, *newcomers[number]], places)
        for number, (stayers, places) in enumerate(staying, 1)
    ]


def _table_of(people: Sequence[E], places: Sequence[int]) -> Table[E]:
    person_at = dict(zip(places, people, strict=True))
    return [person_at[seat] for seat in range(4)]


def _part_table(
    table: Sequence[E], moving: str, keepers: AbstractSet[E], *, splits: bool
) -> tuple[list[E], list[E], list[int]]:
    """Return the people who leave, those who stay, and the new seats of stayers and newcomers.

    `moving` is the pair that moves. If a table has more than two keepers, some must move; wishes
    may bring them back later.
    """
    staying = OTHER_PAIR[moving]
    movers = _moving_seats(table, moving, staying, keepers)
    stayers = [seat for seat in range(4) if seat not in movers]
    stayers.sort(key=lambda seat: table[seat] not in keepers)
    first, second = stayers
    are_opponents = (second - first) % 2 == 1
    if splits and not are_opponents and table[second] not in keepers:
        second = SHIFTING_SEAT[staying]
    places = [first, second, *_newcomer_seats(first, second)]
    return [table[seat] for seat in movers], [table[seat] for seat in stayers], places


def _moving_seats(
    table: Sequence[E], moving: str, staying: str, keepers: AbstractSet[E]
) -> list[int]:
    """Return the seats that move; somebody of the other pair moves in place of a keeper."""
    substitutes = [seat for seat in SUBSTITUTE_SEATS[staying] if table[seat] not in keepers]
    return [
        substitutes.pop(0) if table[seat] in keepers and substitutes else seat
        for seat in PAIRS[moving]
    ]


def _newcomer_seats(first: int, second: int) -> list[int]:
    """Return the free seats, first the seat opposite the first stayer if it is free."""
    opposite = (first + 2) % 4
    free_seats = [seat for seat in range(4) if seat not in (first, second)]
    return sorted(free_seats, key=lambda seat: seat != opposite)
