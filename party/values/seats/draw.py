"""The draw: who can be seated, who sits where, and what has changed since."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from party.engine import SEAT_NAMES
from party.values.evening.live import Night
from party.values.people.person import Person, Sitting
from party.values.people.wishes import WishLine


class Odd(StrEnum):
    """What to do when the people here are not a multiple of four."""

    ROTA = "rota"  # they sit out, one after the other
    HOUSE = "house"  # house players fill the last table


@dataclass(frozen=True, slots=True)
class Turnout:
    """How many people are here, or have a card of a blind draw; `policy` is the party's T104."""

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
    """Where somebody sits in the next round, and the sentence that says why.

    `old` is the table and the seat of the round before; None after a round off or an arrival.
    """

    sitting: Sitting
    words: str
    by_rule: bool = True
    old: tuple[int, str] | None = None

    @property
    def is_new(self) -> bool:
        """Whether they come to this table from elsewhere."""
        return self.old is None or self.old[0] != self.sitting.table

    @property
    def from_text(self) -> str:
        """Where they come from: "from table 6", "stays", "stays, was West"."""
        if self.old is None:
            return "comes in"
        table, seat = self.old
        if self.is_new:
            return f"from table {table}"
        return "stays" if seat == self.sitting.seat else f"stays, was {SEAT_NAMES[seat]}"


@dataclass(frozen=True, slots=True)
class PeopleChanges:
    """Who came and went since a round was seated at `tables`, and how many are here now.

    `house` are the house players here.
    """

    gone: tuple[Person, ...]
    come: tuple[Person, ...]
    house: tuple[Person, ...]
    turnout: Turnout
    tables: int

    def __bool__(self) -> bool:
        return bool(self.gone or self.come)

    @property
    def closing(self) -> tuple[int, ...]:
        return tuple(range(self.turnout.tables() + 1, self.tables + 1))

    @property
    def opening(self) -> tuple[int, ...]:
        return tuple(range(self.tables + 1, self.turnout.tables() + 1))

    @property
    def without_house(self) -> "PeopleChanges":
        """Return what comes of it when the house players go home."""
        gone = (*self.gone, *self.house)
        turnout = Turnout(self.turnout.here - len(self.house))
        return PeopleChanges(gone, self.come, (), turnout, self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPage:
    """What is looked at before the draw. `rounds` is None where nobody knows yet how many."""

    turnout: Turnout
    nobody_moves: bool
    rounds: int | None
    hands_text: str
    wishes: int
    need_chairs: tuple[WishLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPage:
    """The seats of round 1. What only an organiser reads is empty for others.

    `offers` are the usual numbers of rounds, each in words; `need_chairs` are wishes that sitting
    out is against.
    """

    night: Night
    sittings: tuple[Sitting, ...]
    tables: Mapping[int, Mapping[str, Person]]
    rota: tuple[Person, ...]
    need_chairs: tuple[WishLine, ...]
    unkept: tuple[WishLine, ...]
    changes: PeopleChanges | None
    finish_at: datetime | None
    offers: tuple[tuple[int, str], ...]

    @property
    def bench(self) -> tuple[Person, ...]:
        return tuple(sitting.person for sitting in self.sittings if sitting.table is None)

    @property
    def may_undo(self) -> bool:
        return self.night.is_seated(1)

    @property
    def has_rounds_question(self) -> bool:
        return len(self.offers) > 1 or self.night.planned is None
