"""Measures the error of the forecast of the end at half time, on simulated evenings.

Run by hand: python -m tests.bench.bench_forecast [EVENINGS]

- Five to ten tables, the same number of rounds, four hands a round.
- A hand takes a lognormal time with a mean of 5 minutes (sigma 0.25). The mean varies by 12 %
  between clubs and by 2.5 % between evenings.
- "slips": play ends when the last table is done; the host rings up to 3 minutes later.
- "clock": the bell rings after 22 to 24 minutes; tables finish their current hand.
- "phones": as "slips", but the last hand is recorded up to a minute late.
- Collecting slips and moving takes 3 to 8 minutes, by club (lognormal, sigma 0.25).
- A break of 15 minutes lasts 12 to 23 minutes.
- In one of ten evenings something stops play for 20 to 40 minutes in the first half.

The forecast uses starts, bells or last hands, the plan, and the club's previous evenings
("earlier").
"""

import sys
from datetime import UTC, datetime, timedelta
from math import log
from random import Random
from statistics import median

from party.values.evening.live import Night, Stage
from party.values.evening.pace import (
    EveningTimes,
    RoundTimes,
    pace_tonight,
    planned_pace,
    recorded_pace,
)

START = datetime(2026, 11, 14, 19, tzinfo=UTC)
HANDS, CLOCK, BREAK = 4, 22, 15
SIGMA = 0.25
SEED = 7
KINDS = ("slips", "clock", "phones")


def lognormal_time(rng, mean, sigma):
    return rng.lognormvariate(log(mean) - sigma * sigma / 2, sigma)


def round_minutes(rng, kind, tables, hand):
    """Return the minutes until the last table is done, and until the recorded end."""
    hands_of_tables = [
        [lognormal_time(rng, hand, SIGMA) for _ in range(HANDS)] for _ in range(tables)
    ]
    if kind != "clock":
        done = max(map(sum, hands_of_tables))
        return done, done + rng.uniform(0, 3 if kind == "slips" else 1)
    bell = CLOCK + rng.uniform(0, 2)
    done = bell
    for hands in hands_of_tables:
        minute = 0.0
        for minutes in hands:
            if minute < bell:
                minute += minutes
        done = max(done, minute)
    return done, bell


def simulate_evening(rng, kind, hand, move, tables):
    """Simulate an evening whose minutes count from its planned start.

    Return the number, start and recorded end of each round, the last round before the break, and
    the minute in which the last round ends.
    """
    tables += rng.randint(-1, 1)
    count, half = tables, tables // 2
    hand = lognormal_time(rng, hand, 0.025)
    interrupted = rng.randint(1, half) if rng.random() < 0.1 else 0
    rounds, minute = [], rng.uniform(0, 20)
    for number in range(1, count + 1):
        done, recorded = round_minutes(rng, kind, tables, hand)
        pause = rng.uniform(20, 40) if number == interrupted else 0
        rounds.append((number, minute, minute + recorded + pause))
        minute += done + pause + lognormal_time(rng, move, 0.25)
        minute += (BREAK + rng.uniform(-3, 8)) * (number == half)
    return rounds, half, minute


def time_after(minutes):
    return START + timedelta(minutes=minutes)


def times_of(rounds, half):
    return [
        RoundTimes(n, time_after(start), time_after(stop), n == half) for n, start, stop in rounds
    ]


def forecast_error(rng, kind, earlier):
    """Return the minutes by which the forecast is too late; below 0: too early."""
    hand, move = lognormal_time(rng, 5, 0.12), rng.uniform(3, 8)
    tables = rng.randint(6, 9)
    before = [
        times_of(*simulate_evening(rng, kind, hand, move, tables)[:2]) for _ in range(earlier)
    ]
    rounds, half, end = simulate_evening(rng, kind, hand, move, tables)
    number, asked, _ = rounds[half]
    times = [*times_of(rounds[:half], half), RoundTimes(number, time_after(asked))]
    plan = planned_pace(HANDS, CLOCK if kind == "clock" else None)
    forecast = EveningTimes(
        at=time_after(asked),
        starts_at=START,
        zone=UTC,
        night=Night(Stage.PLAYING, number, len(rounds), half),
        rounds=tuple(times),
        pace=pace_tonight(times, recorded_pace(before), plan),
        break_minutes=BREAK,
    )
    return (forecast.end(len(rounds)) - time_after(end)) / timedelta(minutes=1)


def forecast_errors(seed, kind, evenings, earlier):
    rng = Random(seed)
    return [forecast_error(rng, kind, earlier) for _ in range(evenings)]


def share_within(late_by, minutes):
    return sum(abs(error) <= minutes for error in late_by) / len(late_by)


def main(evenings):
    print(f"{evenings} evenings a line; minutes by which the forecast at half time was too late")
    print(f"{'':8}{'earlier':>8}{'5 %':>7}{'median':>7}{'95 %':>7}{'±5':>8}{'±10':>8}{'±15':>8}")
    for kind in KINDS:
        for earlier in (0, 1, 4):
            late_by = sorted(forecast_errors(SEED, kind, evenings, earlier))
            ends = late_by[len(late_by) // 20], median(late_by), late_by[-len(late_by) // 20]
            shares = [share_within(late_by, minutes) for minutes in (5, 10, 15)]
            print(
                f"{kind:8}{earlier:>8}" + "".join(f"{minutes:>7.1f}" for minutes in ends), end=""
            )
            print("".join(f"{share:>8.1%}" for share in shares))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
