"""A hand's full record: deal, calls, discards and every card, as the pages show it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from party.engine import SEAT_NAMES, HandEntry, write_entry
from party.values.people.person import Person
from party.values.scores.tables import HandLine

LONGEST_RECORD = 20_000
"""Letters of one record. A whole hand takes some 1,500; the rest is room for remarks."""


def seat_text(seat: str) -> str:
    """Say a seat: North, or Player 3 where there are five or six."""
    return SEAT_NAMES.get(seat, f"Player {seat}")


def place_text(place: str) -> str:
    """Say where in a record a fault is, when it is no trick and no call.

    "deal N" are North's cards.
    """
    kind, _, seat = place.partition(" ")
    return f"{seat_text(seat)}’s cards" if kind == "deal" else place.capitalize()


class Agreement(StrEnum):
    """How a record stands to what was entered for its hand."""

    NO_RESULT = "untold"  # the record does not say how the hand ended
    TO_ENTER = "to enter"  # nothing has been entered yet
    TOTAL = "total"  # the table is entered as one total
    SAME = "same"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a record says of how its hand ended, as the desk would enter it."""

    entry: HandEntry
    words: str
    ns: int
    ew: int

    @property
    def text(self) -> str:
        """What the desk would type."""
        return write_entry(self.entry)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One hand's record in the list of its table; `wrong` counts what is against the rules."""

    id: int
    hand: int
    by: str
    at: datetime
    wrong: int
    outcome: Outcome | None
    entered: HandLine | None
    one_total: bool = False

    @property
    def agreement(self) -> Agreement:
        if self.outcome is None:
            return Agreement.NO_RESULT
        if self.one_total:
            return Agreement.TOTAL
        if self.entered is None:
            return Agreement.TO_ENTER
        same = self.entered.text == self.outcome.text
        return Agreement.SAME if same else Agreement.DIFFERS


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing against the rules. `trick` and `call` count from 1; 0 where it is neither."""

    text: str
    where: str = ""
    legal: tuple[str, ...] = ()
    trick: int = 0
    call: int = 0
    seat: str = ""

    @property
    def anchor(self) -> str:
        """The place on the page where it is marked."""
        if self.trick:
            return f"trick-{self.trick}"
        return f"call-{self.call}" if self.call else ""


@dataclass(frozen=True, slots=True)
class Square:
    """One card of a trick, or one call: its notation, and what is to be seen about it.

    `number` counts calls from 1. The text of a joker led for hearts is "Jo/H".
    """

    text: str
    number: int = 0
    led: bool = False
    won: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One trick, or one turn of the bidding: a square for each seat, None where there is none."""

    number: int
    squares: tuple[Square | None, ...]
    wrong: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards of one seat, or of the kitty, suit by suit: ("H", ("K", "10")); "" for jokers."""

    name: str
    suits: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Chair:
    """A column of the record: the seat, and who sat there that round."""

    seat: str
    person: Person | None

    @property
    def name(self) -> str:
        return seat_text(self.seat)

    def __str__(self) -> str:
        return f"{self.name}, {self.person}" if self.person else self.name


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A whole record, as it is gone through trick by trick.

    `notes` are what else it tells, each with its name: ("Announced", "A grand slam").
    """

    line: RecordLine
    text: str
    chairs: tuple[Chair, ...]
    dealer: Chair | None
    declarer: Chair | None
    contract: str
    notes: tuple[tuple[str, str], ...]
    tricks: tuple[Row, ...]
    calls: tuple[Row, ...]
    cards: tuple[Holding, ...]
    wrong: tuple[Wrong, ...]
