from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from party.values.numbers import place
from party.values.people.person import Person


class RoundKind(StrEnum):
    PLAYED = "played"
    SAT_OUT = "sat out"
    NOT_PLAYED = "not played"  # seated, but the table was not played
    MISSED = "missed"  # arrived late or had left
    ON_CARD = "on card"  # played; only the total of the person's own card is known
    NO_CARD = "no card"  # played; the points come with a card that is missing
    FOLLOWS = "slip missing"  # played; the points so far are those of the hands entered


class Tie(StrEnum):
    """EVEN: nobody decided the tie, because no move depends on it."""

    NONE = ""
    WON = "won"
    LOST = "lost"
    EVEN = "even"


class RoundPoints(NamedTuple):
    """`sets` is None if the round was entered as a total."""

    round: int
    kind: RoundKind
    points: int
    table: int | None = None
    seat: str | None = None
    is_won: bool = False
    sets: int | None = None
    tie: Tie = Tie.NONE


@dataclass(frozen=True, slots=True)
class StandingLine:
    """Rank is None for house players. `is_shared`: others have the same rank."""

    rank: int | None
    person: Person
    total: int
    rounds: tuple[RoundPoints, ...]
    note: str = ""
    low_rank: int | None = None
    is_shared: bool = False

    @property
    def place(self) -> str:
        return place(self.rank, shared=self.is_shared)

    @property
    def name(self) -> str:
        return str(self.person)

    @property
    def won(self) -> int:
        return sum([points.is_won for points in self.rounds])

    @property
    def sums(self) -> tuple[int, ...]:
        return tuple(accumulate([score.points for score in self.rounds]))

    @property
    def played(self) -> tuple[RoundPoints, ...]:
        unplayed = {RoundKind.SAT_OUT, RoundKind.NOT_PLAYED, RoundKind.MISSED}
        return tuple([points for points in self.rounds if points.kind not in unplayed])

    @property
    def best(self) -> int | None:
        played = [points.points for points in self.rounds if points.kind == RoundKind.PLAYED]
        return max(played, default=None)


@dataclass(frozen=True, slots=True)
class PartyStandings:
    """The best line is first; house players are last."""

    rounds: int
    lines: tuple[StandingLine, ...]
    is_provisional: bool
    groups: dict[str, tuple[StandingLine, ...]] = field(default_factory=dict)
    low: tuple[StandingLine, ...] = ()
    rule: str = ""
    has_known_wins: bool = True

    @property
    def slips(self) -> tuple[tuple[int, int], ...]:
        spots = {
            (score.round, score.table or 0)
            for line in self.lines
            for score in line.rounds
            if score.kind == RoundKind.FOLLOWS
        }
        return tuple(sorted(spots))
