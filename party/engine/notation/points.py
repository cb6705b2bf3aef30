"""From points back to hands: which results give a pair of points, and which totals are possible.

Points show only which side bid, so "N" stands for North-South and "E" for East-West here.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from itertools import count, product
from operator import itemgetter

from party.engine.auction.bids import Bid, biddable
from party.engine.notation.hands import HandEntry, announceable, hand_entry
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import TRICKS, HandResult, pair_points

Points = tuple[int, int]
Run = tuple[Points, Points, int]
STEPS = (0, 1), (1, 0)
SIDES = ("N", "E")
USUAL_HANDS, MOST_HANDS = 12, 24  # in one round
MOST_CELLS = 6_000_000  # takes a quarter of a second


def entries_from_points(rules: Rules, ns: int, ew: int) -> tuple[HandEntry, ...]:
    """Return every hand with exactly these points, lowest bid first; () if there is none."""
    results = results_by_points(rules).get((ns, ew), ())
    return tuple(hand_entry(rules, result) for result in results)


@lru_cache(maxsize=256)  # many clubs, each with its own rules
def results_by_points(rules: Rules) -> Mapping[Points, tuple[HandResult, ...]]:
    by_points: dict[Points, list[HandResult]] = defaultdict(list)
    for result in possible_results(rules):
        by_points[pair_points(rules, result)].append(result)
    return {points: tuple(results) for points, results in by_points.items()}


def possible_results(rules: Rules) -> Iterator[HandResult]:
    counts = range(TRICKS + 1)
    for bid in biddable(rules):
        for announced, side, tricks in product(announcements(rules, bid), SIDES, counts):
            yield HandResult(bid=bid, declarer=side, tricks=tricks, announced=announced)
    if rules.all_pass == "play_nt_10_per_trick":
        for tricks in counts:
            yield HandResult(bid=None, tricks=tricks)


def announcements(rules: Rules, bid: Bid) -> tuple[str | None, ...]:
    return (None,) if bid.is_special else (None, *announceable(rules))


def possible_totals(rules: Rules, hands: int, ns: int, ew: int) -> bool:
    """Say whether both pairs can have these totals after exactly `hands` counted hands.

    Exact up to `MOST_HANDS`, or while `MOST_CELLS` suffice if one bid is worth very much; for more
    hands only totals beyond the best hands are refused.
    """
    if hands < 0 or ns % 10 or ew % 10:
        return False
    tens = int(ns // 10), int(ew // 10)
    reach = most_tens(rules) * hands
    if max(map(abs, tens)) > reach:
        return False
    width = row_width(rules, hands)
    fewer, rest = hands // 2, hands - hands // 2
    if hands > MOST_HANDS or cell((0, 0), most_tens(rules) * rest, width) > MOST_CELLS:
        return True
    wanted = cell(tens, reach, width)
    return can_add_up(reachable(rules, fewer, width), reachable(rules, rest, width), wanted)


def can_add_up(left: int, right: int, wanted: int) -> bool:
    """Say whether a bit of one set and a bit of the other add up to `wanted`.

    In the reversed second set, bit n stands for `wanted` - n.
    """
    reversed_bits = int(bin(right)[:1:-1], 2)
    shift = wanted + 1 - right.bit_length()
    return bool(left & (reversed_bits << shift if shift > 0 else reversed_bits >> -shift))


@lru_cache(maxsize=256)  # many clubs, each with its own rules
def most_tens(rules: Rules) -> int:
    return max(abs(points) for pair in results_by_points(rules) for points in pair) // 10


def row_width(rules: Rules, hands: int) -> int:
    # One width for all usual numbers of hands, so that they share the cache.
    return 2 * most_tens(rules) * (USUAL_HANDS if hands <= USUAL_HANDS else MOST_HANDS) + 1


def cell(pair: Points, reach: int, width: int) -> int:
    """Return the bit number of a pair of totals within `reach` tens."""
    return (pair[0] + reach) * width + pair[1] + reach


@lru_cache(maxsize=64)  # up to 1.5 MB each
def reachable(rules: Rules, hands: int, width: int) -> int:
    """Return all totals after `hands` hands, one bit each.

    Each further hand shifts the whole set by every pair of points that a hand can give. A run of
    adjacent pairs first spreads the set over as many cells, once for all runs of that length.
    """
    if hands == 0:
        return 1
    before = reachable(rules, hands - 1, width)
    spread = {(0, 1): [before], (1, 0): [before]}
    totals = 0
    for first, step, length in runs(rules):
        wider = spread[step]
        stride = cell(step, 0, width)
        while len(wider) < length:
            wider.append(wider[-1] | before << stride * len(wider))
        totals |= wider[length - 1] << cell(first, most_tens(rules), width)
    return totals


@lru_cache(maxsize=256)  # many clubs, each with its own rules
def runs(rules: Rules) -> tuple[Run, ...]:
    """Return the points of one hand, in tens, as runs: (first pair, step, length).

    One side has the points of its bid, the other any number of tens within bounds.
    """
    remaining = {(ns // 10, ew // 10) for ns, ew in results_by_points(rules)}
    longest_runs = []
    while remaining:
        first = min(remaining)
        longest_runs.append(
            max((run_from(first, step, remaining) for step in STEPS), key=itemgetter(2))
        )
        (ns, ew), (down, along), length = longest_runs[-1]
        remaining -= {(ns + index * down, ew + index * along) for index in range(length)}
    return tuple(longest_runs)


def run_from(first: Points, step: Points, remaining: Container[Points]) -> Run:
    (ns, ew), (down, along) = first, step
    steps = count()
    return first, step, next(n for n in steps if (ns + n * down, ew + n * along) not in remaining)
