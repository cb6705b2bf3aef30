"""Slips that come after their round was closed, or after its bell, and results from phones."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from party.values.people.person import Person, pair_names
from party.values.scores.tables import TableScore, hand_name


@dataclass(frozen=True, slots=True)
class LateSlip:
    """A table whose slip is missing. `is_open`: its round is open, so the desk can enter it."""

    round: int
    is_open: bool
    score: TableScore
    seats: Mapping[str, Person]

    @property
    def number(self) -> int:
        return self.score.number

    @property
    def ns(self) -> str:
        return pair_names(self.seats, "NS")

    @property
    def ew(self) -> str:
        return pair_names(self.seats, "EW")

    @property
    def ahead(self) -> str:
        """The names of the pair reported as ahead."""
        return self.ns if self.score.provisional_pair == "NS" else self.ew

    def __str__(self) -> str:
        return f"table {self.number} in round {self.round}"


@dataclass(frozen=True, slots=True)
class LateResult:
    """A phone's result that came too late for its table. An organiser decides about it.

    `is_open`: its round is open. `has_result`: another result of the same hand counts.
    """

    entry: int
    round: int
    number: int
    is_open: bool
    hand: int
    words: str
    text: str
    ns: int
    ew: int
    at: datetime
    has_result: bool

    @property
    def hand_text(self) -> str:
        return hand_name(self.hand)
