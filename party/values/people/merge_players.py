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
    """The merge is refused if both people were at the same party (`shared_parties`)."""

    first: ClubPlayer
    second: ClubPlayer
    evenings: tuple[EveningAttended, ...]
    shared_parties: tuple[str, ...]
    series: tuple[str, ...]
