"""From points back to hands: the results with given points, and the possible totals.

Points show only the side that bid: the declarer "N" stands for North-South, "E" for East-West.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from party.engine.auction.bids import biddable
from party.engine.notation.hands import HandEntry, announcements_of, hand_entry
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import TRICKS, HandResult, pair_points

Points = tuple[int, int]  # of North-South, of East-West
SIDE_SEATS = ("N", "E")
USUAL_HANDS, MAX_HANDS = 12, 24  # hands in one round
MAX_BITS = 6_000_000  # of the largest set of totals; making it takes two seconds, once


def entries_from_points(rules: Rules, ns: int, ew: int) -> tuple[HandEntry, ...]:
    """Return every hand with exactly these points, lowest bid first; () if there is none."""
    results = results_by_points(rules).get((ns, ew), ())
    return tuple(hand_entry(rules, result) for result in results)


@lru_cache(maxsize=256)
def results_by_points(rules: Rules) -> Mapping[Points, tuple[HandResult, ...]]:
    by_points: dict[Points, list[HandResult]] = defaultdict(list)
    for result in possible_results(rules):
        by_points[pair_points(rules, result)].append(result)
    return {points: tuple(results) for points, results in by_points.items()}


def possible_results(rules: Rules) -> Iterator[HandResult]:
    counts = range(TRICKS + 1)
    for bid in biddable(rules):
        announcements = (None,) if bid.is_special else (None, *announcements_of(rules))
        for announced, side, tricks in product(announcements, SIDE_SEATS, counts):
            yield HandResult(bid=bid, declarer=side, tricks=tricks, announced=announced)
    if rules.all_pass == "play_nt_10_per_trick":
        for tricks in counts:
            yield HandResult(bid=None, tricks=tricks)


def possible_totals(rules: Rules, hands: int, ns: int, ew: int) -> bool:
    """Return whether the pairs can have these totals after exactly this number of counted hands.

    The answer is exact up to `MAX_HANDS` hands, and while sets of totals have at most `MAX_BITS`.
    Otherwise it is False only for totals that even the best hands cannot reach.
    """
    if hands < 0 or ns % 10 or ew % 10:
        return False
    tens = int(ns // 10), int(ew // 10)
    reach = max_tens(rules) * hands
    if max(map(abs, tens)) > reach:
        return False
    width = row_width(rules, hands)
    first_half, second_half = hands // 2, hands - hands // 2
    if hands > MAX_HANDS or bit_number((0, 0), max_tens(rules) * second_half, width) > MAX_BITS:
        return True
    wanted = bit_number(tens, reach, width)
    left, right = (reachable_totals(rules, half, width) for half in (first_half, second_half))
    return can_add_up(left, right, wanted)


def can_add_up(left: int, right: int, wanted: int) -> bool:
    """Return whether a bit number of `left` plus one of `right` can be `wanted`.

    The bits of `right` are reversed and shifted, so that bit n stands for bit `wanted` - n.
    """
    reversed_bits = int(bin(right)[:1:-1], 2)
    shift = wanted + 1 - right.bit_length()
    return bool(left & (reversed_bits << shift if shift > 0 else reversed_bits >> -shift))


@lru_cache(maxsize=256)
def max_tens(rules: Rules) -> int:
    return max(max(map(abs, points)) for points in results_by_points(rules)) // 10


def row_width(rules: Rules, hands: int) -> int:
    # All usual numbers of hands have one width, so that they share the cache.
    return 2 * max_tens(rules) * (USUAL_HANDS if hands <= USUAL_HANDS else MAX_HANDS) + 1


def bit_number(tens: Points, reach: int, width: int) -> int:
    """Return the bit number of two totals, each between minus and plus `reach` tens."""
    ns, ew = tens
    return (ns + reach) * width + ew + reach


@lru_cache(maxsize=64)  # an entry takes up to 1.5 MB
def reachable_totals(rules: Rules, hands: int, width: int) -> int:
    """Return the set of possible totals after this number of hands, one bit each.

    A further hand shifts the whole set by the points of each possible hand.
    """
    if hands == 0:
        return 1
    earlier_totals = reachable_totals(rules, hands - 1, width)
    totals = 0
    for ns, ew in results_by_points(rules):
        totals |= earlier_totals << bit_number((ns // 10, ew // 10), max_tens(rules), width)
    return totals
