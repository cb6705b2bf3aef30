"""Standings as pages and papers show them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from party.values.numbers import signed
from party.values.people.person import Person


class RoundKind(StrEnum):
    """How a person got the points of a round."""

    PLAYED = "played"
    SAT_OUT = "sat out"
    NOT_PLAYED = "not played"  # seated, but the table was not played
    MISSED = "missed"  # came late or had gone
    ON_CARD = "on card"  # played; only the total of the person's own card is known
    NO_CARD = "no card"  # played, and the points come with a card that is not in yet
    FOLLOWS = "slip missing"  # played; its points so far are those of the hands that are in


class RoundPoints(NamedTuple):
    """One person's round. `sets` is None where the round was entered as a total."""

    round: int
    kind: RoundKind
    points: int
    table: int | None = None
    seat: str | None = None
    won: bool = False
    sets: int | None = None


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line. Rank is None for house players; `note` explains what is unusual."""

    rank: int | None
    person: Person
    total: int
    rounds: tuple[RoundPoints, ...]
    note: str = ""
    low_rank: int | None = None

    @property
    def name(self) -> str:
        return str(self.person)

    @property
    def won(self) -> int:
        return sum([points.won for points in self.rounds])

    @property
    def sums(self) -> tuple[int, ...]:
        """The running total, round by round."""
        return tuple(accumulate([each.points for each in self.rounds]))

    @property
    def last_round_text(self) -> str:
        """What the round before brought: "last round +870", or "sat out the last round"."""
        last = self.rounds[-1]
        if last.kind in {RoundKind.PLAYED, RoundKind.ON_CARD}:
            return f"last round {signed(last.points)}"
        return f"{last.kind} in the last round"

    @property
    def played(self) -> tuple[RoundPoints, ...]:
        """Return the rounds played, also those whose points are not known, or only in a sum."""
        away = {RoundKind.SAT_OUT, RoundKind.NOT_PLAYED, RoundKind.MISSED}
        return tuple([points for points in self.rounds if points.kind not in away])

    @property
    def best(self) -> int | None:
        played = [points.points for points in self.rounds if points.kind == RoundKind.PLAYED]
        return max(played, default=None)


@dataclass(frozen=True, slots=True)
class StandingsNow:
    """All lines, best first; house players last. `rounds` is how many are counted."""

    rounds: int
    lines: tuple[StandingLine, ...]
    provisional: bool
    groups: dict[str, tuple[StandingLine, ...]] = field(default_factory=dict)
    low: tuple[StandingLine, ...] = ()
    rule: str = ""
    wins_known: bool = True

    @property
    def slips(self) -> tuple[tuple[int, int], ...]:
        """The tables whose slips are still to follow, by round and number."""
        spots = {
            (each.round, each.table or 0)
            for line in self.lines
            for each in line.rounds
            if each.kind == RoundKind.FOLLOWS
        }
        return tuple(sorted(spots))


PODIUM = (("second", "Second"), ("first", "First"), ("third", "Third"))


def podium(lines: Sequence[StandingLine]) -> tuple[tuple[str, str, StandingLine], ...]:
    """Return the first three places as they stand on a podium; nobody where one is shared."""
    first = lines[:4]
    if [line.rank for line in first[:3]] != [1, 2, 3] or (len(first) > 3 and first[3].rank == 3):
        return ()
    second, winner, third = first[1], first[0], first[2]
    return tuple(
        (*place, line) for place, line in zip(PODIUM, (second, winner, third), strict=True)
    )
