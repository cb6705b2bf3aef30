"""The hall screen: sheets that follow each other and never scroll."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeVar

from party.values.evening.live import Night, Stage
from party.values.hall.clock import Clock
from party.values.hall.lists import Columns, ListLine, list_sheets
from party.values.hall.prize_giving import HIDDEN, WHOLE_LIST, HonouredWinner, RevealStep
from party.values.scores.tables import TableScore

T = TypeVar("T")
TOP_PLACES = 10  # on sheets of their own, before the list of all others
RANKS_ON_SHEET = 5  # to be read from 40 feet
MOST_TABLES = 40  # shown one by one under the clock
MOST_PIPS = 6
LIST_SECONDS = 24  # in which everybody sees their own name
SHEET_SECONDS, SHORTEST_SECONDS = 12, 6


@dataclass(frozen=True, slots=True)
class Words:
    kind: ClassVar = "words"
    big: str
    small: str = ""

    @property
    def size(self) -> int:
        """Return 1, the largest, to 4."""
        return 1 + sum(len(self.big) > limit for limit in (24, 60, 120))


@dataclass(frozen=True, slots=True)
class Instruction:
    sign: str
    words: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class Moves:
    kind: ClassVar = "moves"
    lines: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class TableSign:
    """`pips` are hands as signs: ● in, ○ to come."""

    number: int
    is_done: bool
    pips: str = ""
    text: str = ""

    @classmethod
    def for_score(cls, score: TableScore) -> "TableSign":
        if score.is_finished:
            return cls(score.number, is_done=True, text="all in")
        if score.capture != "hands":
            return cls(score.number, is_done=False, pips="○", text="not in")
        text = f"{score.saved} of {score.limit}" if score.limit else f"{score.saved} in"
        pips = "●" * score.saved + "○" * max((score.limit or 0) - score.saved, 0)
        return cls(
            score.number, is_done=False, pips=pips if len(pips) <= MOST_PIPS else "", text=text
        )


@dataclass(frozen=True, slots=True)
class Playing:
    kind: ClassVar = "clock"
    number: int
    clock: Clock | None
    tables: tuple[TableSign, ...]

    @property
    def done_count(self) -> int:
        return sum(table.is_done for table in self.tables)

    @property
    def shows_tables(self) -> bool:
        return len(self.tables) <= MOST_TABLES

    @property
    def is_crowded(self) -> bool:
        return len(self.tables) > 12

    @property
    def tables_text(self) -> str:
        return f"{self.done_count} of {len(self.tables)} tables are in"


@dataclass(frozen=True, slots=True)
class Rank:
    place: str
    name: str
    total: str
    moved: int = 0  # places up; below 0, down

    @property
    def places_lost(self) -> int:
        return -self.moved


@dataclass(frozen=True, slots=True)
class Ranks:
    kind: ClassVar = "ranks"
    lines: tuple[Rank, ...]


MOST_HONOURED = 6  # winners on one picture
WITH_BOXES = 2  # at most so many winners fit on a picture with their rounds
# Hundredths of the picture's width.
LARGEST_NAME, LARGEST_ON_TWO_LINES, SMALLEST_NAME = 12, 9, 5
LETTERS_ACROSS = 165  # so many letters of size 1 fit side by side


@dataclass(frozen=True, slots=True)
class Honours:
    kind: ClassVar = "honours"
    step: RevealStep
    winners: tuple[HonouredWinner, ...]

    @property
    def has_boxes(self) -> bool:
        return len(self.winners) <= WITH_BOXES

    @property
    def reason_is_above(self) -> bool:
        return len(self.winners) == 1 and bool(self.winners[0].boxes) and not self.step.points

    @property
    def size(self) -> int:
        largest = {1: LARGEST_NAME, 2: 6}.get(len(self.winners), SMALLEST_NAME)
        names = [str(winner.person) for winner in self.winners]
        fitting = LETTERS_ACROSS // max(map(_width, names))
        if len(names) == 1:
            on_two_lines = LETTERS_ACROSS // _half_width(names[0])
            fitting = max(fitting, min(on_two_lines, LARGEST_ON_TWO_LINES))
        return min(largest, max(fitting, SMALLEST_NAME))


def _half_width(name: str) -> int:
    """Return the width of the longer line if the name is broken between two words."""
    words = name.split()
    breaks = range(1, len(words)) or [1]
    lines = ((" ".join(words[:index]), " ".join(words[index:])) for index in breaks)
    return min(max(_width(first), _width(second)) for first, second in lines)


def honours_sheets(step: RevealStep) -> tuple[Honours, ...]:
    return tuple(Honours(step, part) for part in _slices(step.winners, MOST_HONOURED))


Sheet = Words | Moves | Playing | Ranks | Columns | Honours


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """`note` stands beside the title. `bell_round` is the round whose bell has rung."""

    title: str
    note: str
    sheets: tuple[Sheet, ...]
    foot: str = ""
    is_bell: bool = False
    bell_round: int = 0
    changes_with_hands: bool = False
    message: str = ""
    shows_address: bool = False  # of the guests' pages

    @property
    def is_list(self) -> bool:
        return any(sheet.kind == Columns.kind for sheet in self.sheets)

    @property
    def has_code_beside_list(self) -> bool:
        return any(isinstance(sheet, Columns) and sheet.has_room for sheet in self.sheets)

    @property
    def seconds(self) -> int:
        """Return how long each sheet is shown."""
        if not self.is_list:
            return SHEET_SECONDS
        return max(LIST_SECONDS // max(len(self.sheets), 2), SHORTEST_SECONDS)


def _slices(everything: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    for first in range(0, len(everything), size):
        yield tuple(everything[first : first + size])


def _width(name: str) -> int:
    """Return the width in letters; a Chinese letter counts twice."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name) or 1


def rank_sheets(lines: Sequence[Rank]) -> tuple[Ranks | Columns, ...]:
    top_sheets = [Ranks(part) for part in _slices(lines[:TOP_PLACES], RANKS_ON_SHEET)]
    lower = lines[TOP_PLACES:]
    others = [ListLine(f"{rank.place}  {rank.name}", rank.total, rank.total) for rank in lower]
    return (*top_sheets, *(list_sheets(others) if others else ()))


class ScreenContent(StrEnum):
    """What a screen shows. At the desk the value follows the word "shows"."""

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
    HELD_BACK = "that the standings come with the next seats"
    WINNERS_SOON = "that the winners are coming up"
    HONOURS = "the prize-giving"
    THANKS = "“Thank you for coming”"


CONTENT_BY_STAGE = {
    Stage.SETUP: ScreenContent.WELCOME,
    Stage.PLAYING: ScreenContent.PLAYING,
    Stage.BELL: ScreenContent.BELL,
    Stage.CHECKING: ScreenContent.STOP,
    Stage.OVER: ScreenContent.OVER,
}
STAGES_WITH_SEATS = {Stage.SEATED, Stage.PLAYING, Stage.BELL, Stage.CHECKING}


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """`is_announced`: guests may see the seats of a round that has not begun.

    `is_withheld`: the winners wait for the host. `waits_for_seats`: the closed round may have been
    the last. `reveal_step` is the key of a step of the prize-giving.
    """

    is_announced: bool
    has_standings: bool
    is_withheld: bool = False
    waits_for_seats: bool = False
    reveal_step: str = HIDDEN


def content_for_mode(mode: str, night: Night, may: Permissions) -> ScreenContent:
    stage, is_seat_mode = night.stage, mode in {"seats", "moves"}
    if stage == Stage.FINISHED:
        return ScreenContent.THANKS if is_seat_mode else _content_at_end(may)
    if mode == "standings":
        if not may.has_standings or may.is_withheld:
            return ScreenContent.HIDDEN
        return ScreenContent.HELD_BACK if may.waits_for_seats else ScreenContent.STANDINGS
    announced = may.is_announced
    is_shown = stage in STAGES_WITH_SEATS and (announced or stage != Stage.SEATED)
    if is_shown and (is_seat_mode or (stage == Stage.SEATED and mode != "clock")):
        if mode == "seats" or night.round_number == 1:
            return ScreenContent.SEATS
        return ScreenContent.MOVES if mode == "moves" else ScreenContent.MOVES_AND_SEATS
    return CONTENT_BY_STAGE.get(stage) or _between_rounds(night, announced=announced)


def _content_at_end(may: Permissions) -> ScreenContent:
    if may.reveal_step not in {HIDDEN, WHOLE_LIST}:
        return ScreenContent.HONOURS
    if may.is_withheld:
        return ScreenContent.WINNERS_SOON
    return ScreenContent.STANDINGS if may.has_standings else ScreenContent.THANKS


def _between_rounds(night: Night, *, announced: bool) -> ScreenContent:
    is_seated = night.stage == Stage.SEATED
    if is_seated and announced:
        return ScreenContent.TAKE_SEATS
    if is_seated and night.round_number == 1:
        return ScreenContent.SOON
    closed = night.round_number - is_seated
    return ScreenContent.BREAK if night.break_after == closed else ScreenContent.WAIT
