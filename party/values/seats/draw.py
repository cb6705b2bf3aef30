"""Who can be seated before the draw, and where everybody goes between two rounds."""

from dataclasses import dataclass
from enum import StrEnum

from party.values.people.person import Person, Sitting


class Odd(StrEnum):
    """What to do when the people here are not a multiple of four."""

    ROTA = "rota"  # they sit out, one after the other
    HOUSE = "house"  # house players fill the last table


@dataclass(frozen=True, slots=True)
class Turnout:
    """So many people are here, or hold a card of a blind draw; `policy` is the party's T104."""

    here: int
    policy: str = "sit_out"

    @property
    def enough(self) -> bool:
        return self.here >= 4

    @property
    def over(self) -> int:
        return self.here % 4

    @property
    def house_wanted(self) -> int:
        return -self.here % 4

    @property
    def usual(self) -> Odd:
        """What the party says; where it lets people sit out, three over are one player short."""
        wanted = self.policy != "sit_out" or self.over == 3
        return Odd.HOUSE if wanted else Odd.ROTA

    @property
    def may_sit_out(self) -> bool:
        return self.policy != "refuse"

    def tables(self, odd: Odd | None = None) -> int:
        filled = self.here + self.house_wanted if odd == Odd.HOUSE else self.here
        return filled // 4


@dataclass(frozen=True, slots=True)
class PersonMove:
    """Where somebody sits in the next round, and the sentence that says why."""

    sitting: Sitting
    words: str
    by_rule: bool = True


@dataclass(frozen=True, slots=True)
class Changes:
    """Who came and went since a round was seated, and what seating it again would give.

    `house` are the house players here; `wanted` is how many more an extra table needs.
    """

    gone: tuple[Person, ...]
    come: tuple[Person, ...]
    house: tuple[Person, ...]
    here: int
    tables: int

    def __bool__(self) -> bool:
        return bool(self.gone or self.come)

    @property
    def then(self) -> int:
        return self.here // 4

    @property
    def out(self) -> int:
        return self.here % 4

    @property
    def wanted(self) -> int:
        return -self.here % 4

    @property
    def closing(self) -> tuple[int, ...]:
        return tuple(range(self.then + 1, self.tables + 1))

    @property
    def opening(self) -> tuple[int, ...]:
        return tuple(range(self.tables + 1, self.then + 1))

    @property
    def without_house(self) -> "Changes":
        """Return what comes of it when the house players go home."""
        gone = (*self.gone, *self.house)
        return Changes(gone, self.come, (), self.here - len(self.house), self.tables)
