from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from party.progression import FORMATS
from party.values.evening.live import Night, Stage
from party.values.evening.pace import (
    EveningTimes,
    Pace,
    RoundTimes,
    end_by_hands,
    late_tables_text,
    pace_tonight,
    planned_pace,
    recorded_pace,
)
from party.values.evening.rounds_offered import PlannedEvening
from party.values.hall.clock import Clock
from tests.bench.bench_forecast import KINDS, forecast_errors, share_within

SEVEN = datetime(2026, 11, 14, 19, tzinfo=UTC)
# A round takes 20 minutes and a move 4, together 24. A late event is expected in 2 minutes.
PLAN = planned_pace(4, None)


def at(minutes):
    return SEVEN + timedelta(minutes=minutes)


def round_times(*times, break_after_round=0):
    """Return rounds whose `times` are a start and an end, in minutes after seven."""
    return tuple(
        RoundTimes(n, at(start), None if end is None else at(end), n == break_after_round)
        for n, (start, end) in enumerate(times, start=1)
    )


def evening(stage, number, *times, minutes, planned=6, break_after=None, **fields):
    forecast = EveningTimes(
        at=at(minutes),
        starts_at=SEVEN,
        zone=UTC,
        night=Night(stage, number, planned, break_after),
        rounds=round_times(*times),
        pace=PLAN,
        break_minutes=15,
    )
    return replace(forecast, **fields)


def ends(forecast, planned=6):
    end = forecast.end(planned)
    return end and f"{end:%H:%M}"


def test_the_planned_pace_is_computed_from_the_hands_or_the_clock():
    assert planned_pace(4, None) == Pace(20, 4)
    assert planned_pace(4, 22) == Pace(25, 4)


def test_the_pace_does_not_count_breaks_and_interruptions():
    rounds = round_times((0, 25), (30, 57), (80, 106), (112, 180), (184, 210), break_after_round=2)
    pace = recorded_pace([rounds])
    assert pace.playing == pytest.approx(26)  # round 4 took 68 minutes and is left out
    assert pace.moving == pytest.approx(5)  # the moves took 5, 6 and 4; the break is left out


@pytest.mark.parametrize(
    "times",
    [
        [(0, 25)],
        [(0, 25), (30, None)],
        [(0, 25), (30, 31)],  # the host started this round by mistake
        [(0, 25), (30, 20)],  # the laptop's clock was set back
        [(0, 25), (30, 300)],  # the host forgot to end this round
    ],
)
def test_too_few_good_rounds_give_no_pace(times):
    assert recorded_pace([round_times(*times)]) is None


def test_the_planned_time_of_a_move_counts_if_no_move_was_recorded():
    assert recorded_pace([round_times((0, 25)), round_times((0, 27))]) == Pace(26, 4)


def test_the_pace_combines_tonight_and_earlier_evenings():
    two_rounds = round_times((0, 30), (36, 66))
    assert pace_tonight(round_times((0, 30)), None, PLAN) is PLAN
    assert pace_tonight(round_times((0, 30)), Pace(26, 5), PLAN) == Pace(26, 5)
    assert pace_tonight(two_rounds, None, PLAN) == Pace(30, 6)
    pace = pace_tonight(two_rounds, Pace(26, 5), PLAN)
    assert (pace.playing, pace.moving) == (pytest.approx(26.8), pytest.approx(5.2))
    assert pace_tonight(two_rounds, Pace(20, 5), PLAN) == Pace(30, 6)  # 5 minutes differ too much


def test_before_the_start_the_forecast_counts_from_the_planned_start_or_from_now():
    forecast = evening(Stage.SETUP, 0, minutes=-300)
    assert ends(forecast) == "21:25"
    assert ends(replace(forecast, at=at(40))) == "22:05"
    assert ends(replace(forecast, at=at(121))) is None
    assert ends(replace(forecast, night=Night(Stage.SEATED, 1, 6))) == "21:25"


def test_there_is_no_forecast_without_planned_rounds_or_after_the_last_round():
    assert ends(evening(Stage.PLAYING, 1, (0, None), minutes=5), None) is None
    assert ends(evening(Stage.PLAYING, 3, (0, None), minutes=5), 2) is None
    assert ends(evening(Stage.OVER, 6, (0, 20), minutes=25)) is None
    assert ends(evening(Stage.FINISHED, 6, (0, 20), minutes=25)) is None
    assert ends(evening(Stage.MOVING, 2, (0, 20), minutes=25)) is None  # round 2 has no start


def test_an_overdue_round_has_a_forecast_only_for_a_few_hours():
    forecast = evening(Stage.PLAYING, 1, (0, None), minutes=10)
    assert ends(forecast) == "21:25"
    assert ends(replace(forecast, at=at(50))) == "21:55"  # minute 50 + 2 + 4 + 5 × 24, rounded
    assert ends(replace(forecast, at=at(141))) is None
    slow = replace(forecast, pace=Pace(100, 4))
    assert ends(replace(slow, at=at(179))) is not None
    assert ends(replace(slow, at=at(181))) is None


def test_a_running_or_paused_clock_gives_the_end_of_the_round():
    pace = planned_pace(4, 20)
    running = Clock(600, at(30), 20 * 60)
    forecast = evening(Stage.PLAYING, 1, (0, None), minutes=20, pace=pace, clock=running)
    assert ends(forecast, 2) == "20:05"  # the clock ends at minute 30; then 3 + 4 + 27
    assert ends(replace(forecast, clock=Clock(600, None, 20 * 60), at=at(50)), 2) == "20:35"


def test_after_the_bell_the_forecast_adds_a_move_and_the_later_rounds():
    forecast = evening(Stage.BELL, 1, (0, 20), minutes=21)
    assert ends(forecast, 2) == "19:50"  # the round ended at minute 20; then 4 + 24
    forecast = evening(Stage.CHECKING, 1, (0, 20), minutes=60)
    assert ends(forecast, 2) == "20:25"  # minute 60 + 2 + 24, rounded
    assert ends(evening(Stage.MOVING, 1, (0, 20), minutes=145), 2) is None


def test_the_forecast_adds_a_break_until_it_is_over():
    def with_break(stage, number, *times, minutes):
        return ends(evening(stage, number, *times, minutes=minutes, break_after=2), 3)

    assert with_break(Stage.SETUP, 0, minutes=0) == "20:30"  # 2 + 3 × 24 + 15, rounded
    assert with_break(Stage.PLAYING, 2, (0, 20), (24, None), minutes=30) == "20:25"
    assert with_break(Stage.MOVING, 2, (0, 20), (24, 44), minutes=50) == "20:25"
    assert with_break(Stage.SEATED, 3, (0, 20), (24, 44), minutes=62) == "20:30"  # 62 + 2 + 24
    assert with_break(Stage.PLAYING, 3, (0, 20), (24, 44), (63, None), minutes=65) == "20:25"
    forecast = evening(Stage.PLAYING, 1, (0, None), minutes=0, break_after=2)
    assert (ends(forecast, 3), ends(forecast, 2)) == ("20:25", "19:50")  # round 2 of 2: no break


def test_the_forecast_is_correct_across_midnight_and_a_change_of_the_clocks():
    chicago = ZoneInfo("America/Chicago")
    forecast = evening(Stage.SETUP, 0, minutes=0, zone=chicago)
    for start, expected in (
        (datetime(2026, 11, 14, 23, tzinfo=chicago), "01:25 CST"),
        (datetime(2026, 10, 31, 23, 30, tzinfo=chicago), "01:55 CDT"),
        (datetime(2026, 11, 1, 0, 30, tzinfo=chicago), "01:55 CST"),
        (datetime(2026, 3, 8, 0, 30, tzinfo=chicago), "03:55 CDT"),
    ):
        end = replace(forecast, at=start, starts_at=start).end(6)
        assert f"{end:%H:%M %Z}" == expected
        plan = PlannedEvening(FORMATS["midway"], 6, start)
        assert f"{plan.finish(6):%H:%M %Z}" == expected.replace(":25", ":24").replace("55", "54")


def test_the_slowest_table_gives_the_end_of_the_round():
    phones = {1: (at(15), 3), 2: (at(16), 2), 3: (at(20), 4)}
    assert end_by_hands(SEVEN, phones, {1: 1, 2: 2, 3: 0}) == at(26)
    assert end_by_hands(at(30), phones, {1: 1, 2: 2, 3: -1}) == at(20)  # the clock was set back


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ({1: 3, 2: 3, 6: 1}, "Table 6 is two hands behind"),
        (
            {1: 4, 2: 4, 3: 4, 5: 1, 6: 2},
            "Table 5 is three hands behind. Table 6 is two hands behind",
        ),
        ({1: 3, 2: 3, 6: 2}, ""),
        ({1: 4, 6: 1}, ""),  # two tables are too few to compare
        ({1: 12, 2: 12, 3: 0}, "Table 3 is 12 hands behind"),
        ({}, ""),
    ],
)
def test_late_tables_are_named(hands, text):
    assert late_tables_text(hands) == text


@pytest.mark.parametrize("kind", KINDS)
def test_at_half_time_nine_of_ten_forecasts_are_within_ten_minutes(kind):
    assert share_within(forecast_errors(seed=11, kind=kind, evenings=200, earlier=4), 10) >= 0.9


def test_on_a_first_evening_most_forecasts_are_within_fifteen_minutes():
    assert share_within(forecast_errors(seed=11, kind="slips", evenings=200, earlier=0), 15) >= 0.9
