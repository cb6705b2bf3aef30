"""The auction of one deal: the turns, the effect of each call, and the outcome.

A call returns a new auction. `Game` chooses the next dealer (T11, T20).
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

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
    call_faults,
    is_legal,
    legal_calls,
)
from party.engine.errors import RuleError
from party.engine.rules.rules import Rules
from party.engine.seats import left_neighbour, seat_fault, seats_from, seats_of, side_of


def has_same_strain(bid: Bid, other: Bid) -> bool:
    """Compare the strains in play: "no" counts as no trump, each special bid has its own."""
    return bid.contract.strain == other.contract.strain


def is_reopened_by_bid(rules: Rules, highest_bid: Bid | None, bid: Bid) -> bool:
    """Return whether the players who passed get another turn (T14)."""
    if rules.pass_final == "re_entry_only_when_someone_changes_strain":
        return highest_bid is not None and not has_same_strain(highest_bid, bid)
    return rules.pass_final == "pass_and_rebid"


def is_reopened_by_raise(rules: Rules, highest_bid: Bid | None, bid: Bid) -> bool:
    if highest_bid is not None and has_same_strain(highest_bid, bid):
        return rules.raise_same_strain_closed == "no"
    return rules.raise_new_strain_reopens == "yes"


def position_after_call(setting: Setting, position: Position, call: Call) -> Position:
    """Return the next position. Ace-no-face asks the partner, or ends the auction (T10)."""
    if call.bid is not None:
        return position_after_bid(setting, position, call.bid)
    if call == PASS:
        return position_after_pass(setting, position)
    if call == REFUSE:
        return position_after_refusal(setting, position)
    if call == ANF and AGREE in calls_of(setting.rules):
        (partner,) = setting.partners(position.turn)
        seats = position.ace_no_face_seats | {position.turn, partner}
        return position._replace(asker=position.turn, ace_no_face_seats=seats, turn=partner)
    return position._replace(turn="", asker="", outcome=ACE_NO_FACE)


def position_after_pass(setting: Setting, position: Position) -> Position:
    if position.is_raising:
        return end_bidding(setting, position)
    seats_out = position.seats_out | {position.turn}
    callers = position.callers | {position.turn}
    return pass_turn(setting, position._replace(seats_out=seats_out, callers=callers))


def position_after_refusal(setting: Setting, position: Position) -> Position:
    """Give the turn back to the player who asked; the side may then bid no misère (T12)."""
    barred = position.barred_from_nullo
    if setting.rules.refused_ace_no_face_bars_nullo == "on":
        barred |= set(side_of(setting.rules, position.turn))
    return position._replace(turn=position.asker, asker="", barred_from_nullo=barred)


def position_after_bid(setting: Setting, position: Position, bid: Bid) -> Position:
    seat, rules = position.turn, setting.rules
    has_one_turn = rules.rounds_of_bidding == "one_turn_each"
    is_reopened = (is_reopened_by_raise if position.is_raising else is_reopened_by_bid)(
        rules, position.bid, bid
    )
    own_seat, seats_out = {seat}, NOBODY if is_reopened else position.seats_out
    next_position = position._replace(
        bid=bid,
        bidder=seat,
        seats_out=seats_out | (own_seat if has_one_turn else NOBODY),
        callers=position.callers | own_seat,
        bidders=position.bidders | own_seat,
        highest_level=max(position.highest_level, bid.level),
        nullo_bidders=position.nullo_bidders | (own_seat if bid.strain == "MIS" else NOBODY),
        six_bidders=position.six_bidders | (own_seat if is_signal(rules, bid) else NOBODY),
        has_raised=position.is_raising,
        is_raising=False,
    )
    if position.is_raising and not is_reopened:
        return end_bidding(setting, next_position)
    return pass_turn(setting, next_position)


def pass_turn(setting: Setting, position: Position) -> Position:
    active = [
        seat
        for seat in seats_from(setting.order, left_neighbour(setting.order, position.turn))
        if seat not in position.seats_out
    ]
    if not active:
        return end_bidding(setting, position)
    if active == [position.bidder]:
        raising = position._replace(turn=position.bidder, is_raising=True)
        return raising if can_raise(setting, raising) else end_bidding(setting, position)
    return position._replace(turn=active[0])


def can_raise(setting: Setting, position: Position) -> bool:
    """Return whether the highest bidder may raise after all others passed (T15, T16, T19).

    Our reading of T19 (barred): players may not raise their own raise unless it was outbid.
    """
    rules = setting.rules
    return (
        rules.raise_after_passes == "yes"
        and (rules.raise_needs_rival_bid == "no" or len(position.bidders) > 1)
        and (rules.self_raise_without_intervening_bid == "allowed" or not position.has_raised)
        and any(call.bid is not None for call in legal_calls(setting, position))
    )


def end_bidding(setting: Setting, position: Position) -> Position:
    outcome = outcome_of(setting.rules, position.bid)
    return position._replace(turn="", is_raising=False, outcome=outcome)


def outcome_of(rules: Rules, bid: Bid | None) -> str:
    if bid is not None and not is_signal(rules, bid):
        return CONTRACT
    if bid is not None and rules.no_six_played == "on":
        return SIXES
    if rules.all_pass == "play_nt_10_per_trick":
        return PLAYED_WITHOUT_BID
    return ALL_PASS if bid is None else SIXES


@dataclass(frozen=True, slots=True, init=False)
class Auction:
    """The bidding of one deal after some calls.

    `calls` are (seat, Call) in order. The default dealer is the last seat; `barred` seats may only
    pass (T56).
    """

    setting: Setting
    position: Position
    calls: tuple[tuple[str, Call], ...]

    def __init__(
        self, rules: Rules, dealer: str | None = None, barred: Iterable[str] = ()
    ) -> None:
        seats = seats_of(rules)
        setting = Setting(rules, seats[-1] if dealer is None else dealer, frozenset(barred))
        for seat in {setting.dealer, *setting.barred}.difference(seats):
            raise RuleError(seat_fault(seat, "seat", seats))
        object.__setattr__(self, "setting", setting)
        object.__setattr__(self, "position", Position(turn=setting.order[0]))
        object.__setattr__(self, "calls", ())

    def call(self, call: str) -> Self:
        """Return the auction after the next seat's call: a Call, a Bid, or a text.

        Raises RuleError with each rule that forbids the call and the calls that are legal.
        """
        parsed = Call.parse(call)
        if not self.allows(parsed):
            raise RuleError(*call_faults(self.setting, self.position, parsed))
        return self.after(parsed)

    def allows(self, call: Call) -> bool:
        return call in calls_of(self.rules) and is_legal(self.setting, self.position, call)

    def after(self, call: Call) -> Self:
        """Return the auction after this call, legal or not."""
        auction = object.__new__(type(self))
        position = position_after_call(self.setting, self.position, call)
        object.__setattr__(auction, "setting", self.setting)
        object.__setattr__(auction, "position", position)
        object.__setattr__(auction, "calls", (*self.calls, (self.position.turn, call)))
        return auction

    def legal_calls(self) -> tuple[Call, ...]:
        """Return the legal calls, the lowest bid first; () when the bidding is over.

        They include "ANF" whatever the cards are: `is_ace_no_face` checks the cards.
        """
        return legal_calls(self.setting, self.position)

    @property
    def rules(self) -> Rules:
        return self.setting.rules

    @property
    def dealer(self) -> str:
        return self.setting.dealer

    @property
    def turn(self) -> str | None:
        """The seat that calls next; None when the bidding is over."""
        return self.position.turn or None

    @property
    def over(self) -> bool:
        return not self.position.turn

    @property
    def outcome(self) -> str:
        """One of the outcomes in `legal_calls`, such as ALL_PASS; "" while the bidding goes on."""
        return self.position.outcome

    @property
    def highest_bid(self) -> Bid | None:
        """The highest bid so far, as it was called: 7NO is not 7NT."""
        return self.position.bid

    @property
    def contract(self) -> Bid | None:
        """The contract: 7NT after a last bid of 7NO (T28); None after a signal of six.

        While the bidding goes on, it is the contract that the highest bid would become.
        """
        bid = self.position.bid
        return None if bid is None or self.outcome not in {"", CONTRACT} else bid.contract

    @property
    def declarer(self) -> str | None:
        """The bidder of the contract; None if there is no contract."""
        return None if self.contract is None else self.position.bidder
