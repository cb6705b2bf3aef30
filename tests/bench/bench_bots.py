"""Statistics of evenings that bots play: bids, results, and the winner's total.

Run by hand: python -m tests.bench.bench_bots [PRESET ...]

Real evenings at Youngstown: 5 or 6 tables, ten rounds of four hands; 8 in a red suit or 9 in a
black one wins the bidding, and the winner has 5,000 to 6,000 points.
"""

import statistics
import sys
from collections import Counter
from random import Random
from time import process_time

from party.engine import PAIRS, PRESETS, SEATS, Hand, deal, is_bid_made, pair_points
from party.engine.bots.choose import play_out
from party.progression import MOVEMENTS, draw, next_seating

ROUNDS, HANDS = 10, 4
PEOPLE, EVENINGS = 24, 20  # of each preset
COLOURS = {"red": "DH", "black": "SC"}


def play_hand(rules, dealer, rng):
    """Deal until a hand is not thrown in; play it, and return its result."""
    while True:
        hand = play_out(Hand.from_deal(rules, deal(rules, rng, dealer)), rng)
        if hand.result is not None:
            return hand.result


def play_evening(rules, people, rounds, seed):
    """Return everybody's total and all results; the losers move, as at Midway."""
    rng = Random(seed)
    order = [*range(1, people + 1)]
    rng.shuffle(order)
    seating, past, results = draw(order, order), [], []
    totals = Counter(dict.fromkeys(order, 0))
    for _ in range(rounds):
        past.append(seating)
        ahead = {}
        for number, table in enumerate(seating.tables, start=1):
            played = [play_hand(rules, dealer, rng) for dealer in SEATS[4]]
            points = [
                sum(pair) for pair in zip(*(pair_points(rules, r) for r in played), strict=True)
            ]
            for seat, person in zip(SEATS[4], table, strict=True):
                totals[person] += points[seat in PAIRS[1]]
            ahead[number] = PAIRS[points[0] < points[1]]
            results += played
        seating = next_seating(
            seating,
            ahead=ahead,
            movement=MOVEMENTS["midway"],
            past=past,
            rota=order,
        )
    return totals, results


def share_of(results, condition):
    return sum(map(condition, results)) / max(1, len(results))


def colour_of(bid):
    return next((name for name, suits in COLOURS.items() if bid.strain in suits), "no trump")


def level_line(bids, level):
    of_level = [result for result in bids if result.bid.level == level]
    parts = [
        f"{name} {sum(colour_of(result.bid) == name for result in of_level) / len(bids):5.1%}"
        for name in (*COLOURS, "no trump")
    ]
    return f"bids of {level:2}: {', '.join(parts)}; made {share_of(of_level, is_bid_made):4.0%}"


def report(preset, evenings):
    rules = PRESETS[preset]
    winners, averages, results = [], [], []
    started = process_time()
    for seed in range(evenings):
        totals, played = play_evening(rules, PEOPLE, ROUNDS, seed)
        winners.append(max(totals.values()))
        averages.append(statistics.mean(totals.values()) / (ROUNDS * HANDS))
        results += played
    speed = len(results) / (process_time() - started)
    print(f"\n{preset}: {evenings} evenings, {PEOPLE} people, {ROUNDS} rounds of {HANDS} hands")
    print(f"  {speed:.0f} hands a second, dealing and scoring included")
    bids = [result for result in results if result.bid and not result.bid.is_special]
    for level in range(6, 11):
        print(f"  {level_line(bids, level)}")
    special_count = len(results) - len(bids)
    print(f"  made in all: {share_of(bids, is_bid_made):.0%}; {special_count} bids were special")
    print(f"  points per person and hand: {statistics.mean(averages):.0f}")
    deciles = statistics.quantiles(winners, n=10)
    print(
        f"  the winner's total: median {statistics.median(winners):.0f}, "
        f"one in ten below {deciles[0]:.0f}, one in ten above {deciles[-1]:.0f}"
    )


def main():
    for preset in sys.argv[1:] or ["youngstown", "midway", "iowa", "australian"]:
        report(preset, EVENINGS)


if __name__ == "__main__":
    main()
