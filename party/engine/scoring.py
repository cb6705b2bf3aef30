"""What a hand scores.

The *declarers* are the side that won the auction, the *defenders* the other side. A contract is
*made* or *set*. The *tens* are the defenders' ten points for each trick.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from party.engine.bids import SPECIALS, SUITS, Bid, value
from party.engine.errors import RuleError, fault, refuse_any
from party.engine.results import TRICKS, HandResult, refusals
from party.engine.rules import Rules
from party.engine.seats import pair_of

ANNOUNCED_WORTH = 500  # of a slam or declare announced after the auction (T54, T55)
NO_TRUMP_SLAM = 520  # T54 at no trump; failed it still costs 500 (C16)
LEAST_SLAM = 250
SWEEP_BONUS = 100


@dataclass(frozen=True)
class Score:
    """The points of one hand; without a declarer `declarers` are North-South.

    `by_player` is None unless players score alone.
    """

    declarers: int
    defenders: int
    by_player: Mapping[str, int] | None = field(default=None, hash=False)


def score(rules: Rules, result: HandResult, before: tuple[int, int] = (0, 0)) -> Score:
    """Return the points of a hand.

    `before` are the totals of declarers and defenders, which matter only to a cap (T65). Raises
    RuleError with everything these rules refuse about the result.
    """
    refuse_any(refusals(rules, result))
    if result.bid is None:  # T70: ten a trick to each side
        return Score(10 * result.tricks, 10 * (TRICKS - result.tricks))
    tens = capped(rules, defenders_tens(rules, result), before[1])
    if made(result):
        return Score(reward(rules, result), tens)
    if rules.fail_rule == "value_to_opponents":  # T68
        return Score(0, stake(rules, result) + tens)
    return Score(-stake(rules, result), tens)


def made(result: HandResult) -> bool:
    """Say whether the bid was made; a bid of tricks is, with that many or more."""
    bid = played_bid(result)
    if result.announced:
        return result.tricks == TRICKS
    if bid.special:
        return result.tricks == SPECIALS[bid.strain].aim
    return result.tricks >= bid.level


def played_bid(result: HandResult) -> Bid:
    if result.bid is None:
        raise RuleError(fault("no-bid", "Nobody bid on this hand.", place="bid"))
    return result.bid


def stake(rules: Rules, result: HandResult) -> int:
    """Return what a set bid costs."""
    return ANNOUNCED_WORTH if result.announced else value(rules, played_bid(result))


def reward(rules: Rules, result: HandResult) -> int:
    """Return what a made bid gains; more tricks than bid gain nothing, except all ten."""
    bid = played_bid(result)
    if result.announced == "slam" and bid.strain not in SUITS:
        return NO_TRUMP_SLAM
    worth = stake(rules, result)
    if result.tricks < TRICKS or result.announced or bid.special:
        return worth
    return SWEEPS[rules.slam_rule](rules, bid, worth)


def sweep_of_youngstown(rules: Rules, bid: Bid, worth: int) -> int:
    """100 on top of a bid below ten, instead of at least 250 (C10) unless both stack (T67)."""
    least = LEAST_SLAM if rules.slam_and_bonus_stack == "yes" else 0
    return max(worth, least) + (SWEEP_BONUS if bid.level < TRICKS else 0)


SWEEPS: Mapping[str, Callable[[Rules, Bid, int], int]] = MappingProxyType(  # T66
    {
        "250_minimum": lambda _rules, _bid, worth: max(worth, LEAST_SLAM),
        "none": lambda _rules, _bid, worth: worth,
        "100_under_ten": sweep_of_youngstown,
    }
)


def defenders_tens(rules: Rules, result: HandResult) -> int:
    """Return the points the defenders score for tricks (T64; T69 when the aim is no trick)."""
    bid = played_bid(result)
    if bid.special and SPECIALS[bid.strain].aim == 0:
        return 10 * result.tricks if rules.misere_defenders_score else 0
    if TENS[rules.defenders_score](result):
        return 10 * (TRICKS - result.tricks)
    return 0


TENS: Mapping[str, Callable[[HandResult], bool]] = MappingProxyType(  # T64
    {
        "10_per_trick_always": lambda _result: True,
        "only_if_contract_fails": lambda result: not made(result),
        "never": lambda _result: False,
    }
)


def capped(rules: Rules, tens: int, before: int) -> int:
    """Return how many of the tens count for a side with `before` points (T65)."""
    if rules.defenders_cap == "none_while_at_400":
        return 0 if before >= 400 else tens
    cap = CAPS.get(rules.defenders_cap)
    return tens if cap is None else max(0, min(tens, cap - before))


CAPS: Mapping[str, int] = MappingProxyType({"capped_at_490": 490, "capped_at_460": 460})


def pair_points(rules: Rules, result: HandResult) -> tuple[int, int]:
    """Return the points of (North-South, East-West).

    Raises RuleError when it is not known who bid, and as `score` does.
    """
    points = score(rules, result)
    if result.bid is None:
        return points.declarers, points.defenders
    if result.declarer is None:
        raise RuleError(fault("no-bidder", "Say who won the bid.", place="bidder"))
    if pair_of(result.declarer) == "NS":
        return points.declarers, points.defenders
    return points.defenders, points.declarers
