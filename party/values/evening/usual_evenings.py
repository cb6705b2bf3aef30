"""A club's usual weekday, interval and time."""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import TypeVar

from party.values.numbers import clock

T = TypeVar("T")
FIRST_DATE, LAST_DATE = date(2000, 1, 1), date(2100, 12, 31)
AT_SEVEN = time(19)
EVERY = {1: "every", 2: "every second", 3: "every third", 4: "every fourth", 5: "every fifth"}
MOST_WEEKS_BETWEEN = max(EVERY)  # a longer gap is a summer break
NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "last"}
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class NextEvening:
    date: date
    time: time
    words: str


def next_evening(latest: Sequence[datetime], today: date) -> NextEvening:
    """`latest` are the starts of parties in the club's time zone, latest first."""
    # A date far away was typed by mistake.
    plausible = [start for start in latest if FIRST_DATE <= start.date() < LAST_DATE]
    if not plausible:
        return NextEvening(
            today, AT_SEVEN, "Today. After a few parties your usual evening is suggested."
        )
    weekday = _most_frequent(start.weekday() for start in plausible)
    same_weekday = [start for start in plausible if start.weekday() == weekday]
    start_time = _most_frequent(start.time() for start in same_weekday)
    days = sorted({start.date() for start in same_weekday}, reverse=True)
    nth = _nth_of_month(days)
    weeks = _weeks_between(days)
    day, taken_dates = days[0], {start.date() for start in plausible}
    while day < today or day in taken_dates:
        day = _nth_weekday_of_next_month(day, nth) if nth else day + weeks * WEEK
    if day > LAST_DATE:
        return NextEvening(today, AT_SEVEN, "Today.")
    name = f"{days[0]:%A}"
    every = f"the {NTH[nth]} {name} of the month" if nth else f"{EVERY[weeks]} {name}"
    clock_text = clock(datetime.combine(day, start_time))
    return NextEvening(day, start_time, f"Your next usual evening: {every}, {clock_text}")


def _most_frequent(values: Iterable[T]) -> T:
    return Counter(values).most_common(1)[0][0]


def _weeks_between(days: Sequence[date]) -> int:
    """Return 1 if the number is unknown."""
    gaps = [(after - before) // WEEK for after, before in pairwise(days)]
    return _most_frequent([gap for gap in gaps if gap <= MOST_WEEKS_BETWEEN] or [1])


def _nth_of_month(days: Sequence[date]) -> int:
    """Return n if each day is the nth of its weekday in its month (5: the last), otherwise 0."""
    gaps = {(after - before) // WEEK for after, before in pairwise(days)}
    if not gaps or not gaps <= {4, 5}:
        return 0
    if all(day.day + 7 > monthrange(day.year, day.month)[1] for day in days):
        return 5
    numbers = {(day.day - 1) // 7 + 1 for day in days}
    return numbers.pop() if len(numbers) == 1 else 0


def _nth_weekday_of_next_month(day: date, nth: int) -> date:
    first = (day.replace(day=1) + timedelta(days=31)).replace(day=1)
    earliest = first + timedelta(days=(day.weekday() - first.weekday()) % 7)
    nth_day = earliest + (nth - 1) * WEEK
    return nth_day if nth_day.month == first.month else nth_day - WEEK
