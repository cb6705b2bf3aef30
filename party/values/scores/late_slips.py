"""Slips and phones' results that come too late."""

from dataclasses import dataclass
from datetime import datetime

from party.values.scores.tables import SeatedTable, hand_name


@dataclass(frozen=True, slots=True)
class LateSlip(SeatedTable):
    """The missing slip of a table that reported who was ahead. `is_open`: the round is open."""

    round: int
    is_open: bool

    @property
    def ahead(self) -> str:
        return self.ns if self.score.provisional_pair == "NS" else self.ew

    def __str__(self) -> str:
        return f"table {self.number} in round {self.round}"


@dataclass(frozen=True, slots=True)
class LateResult:
    """A phone's result that came after its round or table was closed; an organiser decides.

    If `has_result`, another result already counts for this hand.
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
