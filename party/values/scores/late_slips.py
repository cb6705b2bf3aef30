"""Slips that come after their round was closed, or after its bell."""

from collections.abc import Mapping
from dataclasses import dataclass

from party.values.people.person import Person, pair_names
from party.values.scores.tables import TableScore


@dataclass(frozen=True, slots=True)
class LateSlip:
    """A table whose slip is still to follow. `is_open`: its round is, so the desk takes it."""

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
        """The names of the pair that was said to be ahead."""
        return self.ns if self.score.said == "NS" else self.ew

    def __str__(self) -> str:
        return f"table {self.number} in round {self.round}"
