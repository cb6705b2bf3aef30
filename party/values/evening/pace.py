"""The pace of an evening: how long its rounds take, and when the last one ends.

A round is played until its last hand or its bell. Then slips are collected and people move; after
the last round the same time is needed until the results can be read out. All times have a zone,
so that midnight and a change to summer time do no harm.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from statistics import fmean, median

from party.values.evening.live import Night, Stage
from party.values.hall.clock import Clock
from party.values.numbers import NUMBERS

MINUTES_A_HAND = 5
MINUTES_TO_MOVE = 4
AFTER_THE_BELL = 3  # minutes until the last table lays its cards down
DEFAULT_BREAK = 15  # minutes
FEWEST_ROUNDS = 2  # that make a pace
SHORTEST_ROUND = 5  # minutes; less was practice, or a click by mistake
LONGEST_ROUND, LONGEST_MOVE = 180, 60  # minutes; what takes longer was interrupted
ROUND_MUCH_LONGER, MOVE_MUCH_LONGER = 1.5, 2  # times the usual: an interruption as well
EARLIER_ROUNDS = 8  # as many of tonight weigh as much as the earlier evenings
OTHER_EVENING = 0.2  # so much faster or slower than the earlier ones: then they say nothing
MINUTE = timedelta(minutes=1)
SOON = 2 * MINUTE  # what is late may end at any moment
LONG_OVERDUE = timedelta(hours=2)  # then nobody can say when
STEP = 5  # minutes: "about 9:40"
FEW_LEFT = 3  # rounds; then the host may think of playing one fewer
HANDS_BEHIND = 2
TABLES_TO_COMPARE = 3


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round started and its play ended. `then_break`: the pause after it is no move."""

    number: int
    started_at: datetime | None
    ended_at: datetime | None = None
    then_break: bool = False

    @property
    def minutes(self) -> float:
        """The length of its play; 0 where it is unknown."""
        minutes = _minutes_between(self.started_at, self.ended_at, LONGEST_ROUND)
        return minutes if minutes >= SHORTEST_ROUND else 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes of play in a round, and minutes from its end to the next start."""

    playing: float
    moving: float

    @property
    def minutes_a_round(self) -> int:
        return round(self.playing + self.moving)


# A club's own pace by preset, hands in a round, and minutes of its clock.
Habit = tuple[str, int, int | None]
Paces = Mapping[Habit, Pace]
NO_PACES: Paces = {}


def planned_pace(hands: int, clock_minutes: int | None) -> Pace:
    playing = clock_minutes + AFTER_THE_BELL if clock_minutes else hands * MINUTES_A_HAND
    return Pace(playing, MINUTES_TO_MOVE)


def recorded_pace(evenings: Collection[Sequence[RoundTimes]]) -> Pace | None:
    """Return the pace of the rounds played on these evenings; None from too few."""
    playing = [each.minutes for rounds in evenings for each in rounds if each.minutes]
    moving = [
        _minutes_between(before.ended_at, after.started_at, LONGEST_MOVE)
        for rounds in evenings
        for before, after in pairwise(rounds)
        if after.number == before.number + 1 and not before.then_break
    ]
    if len(playing) < FEWEST_ROUNDS:
        return None
    moving = [each for each in moving if each]
    return Pace(
        _usual(playing, ROUND_MUCH_LONGER),
        _usual(moving, MOVE_MUCH_LONGER) if moving else MINUTES_TO_MOVE,
    )


def pace_tonight(times: Sequence[RoundTimes], earlier: Pace | None, plan: Pace) -> Pace:
    """Return the pace of tonight's rounds, to which earlier evenings add: a few rounds vary much.

    Before there are enough rounds, earlier evenings say it, or the plan.
    """
    tonight = recorded_pace([times])
    if tonight is None:
        return earlier or plan
    if earlier is None or abs(tonight.playing / earlier.playing - 1) > OTHER_EVENING:
        return tonight
    weight = EARLIER_ROUNDS / (EARLIER_ROUNDS + sum(each.minutes > 0 for each in times))
    return Pace(
        weight * earlier.playing + (1 - weight) * tonight.playing,
        weight * earlier.moving + (1 - weight) * tonight.moving,
    )


def later(start: datetime, minutes: float) -> datetime:
    """Add minutes as they pass, also in the night when clocks change."""
    return (start.astimezone(UTC) + minutes * MINUTE).astimezone(start.tzinfo)


def about(end: datetime) -> datetime:
    """Round to five minutes: no forecast is more exact."""
    minutes = STEP * round((end.minute + end.second / 60) / STEP)
    return end.replace(minute=0, second=0, microsecond=0) + minutes * MINUTE


def behind_text(hands_in: Mapping[int, int]) -> str:
    """Say which tables are behind the others, from the hands of each; "" for none."""
    if len(hands_in) < TABLES_TO_COMPARE:
        return ""
    usual = sorted(hands_in.values())[(len(hands_in) - 1) // 2]
    late = {table: usual - played for table, played in hands_in.items()}
    late = {table: missing for table, missing in late.items() if missing >= HANDS_BEHIND}
    return ". ".join(
        f"Table {table} is {NUMBERS[missing].lower() if missing < len(NUMBERS) else missing} "
        "hands behind"
        for table, missing in late.items()
    )


def _minutes_between(start: datetime | None, end: datetime | None, limit: int) -> float:
    """Return the minutes, 0 where they are unknown or say nothing: a clock was set, or a pause."""
    minutes = (end - start) / MINUTE if start and end else 0
    return minutes if 0 < minutes <= limit else 0


def _usual(minutes: Sequence[float], much_longer: float) -> float:
    """Return the mean, without interruptions."""
    longest = much_longer * median(minutes)
    return fmean(each for each in minutes if each <= longest)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningTimes:
    """What is known of an evening at a moment, for a forecast of its end.

    `rounds` are those that have a start, and `by_hands` is the expected end of the round that is
    played, from the hands on phones. `zone` is that of the club, for the end.
    """

    at: datetime
    starts_at: datetime
    zone: tzinfo
    night: Night
    rounds: tuple[RoundTimes, ...]
    pace: Pace
    break_minutes: int
    clock: Clock | None = None
    by_hands: datetime | None = None

    def end(self, planned: int | None) -> datetime | None:
        """Return about when so many rounds end; None where nobody can say."""
        night = self.night
        played = night.round_number - (night.stage == Stage.SEATED)
        if not planned or night.stage in {Stage.OVER, Stage.FINISHED} or planned < max(played, 1):
            return None
        if not played:
            return self._end_after(self._expected(self.starts_at), 0, planned)
        latest = self.rounds[-1] if self.rounds else None
        if latest is None or latest.number != played or latest.started_at is None:
            return None
        stopped = latest.ended_at
        if stopped is None and self.at - latest.started_at <= LONGEST_ROUND * MINUTE:
            stopped = self._expected(self._end_of_play(latest.started_at))
        if stopped is None:
            return None
        ready = stopped + self.pace.moving * MINUTE
        if self.night.break_after == played and self._has_break(planned):
            ready += self.break_minutes * MINUTE
        return self._end_after(self._expected(ready), played, planned)

    def _end_after(self, ready: datetime | None, number: int, planned: int) -> datetime | None:
        """Return the end if after this round the next one, or the results, are ready then."""
        if ready is None:
            return None
        minutes = (planned - number) * (self.pace.playing + self.pace.moving)
        if (self.night.break_after or 0) > number and self._has_break(planned):
            minutes += self.break_minutes
        return about(ready.astimezone(UTC) + minutes * MINUTE).astimezone(self.zone)

    def _has_break(self, planned: int) -> bool:
        return 0 < (self.night.break_after or 0) < planned

    def _end_of_play(self, started_at: datetime) -> datetime:
        if self.by_hands is not None:
            return self.by_hands
        if self.clock is None:
            return started_at + self.pace.playing * MINUTE
        rings = self.clock.ends_at or self.at + timedelta(seconds=self.clock.left)
        return rings + max(self.pace.playing - self.clock.seconds / 60, 0) * MINUTE

    def _expected(self, event: datetime) -> datetime | None:
        """Return the event, or soon if it is late; None if it is long overdue."""
        if event + LONG_OVERDUE < self.at:
            return None
        return max(event, self.at + SOON)


def end_by_hands(
    started_at: datetime, by_phone: Mapping[int, tuple[datetime, int]], left: Mapping[int, int]
) -> datetime:
    """Return when the last table is done, from its latest hand and the hands it has left.

    `by_phone` has for each table the time of that hand, and how many it has played.
    """
    minutes = median((at - started_at) / MINUTE / count for at, count in by_phone.values())
    own = max(minutes, 1) * MINUTE  # a laptop's clock may have been set
    return max(at + max(left[table], 0) * own for table, (at, _) in by_phone.items())
