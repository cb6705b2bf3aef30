"""Two of a club's players who are one person: who they are, and the effects of merging them."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """Somebody of the club's roster, with how often and when last they came."""

    id: int
    name: str
    sort_name: str
    prize_group: str
    notes: str
    came: int
    last: datetime | None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two players with similar names who were never at one party together."""

    one: ClubPlayer
    other: ClubPlayer


@dataclass(frozen=True, slots=True)
class Evening:
    """A party that somebody was at, and the name they had there."""

    party: str
    local_start: datetime
    name: str


@dataclass(frozen=True, slots=True)
class Merge:
    """What it would mean that two players are one person.

    `together` are the parties both were at: then they are two people. `series` are those in which
    their evenings would be counted as one person's.
    """

    one: ClubPlayer
    other: ClubPlayer
    evenings: tuple[Evening, ...]
    together: tuple[str, ...]
    series: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PastMerge:
    """A merge of two players, which can be undone."""

    line: int
    words: str
    at: datetime
