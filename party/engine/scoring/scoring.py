"""What a hand scores.

The *declarers* are the side that won the auction, the *defenders* all others. A contract is
*made* or *set*. The *tens* are the defenders' ten points for each trick.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from party.engine.auction.bids import SPECIALS, SUIT_LETTERS, Bid, is_misere, value
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.rules.rules import Rules
from party.engine.scoring.results import TRICKS, HandResult, declaring_side, refusals
from party.engine.seats import has_two_sides, pair_of, side_of, sides_of

ANNOUNCED_WORTH = 500  # of a slam or declare announced after the auction (T54, T55)
NO_TRUMP_SLAM = 520  # T54 at no trump; failed it still costs 500 (C16)
LEAST_SLAM = 250
SWEEP_BONUS = 100
RALPHED_BY = 3  # C17

Totals = Sequence[int] | Mapping[str, int] | None
NOTHING_YET: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Score:
    """The points of one hand; without a bid `declarers` are the first side (North-South).

    With two sides that is all. Where players score alone, and with three teams of two, `by_player`
    has the points of every seat; `declarers` are then the points of the whole bid, however it is
    shared, and `defenders` those of all opponents together.
    """

    declarers: int
    defenders: int
    by_player: Mapping[str, int] | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a bid is played for.

    Points of the declarers: `won` when made, `swept` when made with all ten tricks, `lost` (a
    negative number, or 0) when set. `given` is what each opposing side gets when it is set.
    """

    won: int
    swept: int
    lost: int
    given: int


def score(rules: Rules, result: HandResult, before: Totals = None) -> Score:
    """Return the points of a hand.

    `before` are the totals so far, which matter only to a cap (T65): by side, such as "NS" and
    "EW", or one after the other: of declarers and defenders, or where players score alone, and of
    three sides, in their order. Raises RuleError with everything these rules refuse about the
    result, or that must be known to score it.
    """
    refuse_any(refusals(rules, result))
    if not has_two_sides(rules):
        return separate_score(rules, result, totals_by_side(rules, before))
    if result.bid is None:  # T70: ten a trick to each side
        return Score(10 * result.tricks, 10 * (TRICKS - result.tricks))
    defended = opponents_points(
        rules, result, TRICKS - result.tricks, total_of_defenders(rules, result, before)
    )
    return Score(contract_points(rules, result), defended)


def separate_score(rules: Rules, result: HandResult, before: Mapping[str, int]) -> Score:
    """Return the points of a hand with more than two sides, or with players who score alone.

    Each opposing side has the tens of its own tricks (S3, S8, T88).
    """
    refuse_any(missing_facts(rules, result))
    declarers = declaring_side(rules, result)
    tricks = side_tricks(rules, result)
    if result.bid is None:  # T70: ten a trick to each
        points, whole = {side: 10 * tricks[side] for side in tricks}, 10 * result.tricks
    else:
        whole = contract_points(rules, result)
        points = {
            side: declarers_share(rules, result, whole)
            if side[0] in declarers
            else opponents_points(rules, result, tricks[side], before.get(side, 0))
            for side in sides_of(rules)
        }
    defended = sum(each for side, each in points.items() if side[0] not in declarers)
    return Score(whole, defended, {seat: points[side] for side in points for seat in side})


def missing_facts(rules: Rules, result: HandResult) -> list[Fault]:
    """Return what must be known to score the hand, and was not said."""
    found = []
    if result.bid and result.declarer is None:
        found.append(no_bidder())
    sides = len(sides_of(rules)) - len(result.partners)
    if sides > 2 and result.tricks_by_seat is None and needs_tricks_by_player(rules, result):
        text = "Say how many tricks each player took: each scores for their own tricks."
        found.append(fault("no-tricks-by-player", text, rule="T64", place="by_player"))
    return found


def no_bidder() -> Fault:
    return fault("no-bidder", "Say who won the bid.", place="bidder")


def needs_tricks_by_player(rules: Rules, result: HandResult) -> bool:
    """Say whether it matters which of the opponents took the tricks."""
    left = result.bid is None or result.tricks < TRICKS
    return left and not is_misere(result.bid) and has_tens(rules, result)


def side_tricks(rules: Rules, result: HandResult) -> dict[str, int]:
    """Return the tricks of each side; of opponents where they are not known, all that are left."""
    taken = result.tricks_by_seat
    sides = sides_of(rules)
    if taken is not None:
        return {side: sum(taken.get(seat, 0) for seat in side) for side in sides}
    declarers = declaring_side(rules, result)
    left = TRICKS - result.tricks
    return {side: result.tricks if side[0] in declarers else left for side in sides}


def total_of_defenders(rules: Rules, result: HandResult, before: Totals) -> int:
    """Return the total so far of those who did not bid, of two sides."""
    if not before:
        return 0
    totals = totals_by_side(rules, before)
    if not isinstance(before, Mapping):
        return before[1]
    if result.declarer is None:
        raise RuleError(no_bidder())
    own = side_of(rules, result.declarer)
    return sum(total for side, total in totals.items() if side != own)


def totals_by_side(rules: Rules, before: Totals) -> Mapping[str, int]:
    """Return the totals so far by side. Raises RuleError for what is not the totals of these."""
    if not before:
        return NOTHING_YET
    sides = sides_of(rules)
    listed = isinstance(before, list | tuple) and len(before) == len(sides)
    found: Any = dict(zip(sides, before, strict=True)) if listed else before
    if not isinstance(found, Mapping) or not are_totals(sides, found):
        text = "The totals so far are whole numbers, one for each side: {sides}."
        raise RuleError(fault("totals", text, rule="T65", place="before", sides=", ".join(sides)))
    return found


def are_totals(sides: Sequence[str], found: Mapping[str, object]) -> bool:
    return set(found) <= set(sides) and all(isinstance(each, int) for each in found.values())


def declarers_share(rules: Rules, result: HandResult, points: int) -> int:
    """Return what each of the declaring side has of the points (T85; alone all of them, T86).

    With two partners each of the three has one half: our reading of T82.
    """
    halved = rules.players == 5 and result.partners and rules.partner_share == "half_each"
    return points // 2 if halved else points


def made(result: HandResult) -> bool:
    """Say whether the bid was made; a bid of tricks is, with that many or more."""
    bid = played_bid(result)
    if result.announced:
        return result.tricks == TRICKS
    if bid.level:
        return result.tricks >= bid.level
    return result.tricks == SPECIALS[bid.strain].aim


def played_bid(result: HandResult) -> Bid:
    if result.bid is None:
        raise RuleError(fault("no-bid", "Nobody bid on this hand.", place="bid"))
    return result.bid


def contract_points(rules: Rules, result: HandResult) -> int:
    """Return what the bid gains or costs; more tricks gain nothing, except all ten."""
    stakes = stakes_of(rules, played_bid(result), result.announced)
    if not made(result):
        return stakes.lost
    return stakes.swept if result.tricks == TRICKS else stakes.won


@lru_cache(maxsize=4096)  # every bid of many clubs, each with rules of its own
def stakes_of(rules: Rules, bid: Bid, announced: str | None) -> Stakes:
    worth = ANNOUNCED_WORTH if announced else value(rules, bid)
    won = NO_TRUMP_SLAM if announced == "slam" and bid.strain not in SUIT_LETTERS else worth
    plain = announced or bid.special
    swept = won if plain else sweep(rules, bid, worth)
    if rules.fail_rule == "value_to_opponents":  # T68
        return Stakes(won, swept, lost=0, given=worth)
    return Stakes(won, swept, lost=-worth, given=0)


def sweep(rules: Rules, bid: Bid, worth: int) -> int:
    """Return what a bid of tricks is worth when all ten are taken (T66).

    At Youngstown 100 on top of a bid below ten, instead of at least 250 (C10) unless both stack
    (T67).
    """
    if rules.slam_rule == "none":
        return worth
    if rules.slam_rule == "250_minimum":
        return max(worth, LEAST_SLAM)
    least = LEAST_SLAM if rules.slam_and_bonus_stack == "yes" else 0
    return max(worth, least) + (SWEEP_BONUS if bid.level < TRICKS else 0)


def opponents_points(rules: Rules, result: HandResult, tricks: int, before: int) -> int:
    """Return the points of one opposing side that took so many tricks.

    What a set bid gives to the opponents (T68) each opposing side has in full, or half where the
    declarers would share it: against the others they stand as if the bid were subtracted. With
    more than one opposing side that is our reading.
    """
    tens = capped(rules, tens_of(rules, result, tricks), before)
    stakes = stakes_of(rules, played_bid(result), result.announced)
    if stakes.given and not made(result):
        return tens + declarers_share(rules, result, stakes.given)
    return tens


def tens_of(rules: Rules, result: HandResult, tricks: int) -> int:
    """Return the points of an opposing side for tricks: its own, or a misère bidder's (T69)."""
    counted = result.tricks if is_misere(result.bid) else tricks
    return 10 * counted if has_tens(rules, result) else 0


def has_tens(rules: Rules, result: HandResult) -> bool:
    """Say whether tricks score against this bid (T64; T69 when its aim is none; T70 no bid)."""
    if result.bid is None:
        return True
    if is_misere(result.bid):
        return bool(rules.misere_defenders_score)
    if rules.defenders_score == "only_if_contract_fails":
        return not made(result)
    return rules.defenders_score == "10_per_trick_always"


def capped(rules: Rules, tens: int, before: int) -> int:
    """Return how many of the tens count for a side with `before` points (T65)."""
    if rules.defenders_cap == "none":
        return tens
    if rules.defenders_cap == "none_while_at_400":
        return 0 if before >= 400 else tens
    return max(0, min(tens, CAPS[rules.defenders_cap] - before))


CAPS: Mapping[str, int] = {"capped_at_490": 490, "capped_at_460": 460}


def pair_points(rules: Rules, result: HandResult) -> tuple[int, int]:
    """Return the points of (North-South, East-West) at a table of four.

    Raises RuleError when it is not known who bid, and as `score` does.
    """
    points = score(rules, result)
    if result.bid and result.declarer is None:
        raise RuleError(no_bidder())
    if result.bid is None or pair_of(str(result.declarer)) == "NS":
        return points.declarers, points.defenders
    return points.defenders, points.declarers


def side_points(
    rules: Rules, result: HandResult, before: Mapping[str, int] = NOTHING_YET
) -> dict[str, int]:
    """Return the points of every side, whatever the number of players; `before` are totals.

    Raises RuleError when it is not known who bid, and as `score` does.
    """
    sides, has_sides = sides_of(rules), has_two_sides(rules)
    if has_sides and result.bid and result.declarer is None:
        raise RuleError(no_bidder())
    points = score(rules, result, before)
    if not has_sides:
        return {side: (points.by_player or {})[side[0]] for side in sides}
    declarers = declaring_side(rules, result)
    return {side: points.declarers if side[0] in declarers else points.defenders for side in sides}


def ralphed(rules: Rules, result: HandResult) -> tuple[str, ...]:
    """Return who may not bid on the next hand: a declarer set by three or more (T56, C17)."""
    off = rules.ralphing == "off" or result.bid is None or result.declarer is None
    return () if off or missed_by(result) < RALPHED_BY else (str(result.declarer),)


def missed_by(result: HandResult) -> int:
    """Return by how many tricks the bid was set; 0 when it was made."""
    bid = played_bid(result)
    if bid.special:
        return abs(result.tricks - SPECIALS[bid.strain].aim)
    return max(0, (TRICKS if result.announced else bid.level) - result.tricks)
