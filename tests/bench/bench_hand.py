"""How many whole hands are acted out in a second, from the first call to the last card.

Run by hand from the project's root: python -m tests.bench.bench_hand
Baseline: laying the same hands out, without an action. Times are processor time.
"""

import sys
from functools import partial
from time import process_time

from party.engine import PRESETS, Hand, deal
from party.engine.seats import seats_of
from tests.engine.hands import Lcg, chance

HANDS = 100
NAMES = ("midway", "australian", "canadian", "two-handed", "australian-five", "australian-six")


def played(rules, rng):
    """Return hands that were played to their end by chance, as their deal and their actions."""
    found = []
    while len(found) < HANDS:
        cards = deal(rules, rng, seats_of(rules)[0])
        hand = Hand.dealt(rules, cards)
        while hand.phase != "over":
            hand = hand.act(chance(rng, hand))
        if hand.result:
            found.append((cards, hand.actions))
    return found


def act_out(hand, actions):
    for each in actions:
        hand = hand.act(each)
    return hand.result


def best(call):
    """Return the processor time of the best of a few runs."""
    least = float("inf")
    for _ in range(7):
        start = process_time()
        call()
        least = min(least, process_time() - start)
    return least


def lay_out(rules, records):
    return [Hand.dealt(rules, cards) for cards, _ in records]


def act_all_out(rules, records):
    return [act_out(Hand.dealt(rules, cards), told) for cards, told in records]


def main():
    for name in NAMES:
        rules = PRESETS[name]
        records = played(rules, Lcg(1))
        actions = sum(len(told) for _, told in records)
        laid = best(partial(lay_out, rules, records))
        whole = best(partial(act_all_out, rules, records))
        sys.stdout.write(
            f"{name:16} laid out {HANDS / laid:8,.0f}/s   whole hands {HANDS / whole:6,.0f}/s"
            f"   {1e6 * (whole - laid) / actions:.1f} µs an action\n"
        )


if __name__ == "__main__":
    main()
