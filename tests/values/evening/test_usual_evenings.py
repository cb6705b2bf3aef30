from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.values.evening.usual_evenings import FIRST_DATE, LAST_DATE, next_evening

TODAY = date(2026, 11, 18)  # a Wednesday


def on(*days, at=(19, 0)):
    """Return evenings, the latest first: "11-17" is in 2026, unless it has a year."""
    full = [day if day.count("-") == 2 else f"2026-{day}" for day in days]
    return [datetime.combine(date.fromisoformat(day), time(*at)) for day in full]


@pytest.mark.parametrize(
    ("latest", "day", "words"),
    [
        ((), "2026-11-18", "Today"),
        (("11-17",), "2026-11-24", "every Tuesday, 7:00 p.m."),
        (("11-11", "11-04"), "2026-11-18", "every Wednesday"),
        (("11-18", "11-11"), "2026-11-25", "every Wednesday"),
        (("11-17", "11-03", "10-20"), "2026-12-01", "every second Tuesday"),
        (("10-20", "10-06"), "2026-12-01", "every second Tuesday"),
        # One Friday among Tuesdays, and one evening left out, do not change the habit.
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
def test_next_usual_evening(latest, day, words):
    found = next_evening(on(*latest), TODAY)
    assert (found.date.isoformat(), found.time) == (day, time(19))
    assert words in found.words


def test_the_usual_time_is_that_of_most_evenings():
    latest = [*on("11-17", at=(14, 0)), *on("11-10", "11-03", at=(18, 30))]
    assert next_evening(latest, TODAY).time == time(18, 30)


DATES = st.dates(date(1990, 1, 1), date(2110, 1, 1))


@given(st.lists(DATES, max_size=8), st.dates(FIRST_DATE, LAST_DATE))
def test_it_is_never_past_or_taken(days, today):
    latest = [datetime.combine(day, time(19)) for day in sorted(days, reverse=True)]
    found = next_evening(latest, today)
    assert today <= found.date <= LAST_DATE
    assert found.words == "Today." or found.date not in days or not found.words.startswith("Your")
