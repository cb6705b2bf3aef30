"""The draw: who can be seated, who sits where, and what has changed since."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from party.engine import SEAT_NAMES
from party.values.evening.live import Night
from party.values.evening.next_step import NextStep, seated_step
from party.values.people.person import Person, Sitting
from party.values.people.wishes import WishLine
from party.values.seats.turnout import PeopleChanges, Turnout


@dataclass(frozen=True, slots=True)
class PersonMove:
    """Where somebody sits in the next round, and the sentence that says why.

    `short` is the sentence where the chair stands beside it. `old` is the table and the seat of
    the round before; None after a round off or an arrival.
    """

    sitting: Sitting
    words: str
    by_rule: bool = True
    old: tuple[int, str] | None = None
    short: str = ""

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
    announced_at: datetime | None = None

    @property
    def bench(self) -> tuple[Person, ...]:
        return tuple(sitting.person for sitting in self.sittings if sitting.table is None)

    @property
    def may_undo(self) -> bool:
        return self.night.is_seated(1)

    @property
    def step(self) -> NextStep:
        after = "when the cards are handed out and everybody sits"
        return seated_step(1, self.changes, after, announced=self.announced_at is not None)

    @property
    def has_rounds_question(self) -> bool:
        return len(self.offers) > 1 or self.night.planned is None
