"""Which calls are legal at one point of an auction, and why the others are not.

A *setting* is fixed before the first call: the rules, the dealer, the seats that may not bid. A
*position* holds everything about the later calls that matters. Every rule of calling is one row of
data: its number, its sentence, and a function that says when it forbids the call.

The auction ends with a contract, or with a hand at no trump that nobody bid (T20), or the hand is
thrown in: all passed, only sixes that are signals were bid (T22, T25), or ace-no-face (T10).
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from party.engine.auction.bids import (
    MISERES,
    SPECIALS,
    Bid,
    bid_fault,
    bid_name,
    lowest_level,
    outranks,
    precondition,
)
from party.engine.auction.calls import ANF, ANSWERS, PASS, Call, call_name, calls_of, is_signal
from party.engine.errors import Fault, fault
from party.engine.rules.fields import TOGGLES
from party.engine.rules.rules import Rules
from party.engine.seats import fixed_partners, left_neighbour, seat_name, seats_from, seats_of

Seats = frozenset[str]
NOBODY: Seats = frozenset()
CONTRACT, PLAYED_WITHOUT_BID = "contract", "played_without_bid"
ALL_PASS, SIXES, ACE_NO_FACE = "all_pass", "sixes", "ace_no_face"


@dataclass(frozen=True)
class Setting:
    """The facts before the first call; `barred` seats may only pass (T56)."""

    rules: Rules
    dealer: str
    barred: Seats

    @cached_property
    def order(self) -> str:
        """The seats in the order of their first calls: left of the dealer first, dealer last."""
        seats = seats_of(self.rules)
        return seats_from(seats, left_neighbour(seats, self.dealer))

    def partners(self, seat: str) -> Seats:
        return Seats(fixed_partners(self.rules, seat))


class Position(NamedTuple):
    """Everything about the calls so far that matters.

    `turn` is empty when the bidding is over, and `ending` then says why. `bid` and `bidder` are
    the highest bid; `out` have passed (or, in one round, called) and get no turn unless the
    bidding reopens. `spoken` have made a call of their own, `bidders` a bid. `level` is the
    highest number of tricks bid; `nullo` and `sixes` have bid misère or a signal. `asking` waits
    for partner's answer to ace-no-face, `asked` have used it, `no_nullo` may not bid misère after
    it. `raising`: all others have passed and the bidder may go higher; `raised`: the bidder did.
    """

    turn: str
    bid: Bid | None = None
    bidder: str = ""
    out: Seats = NOBODY
    spoken: Seats = NOBODY
    bidders: Seats = NOBODY
    level: int = 0
    nullo: Seats = NOBODY
    sixes: Seats = NOBODY
    asking: str = ""
    asked: Seats = NOBODY
    no_nullo: Seats = NOBODY
    raising: bool = False
    raised: bool = False
    ending: str = ""


CallOrBid = TypeVar("CallOrBid", Call, Bid)


@dataclass(frozen=True)
class CallRule(Generic[CallOrBid]):
    """A rule that can forbid a call, or a bid."""

    rule: str
    text: str
    forbids: Callable[[Setting, Position, CallOrBid], bool]


def needs_earlier_bid(earlier: str) -> Callable[[Setting, Position, Bid], bool]:
    return lambda setting, position, bid: (
        precondition(setting.rules, bid) == earlier
        and not EARLIER_BIDS[earlier](setting, position)
    )


EARLIER_BIDS: Mapping[str, Callable[[Setting, Position], bool]] = {
    "a_seven": lambda _, position: position.level >= 7,
    "an_eight_bid": lambda _, position: position.level >= 8,
    "partner_bid_nullo": lambda setting, position: bool(
        position.nullo & setting.partners(position.turn)
    ),
}


def is_first_or_second(setting: Setting, position: Position) -> bool:
    return position.turn in setting.order[:2]


def must_bid(setting: Setting, position: Position) -> bool:
    """Say whether it is the dealer's first call and there is no playable bid yet (T20).

    Where a hand of sixes is thrown in (T25) a six is enough to free the dealer: our reading.
    """
    rules = setting.rules
    if (
        rules.all_pass != "dealer_stuck"
        or position.turn != setting.dealer
        or position.turn in position.spoken
    ):
        return False
    is_free = position.bid is not None and (
        rules.no_six_played == "on" or not is_signal(setting.rules, position.bid)
    )
    return not is_free


def may_only_pass(setting: Setting, position: Position) -> bool:
    """Say whether ralphing bars the player (T56); a dealer who must bid is free: our reading."""
    return position.turn in setting.barred and not must_bid(setting, position)


MAY_ONLY_PASS = "{seat} was set by three or more on the last hand and may only pass."
BID_RULES: tuple[CallRule[Bid], ...] = (
    CallRule(
        "T56",
        MAY_ONLY_PASS,
        lambda setting, position, _: may_only_pass(setting, position),
    ),
    CallRule(
        "T71",
        "{bid} does not outbid {standing}.",
        lambda setting, position, bid: (
            position.bid is not None and not outranks(setting.rules, bid, position.bid)
        ),
    ),
    CallRule(
        "T23",
        "Only the first two players may bid six, as a signal.",
        lambda setting, position, bid: (
            is_signal(setting.rules, bid)
            and setting.rules.inkle_seats == "first_two_players"
            and not is_first_or_second(setting, position)
        ),
    ),
    CallRule(
        "T22",
        "Partner has bid six as a signal: bid more than six, or pass.",
        lambda setting, position, bid: (
            is_signal(setting.rules, bid)
            and bool(position.sixes & setting.partners(position.turn))
        ),
    ),
    CallRule(
        "T21",
        "The dealer must bid {least} or more.",
        lambda setting, position, bid: (
            0 < bid.level < least_level(setting.rules) and must_bid(setting, position)
        ),
    ),
    CallRule(
        "T26",
        "Only the first two players may say “No”; say “No Trump”.",
        lambda setting, position, bid: (
            bid.strain == "NO"
            and setting.rules.no_vs_no_trump_signal == "st_paul"
            and not is_first_or_second(setting, position)
        ),
    ),
    CallRule(
        "T31", "{bid} may be bid only after a bid of seven or more.", needs_earlier_bid("a_seven")
    ),
    CallRule(
        "T35",
        "{bid} may be bid only after a bid of eight or more.",
        needs_earlier_bid("an_eight_bid"),
    ),
    CallRule(
        "T46",
        "{bid} may be bid only when partner has bid {misere}.",
        needs_earlier_bid("partner_bid_nullo"),
    ),
    CallRule(
        "T43",
        "{bid} is bid before looking at the cards: only as the first thing one says.",
        lambda _, position, bid: (
            bid.strain == "BLIND" and position.turn in position.spoken | position.asked
        ),
    ),
    CallRule(
        "T12",
        "This side said “Ace, no face” and played on: it may not bid {bid}.",
        lambda _, position, bid: bid.strain in MISERES and position.turn in position.no_nullo,
    ),
)


def least_level(rules: Rules) -> int:
    return max(rules.dealer_stuck_min, lowest_level(rules))


# These rules come before all others; only the first that applies is reported.
FIRST_RULES: tuple[CallRule[Call], ...] = (
    CallRule(
        "T10",
        "“Ace, no face”: the cards are dealt again.",
        lambda _, position, __: position.ending == ACE_NO_FACE,
    ),
    CallRule(
        "T13",
        "Everybody has had one turn: the bidding is over.",
        lambda setting, position, _: (
            not position.turn and setting.rules.rounds_of_bidding == "one_turn_each"
        ),
    ),
    CallRule(
        "T14",
        "All others have passed: the bidding is over.",
        lambda _, position, __: not position.turn,
    ),
    CallRule(
        "T10",
        "Partner has said “Ace, no face”: agree or refuse.",
        lambda _, position, call: bool(position.asking) and call not in ANSWERS,
    ),
    CallRule(
        "T10",
        "There is nothing to agree to: nobody has said “Ace, no face”.",
        lambda _, position, call: not position.asking and call in ANSWERS,
    ),
)
PASS_RULES: tuple[CallRule[Call], ...] = (
    CallRule(
        "T20",
        "Nobody has made a bid that is played: the dealer must.",
        lambda setting, position, _: must_bid(setting, position),
    ),
)
ACE_NO_FACE_RULES: tuple[CallRule[Call], ...] = (
    CallRule(
        "T10",
        "“Ace, no face” is said once, before one’s first call.",
        lambda _, position, __: position.turn in position.spoken | position.asked,
    ),
    CallRule(
        "T56",
        MAY_ONLY_PASS,
        lambda setting, position, _: may_only_pass(setting, position),
    ),
)
RULES_BY_CALL: Mapping[Call, tuple[CallRule[Call], ...]] = {
    PASS: PASS_RULES,
    ANF: ACE_NO_FACE_RULES,
}


def rules_against(
    setting: Setting, position: Position, call: Call
) -> Iterator[CallRule[Call] | CallRule[Bid]]:
    for rule in FIRST_RULES:
        if rule.forbids(setting, position, call):
            yield rule
            return
    if call.bid is None:
        yield from (
            rule for rule in RULES_BY_CALL.get(call, ()) if rule.forbids(setting, position, call)
        )
    else:
        bid = call.bid
        yield from (rule for rule in BID_RULES if rule.forbids(setting, position, bid))


def is_legal(setting: Setting, position: Position, call: Call) -> bool:
    return next(rules_against(setting, position, call), None) is None


def legal_calls(setting: Setting, position: Position) -> tuple[Call, ...]:
    if not position.turn:
        return ()
    return tuple(each for each in calls_of(setting.rules) if is_legal(setting, position, each))


def call_faults(setting: Setting, position: Position, call: Call) -> list[Fault]:
    legal = legal_calls(setting, position)
    unknown = unknown_fault(setting.rules, call)
    if unknown is not None and position.turn:
        reasons = [(unknown.rule, unknown.text)]
    else:
        parts = sentence_parts(setting, position, call)
        reasons = [
            (rule_number(rule, position, call), rule.text.format(**parts))
            for rule in rules_against(setting, position, call)
        ]
    return [
        fault(
            "call-refused",
            "{why} {legal_words}" if legal else "{why}",
            rule=number,
            place="call",
            legal=tuple(map(str, legal)),
            why=why,
            legal_words=legal_words(setting.rules, legal),
        )
        for number, why in reasons
    ]


NO_ACE_NO_FACE = "“Ace, no face” is not played {where}."


def unknown_fault(rules: Rules, call: Call) -> Fault | None:
    if call in calls_of(rules):
        return None
    if call.bid is not None:
        return bid_fault(rules, call.bid)
    return fault("call", NO_ACE_NO_FACE, rule="T10", where=rules.where)


def rule_number(broken: CallRule[Any], position: Position, call: Call) -> str:
    """Return the number of the broken rule; a special bid's place on the ladder has its own."""
    bids = (call.bid, position.bid)
    specials = [SPECIALS[bid.strain] for bid in bids if bid is not None and bid.special]
    if broken.rule != "T71" or not specials:
        return broken.rule
    special = specials[0]
    return TOGGLES[special.place if special.place in TOGGLES else special.switch].number


def sentence_parts(setting: Setting, position: Position, call: Call) -> dict[str, Any]:
    return {
        "seat": seat_name(position.turn),
        "bid": call_name(setting.rules, call),
        "standing": "" if position.bid is None else bid_name(setting.rules, position.bid),
        "misere": setting.rules.misere_word,
        "least": str(least_level(setting.rules)),
    }


def legal_words(rules: Rules, legal: tuple[Call, ...]) -> str:
    bids = [call.bid for call in legal if call.bid is not None and call.bid.strain != "NO"]
    ordinary = [bid for bid in bids if not bid.special]
    more = [f"{bid_name(rules, ordinary[0])} or more"] if ordinary else []
    others = [quoted_name(rules, each) for each in legal if each.bid is None or each.bid.special]
    return f"Legal now: {', '.join([*others[:1], *more, *others[1:]])}."


def quoted_name(rules: Rules, call: Call) -> str:
    name = call_name(rules, call)
    return f"“{name}”" if "," in name else name
