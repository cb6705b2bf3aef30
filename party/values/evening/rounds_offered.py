"""How many rounds? The usual numbers in words, with the time at which the evening would end.

A *long* evening has more than three hours of cards. Where results decide
who moves, no number of rounds is sure to bring everybody to every table.
"""

from dataclasses import dataclass
from datetime import datetime

from party.progression import Format, default_rounds, rounds_offered
from party.values.evening.pace import Pace, later, planned_pace
from party.values.numbers import clock, counted
from party.values.seats.turnout import Turnout

LONG_MINUTES = 180
LONG = "more than 3 hours of cards"
TIMES = {2: "Twice as many: ", 3: "3 times as many: "}
AS_PLANNED = ""
ON_THE_NIGHT = "I’ll decide during the evening"


def tables_for(people: int) -> int:
    """Return the number of tables; with three people over, a house player completes one."""
    turnout = Turnout(people)
    return turnout.tables(turnout.usual)


@dataclass(frozen=True, slots=True)
class PlannedEvening:
    """An evening; its start and its tables may still be open (None, 0).

    `own_pace` is that of the club's earlier evenings, if it is known.
    """

    format: Format
    tables: int
    start: datetime | None = None
    clock_minutes: int | None = None
    break_after: int | None = None
    break_minutes: int = 0
    own_pace: Pace | None = None

    def choices(self, chosen: int | None, *, settled: bool = False) -> list[tuple[str, str]]:
        """Return the choices with their words.

        First the default of the rules, unless the seats have `settled` it; then other usual
        numbers, and the `chosen` one.
        """
        first = [] if settled else [(AS_PLANNED, self.usual_text)]
        numbers = [each for each in self.offered if settled or each != self.usual]
        if chosen is not None and chosen not in numbers:
            numbers.append(chosen)
        return [*first, *((str(each), self.rounds_text(each)) for each in numbers)]

    @property
    def offered(self) -> tuple[int, ...]:
        return rounds_offered(self.format, self.tables) if self.tables else ()

    @property
    def usual(self) -> int | None:
        """The default of the rules; None where the organiser decides, or without tables."""
        return default_rounds(self.format, self.tables) or None

    @property
    def usual_text(self) -> str:
        if self.format.rounds == "tables":
            few = "As many rounds as there are tables"
            return f"{few}: {self.rounds_text(self.usual)}" if self.usual else few
        if self.usual:
            return f"As the rules say: {self.rounds_text(self.usual)}"
        return self._on_the_night_text

    @property
    def _on_the_night_text(self) -> str:
        minutes = self.minutes(1)
        if self.start is None:
            return f"{ON_THE_NIGHT}, about {minutes} minutes each"
        rounds = max(LONG_MINUTES // minutes, 1)
        end = clock(self.end(self.start, rounds))
        return f"{ON_THE_NIGHT}: {rounds} would go on until about {end}, {minutes} minutes each"

    def rounds_text(self, rounds: int) -> str:
        """Return a number of rounds in words: "Twice as many: 6 rounds, until about 9:24 p.m."."""
        times, rest = divmod(rounds, self.tables) if self.tables else (0, 0)
        by_tables = TIMES.get(times, "") if rounds in self.offered and not rest else ""
        return f"{by_tables}{counted(rounds, 'round')}{self._until_text(rounds)}"

    @property
    def minutes_a_round(self) -> int:
        return self.minutes(1)

    @property
    def nobody_moves(self) -> bool:
        movement = self.format.movement
        return self.tables == 1 and movement.by_result and not movement.needs_results(1)

    def finish(self, rounds: int | None) -> datetime | None:
        """Return when so many rounds would end; None where that is open."""
        return self.end(self.start, rounds) if self.start and rounds else None

    def end(self, start: datetime, rounds: int) -> datetime:
        return later(start, self.minutes(rounds) + self.minutes_of_break(rounds))

    def minutes(self, rounds: int) -> int:
        """Return how long so many rounds take without the break."""
        return rounds * self.pace.minutes_a_round

    def minutes_of_break(self, rounds: int | None) -> int:
        return self.break_minutes if self.break_after and self.break_after < (rounds or 0) else 0

    @property
    def pace(self) -> Pace:
        return self.own_pace or planned_pace(self.format.hands_at(1) or 4, self.clock_minutes)

    def _until_text(self, rounds: int) -> str:
        words = f" ({LONG})" if self.minutes(rounds) > LONG_MINUTES else ""
        if self.start is None:
            return words
        return f", until about {clock(self.end(self.start, rounds))}{words}"
