"""A series: a season of parties, and everybody's standing in it.

A *night* is one player's evening at one party of the series, and what it is worth there: its
total, or points for the rank. Where only the best nights count, the others are *dropped*.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LONGEST_SERIES_NAME = 120
LADDER = (10, 8, 6, 5, 4, 3, 2, 1)


class Counting(StrEnum):
    """What an evening is worth in a series."""

    TOTALS = "totals"
    RANKS = "ranks"


@dataclass(frozen=True, kw_only=True)
class SeriesPlan:
    """All that is chosen for a series. `best` None counts every party; `parties` are ids."""

    name: str
    counting: str = Counting.TOTALS
    ladder: tuple[int, ...] = LADDER
    attendance: int = 0
    best: int | None = None
    least: int = 1
    parties: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One series in the list; `finished` of its `parties` count by now."""

    id: int
    name: str
    club: str
    parties: int
    finished: int


@dataclass(frozen=True, slots=True)
class PartyOfSeries:
    """A party of a series; it counts once it is finished."""

    id: int
    name: str
    local_start: datetime
    finished: bool

    @property
    def day(self) -> str:
        return f"{self.local_start.day} {self.local_start:%b}"


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """One evening of one player: what it is worth here, and whether it is dropped."""

    worth: int
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player. Rank is None for who came too seldom; `nights` are by party id."""

    rank: int | None
    name: str
    sort_name: str
    nights: dict[int, PlayedNight]
    attendance: int  # points for coming
    total: int
    note: str = ""

    @property
    def attended(self) -> int:
        return len(self.nights)


@dataclass(frozen=True, slots=True)
class Season:
    """The standings of a series: its finished parties, oldest first, and the lines, best first.

    `waiting` are the parties that are not finished yet. `unnamed` counts the numbers of blind
    draws that nobody's name was given to: they are in no line.
    """

    parties: tuple[PartyOfSeries, ...]
    waiting: tuple[PartyOfSeries, ...]
    lines: tuple[SeasonLine, ...]
    rule: tuple[str, ...]
    unnamed: int = 0


@dataclass(frozen=True, slots=True)
class SeasonTop:
    """The head of the newest series, as the first page has it, after so many evenings."""

    id: int
    name: str
    evenings: int
    lines: tuple[SeasonLine, ...]
