"""Moves in words: what each person reads, what the organiser reads aloud, what cards remind of.

All of it is made from the movement's data, so the sentences fit a changed movement too.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from party.engine import SEAT_NAMES
from party.progression import SEATS, Format, Leg, Move, Movement
from party.values.evening.live import Night
from party.values.evening.next_step import NextStep, seated_step
from party.values.people.names import begins_words, full_stop
from party.values.people.wishes import Turn, WishLine
from party.values.seats.draw import PersonMove
from party.values.seats.turnout import PeopleChanges

NameOf = Callable[[Any], str]

PATHS = {
    "up": "go up to",
    "next": "go on to",
    "first": "go on to",
    "last": "go to the last table, that is",
}
OUTSIDE = {
    "on_bench": "It is your turn to sit out this round.",
    "bench_again": "You sit out again this round.",
    "arrived_bench": "Welcome. You sit out this round.",
    "by_hand": "The desk asks you to sit out this round.",
}
PLACED = {
    "off_bench": "You play again: go to",
    "closed": "Table {closed} is closed: go to",
    "arrived": "Welcome: go to",
    "stand_in": "You play for {leaver}: go to",
    "by_hand": "The desk has a seat for you: go to",
    "path": "Go to",
    "nobody_moves": "Nobody moves: stay at",
}
NEWCOMERS = {
    "chairs": (
        "Newcomers: if you were North or East, sit opposite the one who kept the chair. "
        "Your partner takes the chair that is left."
    ),
    "fresh": "Newcomers: South and West are yours. The seat list says who takes which.",
}
PARTING = (
    "One of the staying pair keeps the chair: North or East stays, "
    "South changes to East, West changes to North."
)


def is_by_rule(move: Move[Any]) -> bool:
    """Return whether the movement alone gives this chair; else the announcement names it."""
    return move.reason not in {*OUTSIDE, *PLACED} or move.reason in {"path", "nobody_moves"}


def move_text(move: Move[Any], name_of: NameOf) -> str:
    """Return one person's move: "You won at table 4: go up to table 3, seat South. …"."""
    if move.new is None:
        return OUTSIDE[move.reason]
    placed = _placed_text(move, move.new, name_of)
    return full_stop(f"{placed} Your partner is {name_of(move.partner)}")


def short_text(move: Move[Any], name_of: NameOf) -> str:
    """Return a move for where the chair stands beside it: "You won at table 4. With Ann Lee."."""
    if move.old is None or move.new is None or not move.reason.startswith(("won_", "lost_")):
        return move_text(move, name_of)
    return full_stop(f"{_outcome_text(move, move.old)}. With {name_of(move.partner)}")


def _placed_text(move: Move[Any], new: tuple[int, str], name_of: NameOf) -> str:
    place = f"table {new[0]}, seat {SEAT_NAMES[new[1]]}."
    if move.old is not None and move.reason.startswith(("won_", "lost_")):
        return f"{_outcome_text(move, move.old)}: {_way_text(move, move.old, new, place)}"
    if move.reason in {"path", "by_hand"} and move.old == new:
        return f"Stay where you are, {place}"
    leaver = name_of(move.stands_in_for) if move.reason == "stand_in" else ""
    return f"{PLACED[move.reason].format(closed=move.closed, leaver=leaver)} {place}"


def _outcome_text(move: Move[Any], old: tuple[int, str]) -> str:
    won = move.reason.startswith("won_")
    if move.cut:
        return f"The cut went {'your way' if won else 'against you'} at table {old[0]}"
    return f"You {'won' if won else 'lost'} at table {old[0]}"


def _way_text(move: Move[Any], old: tuple[int, str], new: tuple[int, str], place: str) -> str:
    way = move.reason.partition("_")[2]
    if way in PATHS:
        return f"{PATHS[way]} {place}"
    if old == new:
        return f"stay where you are, {place}"
    return f"stay at this table, but change to seat {SEAT_NAMES[new[1]]}."


def exceptions(moves: Iterable[PersonMove]) -> tuple[str, ...]:
    """Return what is read before the rule: who sits out, and whose chair the rule does not give.

    Empty when everybody moves by the rule.
    """
    all_moves = list(moves)
    lines = [
        f"{move.sitting.person}: table {move.sitting.table}, {SEAT_NAMES[move.sitting.seat]}."
        for move in all_moves
        if not move.by_rule and move.sitting.seat
    ]
    if bench := [str(move.sitting.person) for move in all_moves if move.sitting.table is None]:
        lines.insert(0, f"Sitting out this round: {', '.join(bench)}.")
    return (*lines, "Everybody else:") if lines else ()


def reminder(chosen: Format) -> str:
    """Return who moves, short enough for a card: "Lower pair: next table. Higher pair stays."."""
    movement = chosen.movement
    if movement.legs is None:
        steps = [_step_text(seat, by) for seat, by in zip(SEATS, movement.steps, strict=True)]
        return f"{', '.join(steps)}." if any(movement.steps) else "Nobody moves."
    head, others = movement.legs
    goals = {"next": "next table", "up": "up one table", "last": "last table"}
    mover, stayer = _pair_names(others, movement)
    stay = "stays" if stayer.endswith("pair") else "stay"
    said = f"{mover}: {goals[others.to]}. {stayer} {stay}."
    if head == others:
        return said
    mover, stayer = _pair_names(head, movement)
    return f"{said} Table 1: {stayer.lower()} stay, {mover.lower()} to the {goals[head.to]}."


def bell_note(chosen: Format) -> str:
    """Return what the head table does where the others play until it rings."""
    return f"Ring the bell after hand {chosen.hands_at(1)}." if chosen.hands_at(2) is None else ""


def _step_text(seat: str, by: int) -> str:
    name = SEAT_NAMES[seat]
    if by == 0:
        return f"{name} stays"
    tables = {1: "one table", 2: "two tables"}[abs(by)]
    return f"{name} goes {tables} {'up' if by > 0 else 'down'}"


def _pair_names(leg: Leg, movement: Movement) -> tuple[str, str]:
    """Name the pair that moves and the pair that stays."""
    winners_move = leg.mover == "high"
    same = movement.legs is None or movement.legs[0] == movement.legs[1]
    high, low = ("Higher pair", "Lower pair") if same else ("Winners", "Losers")
    return (high, low) if winners_move else (low, high)


def announcement(chosen: Format, tables: int) -> tuple[str, ...]:
    """Return the lines an organiser reads aloud when a round is over, for so many tables."""
    return (*who_moves(chosen, tables), "If your name is not on the list of your table, wave.")


def who_moves(chosen: Format, tables: int) -> tuple[str, ...]:
    """Return the movement in words, for so many tables."""
    movement = chosen.movement
    if movement.legs is None:
        lines = _fixed_lines(movement, tables)
    elif not movement.needs_results(tables):
        lines = iter(("There is only one table: nobody moves.",))
    else:
        lines = _result_lines(movement, movement.legs, tables, chosen.which_partner_shifts)
    return tuple(lines)


def _fixed_lines(movement: Movement, tables: int) -> Iterator[str]:
    steps = [by if by % tables else 0 for by in movement.steps]
    if not any(steps):
        yield "Nobody moves: keep your seat and your partner."
        return
    for seat, by in zip(SEATS, steps, strict=True):
        yield f"{_step_text(seat, by)}."
    yield f"Up means the next higher number. After table {tables} comes table 1 again."
    yield "At the new table take the same seat: East stays East, and so on."


def _result_lines(
    movement: Movement, legs: tuple[Leg, Leg], tables: int, partners: str
) -> Iterator[str]:
    head, others = legs
    if tables == 1:
        mover, _ = _pair_names(others, movement)
        yield "There is only one table: everybody stays at it."
        yield f"{mover}: stand, you are the newcomers."
    elif head == others:
        yield from _leg_lines(others, movement, "", tables)
    else:
        yield from _leg_lines(others, movement, f" at {_tables_text(2, tables)}", tables)
        yield from _leg_lines(head, movement, " at table 1", tables)
    yield from _partner_lines(movement, tables, partners)


def _leg_lines(leg: Leg, movement: Movement, where: str, tables: int) -> Iterator[str]:
    mover, stayer = _pair_names(leg, movement)
    goals = {
        "next": f"go to the next higher number. From table {tables} go to table 1",
        "up": "go up one table, to the next lower number",
        "last": f"go to table {tables}, the last one",
    }
    yield f"{mover}{where}: stand, {goals[leg.to]}."
    yield f"{stayer}{where}: stay at your table."


def _partner_lines(movement: Movement, tables: int, partners: str) -> Iterator[str]:
    parting = [number for number in (1, 2) if number <= tables and movement.splits(number)]
    if not parting:
        yield "Partners stay together: newcomers take the two empty chairs."
        return
    if parting == [1] or len(parting) == 2:
        yield "Everybody gets a new partner."
    else:
        yield f"At {_tables_text(2, tables)} everybody gets a new partner."
    yield PARTING
    yield NEWCOMERS[partners]
    if not movement.splits(1):
        yield "At table 1 partners stay together: newcomers take the two empty chairs."


def _tables_text(first: int, last: int) -> str:
    return f"table {last}" if first == last else f"tables {first} to {last}"


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line of the moves for a whole hall: a sign, words to be read from afar, and more."""

    sign: str
    words: str
    more: str = ""


GO, STAY, PARTNER = "→", "=", "&"
TO_READ = {"next": "next table", "up": "up one table", "last": "last table"}


def instructions(chosen: Format, tables: int) -> tuple[Instruction, ...]:
    """Return the movement in at most four lines of few words, for so many tables."""
    movement = chosen.movement
    if movement.legs is None:
        return tuple(_fixed_instructions(movement, tables))
    if not movement.needs_results(tables):
        return (Instruction(STAY, "Nobody moves", "There is only one table."),)
    head, others = movement.legs
    changes = "One of you changes chair: see the list." if movement.splits(tables) else ""
    where = "" if head == others or tables == 1 else f"At {_tables_text(2, tables)}"
    mover, stayer = _pair_names(others, movement)
    lines = []
    if tables > 1:
        goal = f"From table {tables} go to table 1." if others.to == "next" else ""
        goal = "To the next lower number." if others.to == "up" else goal
        lines += [
            Instruction(GO, f"{mover}: {TO_READ[others.to]}", _more(where, goal)),
            Instruction(STAY, f"{stayer}: stay", _more(where, changes)),
        ]
    if where:
        mover, stayer = _pair_names(head, movement)
        lines.append(
            Instruction("1", f"{mover}: to table {tables}", f"At table 1. {stayer} stay there.")
        )
    return (*lines, _partner_instruction(movement, tables))


def _more(where: str, words: str) -> str:
    return f"{where}. {words}".strip() if where else words


def _partner_instruction(movement: Movement, tables: int) -> Instruction:
    parting = [number for number in (1, 2) if number <= tables and movement.splits(number)]
    if not parting:
        return Instruction(PARTNER, "Partners stay", "Newcomers take the two empty chairs.")
    wave = "Your name is not on the list of your table? Wave."
    if parting == [2]:
        return Instruction(PARTNER, "A new partner", f"At {_tables_text(2, tables)}. {wave}")
    return Instruction(PARTNER, "All: a new partner", wave)


def _fixed_instructions(movement: Movement, tables: int) -> Iterator[Instruction]:
    by_step: dict[int, list[str]] = {}
    for seat, by in zip(SEATS, movement.steps, strict=True):
        by_step.setdefault(by if by % tables else 0, []).append(SEAT_NAMES[seat])
    if by_step.keys() == {0}:
        yield Instruction(STAY, "Nobody moves", "Keep your seat and your partner.")
        return
    for by, seats in by_step.items():
        who = ", ".join(seats)
        if by == 0:
            yield Instruction(STAY, f"{who}: stay")
        else:
            way = f"{ {1: 'one', 2: 'two'}[abs(by)] } {'up' if by > 0 else 'down'}"
            more = f"Up is the next higher number; after table {tables} comes table 1."
            yield Instruction(GO, f"{who}: {way}", more)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesPage:
    """The moves after round `number`; before the next round is seated, what leads to it.

    `moves` are A–Z. Where seats are not tracked, `lines` say by which rule people move. `turns`,
    `unkept` and `changes` are for organisers: empty for others.
    """

    number: int
    night: Night
    is_seated: bool
    is_tracked: bool
    lines: tuple[str, ...] = ()
    moves: tuple[PersonMove, ...] = ()
    turns: tuple[Turn, ...] = ()
    unkept: tuple[WishLine, ...] = ()
    changes: PeopleChanges | None = None
    announced_at: datetime | None = None

    @property
    def next_number(self) -> int:
        return self.number + 1

    @property
    def seat_text(self) -> str:
        return f"{'Seat' if self.is_tracked else 'Go on to'} round {self.next_number}"

    @property
    def step(self) -> NextStep:
        after = "when everybody sits and the names are checked"
        announced = self.announced_at is not None
        return seated_step(self.next_number, self.changes, after, announced=announced)

    @property
    def can_start(self) -> bool:
        return self.night.is_seated(self.next_number)

    @property
    def bench(self) -> tuple[PersonMove, ...]:
        return tuple(move for move in self.moves if move.sitting.table is None)

    def moves_of(self, typed: str) -> tuple[PersonMove, ...]:
        """Return the moves of those with this number, or in whose name every word begins one."""
        wanted = typed.strip()
        return tuple(
            move
            for move in self.moves
            if wanted
            and (
                wanted == str(move.sitting.person.number)
                or begins_words(wanted, str(move.sitting.person))
            )
        )

    @property
    def tables(self) -> dict[int, list[PersonMove]]:
        """The moves by table, table 1 and North first."""
        tables: dict[int, list[PersonMove]] = {}
        for move in sorted(self.moves, key=lambda move: SEATS.index(move.sitting.seat or "N")):
            if move.sitting.table is not None:
                tables.setdefault(move.sitting.table, []).append(move)
        return dict(sorted(tables.items()))
