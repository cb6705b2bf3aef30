"""How many rounds? The usual numbers in words, with the time at which the evening would end.

Breaks are not counted. A *long* evening has more than three hours of cards. Where results decide
who moves, no number of rounds is sure to bring everybody to every table.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from party.progression import Format, default_rounds, rounds_offered
from party.values.evening.live import minutes_of
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
    """An evening; its start and its tables may still be open (None, 0)."""

    format: Format
    tables: int
    start: datetime | None = None

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
        end = self._clock_text(self.start, rounds)
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
        """Return when so many rounds would end, breaks not counted; None where that is open."""
        if self.start is None or not rounds:
            return None
        return self.start + timedelta(minutes=self.minutes(rounds))

    def minutes(self, rounds: int) -> int:
        return minutes_of(rounds, self.format.hands_at(1) or 4)

    def _until_text(self, rounds: int) -> str:
        words = f" ({LONG})" if self.minutes(rounds) > LONG_MINUTES else ""
        if self.start is None:
            return words
        return f", until about {self._clock_text(self.start, rounds)}{words}"

    def _clock_text(self, start: datetime, rounds: int) -> str:
        return clock(start + timedelta(minutes=self.minutes(rounds)))
