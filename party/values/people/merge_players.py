from dataclasses import dataclass
from datetime import datetime

from party.values.people.person import ClubPlayer


@dataclass(frozen=True, slots=True)
class EveningAttended:
    party: str
    local_start: datetime
    name: str


@dataclass(frozen=True, slots=True)
class Merge:
    """If both came to the parties `together`, the merge is refused."""

    first: ClubPlayer
    second: ClubPlayer
    evenings: tuple[EveningAttended, ...]
    together: tuple[str, ...]
    series: tuple[str, ...]
