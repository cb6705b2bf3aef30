"""Measures how long seating the next round takes, and how often partners meet again.

Run by hand: python -m tests.bench.bench_progression

The baseline is `random.shuffle` of the same people. Times are processor time.
"""

import sys
from collections import Counter
from random import Random
from time import process_time

from party.progression import (
    MOVEMENTS,
    Seating,
    Wish,
    draw,
    in_every_round,
    moves,
    next_seating,
    rank,
)

MIDWAY = MOVEMENTS["midway"]
ROUNDS = 10
SEED = 7
SIZES = (40, 1_000, 10_000)  # tables
# These wishes are of the first 160 people, who take part in every size.
WISHES = tuple(
    Wish(kind, people)
    for n in range(10)
    for kind, people in (
        ("apart", (n, n + 20)),
        ("not_partners", (n + 40, n + 60)),
        ("together", (n + 80, n + 100)),
        ("partners", (n + 120, n + 130)),
        ("stay", (n + 140,)),
    )
)


def best_seconds(call, times=3):
    """Return the processor time of the best run."""
    best = float("inf")
    for _ in range(times):
        start = process_time()
        call()
        best = min(best, process_time() - start)
    return best


def play_evening(tables, rounds, rng, partners, extra_people=0):
    """Return the seatings of an evening with random results, and its rota."""
    people = list(range(4 * tables + extra_people))
    rng.shuffle(people)
    rota = tuple(people)
    past = [draw(people, rota)]
    while len(past) < rounds:
        past.append(seat_next(past, rng, partners, rota))
    return past, rota


def seat_next(past, rng, partners, rota):
    ahead = {number: rng.choice(["NS", "EW"]) for number in range(1, len(past[-1].tables) + 1)}
    return next_seating(
        past[-1], ahead=ahead, movement=MIDWAY, partners=partners, past=tuple(past), rota=rota
    )


def fresh_copies(past):
    """Return copies without cached values."""
    return tuple(Seating(seating.tables, seating.bench) for seating in past)


def speed_lines(tables):
    past, rota = play_evening(tables, ROUNDS, Random(SEED), "chairs", extra_people=3)
    ahead = dict.fromkeys(range(1, tables + 1), "NS")
    people = list(past[-1].everybody())
    after = seat_next(past, Random(SEED), "fresh", rota)

    def seat(partners, wishes=()):
        played = fresh_copies(past)
        return lambda: next_seating(
            played[-1],
            ahead=ahead,
            movement=MIDWAY,
            partners=partners,
            past=played,
            rota=rota,
            wishes=wishes,
        )

    yield "random.shuffle (baseline)", best_seconds(lambda: Random(SEED).shuffle(people))
    yield "next_seating, chairs", best_seconds(seat("chairs"))
    yield "next_seating, fresh", best_seconds(seat("fresh"))
    yield f"with {len(WISHES)} wishes", best_seconds(seat("fresh", WISHES))
    yield "moves", best_seconds(lambda: moves(past[-1], after, ahead=ahead, movement=MIDWAY))
    yield "rank", best_seconds(lambda: rank(dict.fromkeys(people, 100)))
    people_here = [{*each.everybody()} for each in past]
    yield "in_every_round", best_seconds(lambda: in_every_round(people_here))


def repeated_partners(past):
    meetings = Counter(
        frozenset(pair)
        for seating in past
        for n, e, s, w in seating.tables
        for pair in ((n, s), (e, w))
    )
    return sum(times - 1 for times in meetings.values())


def mean_repeats(tables, rounds, partners, evenings=500):
    rng = Random(SEED)
    return (
        sum(
            repeated_partners(play_evening(tables, rounds, rng, partners)[0])
            for _ in range(evenings)
        )
        / evenings
    )


def main():
    write = sys.stdout.write
    write(f"{'milliseconds':28}" + "".join(f"{n:>14,}" for n in SIZES) + " tables\n")
    columns = [dict(speed_lines(tables)) for tables in SIZES]
    for name in columns[0]:
        write(f"{name:28}" + "".join(f"{1000 * column[name]:14.2f}" for column in columns) + "\n")
    write(f"\n{'partners met again':28}{'chairs':>14}{'fresh':>14}   500 evenings by chance\n")
    for tables, rounds in ((5, 5), (6, 10), (9, 5), (10, 10)):
        name = f"{tables} tables, {rounds} rounds"
        means = (mean_repeats(tables, rounds, partners) for partners in ("chairs", "fresh"))
        write(f"{name:28}" + "".join(f"{mean:14.1f}" for mean in means) + "\n")


if __name__ == "__main__":
    main()
