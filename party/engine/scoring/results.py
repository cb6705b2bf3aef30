"""How a hand ended, and what about it cannot be: under any rules, or under the rules of a party.

The *declaring side* are the seats that win or lose by the bid; where players score alone it may be
several sides (T82).
"""

from collections import Counter

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from party.engine.auction.bids import Bid, bid_fault, is_misere, is_played_alone
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.rules.rules import Rules
from party.engine.seats import (
    SEATS,
    fixed_partners,
    seat_fault,
    seat_name,
    seat_names,
    seats_of,
    sides_of,
)

TRICKS = 10
# Not a set: whatever is looked up, a list too, is simply not among them.
SEAT_LETTERS = tuple(dict.fromkeys("".join(SEATS.values())))
SO_MANY = 10**6


@dataclass(frozen=True)
class Announcement:
    """What the winner of the auction may announce: its name and the field that allows it."""

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
    """How one hand ended.

    `tricks` are those of the declaring side: the declarer's own in the misère family, both
    partners' in grand misère and patastrophe, the first side's (North-South) when `bid` is None
    (all passed, and the hand was played at no trump). `announced` is "slam", "declare" or None.

    Where players score alone there is more: `partners`, the seats that declared together
    with the declarer; `alone`, that nobody did; `by_player`, the tricks of each seat; `order`,
    the winners' seats trick by trick. `by_player` follows from `order`: give either, or both.
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
        """Whether it says more than a pair's hand needs."""
        return self.by_player is not None or bool(self.order or self.partners or self.alone)

    @property
    def tricks_by_seat(self) -> Mapping[str, int] | None:
        """The tricks of each seat that took any; None when they are not known."""
        if self.by_player is None and self.order:
            return Counter(self.order)
        return self.by_player


def read_seats(given: object, place: str) -> tuple[str, ...]:
    """Return seats in a tuple; None is no seat. Raises RuleError for what is no list of them."""
    if not isinstance(given, list | tuple | str | None):
        text = "Name the seats one after the other, such as N, S."
        raise RuleError(fault("result-seats", text, place=place))
    return tuple(given or ())


def result_faults(result: HandResult) -> list[Fault]:
    """Return what could not be the result of a hand under any rules."""
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
    countless = isinstance(tricks, int) and abs(tricks) > SO_MANY
    return fault("tricks", text, place="tricks", tricks="So many" if countless else tricks)


def announced_faults(result: HandResult) -> list[Fault]:
    if result.announced is None:
        return []
    if result.announced not in tuple(ANNOUNCEMENTS):
        text = "Only a grand slam or “declare” can be announced."
        return [fault("announced", text, place="announced")]
    if result.bid is None or result.bid.special:
        text = "{words} can be announced only on a bid of tricks, such as 8 Hearts."
        words = ANNOUNCEMENTS[result.announced].title
        return [fault("announced", text, place="announced", words=words)]
    return []


def detail_faults(result: HandResult) -> list[Fault]:
    """Return what cannot be about the partners and about the tricks of each player."""
    if not isinstance(result.by_player, Mapping | None):
        text = "Give the tricks of each seat by its name, such as N: 8."
        return [fault("result-tricks", text, place="by_player")]
    faults = partner_faults(result)
    counts = dict(result.by_player or {})
    faults += [seat_fault(each, "by_player") for each in counts if each not in SEAT_LETTERS]
    faults += [seat_fault(each, "order") for each in result.order if each not in SEAT_LETTERS]
    uncounted = [tricks for tricks in counts.values() if not is_trick_count(tricks)]
    if uncounted or faults:
        return faults + [trick_count_fault(tricks) for tricks in uncounted]
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
    if is_playable(rules, bid, announced):
        return []
    found = [bid_fault(rules, bid), announced_fault(rules, announced)]
    return [each for each in found if each]


# Only whether, not why: rules that are equal may have other words.
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
    found = [partners_fault(rules, result), tricks_by_seat_fault(rules, result)]
    return strangers or [each for each in found if each]


def partners_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return what is wrong with the partners; fixed ones need not be named (T82, T89)."""
    if result.bid is None or result.declarer is None:
        return None
    partners = result.partners
    if rules.players != 5:
        fixed = fixed_partners(rules, result.declarer)
        wrong = partners and sorted(partners) != sorted(fixed)
        return wrong_partner(result.declarer, fixed) if wrong else None
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
    """Return how few and how many partners a bidder of five has (T82; misère has none, T87)."""
    if result.alone or is_played_alone(result.bid) or rules.partner_mode == "alone":
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


def tricks_by_seat_fault(rules: Rules, result: HandResult) -> Fault | None:
    """Return what is wrong with the tricks of the seats: ten in all, and the side's add up."""
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
    """Say whether the hand may have ended early, on a trick of a misère bidder (T50)."""
    stops = rules.stop_when_misere_fails == "stop"
    return stops and result.tricks > 0 and is_misere(result.bid)


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
    """Return whose tricks `result.tricks` counts: in the misère family the declarer's own."""
    if result.declarer and is_played_alone(result.bid):
        return result.declarer
    return declaring_side(rules, result)
