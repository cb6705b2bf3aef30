"""A series: a season of parties.

A *night* is one player's evening at one party of the series. If only the best nights count, the
others are *dropped*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from party.values.numbers import counted, place, total
from party.values.prizes.prizes import join_names
from party.values.standings.tally import BoxFace

LONGEST_SERIES_NAME = 120
LADDER = (10, 8, 6, 5, 4, 3, 2, 1)


class Counting(StrEnum):
    TOTALS = "totals"
    RANKS = "ranks"


@dataclass(frozen=True, kw_only=True)
class SeriesPlan:
    """If `best` is None, every party counts. `parties` are ids."""

    name: str
    counting: str = Counting.TOTALS
    ladder: tuple[int, ...] = LADDER
    attendance: int = 0
    best: int | None = None
    least: int = 1
    parties: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PartyOfSeries:
    id: int
    name: str
    local_start: datetime
    is_finished: bool

    @property
    def day(self) -> str:
        return f"{self.local_start.day} {self.local_start:%b}"


@dataclass(frozen=True, slots=True)
class PlayedNight:
    worth: int
    is_dropped: bool = False
    won: int = 0  # the number of rounds won
    rank: int | None = None


NOT_THERE = BoxFace("–", looks=("off",))


def face_of_night(night: PlayedNight | None) -> BoxFace:
    if night is None:
        return NOT_THERE
    text = f"({total(night.worth)})" if night.is_dropped else total(night.worth)
    plate = None if night.rank is None else str(night.rank)
    return BoxFace(text, plate, ("won",) if night.rank == 1 else ())


def night_sentence(night: PlayedNight | None) -> str:
    """Return for example "place 4, 9 points"."""
    if night is None:
        return "not there"
    place = "" if night.rank is None else f"place {night.rank}, "
    return f"{place}{night.worth:,} points{', does not count' if night.is_dropped else ''}"


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Rank is None for too few parties; `nights` are by party id.

    `is_shared`: others have the same rank.
    """

    rank: int | None
    name: str
    sort_name: str
    nights: dict[int, PlayedNight]
    attendance: int  # points for coming
    total: int
    note: str = ""
    prize_group: str = ""
    is_shared: bool = False

    @property
    def place(self) -> str:
        return place(self.rank, shared=self.is_shared)

    @property
    def attended(self) -> int:
        return len(self.nights)

    @property
    def won(self) -> int:
        return sum(night.won for night in self.nights.values())


@dataclass(frozen=True, slots=True)
class Season:
    """`parties` are finished, the oldest first; the best of the `lines` is first.

    `unnamed` counts the numbers of blind draws without a name: they are in no line.
    """

    parties: tuple[PartyOfSeries, ...]
    unfinished_parties: tuple[PartyOfSeries, ...]
    lines: tuple[SeasonLine, ...]
    rule: tuple[str, ...]
    unnamed: int = 0

    @property
    def most_won(self) -> tuple[str, ...]:
        ranked = [line for line in self.lines if line.rank]
        groups = ["", *sorted({line.prize_group for line in ranked} - {""})]
        texts = (
            _most_won_text(group, [line for line in ranked if group in {"", line.prize_group}])
            for group in groups
        )
        return tuple(filter(None, texts))


def _most_won_text(group: str, lines: Sequence[SeasonLine]) -> str:
    highest = max((line.won for line in lines), default=0)
    if not highest:
        return ""
    winners = join_names([line.name for line in lines if line.won == highest])
    return (
        f"Most rounds won{f', {group}' if group else ''}: {winners}, {counted(highest, 'round')}."
    )
