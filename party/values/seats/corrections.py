"""Shifts: people who would sit elsewhere if a corrected result had been known in time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from party.values.people.person import Person
from party.values.refusals import Fault, Refused

Chair = tuple[int, str]  # table and seat


class SeatsChoice(StrEnum):
    """The choice for seats that were made from a wrong result."""

    KEEP = "keep"  # everybody stays, only the points change
    RESEAT = "reseat"  # those who would sit elsewhere change chairs
    REDRAW = "redraw"  # the whole round is seated again from the corrected results


@dataclass(frozen=True, slots=True)
class Shift:
    """A person's chair now and by the corrected results; None for sitting out."""

    person: Person
    current_chair: Chair | None
    corrected_chair: Chair | None


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of a correction on the seats of a round.

    `before` is the pair from which the seats were made, `after` the pair that is ahead now, "" for
    a tie. `refused_choices` are choices that are not possible, with the reasons.
    """

    round: int
    before: str
    after: str
    shifts: tuple[Shift, ...] = ()
    refused_choices: Mapping[SeatsChoice, str] = field(default_factory=dict)
    has_hands: bool = False

    @property
    def is_tied(self) -> bool:
        return not self.after

    @property
    def open_choices(self) -> tuple[SeatsChoice, ...]:
        return tuple(way for way in SeatsChoice if way not in self.refused_choices)

    @property
    def reasons(self) -> tuple[str, ...]:
        if self.is_tied:
            return ()
        sentences = {
            SeatsChoice.RESEAT: "The seats cannot be changed: {}",
            SeatsChoice.REDRAW: "The round cannot be seated again: {}",
        }
        return tuple(sentences[way].format(reason) for way, reason in self.refused_choices.items())

    @property
    def default_choice(self) -> SeatsChoice:
        can_reseat = not self.has_hands and SeatsChoice.RESEAT in self.open_choices
        return SeatsChoice.RESEAT if can_reseat else SeatsChoice.KEEP

    @property
    def mark(self) -> str:
        shifts = (f"{shift.person.id}={shift.corrected_chair}" for shift in self.shifts)
        return f"{self.round} {self.after} {' '.join(shifts)}"


@dataclass(frozen=True, slots=True)
class SeatsAnswer:
    """`mark` is that of the effects that the desk saw."""

    seats: SeatsChoice | None = None
    cut: str = ""
    mark: str = ""


class SeatsInQuestion(Refused):
    """The desk has to choose first what happens to the seats; nothing is changed yet."""

    def __init__(self, effects: Effects, text: str, field: str = "seats") -> None:
        self.effects = effects
        super().__init__(Fault(text, field))
