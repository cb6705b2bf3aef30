"""How long an auction takes, call by call, with every call checked.

Run by hand from the project's root: python -m tests.bench.bench_auction
The auctions are drawn beforehand, so that what is timed is the checking alone; "new" is with
nothing worked out yet, "again" the same auctions once more.
"""

from random import Random
from time import process_time

from party.engine import PRESETS, SEATS, Auction
from party.engine.auction.auction import first_position

AUCTIONS = 5_000
PASSES = 8  # how often a pass comes up beside one of each bid
AIM = 1.0  # microseconds a call, once the rules have been bid by before


def draw_calls(rules, rng):
    auction = Auction(rules, rng.choice(SEATS[rules.players]))
    while not auction.over:
        legal = auction.legal_calls()
        auction = auction.call(rng.choice((*legal[:12], *legal[:1] * PASSES)))
    return auction.dealer, [call for _, call in auction.calls]


def replay(rules, drawn):
    start = process_time()
    for dealer, calls in drawn:
        auction = Auction(rules, dealer)
        for call in calls:
            auction = auction.call(call)
    return process_time() - start


def main():
    print(f"{'rules':15} {'calls':>7} {'new':>6} {'again':>6}   µs a call   (aim {AIM} again)")
    for name in ("australian", "midway", "iowa", "two2six", "lodige", "australian-five"):
        rules, rng = PRESETS[name], Random(500)
        drawn = [draw_calls(rules, rng) for _ in range(AUCTIONS)]
        calls = sum(len(each) for _, each in drawn)
        first_position.cache_clear()
        first, again = replay(rules, drawn), replay(rules, drawn)
        print(f"{name:15} {calls:7} {1e6 * first / calls:6.2f} {1e6 * again / calls:6.2f}")


if __name__ == "__main__":
    main()
