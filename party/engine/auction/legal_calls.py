"""Calling: which calls may be made at one moment of an auction, and why not the others.

A *setting* is what stands before anybody speaks: the rules, who deals, who may not bid. A
*position* is all that matters of what has been said since. Every rule of calling is one row of
data: its number, its sentence, and a small function that says when it stands in the way.

At the end there is a contract, or the hand is played at no trump without a bid (T20). Else it is
thrown in: all passed, nothing but sixes that are signals was bid (T22, T25), or ace-no-face (T10).
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
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
from party.engine.seats import clockwise, fixed_partners, left_of, seat_name, seats_of

Seats = frozenset[str]
NOBODY: Seats = frozenset()
CONTRACT, PLAYED_WITHOUT_BID = "contract", "played_without_bid"
ALL_PASS, SIXES, ACE_NO_FACE = "all_pass", "sixes", "ace_no_face"


@dataclass(frozen=True)
class Setting:
    """What stands before the first call; `barred` are seats that may only pass (T56)."""

    rules: Rules
    dealer: str
    barred: Seats

    @cached_property
    def order(self) -> str:
        """The seats as they speak for the first time: left of the dealer first, dealer last."""
        seats = seats_of(self.rules)
        return clockwise(seats, left_of(seats, self.dealer))

    @cached_property
    def sides(self) -> Mapping[str, Seats]:
        """Each seat with all seats of its side."""
        rules = self.rules
        return {seat: Seats({seat, *fixed_partners(rules, seat)}) for seat in self.order}

    def partners(self, seat: str) -> Seats:
        return self.sides[seat] - {seat}


class Position(NamedTuple):
    """All that matters of what has been said.

    `turn` is empty when the bidding is over, `ending` then says why. `bid` and `bidder` are the
    highest bid; `out` have passed (or, in one round, spoken) and get no turn again unless the
    bidding reopens. `spoken` have made a call of their own, `bidders` a bid. `level` is the
    highest number of tricks bid, `nullo` and `sixes` are who bid misère or a signal. `asking`
    waits for partner's answer to ace-no-face, `asked` have had one, `no_nullo` may not bid misère
    after it. `raising`: all others have passed and the bidder may go higher; `raised`: did so.
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


Said = TypeVar("Said", Call, Bid)


@dataclass(frozen=True)
class Bar(Generic[Said]):
    """A rule that can stand in the way of a call, or of a bid."""

    rule: str
    text: str
    stands: Callable[[Setting, Position, Said], bool]


def needs(what: str) -> Callable[[Setting, Position, Bid], bool]:
    """Return whether the bid waits for this, and it has not been bid yet."""
    return lambda the, at, bid: precondition(the.rules, bid) == what and not MET[what](the, at)


MET: Mapping[str, Callable[[Setting, Position], bool]] = MappingProxyType(
    {
        "a_seven": lambda _, at: at.level >= 7,
        "an_eight_bid": lambda _, at: at.level >= 8,
        "partner_bid_nullo": lambda the, at: bool(at.nullo & the.partners(at.turn)),
    }
)


def signal_bid(the: Setting, bid: Bid) -> bool:
    return is_signal(the.rules, bid)


def first_two(the: Setting, at: Position) -> bool:
    return at.turn in the.order[:2]


def stuck(the: Setting, at: Position) -> bool:
    """Say whether it is the dealer's first call and nobody has bid what can be played (T20).

    Where a hand of sixes is thrown in (T25) a six is enough to free the dealer: our reading.
    """
    rules = the.rules
    if rules.all_pass != "dealer_stuck" or at.turn != the.dealer or at.turn in at.spoken:
        return False
    free = at.bid is not None and (rules.no_six_played == "on" or not signal_bid(the, at.bid))
    return not free


def may_only_pass(the: Setting, at: Position) -> bool:
    """Say whether ralphing bars the player (T56); a dealer who must bid may: our reading."""
    return at.turn in the.barred and not stuck(the, at)


BID_BARS: tuple[Bar[Bid], ...] = (
    Bar(
        "T56",
        "{seat} was set by three or more on the last hand and may only pass.",
        lambda the, at, _: may_only_pass(the, at),
    ),
    Bar(
        "T71",
        "{bid} does not outbid {standing}.",
        lambda the, at, bid: at.bid is not None and not outranks(the.rules, bid, at.bid),
    ),
    Bar(
        "T23",
        "Only the first two players may bid six, as a signal.",
        lambda the, at, bid: (
            signal_bid(the, bid)
            and the.rules.inkle_seats == "first_two_players"
            and not first_two(the, at)
        ),
    ),
    Bar(
        "T22",
        "Partner has bid six as a signal: bid more than six, or pass.",
        lambda the, at, bid: signal_bid(the, bid) and bool(at.sixes & the.partners(at.turn)),
    ),
    Bar(
        "T21",
        "The dealer must bid {least} or more.",
        lambda the, at, bid: 0 < bid.level < least_level(the.rules) and stuck(the, at),
    ),
    Bar(
        "T26",
        "Only the first two players may say “No”; say “No Trump”.",
        lambda the, at, bid: (
            bid.strain == "NO"
            and the.rules.no_vs_no_trump_signal == "st_paul"
            and not first_two(the, at)
        ),
    ),
    Bar("T31", "{bid} may be bid only after a bid of seven or more.", needs("a_seven")),
    Bar("T35", "{bid} may be bid only after a bid of eight or more.", needs("an_eight_bid")),
    Bar("T46", "{bid} may be bid only when partner has bid {misere}.", needs("partner_bid_nullo")),
    Bar(
        "T43",
        "{bid} is bid before looking at the cards: only as the first thing one says.",
        lambda _, at, bid: bid.strain == "BLIND" and at.turn in at.spoken | at.asked,
    ),
    Bar(
        "T12",
        "This side said “Ace, no face” and played on: it may not bid {bid}.",
        lambda _, at, bid: bid.strain in MISERES and at.turn in at.no_nullo,
    ),
)


def least_level(rules: Rules) -> int:
    """Return the lowest bid of a dealer who must bid (T21); a signal would not do."""
    return max(rules.dealer_stuck_min, lowest_level(rules))


# What stands before all other rules: only the first that applies is told.
FIRST_BARS: tuple[Bar[Call], ...] = (
    Bar(
        "T10",
        "“Ace, no face”: the cards are dealt again.",
        lambda _, at, __: at.ending == ACE_NO_FACE,
    ),
    Bar(
        "T13",
        "Everybody has had one turn: the bidding is over.",
        lambda the, at, _: not at.turn and the.rules.rounds_of_bidding == "one_turn_each",
    ),
    Bar("T14", "All others have passed: the bidding is over.", lambda _, at, __: not at.turn),
    Bar(
        "T10",
        "Partner has said “Ace, no face”: agree or refuse.",
        lambda _, at, call: bool(at.asking) and call not in ANSWERS,
    ),
    Bar(
        "T10",
        "There is nothing to agree to: nobody has said “Ace, no face”.",
        lambda _, at, call: not at.asking and call in ANSWERS,
    ),
)
PASS_BARS: tuple[Bar[Call], ...] = (
    Bar(
        "T20",
        "Nobody has made a bid that is played: the dealer must.",
        lambda the, at, _: stuck(the, at),
    ),
)
ACE_NO_FACE_BARS: tuple[Bar[Call], ...] = (
    Bar(
        "T10",
        "“Ace, no face” is said once, before one’s first call.",
        lambda _, at, __: at.turn in at.spoken | at.asked,
    ),
    Bar(
        "T56",
        "{seat} was set by three or more on the last hand and may only pass.",
        lambda the, at, _: may_only_pass(the, at),
    ),
)
BARS: Mapping[Call, tuple[Bar[Call], ...]] = MappingProxyType(
    {PASS: PASS_BARS, ANF: ACE_NO_FACE_BARS}
)


def standing_bars(the: Setting, at: Position, call: Call) -> Iterator[Bar[Call] | Bar[Bid]]:
    """Yield the rules that stand in the way of a call that these rules know."""
    for bar in FIRST_BARS:
        if bar.stands(the, at, call):
            yield bar
            return
    if call.bid is None:
        yield from (bar for bar in BARS.get(call, ()) if bar.stands(the, at, call))
    else:
        bid = call.bid
        yield from (bar for bar in BID_BARS if bar.stands(the, at, bid))


def is_free(the: Setting, at: Position, call: Call) -> bool:
    """Say whether no rule stands in the way of a call that these rules know."""
    return next(standing_bars(the, at, call), None) is None


def legal_calls(the: Setting, at: Position) -> tuple[Call, ...]:
    """Return the calls that may be made now: pass, the bids from the lowest, the words of T10."""
    if not at.turn:
        return ()
    return tuple(each for each in calls_of(the.rules) if is_free(the, at, each))


def call_faults(the: Setting, at: Position, call: Call) -> list[Fault]:
    """Return all that stands in the way of a call; each fault says what is legal instead."""
    legal = legal_calls(the, at)
    unknown = unknown_fault(the.rules, call)
    if unknown is not None and at.turn:
        return [instead(the.rules, legal, unknown)]
    words = words_of(the, at, call)
    return [
        instead(the.rules, legal, fault("call", bar.text, rule=number(bar, at, call), **words))
        for bar in standing_bars(the, at, call)
    ]


def unknown_fault(rules: Rules, call: Call) -> Fault | None:
    """Return why these rules do not know the call at all; None when they do."""
    if call in calls_of(rules):
        return None
    if call.bid is not None:
        return bid_fault(rules, call.bid)
    return fault("call", "“Ace, no face” is not played {where}.", rule="T10", where=rules.where)


def number(bar: Bar[Any], at: Position, call: Call) -> str:
    """Return the number of the rule; a special bid's place on the ladder is a rule of its own."""
    if bar.rule != "T71":
        return bar.rule
    strains = [bid.strain for bid in (call.bid, at.bid) if bid is not None and bid.special]
    return place_number(strains[0]) if strains else bar.rule


def place_number(strain: str) -> str:
    special = SPECIALS[strain]
    return TOGGLES[special.place if special.place in TOGGLES else special.switch].number


def words_of(the: Setting, at: Position, call: Call) -> dict[str, Any]:
    """Return what the sentences of the rules of calling may name."""
    return {
        "seat": seat_name(at.turn),
        "bid": call_name(the.rules, call),
        "standing": "" if at.bid is None else bid_name(the.rules, at.bid),
        "misere": the.rules.misere_word,
        "least": str(least_level(the.rules)),
    }


def instead(rules: Rules, legal: tuple[Call, ...], why: Fault) -> Fault:
    """Return the fault with what may be called instead, in words and as calls."""
    return fault(
        "call-refused",
        "{why} {legal_words}" if legal else "{why}",
        rule=why.rule,
        place="call",
        legal=tuple(map(str, legal)),
        why=why.text,
        legal_words=legal_words(rules, legal),
    )


def legal_words(rules: Rules, legal: tuple[Call, ...]) -> str:
    """Say what may be called: “Legal now: Pass, 7 Clubs or more, Misère.”."""
    bids = [call.bid for call in legal if call.bid is not None and call.bid.strain != "NO"]
    ordinary = [bid for bid in bids if not bid.special]
    more = [f"{bid_name(rules, ordinary[0])} or more"] if ordinary else []
    others = [_quoted(rules, each) for each in legal if each.bid is None or each.bid.special]
    return f"Legal now: {', '.join([*others[:1], *more, *others[1:]])}."


def _quoted(rules: Rules, call: Call) -> str:
    """Return the name of a call for a list: in quotes where it has a comma of its own."""
    name = call_name(rules, call)
    return f"“{name}”" if "," in name else name
