"""Two players of a club who are one person, and the effects of merging them."""

from dataclasses import dataclass
from datetime import datetime

from party.values.people.person import ClubPlayer


@dataclass(frozen=True, slots=True)
class EveningAttended:
    """A party that a player came to, and the player's name there."""

    party: str
    local_start: datetime
    name: str


@dataclass(frozen=True, slots=True)
class Merge:
    """The effects of merging two players.

    `together` are the parties to which both came; if there are any, the merge is refused. `series`
    are the series in which the evenings of both will count for one person.
    """

    first: ClubPlayer
    second: ClubPlayer
    evenings: tuple[EveningAttended, ...]
    together: tuple[str, ...]
    series: tuple[str, ...]
