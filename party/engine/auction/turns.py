"""Turns: what a call leads to, and how an auction ends.

A call may reopen the bidding to those who have passed (T14, T17, T18), ask the partner (T10) or be
the last; then `ending` says what becomes of the hand.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Callable, Mapping
from types import MappingProxyType

from party.engine.auction.bids import Bid
from party.engine.auction.calls import AGREE, ANF, PASS, REFUSE, Call, calls_of, is_signal
from party.engine.auction.legal_calls import (
    ACE_NO_FACE,
    ALL_PASS,
    CONTRACT,
    NOBODY,
    PLAYED_WITHOUT_BID,
    SIXES,
    Position,
    Setting,
    legal_calls,
)
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, left_of

# When a bid gives those who passed another turn (T14). The first bid changes no strain.
REOPENS: Mapping[str, Callable[[Rules, Bid | None, Bid], bool]] = MappingProxyType(
    {
        "yes": lambda _rules, _standing, _bid: False,
        "pass_and_rebid": lambda _rules, _standing, _bid: True,
        "re_entry_only_when_someone_changes_strain": (
            lambda _rules, standing, bid: standing is not None and not same_strain(standing, bid)
        ),
    }
)


def same_strain(bid: Bid, other: Bid) -> bool:
    """Say whether two bids are for the same trumps; "no" is no trump, a special bid its own."""
    return bid.contract.strain == other.contract.strain


def raise_reopens(rules: Rules, standing: Bid | None, bid: Bid) -> bool:
    """Say whether the others may answer a raise after they had all passed (T17, T18)."""
    if standing is not None and same_strain(standing, bid):
        return rules.raise_same_strain_closed == "no"
    return rules.raise_new_strain_reopens == "yes"


def after_call(the: Setting, at: Position, call: Call) -> Position:
    """Return the position after a legal call."""
    if call.bid is not None:
        return after_bid(the, at, call.bid)
    return AFTER_WORD[call](the, at)


def after_pass(the: Setting, at: Position) -> Position:
    if at.raising:
        return end(the, at)
    return pass_on(the, at._replace(out=at.out | {at.turn}, spoken=at.spoken | {at.turn}))


def after_ace_no_face(the: Setting, at: Position) -> Position:
    """Ask the partner; where it needs nobody's consent the deal is over (T10)."""
    if AGREE not in calls_of(the.rules):
        return after_consent(the, at)
    (partner,) = the.partners(at.turn)
    return at._replace(asking=at.turn, asked=at.asked | {at.turn, partner}, turn=partner)


def after_consent(_: Setting, at: Position) -> Position:
    return at._replace(turn="", asking="", ending=ACE_NO_FACE)


def after_refusal(the: Setting, at: Position) -> Position:
    """Go on with the one who asked; the side may then bid no misère (T12)."""
    bars = the.rules.refused_ace_no_face_bars_nullo == "on"
    no_nullo = at.no_nullo | the.sides[at.turn] if bars else at.no_nullo
    return at._replace(turn=at.asking, asking="", no_nullo=no_nullo)


AFTER_WORD: Mapping[Call, Callable[[Setting, Position], Position]] = MappingProxyType(
    {
        PASS: after_pass,
        ANF: after_ace_no_face,
        AGREE: after_consent,
        REFUSE: after_refusal,
    }
)


def after_bid(the: Setting, at: Position, bid: Bid) -> Position:
    seat, rules = at.turn, the.rules
    one_turn = rules.rounds_of_bidding == "one_turn_each"
    reopens = (raise_reopens if at.raising else REOPENS[rules.pass_final])(rules, at.bid, bid)
    out = NOBODY if reopens else at.out
    made = at._replace(
        bid=bid,
        bidder=seat,
        out=out | {seat} if one_turn else out,
        spoken=at.spoken | {seat},
        bidders=at.bidders | {seat},
        level=max(at.level, bid.level),
        nullo=at.nullo | {seat} if bid.strain == "MIS" else at.nullo,
        sixes=at.sixes | {seat} if is_signal(rules, bid) else at.sixes,
        raised=at.raising,
        raising=False,
    )
    return end(the, made) if at.raising and not reopens else pass_on(the, made)


def pass_on(the: Setting, at: Position) -> Position:
    """Return the position with the next turn, or the end when nobody has one."""
    live = [
        seat for seat in clockwise(the.order, left_of(the.order, at.turn)) if seat not in at.out
    ]
    if not live:
        return end(the, at)
    if live == [at.bidder]:
        raising = at._replace(turn=at.bidder, raising=True)
        return raising if may_raise(the, raising) else end(the, at)
    return at._replace(turn=live[0])


def may_raise(the: Setting, at: Position) -> bool:
    """Say whether the highest bidder may go on after all others have passed (T15, T16, T19).

    Our reading of T19 (barred): nobody raises an own raise that nobody has outbid.
    """
    rules = the.rules
    return (
        rules.raise_after_passes == "yes"
        and (rules.raise_needs_rival_bid == "no" or len(at.bidders) > 1)
        and (rules.self_raise_without_intervening_bid == "allowed" or not at.raised)
        and any(call.bid is not None for call in legal_calls(the, at))
    )


def end(the: Setting, at: Position) -> Position:
    """Return the position in which the bidding is over, and why (T20, T22, T25)."""
    return at._replace(turn="", raising=False, ending=ending(the.rules, at.bid))


def ending(rules: Rules, bid: Bid | None) -> str:
    if bid is not None and not is_signal(rules, bid):
        return CONTRACT
    if bid is not None and rules.no_six_played == "on":
        return SIXES
    if rules.all_pass == "play_nt_10_per_trick":
        return PLAYED_WITHOUT_BID
    return ALL_PASS if bid is None else SIXES
