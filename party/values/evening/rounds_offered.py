"""The numbers of rounds to choose from, with the time at which the evening would end."""

from dataclasses import dataclass
from datetime import datetime

from party.progression import Format, default_rounds, rounds_offered
from party.values.evening.pace import Pace, add_minutes, planned_pace
from party.values.numbers import clock, counted
from party.values.seats.turnout import Turnout

LONG_MINUTES = 180
LONG = "more than 3 hours of cards"
TIMES = {2: "Twice as many: ", 3: "3 times as many: "}
AS_PLANNED = ""  # the form's value for the default number
DECIDE_LATER = "I’ll decide during the evening"


def tables_for(people: int) -> int:
    """Assume that one house player joins three surplus people."""
    turnout = Turnout(people)
    return turnout.tables(turnout.default_answer)


@dataclass(frozen=True, slots=True)
class PlannedEvening:
    """`start` is None and `tables` 0 while they are not known."""

    format: Format
    tables: int
    start: datetime | None = None
    clock_minutes: int | None = None
    break_after: int | None = None
    break_minutes: int = 0
    own_pace: Pace | None = None

    def choices(self, selected: int | None, *, is_settled: bool = False) -> list[tuple[str, str]]:
        """Return values and texts. `is_settled`: the draw has set the number of rounds."""
        first = [] if is_settled else [(AS_PLANNED, self.default_text)]
        numbers = [number for number in self.offers if is_settled or number != self.default]
        if selected is not None and selected not in numbers:
            numbers.append(selected)
        return [*first, *((str(number), self.rounds_text(number)) for number in numbers)]

    @property
    def offers(self) -> tuple[int, ...]:
        return rounds_offered(self.format, self.tables) if self.tables else ()

    @property
    def default(self) -> int | None:
        return default_rounds(self.format, self.tables) or None

    @property
    def default_text(self) -> str:
        if self.format.rounds == "tables":
            text = "As many rounds as there are tables"
            return f"{text}: {self.rounds_text(self.default)}" if self.default else text
        if self.default:
            return f"As the rules say: {self.rounds_text(self.default)}"
        return self._open_end_text

    @property
    def _open_end_text(self) -> str:
        minutes = self.minutes(1)
        if self.start is None:
            return f"{DECIDE_LATER}, about {minutes} minutes each"
        rounds = max(LONG_MINUTES // minutes, 1)
        end = clock(self.end(self.start, rounds))
        return f"{DECIDE_LATER}: {rounds} would go on until about {end}, {minutes} minutes each"

    def rounds_text(self, rounds: int) -> str:
        """For example "Twice as many: 6 rounds, until about 9:24 p.m."."""
        is_multiple = bool(self.tables) and rounds % self.tables == 0
        is_usual = is_multiple and rounds in self.offers
        by_tables = TIMES.get(rounds // self.tables, "") if is_usual else ""
        return f"{by_tables}{counted(rounds, 'round')}{self._end_text(rounds)}"

    @property
    def nobody_moves(self) -> bool:
        movement = self.format.movement
        return self.tables == 1 and movement.is_by_result and not movement.needs_results(1)

    def finish(self, rounds: int | None) -> datetime | None:
        return self.end(self.start, rounds) if self.start and rounds else None

    def end(self, start: datetime, rounds: int) -> datetime:
        return add_minutes(start, self.minutes(rounds) + self.minutes_of_break(rounds))

    def minutes(self, rounds: int) -> int:
        """Return the minutes without the break."""
        return rounds * self.pace.minutes_a_round

    def minutes_of_break(self, rounds: int | None) -> int:
        return self.break_minutes if self.break_after and self.break_after < (rounds or 0) else 0

    @property
    def pace(self) -> Pace:
        return self.own_pace or planned_pace(self.format.hands_at(1) or 4, self.clock_minutes)

    def _end_text(self, rounds: int) -> str:
        words = f" ({LONG})" if self.minutes(rounds) > LONG_MINUTES else ""
        if self.start is None:
            return words
        return f", until about {clock(self.end(self.start, rounds))}{words}"
