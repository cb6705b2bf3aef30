from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.values.evening.usual_evenings import FIRST_DATE, LAST_DATE, next_evening

TODAY = date(2026, 11, 18)  # a Wednesday


def evenings(*days, hour_and_minute=(19, 0)):
    """Return these days, latest first, as evenings; "11-17" is a day of 2026."""
    dates = [day if day.count("-") == 2 else f"2026-{day}" for day in days]
    return [datetime.combine(date.fromisoformat(day), time(*hour_and_minute)) for day in dates]


@pytest.mark.parametrize(
    ("latest", "day", "words"),
    [
        ((), "2026-11-18", "Today"),
        (("11-17",), "2026-11-24", "every Tuesday, 7:00 p.m."),
        (("11-11", "11-04"), "2026-11-18", "every Wednesday"),
        (("11-18", "11-11"), "2026-11-25", "every Wednesday"),
        (("11-17", "11-03", "10-20"), "2026-12-01", "every second Tuesday"),
        (("10-20", "10-06"), "2026-12-01", "every second Tuesday"),
        # One Friday and one missing evening do not change the habit of Tuesdays.
        (("11-17", "11-13", "11-10", "10-27", "10-20"), "2026-11-24", "every Tuesday"),
        (("11-03", "10-06", "09-01"), "2026-12-01", "the first Tuesday of the month"),
        (("10-29", "09-24", "08-27"), "2026-11-26", "the last Thursday of the month"),
        (("10-29", "10-01", "09-03"), "2026-11-26", "every fourth Thursday"),
        (("12-15", "11-17"), "2027-01-19", "the third Tuesday of the month"),
        (("11-25", "11-18", "11-11"), "2026-12-02", "every Wednesday"),
        (("11-17", "2025-11-18"), "2026-11-24", "every Tuesday"),
        (("9999-12-31",), "2026-11-18", "Today"),
        (("2100-12-30",), "2026-11-18", "Today"),
    ],
)
def test_the_next_evening_follows_the_habit(latest, day, words):
    evening = next_evening(evenings(*latest), TODAY)
    assert (evening.date.isoformat(), evening.time) == (day, time(19))
    assert words in evening.words


def test_the_usual_time_is_the_most_frequent_time():
    latest = [
        *evenings("11-17", hour_and_minute=(14, 0)),
        *evenings("11-10", "11-03", hour_and_minute=(18, 30)),
    ]
    assert next_evening(latest, TODAY).time == time(18, 30)


DATES = st.dates(date(1990, 1, 1), date(2110, 1, 1))


@given(st.lists(DATES, max_size=8), st.dates(FIRST_DATE, LAST_DATE))
def test_the_proposed_evening_is_neither_past_nor_the_day_of_another_party(days, today):
    latest = [datetime.combine(day, time(19)) for day in sorted(days, reverse=True)]
    evening = next_evening(latest, today)
    assert today <= evening.date <= LAST_DATE
    assert (
        evening.words == "Today."
        or evening.date not in days
        or not evening.words.startswith("Your")
    )
