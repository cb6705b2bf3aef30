"""From points back to hands: which results give a pair of points, which totals can be.

Where only points are known, only the side that bid is known: "N" stands for North-South and "E"
for East-West in the results here.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from itertools import count, product
from operator import itemgetter

from party.engine.auction.bids import Bid, biddable
from party.engine.notation.typed_hands import HandEntry, announceable, hand_entry
from party.engine.rules.rules import Rules
from party.engine.scoring.results import TRICKS, HandResult
from party.engine.scoring.scoring import pair_points

Points = tuple[int, int]
Run = tuple[Points, Points, int]
STEPS = (0, 1), (1, 0)
SIDES = ("N", "E")
USUAL_HANDS, MOST_HANDS = 12, 24  # of one round
MOST_CELLS = 6_000_000  # a quarter of a second


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
    return (None,) if bid.special else (None, *announceable(rules))


def possible_totals(rules: Rules, hands: int, ns: int, ew: int) -> bool:
    """Say whether both pairs can have these totals after exactly so many counted hands.

    Exact up to `MOST_HANDS`, or as far as `MOST_CELLS` go where one bid is worth very much; for
    more hands only what even the best hands cannot reach is refused.
    """
    if hands < 0 or ns % 10 or ew % 10:
        return False
    tens = int(ns // 10), int(ew // 10)
    reach = largest(rules) * hands
    if max(map(abs, tens)) > reach:
        return False
    width = row_width(rules, hands)
    fewer, rest = hands // 2, hands - hands // 2
    if hands > MOST_HANDS or cell((0, 0), largest(rules) * rest, width) > MOST_CELLS:
        return True
    wanted = cell(tens, reach, width)
    return can_add_up(reachable(rules, fewer, width), reachable(rules, rest, width), wanted)


def can_add_up(some: int, others: int, wanted: int) -> bool:
    """Say whether a bit of one set and a bit of the other add up to the number wanted.

    Turned round, the second set has its bit n where the number wanted less n was.
    """
    turned = int(bin(others)[:1:-1], 2)
    shift = wanted + 1 - others.bit_length()
    return bool(some & (turned << shift if shift > 0 else turned >> -shift))


@lru_cache(maxsize=256)  # many clubs, each with rules of its own
def largest(rules: Rules) -> int:
    """Return the most tens of points that one hand can give or take."""
    return max(abs(points) for pair in results_by_points(rules) for points in pair) // 10


def row_width(rules: Rules, hands: int) -> int:
    # One width for all the usual numbers of hands, so that they share what is worked out.
    return 2 * largest(rules) * (USUAL_HANDS if hands <= USUAL_HANDS else MOST_HANDS) + 1


def cell(tens: Points, reach: int, width: int) -> int:
    """Return the number of the bit that stands for a pair of totals within `reach` tens."""
    return (tens[0] + reach) * width + tens[1] + reach


@lru_cache(maxsize=64)  # up to one and a half megabytes each
def reachable(rules: Rules, hands: int, width: int) -> int:
    """Return all totals that so many hands can give, one bit each.

    A hand more shifts the whole set by each pair of points that a hand can give: a run of pairs
    side by side first spreads the set over as many cells, once for all runs of that length.
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
        totals |= wider[length - 1] << cell(first, largest(rules), width)
    return totals


@lru_cache(maxsize=256)  # many clubs, each with rules of its own
def runs(rules: Rules) -> tuple[Run, ...]:
    """Return the points that a hand can give, in tens, as runs: where, which way, how many.

    One side has the points of its bid, and the other any number of tens within bounds.
    """
    left = {(ns // 10, ew // 10) for ns, ew in results_by_points(rules)}
    found = []
    while left:
        first = min(left)
        found.append(max((run_from(first, step, left) for step in STEPS), key=itemgetter(2)))
        (ns, ew), (down, along), length = found[-1]
        left -= {(ns + at * down, ew + at * along) for at in range(length)}
    return tuple(found)


def run_from(first: Points, step: Points, left: Container[Points]) -> Run:
    """Return the run that begins there and goes this way, as far as there are points left."""
    (ns, ew), (down, along) = first, step
    steps = count()
    return first, step, next(n for n in steps if (ns + n * down, ew + n * along) not in left)
