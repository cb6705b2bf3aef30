"""Shifts: the people who would sit elsewhere if the corrected result had been known in time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from party.values.people.person import Person
from party.values.refusals import Fault, Refused

Chair = tuple[int, str]  # table and seat


class Seats(StrEnum):
    """The choice for seats that were made from a wrong result."""

    KEEP = "keep"  # everybody stays, only the points change
    RESEAT = "reseat"  # those who would sit elsewhere change chairs
    REDRAW = "redraw"  # the whole round is seated again from the corrected results


@dataclass(frozen=True, slots=True)
class Shift:
    """One person who would sit elsewhere; a chair is None for sitting out."""

    person: Person
    current_chair: Chair | None
    corrected_chair: Chair | None


@dataclass(frozen=True, slots=True)
class Effects:
    """The changes that a correction would have made in the seats of round `round`.

    `before` is the pair from which the seats were made, `after` the pair that is ahead now, ""
    for a tie that a cut must decide. A way is a choice of Seats; `closed_ways` are those that are
    not possible, with the reasons.
    """

    round: int
    before: str
    after: str
    shifts: tuple[Shift, ...] = ()
    closed_ways: Mapping[Seats, str] = field(default_factory=dict)
    has_hands: bool = False

    @property
    def is_tied(self) -> bool:
        return not self.after

    @property
    def open_ways(self) -> tuple[Seats, ...]:
        return tuple(way for way in Seats if way not in self.closed_ways)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Sentences that say why the other ways are not possible."""
        if self.is_tied:
            return ()
        sentences = {
            Seats.RESEAT: "The seats cannot be changed: {}",
            Seats.REDRAW: "The round cannot be seated again: {}",
        }
        return tuple(sentences[way].format(reason) for way, reason in self.closed_ways.items())

    @property
    def default_way(self) -> Seats:
        return Seats.KEEP if self.has_hands or Seats.RESEAT in self.closed_ways else Seats.RESEAT

    @property
    def mark(self) -> str:
        """A text that differs for other effects."""
        shifts = (f"{shift.person.id}={shift.corrected_chair}" for shift in self.shifts)
        return f"{self.round} {self.after} {' '.join(shifts)}"


@dataclass(frozen=True, slots=True)
class SeatsAnswer:
    """The desk's answer: the way, the winner of the cut, and the mark of the effects it saw."""

    seats: Seats | None = None
    cut: str = ""
    mark: str = ""


class SeatsInQuestion(Refused):
    """The desk has to choose first what happens to the seats; nothing is changed yet."""

    def __init__(self, effects: Effects, text: str, field: str = "seats") -> None:
        self.effects = effects
        super().__init__(Fault(text, field))
