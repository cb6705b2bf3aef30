"""From points back to hands: which results give a pair of points, which totals can be.

Where only points are known, only the side that bid can be told: "N" stands for North-South and
"E" for East-West in the results found here.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from party.engine.bids import Bid, biddable
from party.engine.entries import HandEntry, hand_entry
from party.engine.results import ANNOUNCEMENTS, TRICKS, HandResult
from party.engine.rules import Rules
from party.engine.scoring import pair_points

Points = tuple[int, int]
SIDES = ("N", "E")
USUAL_HANDS, MOST_HANDS = 12, 24  # of one round


def entries_from_points(rules: Rules, ns: int, ew: int) -> tuple[HandEntry, ...]:
    """Return every hand that gives exactly these points, lowest bid first; () when none does."""
    found = results_by_points(rules).get((ns, ew), ())
    return tuple(hand_entry(rules, result) for result in found)


@lru_cache(maxsize=256)  # many clubs, each with rules of its own
def results_by_points(rules: Rules) -> Mapping[Points, tuple[HandResult, ...]]:
    found: dict[Points, list[HandResult]] = defaultdict(list)
    for result in possible_results(rules):
        found[pair_points(rules, result)].append(result)
    return {points: tuple(results) for points, results in found.items()}


def possible_results(rules: Rules) -> Iterator[HandResult]:
    """Yield every result of one hand that these rules know, each once for each side."""
    counts = range(TRICKS + 1)
    for bid in biddable(rules):
        for announced, side, tricks in product(announcements(rules, bid), SIDES, counts):
            yield HandResult(bid=bid, declarer=side, tricks=tricks, announced=announced)
    if rules.all_pass == "play_nt_10_per_trick":
        for tricks in counts:
            yield HandResult(bid=None, tricks=tricks)


def announcements(rules: Rules, bid: Bid) -> tuple[str | None, ...]:
    if bid.special:
        return (None,)
    allowed = (word for word, each in ANNOUNCEMENTS.items() if getattr(rules, each.switch) == "on")
    return (None, *allowed)


def possible_totals(rules: Rules, hands: int, ns: int, ew: int) -> bool:
    """Say whether both pairs can have these totals after exactly so many counted hands.

    Exact up to `MOST_HANDS`; for more hands only what even the best hands cannot reach is refused.
    """
    if hands < 0 or ns % 10 or ew % 10:
        return False
    reach = largest(rules) * hands
    if max(abs(ns // 10), abs(ew // 10)) > reach:
        return False
    if hands > MOST_HANDS:
        return True
    width = row_width(rules, hands)
    return bool(reachable(rules, hands, width) >> cell(ns, ew, reach, width) & 1)


@lru_cache(maxsize=256)  # many clubs, each with rules of its own
def largest(rules: Rules) -> int:
    """Return the most tens of points that one hand can give or take."""
    return max(abs(points) for pair in results_by_points(rules) for points in pair) // 10


def row_width(rules: Rules, hands: int) -> int:
    # One width for all the usual numbers of hands, so that they share what is worked out.
    return 2 * largest(rules) * (USUAL_HANDS if hands <= USUAL_HANDS else MOST_HANDS) + 1


def cell(ns: int, ew: int, reach: int, width: int) -> int:
    """Return the number of the bit that stands for a pair of totals within `reach` tens."""
    return (ns // 10 + reach) * width + ew // 10 + reach


@lru_cache(maxsize=256)  # many clubs, each with rules of its own
def reachable(rules: Rules, hands: int, width: int) -> int:
    """Return all totals that so many hands can give, one bit each.

    A hand more shifts the whole set by each pair of points that a hand can give.
    """
    if hands == 0:
        return 1
    before = reachable(rules, hands - 1, width)
    totals = 0
    for ns, ew in results_by_points(rules):
        totals |= before << cell(ns, ew, largest(rules), width)
    return totals
