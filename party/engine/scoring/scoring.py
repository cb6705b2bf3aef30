"""The result of a hand, its faults, and its points.

The *declaring side* is the declarer with all partners; if players score alone, it consists of
several sides (T82). The other seats are the *defenders*. A bid is *made* or *set*. The *tens* are
the ten points for each trick that defenders win.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
from party.engine.errors import Fault, RuleError, fault
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
# This is a tuple because `in` raises on a set if the value cannot be hashed.
SEAT_LETTERS = tuple(dict.fromkeys("".join(SEATS.values())))
HUGE_NUMBER = 10**6
ANNOUNCED_POINTS = 500  # for an announced slam or declare (T54, T55)
NO_TRUMP_SLAM_POINTS = 520  # for a slam at no trump (T54); if it fails it costs 500 (C16)
MIN_SWEEP_POINTS = 250  # a sweep is all ten tricks without an announcement (T66)
SWEEP_BONUS = 100
RALPHING_TRICKS = 3  # a bidder set by this many tricks is barred (C17)

Totals = Sequence[int] | Mapping[str, int] | None
NO_TOTALS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Announcement:
    """An announcement after the auction; `switch` is the field of Rules that allows it."""

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

    `tricks` are those of the declaring side; in the misère family those of the declarer, but in
    grand misère and patastrophe those of both partners. `bid` is None if all passed and the hand
    was played at no trump: then `tricks` are those of the first side (North-South).
    `announced` is "slam", "declare" or None.

    If players score alone, more is needed: `partners` are the seats that declared with the
    declarer, `alone` means that none did; `by_player` has the tricks of each seat, `order` the
    winner of each trick. One of `by_player` and `order` is enough.
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
        object.__setattr__(self, "partners", read_seats(self.partners, "partners"))
        object.__setattr__(self, "order", read_seats(self.order, "order"))
        if faults := result_faults(self):
            raise RuleError(*faults)

    @property
    def tricks_by_seat(self) -> Mapping[str, int] | None:
        """The tricks of each seat, perhaps without seats that have none; None if unknown."""
        if self.by_player is None and self.order:
            return Counter(self.order)
        return self.by_player


def read_seats(given: object, place: str) -> tuple[str, ...]:
    """Return the seats; () for None. Raises RuleError for a type that cannot hold seats."""
    if not isinstance(given, list | tuple | str | None):
        text = "Name the seats one after the other, such as N, S."
        raise RuleError(fault("result-seats", text, place=place))
    return tuple(given or ())


def result_faults(result: HandResult) -> list[Fault]:
    """Return the faults that do not depend on the rules."""
    faults = []
    if not isinstance(result.bid, Bid | None):
        faults.append(fault("result-bid", "The bid must be a Bid.", place="bid"))
    if not is_trick_count(result.tricks):
        faults.append(trick_count_fault(result.tricks))
    if result.declarer is not None and result.declarer not in SEAT_LETTERS:
        faults.append(seat_fault(result.declarer, "bidder"))
    return [*faults, *announcement_faults(result), *detail_faults(result)]


def is_trick_count(tricks: object) -> bool:
    return type(tricks) is int and 0 <= tricks <= TRICKS


def trick_count_fault(tricks: object) -> Fault:
    text = "{tricks} tricks cannot be: a hand has tricks from 0 to 10."
    is_huge = isinstance(tricks, int) and abs(tricks) > HUGE_NUMBER
    return fault("tricks", text, place="tricks", tricks="So many" if is_huge else tricks)


def announcement_faults(result: HandResult) -> list[Fault]:
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
    faults = named_partner_faults(result)
    counts = dict(result.by_player or {})
    faults += [seat_fault(seat, "by_player") for seat in counts if seat not in SEAT_LETTERS]
    faults += [seat_fault(seat, "order") for seat in result.order if seat not in SEAT_LETTERS]
    faulty_counts = [tricks for tricks in counts.values() if not is_trick_count(tricks)]
    if faulty_counts or faults:
        return faults + [trick_count_fault(tricks) for tricks in faulty_counts]
    if max(sum(counts.values()), len(result.order)) > TRICKS:
        faults.append(fault("too-many-tricks", "A hand has only ten tricks.", place="by_player"))
    if result.order and counts and Counter(result.order) != Counter(counts):
        text = "The winners trick by trick do not agree with how many tricks each player took."
        faults.append(fault("order-disagrees", text, place="order"))
    return faults


def named_partner_faults(result: HandResult) -> list[Fault]:
    partners = result.partners
    faults = [seat_fault(seat, "partners") for seat in partners if seat not in SEAT_LETTERS]
    if not faults and (result.declarer in partners or len(set(partners)) < len(partners)):
        text = "A partner is another player than the bidder, and named once."
        faults.append(fault("partner-twice", text, place="partners"))
    return faults


TWO_PARTNERS_LEVEL = 8  # T82


def faults_by_rules(rules: Rules, result: HandResult) -> list[Fault]:
    if result.bid is None:
        faults = [] if rules.all_pass == "play_nt_10_per_trick" else [no_bid_fault(rules)]
    else:
        reasons = (
            bid_fault(rules, result.bid),
            unplayed_announcement_fault(rules, result.announced),
        )
        faults = [reason for reason in reasons if reason]
    if result.declarer and result.declarer not in seats_of(rules):
        return [*faults, seat_fault(result.declarer, "bidder", seats_of(rules))]
    return [*faults, *detail_faults_by_rules(rules, result)]


def unplayed_announcement_fault(rules: Rules, announced: str | None) -> Fault | None:
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


def detail_faults_by_rules(rules: Rules, result: HandResult) -> list[Fault]:
    seats = seats_of(rules)
    seats_by_place = [("partners", result.partners), ("by_player", result.by_player or ())]
    seats_by_place.append(("order", result.order))
    unknown_seats = [
        seat_fault(seat, place, seats)
        for place, seats_named in seats_by_place
        for seat in seats_named
        if seat not in seats
    ]
    reasons = [partners_fault_by_rules(rules, result), tricks_by_seat_fault(rules, result)]
    return unknown_seats or [reason for reason in reasons if reason]


def partners_fault_by_rules(rules: Rules, result: HandResult) -> Fault | None:
    """Return the fault of the named partners; fixed ones need not be named (T82, T89)."""
    if result.bid is None or result.declarer is None:
        return None
    partners = result.partners
    if rules.players != 5:
        fixed = fixed_partners(rules, result.declarer)
        is_wrong = partners and sorted(partners) != sorted(fixed)
        return wrong_partner_fault(result.declarer, fixed) if is_wrong else None
    least, most = partner_count_range(rules, result)
    if len(partners) > most:
        text = TOO_MANY_PARTNERS[most]
        return fault("too-many-partners", text, rule="T82", place="partners")
    if len(partners) < least:
        text = "Say who the bidder’s partner was, or that the bidder played alone."
        return fault("partner-unknown", text, rule="T82", place="partners")
    return None


def wrong_partner_fault(declarer: str, partners: str) -> Fault:
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


def partner_count_range(rules: Rules, result: HandResult) -> tuple[int, int]:
    if result.alone or is_played_alone(result.bid) or rules.partner_mode == "alone":
        return 0, 0
    if rules.partner_mode == "rotating_fixed_pairs":
        return 0, 1
    level = result.bid.level if result.bid else 0
    can_have_two = rules.partner_mode == "pick_two_players_at_8" and level >= TWO_PARTNERS_LEVEL
    return 1, 2 if can_have_two else 1


TOO_MANY_PARTNERS = (
    "The bidder played alone: there is no partner.",
    "The bidder has only one partner.",
    "The bidder has only two partners.",
)


def tricks_by_seat_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return a fault unless the tricks by seat add up to ten and agree with `result.tricks`."""
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
    """Return the reason why no hand is thrown in; None if hands are (T20)."""
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
    """Return the declarer and all partners; without a bid the first side (N-S)."""
    if result.bid is None or result.declarer is None:
        return sides_of(rules)[0]
    partners = fixed_partners(rules, result.declarer) or "".join(result.partners)
    return result.declarer + partners


def counted_seats(rules: Rules, result: HandResult) -> str:
    if result.declarer and is_played_alone(result.bid):
        return result.declarer
    return declaring_side(rules, result)


@dataclass(frozen=True)
class Score:
    """The points of one hand; without a bid `declarers` are those of the first side (N-S).

    If there are more than two sides, or two players, `by_player` has the points of every seat;
    `declarers` are then the points of the whole bid, even if partners share them, and `defenders`
    the points of all opponents together.
    """

    declarers: int
    defenders: int
    by_player: Mapping[str, int] | None = field(default=None, hash=False)


def score(rules: Rules, result: HandResult, before: Totals = None) -> Score:
    """Return the points of a hand.

    `before` are the totals so far, needed only for a cap (T65). They are a mapping by side, such
    as "NS" and "EW"; or the pair (declarers, defenders); or, unless there are two sides, a list in
    the order of the sides. Raises RuleError with every fault of the result, and with every missing
    fact.
    """
    if faults := faults_by_rules(rules, result):
        raise RuleError(*faults)
    if not has_two_sides(rules):
        return separate_score(rules, result, totals_by_side(rules, before))
    if result.bid is None:  # T70: ten a trick to each side
        return Score(10 * result.tricks, 10 * (TRICKS - result.tricks))
    defenders_points = opponents_points(
        rules, result, TRICKS - result.tricks, defenders_total(rules, result, before)
    )
    return Score(contract_points(rules, result), defenders_points)


def separate_score(rules: Rules, result: HandResult, before: Mapping[str, int]) -> Score:
    """Return the points of a hand without two sides of partners.

    Each opposing side gets the tens of its own tricks (S3, S8, T88).
    """
    if faults := missing_facts(rules, result):
        raise RuleError(*faults)
    declarers = declaring_side(rules, result)
    tricks = side_tricks(rules, result)
    points, bid_points = {side: 10 * count for side, count in tricks.items()}, 10 * result.tricks
    if result.bid is not None:  # otherwise ten a trick to each (T70)
        bid_points = contract_points(rules, result)
        for side in points:
            if side[0] in declarers:
                points[side] = declarers_share(rules, result, bid_points)
            else:
                total = before.get(side, 0)
                points[side] = opponents_points(rules, result, tricks[side], total)
    defenders_points = sum(points[side] for side in points if side[0] not in declarers)
    by_player = {seat: points[side] for side in points for seat in side}
    return Score(bid_points, defenders_points, by_player)


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
    """Return the tricks of each side; of all defenders together if tricks by seat are unknown."""
    taken = result.tricks_by_seat
    sides = sides_of(rules)
    if taken is not None:
        return {side: sum(taken.get(seat, 0) for seat in side) for side in sides}
    declarers = declaring_side(rules, result)
    other_tricks = TRICKS - result.tricks
    return {side: result.tricks if side[0] in declarers else other_tricks for side in sides}


def defenders_total(rules: Rules, result: HandResult, before: Totals) -> int:
    if not before:
        return 0
    totals = totals_by_side(rules, before)
    if not isinstance(before, Mapping):
        return before[1]
    if result.declarer is None:
        raise RuleError(no_bidder_fault())
    declaring = side_of(rules, result.declarer)
    return sum(total for side, total in totals.items() if side != declaring)


def totals_by_side(rules: Rules, before: Totals) -> Mapping[str, int]:
    """Return the totals by side; {} if no totals are given.

    Raises RuleError for anything but totals of these sides.
    """
    if not before:
        return NO_TOTALS
    sides = sides_of(rules)
    is_list = isinstance(before, list | tuple) and len(before) == len(sides)
    totals: Any = dict(zip(sides, before, strict=True)) if is_list else before
    if not isinstance(totals, Mapping) or not are_totals(sides, totals):
        text = "The totals so far are whole numbers, one for each side: {sides}."
        raise RuleError(fault("totals", text, rule="T65", place="before", sides=", ".join(sides)))
    return totals


def are_totals(sides: Sequence[str], totals: Mapping[str, object]) -> bool:
    return set(totals) <= set(sides) and all(isinstance(total, int) for total in totals.values())


def declarers_share(rules: Rules, result: HandResult, points: int) -> int:
    """Return each declarer's share of the points (T85, T86).

    If the declarer has two partners, each of the three gets half: our reading of T82.
    """
    is_halved = rules.players == 5 and result.partners and rules.partner_share == "half_each"
    return points // 2 if is_halved else points


def is_bid_made(result: HandResult) -> bool:
    """Return whether the bid was made. Raises RuleError if nobody bid."""
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


def points_at_stake(rules: Rules, result: HandResult) -> int:
    return ANNOUNCED_POINTS if result.announced else value(rules, played_bid(result))


def contract_points(rules: Rules, result: HandResult) -> int:
    """Return the declarers' points for the bid: 0 or less if it is set (T68)."""
    bid, worth = played_bid(result), points_at_stake(rules, result)
    if not is_bid_made(result):
        return 0 if rules.fail_rule == "value_to_opponents" else -worth
    if result.announced == "slam" and bid.strain not in SUIT_LETTERS:
        return NO_TRUMP_SLAM_POINTS
    is_sweep = result.tricks == TRICKS and not result.announced and not bid.is_special
    return points_with_sweep(rules, bid, worth) if is_sweep else worth


def points_with_sweep(rules: Rules, bid: Bid, worth: int) -> int:
    """Return the points of a bid of tricks made with all ten tricks (T66).

    Youngstown adds 100 to a bid below ten instead of the minimum of 250 (C10), or both apply
    (T67).
    """
    if rules.slam_rule == "none":
        return worth
    if rules.slam_rule == "250_minimum":
        return max(worth, MIN_SWEEP_POINTS)
    least = MIN_SWEEP_POINTS if rules.slam_and_bonus_stack == "yes" else 0
    return max(worth, least) + (SWEEP_BONUS if bid.level < TRICKS else 0)


def opponents_points(rules: Rules, result: HandResult, tricks: int, total: int) -> int:
    """Return the points of one opposing side with this number of tricks.

    If a set bid gives its value to the opponents (T68), each opposing side gets as much as each
    declarer would lose under the other rule. With more than one opposing side this is our reading.
    """
    tens = cap_tens(rules, tens_of(rules, result, tricks), total)
    if rules.fail_rule == "value_to_opponents" and not is_bid_made(result):
        return tens + declarers_share(rules, result, points_at_stake(rules, result))
    return tens


def tens_of(rules: Rules, result: HandResult, tricks: int) -> int:
    """Return an opposing side's points for its tricks, or for those of a misère bidder (T69)."""
    counted = result.tricks if is_misere(result.bid) else tricks
    return 10 * counted if has_tens(rules, result) else 0


def has_tens(rules: Rules, result: HandResult) -> bool:
    """Return whether tricks score against this bid (T64; misère T69; no bid T70)."""
    if result.bid is None:
        return True
    if is_misere(result.bid):
        return bool(rules.misere_defenders_score)
    if rules.defenders_score == "only_if_contract_fails":
        return not is_bid_made(result)
    return rules.defenders_score == "10_per_trick_always"


def cap_tens(rules: Rules, tens: int, total: int) -> int:
    """Return the part of the tens that counts for a side with this total (T65)."""
    if rules.defenders_cap == "none":
        return tens
    cap = CAPS[rules.defenders_cap]
    if rules.defenders_cap == "none_while_at_400":
        return 0 if total >= cap else tens
    return max(0, min(tens, cap - total))


CAPS: Mapping[str, int] = {"capped_at_490": 490, "capped_at_460": 460, "none_while_at_400": 400}


def pair_points(rules: Rules, result: HandResult) -> tuple[int, int]:
    """Return the points of (North-South, East-West) at a table of four.

    Raises RuleError as `score` does, and if the bidder is unknown.
    """
    points = score(rules, result)
    if result.bid and result.declarer is None:
        raise RuleError(no_bidder_fault())
    if result.bid is None or pair_of(str(result.declarer)) == "NS":
        return points.declarers, points.defenders
    return points.defenders, points.declarers


def side_points(
    rules: Rules, result: HandResult, before: Mapping[str, int] = NO_TOTALS
) -> dict[str, int]:
    """Return the points of every side, for any number of players; `before` are totals.

    Raises RuleError as `score` does, and if the bidder is unknown.
    """
    sides, has_sides = sides_of(rules), has_two_sides(rules)
    if has_sides and result.bid and result.declarer is None:
        raise RuleError(no_bidder_fault())
    points = score(rules, result, before)
    if not has_sides:
        return {side: (points.by_player or {})[side[0]] for side in sides}
    declarers = declaring_side(rules, result)
    return {side: points.declarers if side[0] in declarers else points.defenders for side in sides}


def seats_barred_by_ralphing(rules: Rules, result: HandResult) -> tuple[str, ...]:
    """Return the seats that may not bid on the next hand: a declarer set by three (T56)."""
    is_off = rules.ralphing == "off" or result.bid is None or result.declarer is None
    return () if is_off or tricks_missed(result) < RALPHING_TRICKS else (str(result.declarer),)


def tricks_missed(result: HandResult) -> int:
    """Return the number of tricks by which the bid was set; 0 if it was made."""
    bid = played_bid(result)
    if bid.is_special:
        return abs(result.tricks - SPECIALS[bid.strain].tricks)
    return max(0, (TRICKS if result.announced else bid.level) - result.tricks)
