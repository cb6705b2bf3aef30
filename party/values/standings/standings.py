"""Standings as pages and papers show them."""

from dataclasses import dataclass, field
from enum import StrEnum

from party.values.people.person import Person


class RoundKind(StrEnum):
    """How a person got the points of a round."""

    PLAYED = "played"
    SAT_OUT = "sat out"
    NOT_PLAYED = "not played"  # seated, but the table was not played
    MISSED = "missed"  # came late or had gone
    ON_CARD = "on card"  # played; only the total of the person's own card is known
    NO_CARD = "no card"  # played, and the points come with a card that is not in yet


@dataclass(frozen=True, slots=True)
class RoundPoints:
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
        return sum(points.won for points in self.rounds)

    @property
    def played(self) -> tuple[RoundPoints, ...]:
        """Return the rounds played, also those known only from a card."""
        cards = {RoundKind.PLAYED, RoundKind.ON_CARD, RoundKind.NO_CARD}
        return tuple(points for points in self.rounds if points.kind in cards)

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
