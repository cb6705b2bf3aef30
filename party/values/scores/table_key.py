"""Where a verb acts: which table, in which round, of which party."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    party: int
    round: int
    table: int
