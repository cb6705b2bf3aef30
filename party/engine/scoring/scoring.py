"""The result of a hand, the reasons against it (under any rules, or a party's), and its points.

The *declaring side* are the seats that win or lose by the bid; where players score alone it may be
several sides (T82). The *declarers* are the side that won the auction, the *defenders* all others.
A contract is *made* or *set*. The *tens* are the defenders' ten points for each trick.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from party.engine.auction.bids import (
    SPECIALS,
    SUIT_LETTERS,
    Bid,
    bid_fault,
    is_misere,
    is_played_alone,
    value,
)
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.rules.rules import Rules
from party.engine.seats import (
    SEATS,
    fixed_partners,
    has_two_sides,
    pair_of,
    seat_fault,
    seat_name,
    seat_names,
    seats_of,
    side_of,
    sides_of,
)

TRICKS = 10
# A tuple, so that `in` also works for values that cannot be hashed.
SEAT_LETTERS = tuple(dict.fromkeys("".join(SEATS.values())))
SO_MANY = 10**6
ANNOUNCED_WORTH = 500  # of a slam or declare announced after the auction (T54, T55)
NO_TRUMP_SLAM = 520  # T54 at no trump; failed it still costs 500 (C16)
LEAST_SLAM = 250
SWEEP_BONUS = 100
RALPHED_BY = 3  # C17

Totals = Sequence[int] | Mapping[str, int] | None
NOTHING_YET: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Announcement:
    """An announcement after the auction: its name and the field that allows it."""

    title: str
    words: str
    switch: str
    rule: str


ANNOUNCEMENTS: Mapping[str, Announcement] = {
    "slam": Announcement("A grand slam", "slam announced", "grand_slam", "T54"),
    "declare": Announcement("“Declare”", "declare", "declare", "T55"),
}


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """The result of one hand.

    `tricks` are those of the declaring side: the declarer's own in the misère family, both
    partners' in grand misère and patastrophe, the first side's (North-South) if `bid` is None (all
    passed, and the hand was played at no trump). `announced` is "slam", "declare" or None.

    Where players score alone there is more: `partners`, the seats that declared together with the
    declarer; `alone`: nobody did; `by_player`, the tricks of each seat; `order`, the winners'
    seats trick by trick. `by_player` follows from `order`: give either, or both.
    """

    bid: Bid | None
    tricks: int
    declarer: str | None = None
    partners: tuple[str, ...] = ()
    alone: bool = False
    announced: str | None = None
    by_player: Mapping[str, int] | None = field(default=None, hash=False)
    order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.partners) is not tuple or type(self.order) is not tuple:
            object.__setattr__(self, "partners", read_seats(self.partners, "partners"))
            object.__setattr__(self, "order", read_seats(self.order, "order"))
        refuse_any(result_faults(self))

    @property
    def detailed(self) -> bool:
        return self.by_player is not None or bool(self.order or self.partners or self.alone)

    @property
    def tricks_by_seat(self) -> Mapping[str, int] | None:
        """The tricks of each seat that took any; None if they are unknown."""
        if self.by_player is None and self.order:
            return Counter(self.order)
        return self.by_player


def read_seats(given: object, place: str) -> tuple[str, ...]:
    """Return the seats as a tuple; None is no seats. Raises RuleError for any other type."""
    if not isinstance(given, list | tuple | str | None):
        text = "Name the seats one after the other, such as N, S."
        raise RuleError(fault("result-seats", text, place=place))
    return tuple(given or ())


def result_faults(result: HandResult) -> list[Fault]:
    """Return every fault that is one under any rules."""
    faults = []
    if not isinstance(result.bid, Bid | None):
        faults.append(fault("result-bid", "The bid must be a Bid.", place="bid"))
    if not is_trick_count(result.tricks):
        faults.append(trick_count_fault(result.tricks))
    if result.declarer is not None and result.declarer not in SEAT_LETTERS:
        faults.append(seat_fault(result.declarer, "bidder"))
    faults += announced_faults(result)
    return faults + detail_faults(result) if result.detailed else faults


def is_trick_count(tricks: object) -> bool:
    return type(tricks) is int and 0 <= tricks <= TRICKS


def trick_count_fault(tricks: object) -> Fault:
    text = "{tricks} tricks cannot be: a hand has tricks from 0 to 10."
    is_huge = isinstance(tricks, int) and abs(tricks) > SO_MANY
    return fault("tricks", text, place="tricks", tricks="So many" if is_huge else tricks)


def announced_faults(result: HandResult) -> list[Fault]:
    if result.announced is None:
        return []
    if result.announced not in tuple(ANNOUNCEMENTS):
        text = "Only a grand slam or “declare” can be announced."
        return [fault("announced", text, place="announced")]
    if result.bid is None or result.bid.is_special:
        text = "{words} can be announced only on a bid of tricks, such as 8 Hearts."
        words = ANNOUNCEMENTS[result.announced].title
        return [fault("announced", text, place="announced", words=words)]
    return []


def detail_faults(result: HandResult) -> list[Fault]:
    if not isinstance(result.by_player, Mapping | None):
        text = "Give the tricks of each seat by its name, such as N: 8."
        return [fault("result-tricks", text, place="by_player")]
    faults = partner_faults(result)
    counts = dict(result.by_player or {})
    faults += [seat_fault(each, "by_player") for each in counts if each not in SEAT_LETTERS]
    faults += [seat_fault(each, "order") for each in result.order if each not in SEAT_LETTERS]
    wrong_counts = [tricks for tricks in counts.values() if not is_trick_count(tricks)]
    if wrong_counts or faults:
        return faults + [trick_count_fault(tricks) for tricks in wrong_counts]
    if max(sum(counts.values()), len(result.order)) > TRICKS:
        faults.append(fault("too-many-tricks", "A hand has only ten tricks.", place="by_player"))
    if result.order and counts and Counter(result.order) != Counter(counts):
        text = "The winners trick by trick do not agree with how many tricks each player took."
        faults.append(fault("order-disagrees", text, place="order"))
    return faults


def partner_faults(result: HandResult) -> list[Fault]:
    partners = result.partners
    faults = [seat_fault(each, "partners") for each in partners if each not in SEAT_LETTERS]
    if not faults and len(set(partners) - {result.declarer}) < len(partners):
        text = "A partner is another player than the bidder, and named once."
        faults.append(fault("partner-twice", text, place="partners"))
    return faults


TWO_PARTNERS_FROM = 8  # T82


def refusals(rules: Rules, result: HandResult) -> list[Fault]:
    if result.bid is None:
        faults = [] if rules.all_pass == "play_nt_10_per_trick" else [no_bid_fault(rules)]
    else:
        faults = bid_refusals(rules, result.bid, result.announced)
    if result.declarer and result.declarer not in seats_of(rules):
        return [*faults, seat_fault(result.declarer, "bidder", seats_of(rules))]
    if result.detailed or rules.players == 5:
        faults += detail_refusals(rules, result)
    return faults


def bid_refusals(rules: Rules, bid: Bid, announced: str | None) -> list[Fault]:
    if is_playable(rules, bid, announced):
        return []
    reasons = [bid_fault(rules, bid), announced_fault(rules, announced)]
    return [each for each in reasons if each]


# Cached without the reasons, as equal rules may differ in their words.
@lru_cache(maxsize=4096)  # every bid of many clubs, each with rules of its own
def is_playable(rules: Rules, bid: Bid, announced: str | None) -> bool:
    return bid_fault(rules, bid) is None and announced_fault(rules, announced) is None


def announced_fault(rules: Rules, announced: str | None) -> Fault | None:
    if announced is None or getattr(rules, ANNOUNCEMENTS[announced].switch) == "on":
        return None
    announcement = ANNOUNCEMENTS[announced]
    return fault(
        "announced-not-played",
        "{words} is not played {where}.",
        rule=announcement.rule,
        place="announced",
        words=announcement.title,
        where=rules.where,
    )


def detail_refusals(rules: Rules, result: HandResult) -> list[Fault]:
    seats = seats_of(rules)
    seats_by_place = [("partners", result.partners), ("by_player", result.by_player or ())]
    seats_by_place.append(("order", result.order))
    unknown_seats = [
        seat_fault(seat, place, seats)
        for place, seats_named in seats_by_place
        for seat in seats_named
        if seat not in seats
    ]
    reasons = [partners_fault(rules, result), tricks_by_seat_fault(rules, result)]
    return unknown_seats or [each for each in reasons if each]


def partners_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return the fault of the partners; fixed ones need not be named (T82, T89)."""
    if result.bid is None or result.declarer is None:
        return None
    partners = result.partners
    if rules.players != 5:
        fixed = fixed_partners(rules, result.declarer)
        is_wrong = partners and sorted(partners) != sorted(fixed)
        return wrong_partner(result.declarer, fixed) if is_wrong else None
    least, most = partners_wanted(rules, result)
    if len(partners) > most:
        text = TOO_MANY_PARTNERS[most]
        return fault("too-many-partners", text, rule="T82", place="partners")
    if len(partners) < least:
        text = "Say who the bidder’s partner was, or that the bidder played alone."
        return fault("partner-unknown", text, rule="T82", place="partners")
    return None


def wrong_partner(declarer: str, partners: str) -> Fault:
    text = (
        "Partners are fixed: {seat} plays with {partners}."
        if partners
        else "{seat} plays alone against the others: there are no partners."
    )
    return fault(
        "wrong-partner",
        text,
        place="partners",
        seat=seat_name(declarer),
        partners=seat_names(partners),
    )


def partners_wanted(rules: Rules, result: HandResult) -> tuple[int, int]:
    """Return (least, most) partners of a bidder of five (T82; none in misère, T87)."""
    if result.alone or is_played_alone(result.bid) or rules.partner_mode == "alone":
        return 0, 0
    if rules.partner_mode == "rotating_fixed_pairs":
        return 0, 1
    level = result.bid.level if result.bid else 0
    can_have_two = rules.partner_mode == "pick_two_players_at_8" and level >= TWO_PARTNERS_FROM
    return 1, 2 if can_have_two else 1


TOO_MANY_PARTNERS = (
    "The bidder played alone: there is no partner.",
    "The bidder has only one partner.",
    "The bidder has only two partners.",
)


def tricks_by_seat_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return a fault unless the seats took ten tricks, and the declaring side its own number."""
    taken = result.tricks_by_seat
    if taken is None:
        return None
    total = sum(taken.values())
    if total != TRICKS and not can_stop_early(rules, result):
        text = "The players’ tricks add up to {total}, not to ten."
        return fault("tricks-total", text, place="by_player", total=total)
    seats = counted_seats(rules, result)
    counted = sum(taken.get(seat, 0) for seat in seats)
    if counted == result.tricks:
        return None
    text = "{seats} took {counted} by the players’ counts, but {tricks} were entered."
    return fault(
        "tricks-disagree",
        text,
        place="by_player",
        seats=seat_names(seats),
        counted=counted,
        tricks=result.tricks,
    )


def can_stop_early(rules: Rules, result: HandResult) -> bool:
    can_stop = rules.stop_when_misere_fails == "stop"
    return can_stop and result.tricks > 0 and is_misere(result.bid)


def no_bid_fault(rules: Rules) -> Fault:
    return fault(
        "no-bid",
        "A hand without a bid is not played {where}: it is thrown in."
        if rules.all_pass != "dealer_stuck"
        else "When three pass, the dealer must bid {where}: there is no hand without a bid.",
        rule="T20",
        place="bid",
        where=rules.where,
    )


def thrown_in_fault(rules: Rules) -> Fault | None:
    """Return why a hand cannot be thrown in; None if it can (T20)."""
    template = NEVER_THROWN_IN.get(rules.all_pass)
    if template is None:
        return None
    return fault("no-thrown-in", template, rule="T20", place="bid", where=rules.where)


NEVER_THROWN_IN: Mapping[str, str] = {
    "dealer_stuck": "When three pass, the dealer must bid {where}: no hand is thrown in.",
    "play_nt_10_per_trick": "A hand that all pass is played at no trump {where}. "
    "When North-South took 6 tricks, type p6.",
}


def declaring_side(rules: Rules, result: HandResult) -> str:
    """Return the seats that win or lose by the bid; without a bid the first side (N-S)."""
    if result.bid is None or result.declarer is None:
        return sides_of(rules)[0]
    partners = fixed_partners(rules, result.declarer) or "".join(result.partners)
    return result.declarer + partners


def counted_seats(rules: Rules, result: HandResult) -> str:
    """Return the seats of `result.tricks`: in the misère family only the declarer's."""
    if result.declarer and is_played_alone(result.bid):
        return result.declarer
    return declaring_side(rules, result)


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
    """The points at stake in a bid.

    Points of the declarers: `won` if made, `swept` if made with all ten tricks, `lost` (negative,
    or 0) if set. `given` is what each opposing side gets if it is set.
    """

    won: int
    swept: int
    lost: int
    given: int


def score(rules: Rules, result: HandResult, before: Totals = None) -> Score:
    """Return the points of a hand.

    `before` are the totals so far, which matter only to a cap (T65): by side, such as "NS" and
    "EW", or as a list: of declarers and defenders, or where players score alone, and of three
    sides, in their order. Raises RuleError with every reason of these rules against the result,
    and with every missing fact.
    """
    if faults := refusals(rules, result):
        raise RuleError(*faults)
    if not has_two_sides(rules):
        return separate_score(rules, result, totals_by_side(rules, before))
    if result.bid is None:  # T70: ten a trick to each side
        return Score(10 * result.tricks, 10 * (TRICKS - result.tricks))
    defenders_points = opponents_points(
        rules, result, TRICKS - result.tricks, total_of_defenders(rules, result, before)
    )
    return Score(contract_points(rules, result), defenders_points)


def separate_score(rules: Rules, result: HandResult, before: Mapping[str, int]) -> Score:
    """Return the points of a hand with more than two sides, or if players score alone.

    Each opposing side has the tens of its own tricks (S3, S8, T88).
    """
    refuse_any(missing_facts(rules, result))
    declarers = declaring_side(rules, result)
    tricks = side_tricks(rules, result)
    if result.bid is None:  # T70: ten a trick to each
        points, bid_points = {side: 10 * tricks[side] for side in tricks}, 10 * result.tricks
    else:
        bid_points = contract_points(rules, result)
        points = {
            side: declarers_share(rules, result, bid_points)
            if side[0] in declarers
            else opponents_points(rules, result, tricks[side], before.get(side, 0))
            for side in sides_of(rules)
        }
    defenders_points = sum(each for side, each in points.items() if side[0] not in declarers)
    return Score(
        bid_points, defenders_points, {seat: points[side] for side in points for seat in side}
    )


def missing_facts(rules: Rules, result: HandResult) -> list[Fault]:
    faults = []
    if result.bid and result.declarer is None:
        faults.append(no_bidder_fault())
    sides = len(sides_of(rules)) - len(result.partners)
    if sides > 2 and result.tricks_by_seat is None and needs_tricks_by_player(rules, result):
        text = "Say how many tricks each player took: each scores for their own tricks."
        faults.append(fault("no-tricks-by-player", text, rule="T64", place="by_player"))
    return faults


def no_bidder_fault() -> Fault:
    return fault("no-bidder", "Say who won the bid.", place="bidder")


def needs_tricks_by_player(rules: Rules, result: HandResult) -> bool:
    has_opponents_tricks = result.bid is None or result.tricks < TRICKS
    return has_opponents_tricks and not is_misere(result.bid) and has_tens(rules, result)


def side_tricks(rules: Rules, result: HandResult) -> dict[str, int]:
    """Return the tricks of each side; for opponents with unknown tricks all the others."""
    taken = result.tricks_by_seat
    sides = sides_of(rules)
    if taken is not None:
        return {side: sum(taken.get(seat, 0) for seat in side) for side in sides}
    declarers = declaring_side(rules, result)
    others = TRICKS - result.tricks
    return {side: result.tricks if side[0] in declarers else others for side in sides}


def total_of_defenders(rules: Rules, result: HandResult, before: Totals) -> int:
    if not before:
        return 0
    totals = totals_by_side(rules, before)
    if not isinstance(before, Mapping):
        return before[1]
    if result.declarer is None:
        raise RuleError(no_bidder_fault())
    own = side_of(rules, result.declarer)
    return sum(total for side, total in totals.items() if side != own)


def totals_by_side(rules: Rules, before: Totals) -> Mapping[str, int]:
    """Return the totals so far by side.

    Raises RuleError for anything but totals of these sides.
    """
    if not before:
        return NOTHING_YET
    sides = sides_of(rules)
    is_list = isinstance(before, list | tuple) and len(before) == len(sides)
    totals: Any = dict(zip(sides, before, strict=True)) if is_list else before
    if not isinstance(totals, Mapping) or not are_totals(sides, totals):
        text = "The totals so far are whole numbers, one for each side: {sides}."
        raise RuleError(fault("totals", text, rule="T65", place="before", sides=", ".join(sides)))
    return totals


def are_totals(sides: Sequence[str], totals: Mapping[str, object]) -> bool:
    return set(totals) <= set(sides) and all(isinstance(each, int) for each in totals.values())


def declarers_share(rules: Rules, result: HandResult, points: int) -> int:
    """Return each declarer's share of the points (T85; alone all of them, T86).

    With two partners each of the three has one half: our reading of T82.
    """
    is_halved = rules.players == 5 and result.partners and rules.partner_share == "half_each"
    return points // 2 if is_halved else points


def made(result: HandResult) -> bool:
    """Say whether the bid was made; a bid of tricks needs at least that many."""
    bid = played_bid(result)
    if result.announced:
        return result.tricks == TRICKS
    if bid.level:
        return result.tricks >= bid.level
    return result.tricks == SPECIALS[bid.strain].tricks


def played_bid(result: HandResult) -> Bid:
    if result.bid is None:
        raise RuleError(fault("no-bid", "Nobody bid on this hand.", place="bid"))
    return result.bid


def contract_points(rules: Rules, result: HandResult) -> int:
    """Return the points that the bid wins or costs; only all ten tricks gain extra."""
    stakes = stakes_of(rules, played_bid(result), result.announced)
    if not made(result):
        return stakes.lost
    return stakes.swept if result.tricks == TRICKS else stakes.won


@lru_cache(maxsize=4096)  # every bid of many clubs, each with its own rules
def stakes_of(rules: Rules, bid: Bid, announced: str | None) -> Stakes:
    worth = ANNOUNCED_WORTH if announced else value(rules, bid)
    won = NO_TRUMP_SLAM if announced == "slam" and bid.strain not in SUIT_LETTERS else worth
    has_no_sweep = announced or bid.is_special
    swept = won if has_no_sweep else sweep(rules, bid, worth)
    if rules.fail_rule == "value_to_opponents":  # T68
        return Stakes(won, swept, lost=0, given=worth)
    return Stakes(won, swept, lost=-worth, given=0)


def sweep(rules: Rules, bid: Bid, worth: int) -> int:
    """Return the points of a bid of tricks with all ten tricks (T66).

    At Youngstown 100 more for a bid below ten, instead of at least 250 (C10), unless both count
    (T67).
    """
    if rules.slam_rule == "none":
        return worth
    if rules.slam_rule == "250_minimum":
        return max(worth, LEAST_SLAM)
    least = LEAST_SLAM if rules.slam_and_bonus_stack == "yes" else 0
    return max(worth, least) + (SWEEP_BONUS if bid.level < TRICKS else 0)


def opponents_points(rules: Rules, result: HandResult, tricks: int, before: int) -> int:
    """Return the points of one opposing side with this number of tricks.

    Each opposing side has the full value that a set bid gives away (T68), or half if the declarers
    would share it: relative to the others it is as if the bid were subtracted. With more than one
    opposing side that is our reading.
    """
    tens = capped(rules, tens_of(rules, result, tricks), before)
    stakes = stakes_of(rules, played_bid(result), result.announced)
    if stakes.given and not made(result):
        return tens + declarers_share(rules, result, stakes.given)
    return tens


def tens_of(rules: Rules, result: HandResult, tricks: int) -> int:
    """Return an opposing side's points for tricks: its own, or a misère bidder's (T69)."""
    counted = result.tricks if is_misere(result.bid) else tricks
    return 10 * counted if has_tens(rules, result) else 0


def has_tens(rules: Rules, result: HandResult) -> bool:
    """Say whether tricks score against this bid (T64; misère T69; no bid T70)."""
    if result.bid is None:
        return True
    if is_misere(result.bid):
        return bool(rules.misere_defenders_score)
    if rules.defenders_score == "only_if_contract_fails":
        return not made(result)
    return rules.defenders_score == "10_per_trick_always"


def capped(rules: Rules, tens: int, before: int) -> int:
    """Return the part of the tens that counts for a side with `before` points (T65)."""
    if rules.defenders_cap == "none":
        return tens
    if rules.defenders_cap == "none_while_at_400":
        return 0 if before >= 400 else tens
    return max(0, min(tens, CAPS[rules.defenders_cap] - before))


CAPS: Mapping[str, int] = {"capped_at_490": 490, "capped_at_460": 460}


def pair_points(rules: Rules, result: HandResult) -> tuple[int, int]:
    """Return the points of (North-South, East-West) at a table of four.

    Raises RuleError if the bidder is unknown, and as `score` does.
    """
    points = score(rules, result)
    if result.bid and result.declarer is None:
        raise RuleError(no_bidder_fault())
    if result.bid is None or pair_of(str(result.declarer)) == "NS":
        return points.declarers, points.defenders
    return points.defenders, points.declarers


def side_points(
    rules: Rules, result: HandResult, before: Mapping[str, int] = NOTHING_YET
) -> dict[str, int]:
    """Return the points of every side, for any number of players; `before` are totals.

    Raises RuleError if the bidder is unknown, and as `score` does.
    """
    sides, has_sides = sides_of(rules), has_two_sides(rules)
    if has_sides and result.bid and result.declarer is None:
        raise RuleError(no_bidder_fault())
    points = score(rules, result, before)
    if not has_sides:
        return {side: (points.by_player or {})[side[0]] for side in sides}
    declarers = declaring_side(rules, result)
    return {side: points.declarers if side[0] in declarers else points.defenders for side in sides}


def ralphed(rules: Rules, result: HandResult) -> tuple[str, ...]:
    """Return the seats that may not bid on the next hand: a declarer set by three (T56, C17)."""
    is_off = rules.ralphing == "off" or result.bid is None or result.declarer is None
    return () if is_off or missed_by(result) < RALPHED_BY else (str(result.declarer),)


def missed_by(result: HandResult) -> int:
    """Return the number of tricks by which the bid was set; 0 if it was made."""
    bid = played_bid(result)
    if bid.is_special:
        return abs(result.tricks - SPECIALS[bid.strain].tricks)
    return max(0, (TRICKS if result.announced else bid.level) - result.tricks)
