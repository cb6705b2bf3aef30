from collections.abc import Iterator

from party.engine import SEAT_NAMES
from party.progression import SEATS, Format, Movement
from party.values.evening.live import Night
from party.values.evening.words import LAST_ROUND
from party.values.hall.screen import Instruction, ScreenContent, Words
from party.values.numbers import counted_in_words
from party.values.seats.words import RAISE_HAND, pair_names, tables_text

GO, STAY, PARTNER = "→", "=", "&"
GOALS = {"next": "next table", "up": "up one table", "last": "last table"}

COMING_UP = "The winners are coming up."
WAITING = {
    ScreenContent.SOON: Words("Welcome", "The seats are drawn: they are shown in a moment."),
    ScreenContent.THANKS: Words("Thank you for coming", "Results are posted by the desk."),
    ScreenContent.HIDDEN: Words("Winners at the end", "The host keeps the standings until then."),
    ScreenContent.HELD_BACK: Words("Standings soon", "They come with the next seats."),
    ScreenContent.WINNERS_SOON: Words("Thank you for playing", COMING_UP),
    ScreenContent.OVER: Words("That was the last round", COMING_UP),
    ScreenContent.WAIT: Words("Stay in your chair", "The moves will be up in a moment."),
    ScreenContent.TAKE_SEATS: Words("", "Take your seat: it starts in a moment."),
    ScreenContent.BREAK: Words("A break", "Then everybody moves to round {round}."),
}
BELL = Words("Finish this hand", "then cards down, and stay in your chair")
CARDS_DOWN = Words("Cards down", "Hand in your slip, and stay in your chair.")
NO_POINTS = Words("After round 1", "Nobody has any points yet.")
NO_SEATS = "Go on to the next table"
COME_CLOSER = "Come closer to read. A list with full names is posted at the door."
OWN_NUMBER = "This is screen {number}. The desk asks for this number."
CHECK_LIST = "A few sit out or move differently: check the list."


def round_text(night: Night) -> str:
    plan_text = f" of {night.planned}" if night.planned else ""
    return f"Round {night.round_number}{plan_text}"


def playing_foot(format_: Format, night: Night) -> str:
    hands = format_.hands_at(2)
    if hands is not None:
        words = f"{counted_in_words(hands, 'hand')}, then wait for the bell."
    else:
        words = f"Table 1 rings after hand {format_.hands_at(1)}. The others play on until then."
    return f"{words} {after_text(night)}".strip()


def after_text(night: Night) -> str:
    if night.planned == night.round_number:
        return LAST_ROUND
    return "Then a break." if night.is_before_break else ""


def instructions(format_: Format, tables: int, *, closes: bool = False) -> tuple[Instruction, ...]:
    """Return the rules of the moves. If the last table `closes`, nobody is sent there."""
    movement = format_.movement
    if movement.legs is None:
        return tuple(_fixed_instructions(movement, tables, closes=closes))
    if not movement.needs_results(tables):
        return (Instruction(STAY, "Nobody moves", "There is only one table."),)
    head_leg, other_leg = movement.legs
    changes = "One of you changes chair: see the list." if movement.splits(tables) else ""
    place = "" if head_leg == other_leg or tables == 1 else f"At {tables_text(2, tables)}"
    mover, stayer = pair_names(other_leg, movement)
    lines = []
    if tables > 1:
        wraps = other_leg.to == "next" and not closes
        goal = f"From table {tables} go to table 1." if wraps else ""
        goal = "To the next lower number." if other_leg.to == "up" else goal
        lines += [
            Instruction(GO, f"{mover}: {GOALS[other_leg.to]}", _join_place(place, goal)),
            Instruction(STAY, f"{stayer}: stay", _join_place(place, changes)),
        ]
    if place:
        mover, stayer = pair_names(head_leg, movement)
        goal = "see the list" if closes else f"to table {tables}"
        lines.append(Instruction("1", f"{mover}: {goal}", f"At table 1. {stayer} stay there."))
    return (*lines, _partner_instruction(movement, tables))


def _join_place(place: str, words: str) -> str:
    return f"{place}. {words}".strip() if place else words


def _partner_instruction(movement: Movement, tables: int) -> Instruction:
    parting = [number for number in (1, 2) if number <= tables and movement.splits(number)]
    if not parting:
        return Instruction(PARTNER, "Partners stay", "Newcomers take the two empty chairs.")
    if parting == [2]:
        return Instruction(PARTNER, "A new partner", f"At {tables_text(2, tables)}. {RAISE_HAND}")
    return Instruction(PARTNER, "All: a new partner", RAISE_HAND)


def _fixed_instructions(movement: Movement, tables: int, *, closes: bool) -> Iterator[Instruction]:
    by_step: dict[int, list[str]] = {}
    for seat, step in zip(SEATS, movement.steps, strict=True):
        by_step.setdefault(step if step % tables else 0, []).append(SEAT_NAMES[seat])
    if by_step.keys() == {0}:
        yield Instruction(STAY, "Nobody moves", "Keep your seat and your partner.")
        return
    for step, seats in by_step.items():
        names = ", ".join(seats)
        if step == 0:
            yield Instruction(STAY, f"{names}: stay")
        else:
            direction = f"{ {1: 'one', 2: 'two'}[abs(step)] } {'up' if step > 0 else 'down'}"
            ending = "." if closes else f"; after table {tables} comes table 1."
            details = f"Up is the next higher number{ending}"
            yield Instruction(GO, f"{names}: {direction}", details)
