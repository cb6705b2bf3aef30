"""Hands for evenings that nobody plays: what tables of ordinary players bid and take.

Until there are bots, a small table says how often each bid wins the auction and how often it is
made. The dice are handed in, so that the same dice play the same evening.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from party.engine import (
    PLAYED_STRAINS,
    SEATS,
    HandResult,
    RuleError,
    Rules,
    biddable,
    hand_entry,
    thrown_in,
    write_entry,
)

# How often a bid wins the auction, by level, for S C D H NT: it takes 8 red or 9 black.
HOW_OFTEN: Mapping[int, Mapping[str, int]] = MappingProxyType(
    {
        level: dict(zip(PLAYED_STRAINS, weights, strict=True))
        for level, weights in {
            6: (1, 1, 2, 2, 1),
            7: (4, 4, 6, 7, 4),
            8: (6, 6, 13, 15, 5),
            9: (7, 7, 4, 3, 1),
            10: (0, 0, 0, 1, 0),
        }.items()
    }
)
MADE: Mapping[int, float] = MappingProxyType({6: 0.85, 7: 0.8, 8: 0.75, 9: 0.68, 10: 0.4})
ONE_MORE = 0.35  # how often a bid that is made, or set, is so by yet another trick
THROWN_IN = 0.03
HANDS_TILL_THE_BELL: Sequence[int] = (3, 4, 4, 5)


def table_lines(rules: Rules, hands: int | None, dice: Random) -> list[str]:
    """Return a whole round of one table, as it would be typed at the desk.

    `hands` None is a table that plays until the bell: its last hand says so with a dot.
    """
    count = dice.choice(HANDS_TILL_THE_BELL) if hands is None else hands
    lines = [line for _ in range(count) for line in hand_lines(rules, dice)]
    return lines if hands is not None else [*lines[:-1], f"{lines[-1]}."]


def hand_lines(rules: Rules, dice: Random) -> list[str]:
    """Return one played hand, now and then after one that was thrown in."""
    passed = dice.random() < THROWN_IN and may_throw_in(rules)
    return [*(["p"] if passed else []), played_hand(rules, dice)]


def played_hand(rules: Rules, dice: Random) -> str:
    bids = [bid for bid in biddable(rules) if not bid.special]
    weights = [HOW_OFTEN[bid.level].get(bid.strain, 0) for bid in bids]
    [bid] = dice.choices(bids, weights)
    tricks = tricks_taken(bid.level, dice)
    result = HandResult(bid=bid, declarer=dice.choice(SEATS[4]), tricks=tricks)
    return write_entry(hand_entry(rules, result))


def tricks_taken(level: int, dice: Random) -> int:
    made = dice.random() < MADE[level]
    tricks = level if made else level - 1
    while 0 < tricks < 10 and dice.random() < ONE_MORE:
        tricks += 1 if made else -1
    return tricks


def may_throw_in(rules: Rules) -> bool:
    try:
        thrown_in(rules)
    except RuleError:
        return False
    return True
