"""A club's usual weekday, interval and time, computed from its latest evenings."""

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
LONGEST_WEEKS = max(EVERY)  # a longer gap is a summer, not a habit
NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "last"}
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class NextEvening:
    """The start of the next party on the club's clock; `words` say how it was computed."""

    date: date
    time: time
    words: str


def next_evening(latest: Sequence[datetime], today: date) -> NextEvening:
    """Return the next usual evening that has no party yet; today without any to go by.

    `latest` are the club's latest evenings on its own clock, the last one first.
    """
    # A date far off is a slip of the pen and says nothing about the next one.
    plausible = [start for start in latest if FIRST_DATE <= start.date() < LAST_DATE]
    if not plausible:
        return NextEvening(
            today, AT_SEVEN, "Today. After a few parties your usual evening is suggested."
        )
    weekday = _most_frequent(start.weekday() for start in plausible)
    own = [start for start in plausible if start.weekday() == weekday]
    begins = _most_frequent(start.time() for start in own)
    days = sorted({start.date() for start in own}, reverse=True)
    nth = _nth_of_month(days)
    weeks = _weeks_between(days)
    day, taken = days[0], {start.date() for start in plausible}
    while day < today or day in taken:
        day = _same_next_month(day, nth) if nth else _later(day, weeks, today)
    if day > LAST_DATE:
        return NextEvening(today, AT_SEVEN, "Today.")
    name = f"{days[0]:%A}"
    every = f"the {NTH[nth]} {name} of the month" if nth else f"{EVERY[weeks]} {name}"
    at = clock(datetime.combine(day, begins))
    return NextEvening(day, begins, f"Your next usual evening: {every}, {at}")


def _most_frequent(things: Iterable[T]) -> T:
    """Return the most frequent one; of several the first, which is the latest."""
    return Counter(things).most_common(1)[0][0]


def _weeks_between(days: Sequence[date]) -> int:
    """Return the usual number of weeks from one evening to the next; 1 where nothing says it."""
    gaps = [(late - early) // WEEK for late, early in pairwise(days)]
    return _most_frequent([gap for gap in gaps if gap <= LONGEST_WEEKS] or [1])


def _nth_of_month(days: Sequence[date]) -> int:
    """Return which such weekday of its month each one is, 5 for the last; 0 for no such habit."""
    gaps = {(late - early) // WEEK for late, early in pairwise(days)}
    if not gaps or not gaps <= {4, 5}:
        return 0
    if all(day.day + 7 > monthrange(day.year, day.month)[1] for day in days):
        return 5
    numbers = {(day.day - 1) // 7 + 1 for day in days}
    return numbers.pop() if len(numbers) == 1 else 0


def _same_next_month(day: date, nth: int) -> date:
    first = (day.replace(day=1) + timedelta(days=31)).replace(day=1)
    earliest = first + timedelta(days=(day.weekday() - first.weekday()) % 7)
    found = earliest + (nth - 1) * WEEK
    return found if found.month == first.month else found - WEEK


def _later(day: date, weeks: int, today: date) -> date:
    """Return the next of a row of evenings so many weeks apart, not before today."""
    step = weeks * WEEK
    return day + max((today - day + step - timedelta(days=1)) // step, 1) * step
