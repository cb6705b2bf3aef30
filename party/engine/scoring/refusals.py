"""What the rules of a party refuse about a result that other rules might allow."""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from party.engine.auction.bids import Bid, bid_fault
from party.engine.errors import Fault, fault
from party.engine.rules.rules import Rules
from party.engine.scoring.results import ANNOUNCEMENTS, TRICKS, HandResult, seat_fault
from party.engine.scoring.sides import aims_at_none, alone_by_bid, counted_seats
from party.engine.seats import fixed_partners, seat_name, seats_of

TWO_PARTNERS_FROM = 8  # T82


def refusals(rules: Rules, result: HandResult) -> list[Fault]:
    """Return what these rules refuse about a result; the tricks of seats only where it has any."""
    if result.bid is None:
        found = [] if rules.all_pass == "play_nt_10_per_trick" else [no_bid_fault(rules)]
    else:
        found = bid_refusals(rules, result.bid, result.announced)
    if result.declarer and result.declarer not in seats_of(rules):
        return [*found, seat_fault(result.declarer, "bidder", seats_of(rules))]
    if result.detailed or rules.players == 5:
        found += detail_refusals(rules, result)
    return found


def bid_refusals(rules: Rules, bid: Bid, announced: str | None) -> list[Fault]:
    """Return what is refused about the bid and the announcement, whoever made them."""
    if playable(rules, bid, announced):
        return []
    found = [bid_fault(rules, bid), announced_fault(rules, announced)]
    return [each for each in found if each]


# Only whether, not why: rules that are equal may have other words.
@lru_cache(maxsize=4096)  # every bid of many clubs, each with rules of its own
def playable(rules: Rules, bid: Bid, announced: str | None) -> bool:
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
    """Return what cannot be about partners, and about the tricks of each seat."""
    seats = seats_of(rules)
    named = [("partners", result.partners), ("by_player", result.by_player or ())]
    named.append(("order", result.order))
    strangers = [
        seat_fault(seat, place, seats)
        for place, these in named
        for seat in these
        if seat not in seats
    ]
    found = [partners_fault(rules, result), tricks_fault(rules, result)]
    return strangers or [each for each in found if each]


def partners_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return what is wrong with the partners; fixed ones need not be named (T82, T89)."""
    if result.bid is None or result.declarer is None:
        return None
    partners = result.partners
    if rules.players != 5:
        fixed = fixed_partners(rules, result.declarer)
        wrong = partners and sorted(partners) != sorted(fixed)
        return wrong_partner(rules, result.declarer) if wrong else None
    least, most = partners_wanted(rules, result)
    if len(partners) > most:
        text = TOO_MANY_PARTNERS[most]
        return fault("too-many-partners", text, rule="T82", place="partners")
    if len(partners) < least:
        text = "Say who the bidder’s partner was, or that the bidder played alone."
        return fault("partner-unknown", text, rule="T82", place="partners")
    return None


def wrong_partner(rules: Rules, declarer: str) -> Fault:
    partners = fixed_partners(rules, declarer)
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
        partners=names(partners),
    )


def names(seats: Iterable[str]) -> str:
    return " and ".join(seat_name(seat) for seat in seats)


def partners_wanted(rules: Rules, result: HandResult) -> tuple[int, int]:
    """Return how few and how many partners a bidder of five has (T82; misère has none, T87)."""
    if result.alone or alone_by_bid(result.bid) or rules.partner_mode == "alone":
        return 0, 0
    if rules.partner_mode == "rotating_fixed_pairs":
        return 0, 1
    level = result.bid.level if result.bid else 0
    two = rules.partner_mode == "pick_two_players_at_8" and level >= TWO_PARTNERS_FROM
    return 1, 2 if two else 1


TOO_MANY_PARTNERS = (
    "The bidder played alone: there is no partner.",
    "The bidder has only one partner.",
    "The bidder has only two partners.",
)


def tricks_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return what is wrong with the tricks of the seats: ten in all, and the side's add up."""
    taken = result.tricks_by_seat
    if taken is None:
        return None
    total = sum(taken.values())
    if total != TRICKS and not may_stop(rules, result):
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
        seats=names(seats),
        counted=counted,
        tricks=result.tricks,
    )


def may_stop(rules: Rules, result: HandResult) -> bool:
    """Say whether the hand may have ended early, on a trick of a misère bidder (T50)."""
    stops = rules.stop_when_misere_fails == "stop"
    return stops and result.tricks > 0 and aims_at_none(result.bid)


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
    """Return why a hand cannot be thrown in; None when it can (T20)."""
    template = NEVER_THROWN_IN.get(rules.all_pass)
    if template is None:
        return None
    return fault("no-thrown-in", template, rule="T20", place="bid", where=rules.where)


NEVER_THROWN_IN: Mapping[str, str] = MappingProxyType(
    {
        "dealer_stuck": "When three pass, the dealer must bid {where}: no hand is thrown in.",
        "play_nt_10_per_trick": "A hand that all pass is played at no trump {where}. "
        "When North-South took 6 tricks, type p6.",
    }
)
