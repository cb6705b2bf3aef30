"""Where the evening stands, and the one thing to do next."""

from dataclasses import dataclass
from enum import StrEnum

from party.values.people import Person
from party.values.scores import TableScore


class Stage(StrEnum):
    """The states of the night; each has one obvious next action."""

    SETUP = "setup"
    SEATED = "seated"  # a round is drawn and has not begun
    PLAYING = "playing"
    BELL = "bell"
    CHECKING = "checking"
    MOVING = "moving"  # a round is closed, the next one has no seats yet
    OVER = "over"  # the last planned round is closed
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Night:
    """The stage, the number of the latest round (0 before the draw), and of the last one."""

    stage: Stage
    round_number: int
    planned: int | None


@dataclass(frozen=True, slots=True)
class LiveTable:
    score: TableScore
    seats: dict[str, Person]
    flags: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.score.number


@dataclass(frozen=True, slots=True)
class Live:
    """Everything the live page shows of the round that is on."""

    night: Night
    tables: tuple[LiveTable, ...]
    bench: tuple[Person, ...]

    @property
    def missing(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if not table.score.finished)

    @property
    def ties(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if table.score.tied)
