"""The auction: whose turn it is, what a call leads to, and how the bidding ends.

An auction is immutable: a call gives the next one. It covers one deal; the game decides who deals
after a hand that is thrown in (T11, T20). A call may give players who have passed another turn
(T14, T17, T18), ask the partner (T10) or be the last; `ending` then says how the hand goes on.
Positions are cached, and thousands of auctions by the same rules share them.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
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
    Seats,
    Setting,
    call_faults,
    is_legal,
    legal_calls,
)
from party.engine.errors import RuleError, fault, refuse_any, shorten
from party.engine.rules.rules import Rules
from party.engine.seats import left_neighbour, seats_from, seats_of, side_of


def has_same_strain(bid: Bid, other: Bid) -> bool:
    """Compare the strains as played: "no" is no trump, a special bid is a strain of its own."""
    return bid.contract.strain == other.contract.strain


def does_bid_reopen(rules: Rules, standing: Bid | None, bid: Bid) -> bool:
    """Whether players who passed get another turn (T14). The first bid changes no strain."""
    if rules.pass_final == "re_entry_only_when_someone_changes_strain":
        return standing is not None and not has_same_strain(standing, bid)
    return rules.pass_final == "pass_and_rebid"


def does_raise_reopen(rules: Rules, standing: Bid | None, bid: Bid) -> bool:
    if standing is not None and has_same_strain(standing, bid):
        return rules.raise_same_strain_closed == "no"
    return rules.raise_new_strain_reopens == "yes"


def after_call(setting: Setting, position: Position, call: Call) -> Position:
    """Return the position after a legal call.

    "Ace, no face" asks the partner; under rules that need no consent it ends the deal (T10).
    """
    if call.bid is not None:
        return after_bid(setting, position, call.bid)
    if call == PASS:
        return after_pass(setting, position)
    if call == REFUSE:
        return after_refusal(setting, position)
    if call == ANF and AGREE in calls_of(setting.rules):
        (partner,) = setting.partners(position.turn)
        asked = position.asked | {position.turn, partner}
        return position._replace(asking=position.turn, asked=asked, turn=partner)
    return position._replace(turn="", asking="", ending=ACE_NO_FACE)


def after_pass(setting: Setting, position: Position) -> Position:
    if position.raising:
        return end_bidding(setting, position)
    passed = {position.turn}
    return next_turn(
        setting, position._replace(out=position.out | passed, spoken=position.spoken | passed)
    )


def after_refusal(setting: Setting, position: Position) -> Position:
    """Return the turn to the player who asked; the side may then bid no misère (T12)."""
    no_nullo = position.no_nullo
    if setting.rules.refused_ace_no_face_bars_nullo == "on":
        no_nullo |= set(side_of(setting.rules, position.turn))
    return position._replace(turn=position.asking, asking="", no_nullo=no_nullo)


def after_bid(setting: Setting, position: Position, bid: Bid) -> Position:
    seat, rules = position.turn, setting.rules
    one_turn = rules.rounds_of_bidding == "one_turn_each"
    does_reopen = does_raise_reopen if position.raising else does_bid_reopen
    is_reopened = does_reopen(rules, position.bid, bid)
    out = NOBODY if is_reopened else position.out
    next_position = position._replace(
        bid=bid,
        bidder=seat,
        out=out | {seat} if one_turn else out,
        spoken=position.spoken | {seat},
        bidders=position.bidders | {seat},
        level=max(position.level, bid.level),
        nullo=position.nullo | {seat} if bid.strain == "MIS" else position.nullo,
        sixes=position.sixes | {seat} if is_signal(rules, bid) else position.sixes,
        raised=position.raising,
        raising=False,
    )
    return (
        end_bidding(setting, next_position)
        if position.raising and not is_reopened
        else next_turn(setting, next_position)
    )


def next_turn(setting: Setting, position: Position) -> Position:
    active = [
        seat
        for seat in seats_from(setting.order, left_neighbour(setting.order, position.turn))
        if seat not in position.out
    ]
    if not active:
        return end_bidding(setting, position)
    if active == [position.bidder]:
        raising = position._replace(turn=position.bidder, raising=True)
        return raising if can_raise(setting, raising) else end_bidding(setting, position)
    return position._replace(turn=active[0])


def can_raise(setting: Setting, position: Position) -> bool:
    """Whether the highest bidder may go on after all others have passed (T15, T16, T19).

    Our reading of T19 (barred): players may not raise their own raise unless it was outbid.
    """
    rules = setting.rules
    return (
        rules.raise_after_passes == "yes"
        and (rules.raise_needs_rival_bid == "no" or len(position.bidders) > 1)
        and (rules.self_raise_without_intervening_bid == "allowed" or not position.raised)
        and any(call.bid is not None for call in legal_calls(setting, position))
    )


def end_bidding(setting: Setting, position: Position) -> Position:
    return position._replace(turn="", raising=False, ending=ending_of(setting.rules, position.bid))


def ending_of(rules: Rules, bid: Bid | None) -> str:
    if bid is not None and not is_signal(rules, bid):
        return CONTRACT
    if bid is not None and rules.no_six_played == "on":
        return SIXES
    if rules.all_pass == "play_nt_10_per_trick":
        return PLAYED_WITHOUT_BID
    return ALL_PASS if bid is None else SIXES


MOST_POSITIONS = 5_000  # in the cache of one setting


class CachedPosition:
    """A position of one setting; its legal calls and the positions after it are computed once."""

    __slots__ = ("cache", "legal_cache", "position", "steps")

    def __init__(self, cache: "PositionCache", position: Position) -> None:
        self.cache = cache
        self.position = position
        self.steps: dict[str, tuple[tuple[str, Call], CachedPosition]] = {}
        self.legal_cache: tuple[Call, ...] | None = None

    @property
    def legal(self) -> tuple[Call, ...]:
        if self.legal_cache is None:
            self.legal_cache = legal_calls(self.cache.setting, self.position)
        return self.legal_cache

    def take(self, text: str) -> tuple[tuple[str, Call], "CachedPosition"]:
        """Return ((seat, call), position after it). Raises RuleError if the call is not legal."""
        call = Call.parse(text)
        if call not in self.steps:
            setting = self.cache.setting
            if call not in calls_of(setting.rules) or not is_legal(setting, self.position, call):
                refuse_any(call_faults(setting, self.position, call))
            position = self.cache.lookup(after_call(setting, self.position, call))
            self.steps[call] = ((self.position.turn, call), position)
        return self.steps[call]


class PositionCache:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.positions: dict[Position, CachedPosition] = {}

    def lookup(self, position: Position) -> CachedPosition:
        found = self.positions.get(position)
        if found is None:
            self.forget_many()
            found = self.positions[position] = CachedPosition(self, position)
        return found

    def forget_many(self) -> None:
        """Bound the memory of a server that runs for a long time."""
        if len(self.positions) >= MOST_POSITIONS:
            positions = list(self.positions.values())
            for position in positions:
                position.steps.clear()
            self.positions = {positions[0].position: positions[0]}  # every auction starts there


@lru_cache(maxsize=128)  # many clubs, each with its own rules, and every dealer
def first_position(
    rules: Rules, _words: tuple[str, str], dealer: str | None, barred: Seats
) -> CachedPosition:
    """Return the position before the first call; equal rules may differ in their words."""
    seats = seats_of(rules)
    dealing_seat = seats[-1] if dealer is None else dealer
    for seat in {dealing_seat, *barred}.difference(seats):
        text = "There is no seat “{seat}”: the seats are {seats}."
        raise RuleError(
            fault("seat", text, place="seat", seat=shorten(seat), seats=", ".join(seats))
        )
    setting = Setting(rules, dealing_seat, barred)
    return PositionCache(setting).lookup(Position(turn=setting.order[0]))


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Auction:
    """The bidding of one deal, after some calls.

    `calls` are (seat, Call) in order. The last seat deals unless `dealer` names another; `barred`
    seats may only pass (T56). Two auctions with the same calls are equal.
    """

    state: CachedPosition
    calls: tuple[tuple[str, Call], ...]

    def __init__(
        self, rules: Rules, dealer: str | None = None, barred: Iterable[str] = ()
    ) -> None:
        first = first_position(rules, rules.words, dealer, frozenset(barred))
        object.__setattr__(self, "state", first)
        object.__setattr__(self, "calls", ())

    def call(self, call: str) -> Self:
        """Return the auction after the next seat calls; a Bid or its text will do.

        Raises RuleError with each rule that forbids the call and the calls that are legal.
        """
        step = self.state.steps.get(call)
        seat_and_call, position = self.state.take(call) if step is None else step
        auction = object.__new__(type(self))
        object.__setattr__(auction, "state", position)
        object.__setattr__(auction, "calls", (*self.calls, seat_and_call))
        return auction

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Auction):
            return NotImplemented
        return self.calls == other.calls and self.setting == other.setting

    def __hash__(self) -> int:
        return hash((self.setting, self.calls))

    def legal_calls(self) -> tuple[Call, ...]:
        """Return the legal calls, bids from the lowest; () when the bidding is over.

        "ANF" is among them wherever the rules allow it, whatever the cards (see `is_ace_no_face`).
        """
        return self.state.legal

    @property
    def setting(self) -> Setting:
        return self.state.cache.setting

    @property
    def rules(self) -> Rules:
        return self.setting.rules

    @property
    def dealer(self) -> str:
        return self.setting.dealer

    @property
    def turn(self) -> str | None:
        """The seat that calls next; None when the bidding is over."""
        return self.state.position.turn or None

    @property
    def over(self) -> bool:
        return not self.state.position.turn

    @property
    def outcome(self) -> str:
        """The end of the bidding (see `legal_calls`); "" while it goes on."""
        return self.state.position.ending

    @property
    def highest(self) -> Bid | None:
        """The highest bid so far, as it was called: 7NO stays 7NO."""
        return self.state.position.bid

    @property
    def contract(self) -> Bid | None:
        """The contract: 7NO passed out is 7NT (T28), a signal of six passed out is None.

        While the bidding goes on: the contract that the highest bid so far would become.
        """
        bid = self.state.position.bid
        return None if bid is None or self.outcome not in {"", CONTRACT} else bid.contract

    @property
    def declarer(self) -> str | None:
        """The seat of the contract; while the bidding goes on, of the highest bid."""
        return None if self.contract is None else self.state.position.bidder

    @property
    def passed(self) -> Seats:
        """The seats without another turn, unless the bidding reopens."""
        return self.state.position.out
