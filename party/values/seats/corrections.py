"""Shifts: who would sit elsewhere, had a corrected result been known when people moved."""

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
    """One person who would sit elsewhere; None is a place among those who sit out."""

    person: Person
    now: Chair | None
    instead: Chair | None


@dataclass(frozen=True, slots=True)
class Effects:
    """The changes that a correction would have made in the seats of round `round`.

    `before` is the pair from which the seats were made, `after` the pair that is ahead now, ""
    for a tie that a cut must decide. `why_not` holds the ways that are closed, with the reason.
    """

    round: int
    before: str
    after: str
    shifts: tuple[Shift, ...] = ()
    why_not: Mapping[Seats, str] = field(default_factory=dict)
    has_hands: bool = False

    @property
    def tied(self) -> bool:
        return not self.after

    @property
    def ways(self) -> tuple[Seats, ...]:
        return tuple(way for way in Seats if way not in self.why_not)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Sentences that say why the other ways are not possible."""
        if self.tied:
            return ()
        sentences = {
            Seats.RESEAT: "The seats cannot be changed: {}",
            Seats.REDRAW: "The round cannot be seated again: {}",
        }
        return tuple(sentences[way].format(why) for way, why in self.why_not.items())

    @property
    def usual(self) -> Seats:
        return Seats.KEEP if self.has_hands or Seats.RESEAT in self.why_not else Seats.RESEAT

    @property
    def mark(self) -> str:
        """A text that differs for other effects."""
        shifts = (f"{each.person.id}={each.instead}" for each in self.shifts)
        return f"{self.round} {self.after} {' '.join(shifts)}"


@dataclass(frozen=True, slots=True)
class SeatsAnswer:
    """The desk's answer: the way, the winner of the cut, and the mark of the effects it saw."""

    seats: Seats | None = None
    cut: str = ""
    mark: str = ""


class SeatsInQuestion(Refused):
    """Nothing was changed yet: the desk has to choose first what becomes of the seats."""

    def __init__(self, effects: Effects, text: str, field: str = "seats") -> None:
        self.effects = effects
        super().__init__(Fault(text, field))
