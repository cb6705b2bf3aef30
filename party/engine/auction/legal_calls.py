"""The legal calls at one position of an auction, and the reasons against the others.

Each rule is one row of data: its number, its sentence, and a function that returns whether the
rule forbids a call.
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
    """The facts that are fixed before the first call; `barred` seats may only pass (T56)."""

    rules: Rules
    dealer: str
    barred: Seats

    @cached_property
    def order(self) -> str:
        """The seats in the order of their first turns; the dealer is the last."""
        seats = seats_of(self.rules)
        return seats_from(seats, left_neighbour(seats, self.dealer))

    def partners(self, seat: str) -> Seats:
        return Seats(fixed_partners(self.rules, seat))


class Position(NamedTuple):
    """The facts about the earlier calls.

    - `turn` is the seat that calls next; "" after the last call, which sets the `outcome`.
    - `bid` and `bidder`: the highest bid. `highest_level`: the most tricks bid so far.
    - `seats_out` get no further turn unless the bidding reopens.
    - `callers` have passed or bid; `bidders` have bid, `nullo_bidders` have bid misère,
      `six_bidders` have bid a signal.
    - `asker` waits for an answer to ace-no-face; `ace_no_face_seats` have asked or answered;
      `barred_from_nullo` may not bid misère since a refusal.
    - `is_raising`: all others have passed and the bidder may raise; `has_raised`: the bidder did.
    """

    turn: str
    bid: Bid | None = None
    bidder: str = ""
    seats_out: Seats = NOBODY
    callers: Seats = NOBODY
    bidders: Seats = NOBODY
    highest_level: int = 0
    nullo_bidders: Seats = NOBODY
    six_bidders: Seats = NOBODY
    asker: str = ""
    ace_no_face_seats: Seats = NOBODY
    barred_from_nullo: Seats = NOBODY
    is_raising: bool = False
    has_raised: bool = False
    outcome: str = ""


CallOrBid = TypeVar("CallOrBid", Call, Bid)


@dataclass(frozen=True)
class CallRule(Generic[CallOrBid]):
    rule: str
    text: str
    forbids: Callable[[Setting, Position, CallOrBid], bool]


def lacks_earlier_bid(needed: str) -> Callable[[Setting, Position, Bid], bool]:
    """Return a check for bids: the bid needs this earlier bid, and nobody has made it."""
    return lambda setting, position, bid: (
        precondition(setting.rules, bid) == needed
        and not HAS_EARLIER_BID[needed](setting, position)
    )


HAS_EARLIER_BID: Mapping[str, Callable[[Setting, Position], bool]] = {
    "a_seven": lambda _, position: position.highest_level >= 7,
    "an_eight_bid": lambda _, position: position.highest_level >= 8,
    "partner_bid_nullo": lambda setting, position: bool(
        position.nullo_bidders & setting.partners(position.turn)
    ),
}


def is_one_of_first_two(setting: Setting, position: Position) -> bool:
    return position.turn in setting.order[:2]


def must_bid(setting: Setting, position: Position) -> bool:
    """Return whether the dealer must bid, because nobody has made a playable bid (T20).

    If a hand with only sixes is thrown in (T25), the dealer may pass after a six: our reading.
    """
    rules = setting.rules
    is_first_call = position.turn not in position.callers
    if rules.all_pass != "dealer_stuck" or position.turn != setting.dealer or not is_first_call:
        return False
    if position.bid is None:
        return True
    return rules.no_six_played != "on" and is_signal(rules, position.bid)


def may_only_pass(setting: Setting, position: Position) -> bool:
    """Return whether ralphing (T56) bars the player; never a dealer who must bid: our reading."""
    return position.turn in setting.barred and not must_bid(setting, position)


def has_called(position: Position) -> bool:
    return position.turn in position.callers | position.ace_no_face_seats


MAY_ONLY_PASS = "{seat} was set by three or more on the last hand and may only pass."
BID_RULES: tuple[CallRule[Bid], ...] = (
    CallRule(
        "T56",
        MAY_ONLY_PASS,
        lambda setting, position, _: may_only_pass(setting, position),
    ),
    CallRule(
        "T71",
        "{bid} does not outbid {highest_bid}.",
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
            and not is_one_of_first_two(setting, position)
        ),
    ),
    CallRule(
        "T22",
        "Partner has bid six as a signal: bid more than six, or pass.",
        lambda setting, position, bid: (
            is_signal(setting.rules, bid)
            and bool(position.six_bidders & setting.partners(position.turn))
        ),
    ),
    CallRule(
        "T21",
        "The dealer must bid {least} or more.",
        lambda setting, position, bid: (
            0 < bid.level < forced_level(setting.rules) and must_bid(setting, position)
        ),
    ),
    CallRule(
        "T26",
        "Only the first two players may say “No”; say “No Trump”.",
        lambda setting, position, bid: (
            bid.strain == "NO"
            and setting.rules.no_vs_no_trump_signal == "st_paul"
            and not is_one_of_first_two(setting, position)
        ),
    ),
    CallRule(
        "T31", "{bid} may be bid only after a bid of seven or more.", lacks_earlier_bid("a_seven")
    ),
    CallRule(
        "T35",
        "{bid} may be bid only after a bid of eight or more.",
        lacks_earlier_bid("an_eight_bid"),
    ),
    CallRule(
        "T46",
        "{bid} may be bid only when partner has bid {misere}.",
        lacks_earlier_bid("partner_bid_nullo"),
    ),
    CallRule(
        "T43",
        "{bid} is bid before looking at the cards: only as the first thing one says.",
        lambda _, position, bid: bid.strain == "BLIND" and has_called(position),
    ),
    CallRule(
        "T12",
        "This side said “Ace, no face” and played on: it may not bid {bid}.",
        lambda _, position, bid: (
            bid.strain in MISERES and position.turn in position.barred_from_nullo
        ),
    ),
)


def forced_level(rules: Rules) -> int:
    """Return the lowest level for a dealer who must bid (T21)."""
    return max(rules.dealer_stuck_min, lowest_level(rules))


# These rules are checked before all others; only the first that applies is reported.
FIRST_RULES: tuple[CallRule[Call], ...] = (
    CallRule(
        "T10",
        "“Ace, no face”: the cards are dealt again.",
        lambda _, position, __: position.outcome == ACE_NO_FACE,
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
        lambda _, position, call: bool(position.asker) and call not in ANSWERS,
    ),
    CallRule(
        "T10",
        "There is nothing to agree to: nobody has said “Ace, no face”.",
        lambda _, position, call: not position.asker and call in ANSWERS,
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
        lambda _, position, __: has_called(position),
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
    return tuple(call for call in calls_of(setting.rules) if is_legal(setting, position, call))


def call_faults(setting: Setting, position: Position, call: Call) -> list[Fault]:
    legal = legal_calls(setting, position)
    unplayed = unplayed_call_fault(setting.rules, call)
    if unplayed is not None and position.turn:
        reasons = [(unplayed.rule, unplayed.text)]
    else:
        parts = sentence_parts(setting, position, call)
        reasons = [
            (rule_number(rule, position, call), rule.text.format(**parts))
            for rule in rules_against(setting, position, call)
        ]
    return [
        fault(
            "call-refused",
            "{reason} {legal_words}" if legal else "{reason}",
            rule=number,
            place="call",
            legal=tuple(map(str, legal)),
            reason=reason,
            legal_words=legal_calls_text(setting.rules, legal),
        )
        for number, reason in reasons
    ]


NO_ACE_NO_FACE = "“Ace, no face” is not played {where}."


def unplayed_call_fault(rules: Rules, call: Call) -> Fault | None:
    if call in calls_of(rules):
        return None
    if call.bid is not None:
        return bid_fault(rules, call.bid)
    return fault("call", NO_ACE_NO_FACE, rule="T10", where=rules.where)


def rule_number(call_rule: CallRule[Any], position: Position, call: Call) -> str:
    """Return the number of the rule; for the rank of a special bid the number of its field."""
    bids = (call.bid, position.bid)
    specials = [SPECIALS[bid.strain] for bid in bids if bid is not None and bid.is_special]
    if call_rule.rule != "T71" or not specials:
        return call_rule.rule
    special = specials[0]
    has_rank_field = special.ladder_place in TOGGLES
    return TOGGLES[special.ladder_place if has_rank_field else special.switch].number


def sentence_parts(setting: Setting, position: Position, call: Call) -> dict[str, Any]:
    return {
        "seat": seat_name(position.turn),
        "bid": call_name(setting.rules, call),
        "highest_bid": "" if position.bid is None else bid_name(setting.rules, position.bid),
        "misere": setting.rules.misere_word,
        "least": str(forced_level(setting.rules)),
    }


def legal_calls_text(rules: Rules, legal: tuple[Call, ...]) -> str:
    """Return "Legal now: Pass, 8 Spades or more, Nullo." with the special bids at the end."""
    bids = [call.bid for call in legal if call.bid is not None and call.bid.strain != "NO"]
    ordinary = [bid for bid in bids if not bid.is_special]
    ordinary_text = [f"{bid_name(rules, ordinary[0])} or more"] if ordinary else []
    other_calls = (call for call in legal if call.bid is None or call.bid.is_special)
    names = [quoted_call_name(rules, call) for call in other_calls]
    return f"Legal now: {', '.join([*names[:1], *ordinary_text, *names[1:]])}."


def quoted_call_name(rules: Rules, call: Call) -> str:
    name = call_name(rules, call)
    return f"“{name}”" if "," in name else name
