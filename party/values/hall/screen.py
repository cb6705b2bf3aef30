"""The hall screen: what it shows at each moment, in sheets that follow each other.

Sizes follow the picture: a sheet is one picture, and never scrolls.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, TypeVar

from party.engine import SEAT_NAMES
from party.progression import Format
from party.values.evening.live import Night, Stage
from party.values.hall.clock import Clock
from party.values.scores.tables import TableScore
from party.values.seats.moves import Instruction

T = TypeVar("T")
TOP = 10  # places that are shown before the end
RANKS = 5  # on one picture, to be read from 40 feet
MOST_TABLES = 40  # told apart under the clock
MOST_PIPS = 6


@dataclass(frozen=True, slots=True)
class Words:
    """A few words as large as they fit, and some more below."""

    kind: ClassVar = "words"
    big: str
    small: str = ""

    @property
    def size(self) -> int:
        """From 1, the largest, to 4, by how much there is to read."""
        return 1 + sum(len(self.big) > most for most in (24, 60, 120))


@dataclass(frozen=True, slots=True)
class Moves:
    kind: ClassVar = "moves"
    lines: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class TableSign:
    """A table under the clock: its hands as signs (● in, ○ to come), or their number."""

    number: int
    done: bool
    pips: str = ""
    text: str = ""

    @classmethod
    def of(cls, score: TableScore) -> "TableSign":
        if score.finished:
            return cls(score.number, done=True, text="all in")
        if score.capture != "hands":
            return cls(score.number, done=False, pips="○", text="not in")
        text = f"{score.saved} of {score.limit}" if score.limit else f"{score.saved} in"
        pips = "●" * score.saved + "○" * max((score.limit or 0) - score.saved, 0)
        return cls(
            score.number, done=False, pips=pips if len(pips) <= MOST_PIPS else "", text=text
        )


@dataclass(frozen=True, slots=True)
class Playing:
    """The round that is played: its clock, and how far its tables are."""

    kind: ClassVar = "clock"
    number: int
    clock: Clock | None
    tables: tuple[TableSign, ...]

    @property
    def done(self) -> int:
        return sum(table.done for table in self.tables)

    @property
    def shows_tables(self) -> bool:
        return len(self.tables) <= MOST_TABLES

    @property
    def many(self) -> bool:
        return len(self.tables) > 12

    @property
    def tables_text(self) -> str:
        return f"{self.done} of {len(self.tables)} tables are in"


@dataclass(frozen=True, slots=True)
class Rank:
    place: str
    name: str
    total: str
    moved: int = 0  # places up; below 0, down

    @property
    def down(self) -> int:
        return -self.moved


@dataclass(frozen=True, slots=True)
class Ranks:
    kind: ClassVar = "ranks"
    lines: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class ListLine:
    """A name, and what the list says of it; `short` where there is little room."""

    name: str
    value: str
    short: str

    @classmethod
    def of_seat(cls, name: str, table: int | None, seat: str | None) -> "ListLine":
        if table is None or seat is None:
            return cls(name, "sits out", "out")
        return cls(name, f"{table} {SEAT_NAMES[seat]}", f"{table} {seat}")


@dataclass(frozen=True, slots=True)
class Columns:
    """A list to be read from near, in as many columns as go on one picture."""

    kind: ClassVar = "seats"
    columns: tuple[tuple[ListLine, ...], ...]
    wide: int  # 2, 3 or 4: columns there is room for

    @property
    def letters(self) -> str:
        """From where to where the names on this picture go: "A–H"; "" for places."""
        lines = [line for column in self.columns for line in column]
        first, last = (line.name[:1].upper() for line in (lines[0], lines[-1]))
        if not first.isalpha():
            return ""
        return first if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True)
class Shape:
    """How a list fills a picture: columns, lines of each, and letters of a name in one line."""

    columns: int
    lines: int
    letters: int


SHAPES = (Shape(2, 13, 26), Shape(3, 16, 20), Shape(4, 20, 20))

Sheet = Words | Moves | Playing | Ranks | Columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the screen shows: a headline and what stands beside it, sheets, a line below.

    `rings` is the round whose bell has rung, whatever is shown. `counts` means that it changes
    with every hand. `message` is the organiser's, along the foot.
    """

    title: str
    side: str
    sheets: tuple[Sheet, ...]
    foot: str = ""
    is_bell: bool = False
    rings: int = 0
    counts: bool = False
    message: str = ""


def list_sheets(lines: Sequence[ListLine]) -> tuple[Columns, ...]:
    """Lay a list out: a short one in large letters, a long one on as many pictures as it takes.

    The columns of all pictures are about as long.
    """
    for shape in SHAPES:
        most = len([*_columns(lines, shape)])
        if most <= shape.columns:
            break
    room = -(-most // shape.columns) * shape.columns
    fewest = range(-(-len(lines) // room), shape.lines + 1)
    tries = ([*_columns(lines, replace(shape, lines=number))] for number in fewest)
    columns = next(each for each in tries if len(each) <= room)
    return tuple(Columns(some, shape.columns) for some in _parts(columns, shape.columns))


def _parts(everything: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    for first in range(0, len(everything), size):
        yield tuple(everything[first : first + size])


def _columns(lines: Iterable[ListLine], shape: Shape) -> Iterator[tuple[ListLine, ...]]:
    column: list[ListLine] = []
    used = 0
    for line in lines:
        needed = -(-_width(line.name) // shape.letters)
        if column and used + needed > shape.lines:
            yield tuple(column)
            column, used = [], 0
        column.append(line)
        used += needed
    yield tuple(column)


def _width(name: str) -> int:
    """Return how many letters wide a name is: Chinese ones are twice as wide."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name) or 1


def rank_sheets(lines: Sequence[Rank]) -> tuple[Ranks | Columns, ...]:
    """Show the first ten to be read from afar, and all further places as a list."""
    first, others = lines[:TOP], lines[TOP:]
    rest = [ListLine(f"{each.place}  {each.name}", each.total, each.total) for each in others]
    return (*(Ranks(some) for some in _parts(first, RANKS)), *(list_sheets(rest) if rest else ()))


def round_text(night: Night) -> str:
    """Name the round: "Round 4 of 6"; "Round 4" where nobody has said how many there are."""
    of = f" of {night.planned}" if night.planned else ""
    return f"Round {night.round_number}{of}"


NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def playing_foot(chosen: Format, night: Night) -> str:
    """Say how long the round is, and what comes after it."""
    head, others = chosen.hands_at(1), chosen.hands_at(2)
    if others is not None:
        number = NUMBERS[others] if others < len(NUMBERS) else str(others)
        words = f"{number} {'hand' if others == 1 else 'hands'}, then wait for the bell."
    else:
        words = f"Table 1 rings after hand {head}. The others play on until then."
    return f"{words} {after_text(night)}".strip()


def after_text(night: Night) -> str:
    """Say what comes after this round, where that is not just the next one."""
    if night.planned == night.round_number:
        return "This is the last round."
    return "Then a break." if night.then_break else ""


class Shown(StrEnum):
    """What the screen shows; the value is the desk's word for it, after "shows"."""

    WELCOME = "a welcome"
    SOON = "that the seats come soon"
    SEATS = "the seats"
    MOVES = "the moves"
    MOVES_AND_SEATS = "the moves and the seats"
    TAKE_SEATS = "“Take your seat”"
    PLAYING = "the round and its clock"
    BELL = "the bell"
    STOP = "“Cards down”"
    WAIT = "“Stay in your chair”"
    BREAK = "“A break”"
    OVER = "that the last round is over"
    STANDINGS = "the standings"
    HIDDEN = "that the winners are told at the end"
    THANKS = "“Thank you for coming”"


OF_THE_STAGE = {
    Stage.SETUP: Shown.WELCOME,
    Stage.PLAYING: Shown.PLAYING,
    Stage.BELL: Shown.BELL,
    Stage.CHECKING: Shown.STOP,
    Stage.OVER: Shown.OVER,
}
CURRENT = {Stage.SEATED, Stage.PLAYING, Stage.BELL, Stage.CHECKING}


def shown(mode: str, night: Night, *, announced: bool, told: bool) -> Shown:
    """Return what a screen in this mode shows now. What cannot be shown yet is awaited.

    `announced` says whether the seats of a round that has not begun are shown to the hall, `told`
    whether guests may see standings at all.
    """
    stage, seats = night.stage, mode in {"seats", "moves"}
    if stage == Stage.FINISHED:
        return Shown.STANDINGS if told and not seats else Shown.THANKS
    if mode == "standings":
        return Shown.STANDINGS if told else Shown.HIDDEN
    is_shown = stage in CURRENT and (announced or stage != Stage.SEATED)
    if is_shown and (seats or (stage == Stage.SEATED and mode != "clock")):
        if mode == "seats" or night.round_number == 1:
            return Shown.SEATS
        return Shown.MOVES if mode == "moves" else Shown.MOVES_AND_SEATS
    return OF_THE_STAGE.get(stage) or _between_rounds(night, announced=announced)


def _between_rounds(night: Night, *, announced: bool) -> Shown:
    is_seated = night.stage == Stage.SEATED
    if is_seated and announced:
        return Shown.TAKE_SEATS
    if is_seated and night.round_number == 1:
        return Shown.SOON
    closed = night.round_number - is_seated
    return Shown.BREAK if night.break_after == closed else Shown.WAIT
