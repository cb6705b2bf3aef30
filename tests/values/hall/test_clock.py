from datetime import UTC, datetime, timedelta

import pytest

from party.values.hall.clock import Clock

NOW = datetime(2026, 11, 14, 20, 14, tzinfo=UTC)


def running(seconds, minutes=20):
    return Clock.read(NOW + timedelta(seconds=seconds), 0, minutes, NOW)


@pytest.mark.parametrize(
    ("seconds", "text", "percent", "is_up"),
    [
        (860, "14:20", 71, False),
        (1200, "20:00", 100, False),
        (1320, "22:00", 100, False),  # somebody added minutes
        (1, "0:01", 0, False),
        (0, "0:00", 0, True),
        (-300, "0:00", 0, True),
        (90_000, "240:00", 100, False),  # somebody set the laptop's clock back by a day
    ],
)
def test_a_running_clock_shows_the_time_left(seconds, text, percent, is_up):
    clock = running(seconds)
    assert (clock.text, clock.percent, clock.is_up, clock.is_running) == (
        text,
        percent,
        is_up,
        True,
    )


def test_a_stopped_clock_keeps_the_time_left():
    clock = Clock.read(None, 125, 20, NOW)
    assert (clock.text, clock.is_running, clock.ends_at) == ("2:05", False, None)
