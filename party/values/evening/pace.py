"""The length of a round, and the forecast of the evening's end.

After each round people move. After the last round, the results are assumed to take as long as a
move.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import chain, pairwise
from statistics import fmean, median

from party.values.evening.live import Night, Stage
from party.values.hall.clock import Clock
from party.values.numbers import in_words

MINUTES_A_HAND = 5
MINUTES_TO_MOVE = 4
AFTER_THE_BELL = 3  # minutes until the last table lays its cards down
DEFAULT_BREAK = 15  # minutes
FEWEST_ROUNDS = 2  # needed to compute a pace
SHORTEST_ROUND = 5  # minutes; a shorter round was practice, or a mistake
LONGEST_ROUND, LONGEST_MOVE = 180, 60  # minutes; longer ones were interrupted
ROUND_MUCH_LONGER, MOVE_MUCH_LONGER = 1.5, 2  # times the median: longer ones were interrupted
EARLIER_ROUNDS = 8  # the weight of all earlier evenings, in rounds of tonight
LARGEST_DIFFERENCE = 0.2  # a share: if tonight differs by more, earlier evenings do not count
MINUTE = timedelta(minutes=1)
SOON = 2 * MINUTE  # a late event is expected so long from now
LONG_OVERDUE = timedelta(hours=2)  # if an event is later than that, there is no forecast
STEP = 5  # minutes: "about 9:40"
FEW_LEFT = 3  # with so few rounds left, the host may want to drop one
HANDS_BEHIND = 2
TABLES_TO_COMPARE = 3


@dataclass(frozen=True, slots=True)
class RoundTimes:
    number: int
    started_at: datetime | None
    ended_at: datetime | None = None
    is_before_break: bool = False

    @property
    def minutes(self) -> float:
        """Return 0 if the length is unknown."""
        minutes = _minutes_between(self.started_at, self.ended_at, LONGEST_ROUND)
        return minutes if minutes >= SHORTEST_ROUND else 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes of play in a round, and from its end to the next start."""

    playing: float
    moving: float

    @property
    def minutes_a_round(self) -> int:
        return round(self.playing + self.moving)


# What a pace depends on: preset, hands in a round, minutes of the clock.
PaceKey = tuple[str, int, int | None]
Paces = Mapping[PaceKey, Pace]
NO_PACES: Paces = {}


def planned_pace(hands: int, clock_minutes: int | None) -> Pace:
    playing = clock_minutes + AFTER_THE_BELL if clock_minutes else hands * MINUTES_A_HAND
    return Pace(playing, MINUTES_TO_MOVE)


def recorded_pace(evenings: Collection[Sequence[RoundTimes]]) -> Pace | None:
    """Return None for too few rounds."""
    playing = [times.minutes for times in chain.from_iterable(evenings) if times.minutes]
    if len(playing) < FEWEST_ROUNDS:
        return None
    moves = (
        _minutes_between(before.ended_at, after.started_at, LONGEST_MOVE)
        for rounds in evenings
        for before, after in pairwise(rounds)
        if after.number == before.number + 1 and not before.is_before_break
    )
    moving = [minutes for minutes in moves if minutes]
    return Pace(
        _mean_without_interruptions(playing, ROUND_MUCH_LONGER),
        _mean_without_interruptions(moving, MOVE_MUCH_LONGER) if moving else MINUTES_TO_MOVE,
    )


def pace_tonight(times: Sequence[RoundTimes], earlier: Pace | None, plan: Pace) -> Pace:
    """Let earlier evenings count too, because the few rounds of one evening vary much."""
    pace = recorded_pace([times])
    if pace is None:
        return earlier or plan
    if earlier is None or abs(pace.playing / earlier.playing - 1) > LARGEST_DIFFERENCE:
        return pace
    weight = EARLIER_ROUNDS / (
        EARLIER_ROUNDS + sum(round_times.minutes > 0 for round_times in times)
    )
    return Pace(
        weight * earlier.playing + (1 - weight) * pace.playing,
        weight * earlier.moving + (1 - weight) * pace.moving,
    )


def add_minutes(start: datetime, minutes: float) -> datetime:
    """Add real minutes, also in the night when clocks change."""
    return (start.astimezone(UTC) + minutes * MINUTE).astimezone(start.tzinfo)


def round_to_step(end: datetime) -> datetime:
    """Round to five minutes: no forecast is more exact."""
    minutes = STEP * round((end.minute + end.second / 60) / STEP)
    return end.replace(minute=0, second=0, microsecond=0) + minutes * MINUTE


def late_tables_text(hands_in: Mapping[int, int]) -> str:
    if len(hands_in) < TABLES_TO_COMPARE:
        return ""
    usual = sorted(hands_in.values())[(len(hands_in) - 1) // 2]
    return ". ".join(
        f"Table {table} is {in_words(usual - played)} hands behind"
        for table, played in hands_in.items()
        if usual - played >= HANDS_BEHIND
    )


def _minutes_between(start: datetime | None, end: datetime | None, limit: int) -> float:
    """Return 0 if a time is unknown or wrong: a clock was set, or play was interrupted."""
    minutes = (end - start) / MINUTE if start and end else 0
    return minutes if 0 < minutes <= limit else 0


def _mean_without_interruptions(minutes: Sequence[float], much_longer: float) -> float:
    longest = much_longer * median(minutes)
    return fmean(length for length in minutes if length <= longest)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningTimes:
    """`rounds` have all started. `end_of_round` is a forecast from the hands on phones."""

    at: datetime
    starts_at: datetime
    zone: tzinfo
    night: Night
    rounds: tuple[RoundTimes, ...]
    pace: Pace
    break_minutes: int
    clock: Clock | None = None
    end_of_round: datetime | None = None

    def end(self, planned: int | None) -> datetime | None:
        """Return None if there is no forecast."""
        night = self.night
        played = night.round_number - (night.stage == Stage.SEATED)
        if not planned or night.stage in {Stage.OVER, Stage.FINISHED} or planned < max(played, 1):
            return None
        if not played:
            return self._end_after(self._expected_time(self.starts_at), 0, planned)
        latest = self.rounds[-1] if self.rounds else None
        if latest is None or latest.number != played or latest.started_at is None:
            return None
        stopped_at = latest.ended_at
        if stopped_at is None and self.at - latest.started_at <= LONGEST_ROUND * MINUTE:
            stopped_at = self._expected_time(self._end_of_play(latest.started_at))
        if stopped_at is None:
            return None
        ready_at = stopped_at + self.pace.moving * MINUTE
        if self.night.break_after == played and self._has_break(planned):
            ready_at += self.break_minutes * MINUTE
        return self._end_after(self._expected_time(ready_at), played, planned)

    def _end_after(self, ready_at: datetime | None, number: int, planned: int) -> datetime | None:
        """Return the end of the evening if the move after round `number` ends at `ready_at`."""
        if ready_at is None:
            return None
        minutes = (planned - number) * (self.pace.playing + self.pace.moving)
        if (self.night.break_after or 0) > number and self._has_break(planned):
            minutes += self.break_minutes
        return round_to_step(ready_at.astimezone(UTC) + minutes * MINUTE).astimezone(self.zone)

    def _has_break(self, planned: int) -> bool:
        return 0 < (self.night.break_after or 0) < planned

    def _end_of_play(self, started_at: datetime) -> datetime:
        if self.end_of_round is not None:
            return self.end_of_round
        if self.clock is None:
            return started_at + self.pace.playing * MINUTE
        bell_at = self.clock.ends_at or self.at + timedelta(seconds=self.clock.seconds_left)
        return bell_at + max(self.pace.playing - self.clock.round_seconds / 60, 0) * MINUTE

    def _expected_time(self, event: datetime) -> datetime | None:
        """Return a time soon if the event is late, None if it is long overdue."""
        if event + LONG_OVERDUE < self.at:
            return None
        return max(event, self.at + SOON)


def end_by_hands(
    started_at: datetime,
    by_phone: Mapping[int, tuple[datetime, int]],
    hands_left: Mapping[int, int],
) -> datetime:
    """`by_phone` has the time of the latest hand and the number of hands, by table."""
    minutes = median(
        (sent_at - started_at) / MINUTE / count for sent_at, count in by_phone.values()
    )
    hand_length = max(minutes, 1) * MINUTE  # at least 1, because a laptop's clock may be set back
    return max(
        sent_at + max(hands_left[table], 0) * hand_length
        for table, (sent_at, _) in by_phone.items()
    )
