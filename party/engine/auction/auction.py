"""The auction: whose turn it is, what a call leads to, and how the bidding ends.

An auction is immutable: a call gives the next one. It knows one deal only: who deals after a hand
that is thrown in is decided by the game (T11, T20). A call may give those who have passed another
turn (T14, T17, T18), ask the partner (T10) or be the last; then `ending` says what becomes of the
hand. What has been worked out for a position is kept, and thousands of auctions by the same rules
share it.
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
from party.engine.errors import RuleError, fault, refuse_any, short
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, left_of, seats_of, side_of


def has_same_strain(bid: Bid, other: Bid) -> bool:
    """Say whether two bids are for the same trumps; "no" is no trump, a special bid its own."""
    return bid.contract.strain == other.contract.strain


def does_bid_reopen(rules: Rules, standing: Bid | None, bid: Bid) -> bool:
    """Say whether a bid gives those who passed another turn (T14).

    The first bid changes no strain.
    """
    if rules.pass_final == "re_entry_only_when_someone_changes_strain":
        return standing is not None and not has_same_strain(standing, bid)
    return rules.pass_final == "pass_and_rebid"


def does_raise_reopen(rules: Rules, standing: Bid | None, bid: Bid) -> bool:
    """Say whether the others may answer a raise after they had all passed (T17, T18)."""
    if standing is not None and has_same_strain(standing, bid):
        return rules.raise_same_strain_closed == "no"
    return rules.raise_new_strain_reopens == "yes"


def after_call(setting: Setting, position: Position, call: Call) -> Position:
    """Return the position after a legal call.

    "Ace, no face" asks the partner; where it needs nobody's consent the deal is over (T10).
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
        return ended(setting, position)
    passed = {position.turn}
    return pass_on(
        setting, position._replace(out=position.out | passed, spoken=position.spoken | passed)
    )


def after_refusal(setting: Setting, position: Position) -> Position:
    """Go on with the player who said it; the side may then bid no misère (T12)."""
    no_nullo = position.no_nullo
    if setting.rules.refused_ace_no_face_bars_nullo == "on":
        no_nullo |= set(side_of(setting.rules, position.turn))
    return position._replace(turn=position.asking, asking="", no_nullo=no_nullo)


def after_bid(setting: Setting, position: Position, bid: Bid) -> Position:
    seat, rules = position.turn, setting.rules
    one_turn = rules.rounds_of_bidding == "one_turn_each"
    does_reopen = does_raise_reopen if position.raising else does_bid_reopen
    reopens = does_reopen(rules, position.bid, bid)
    out = NOBODY if reopens else position.out
    made = position._replace(
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
    return ended(setting, made) if position.raising and not reopens else pass_on(setting, made)


def pass_on(setting: Setting, position: Position) -> Position:
    """Return the position with the next turn, or the end when nobody has one."""
    live = [
        seat
        for seat in clockwise(setting.order, left_of(setting.order, position.turn))
        if seat not in position.out
    ]
    if not live:
        return ended(setting, position)
    if live == [position.bidder]:
        raising = position._replace(turn=position.bidder, raising=True)
        return raising if can_raise(setting, raising) else ended(setting, position)
    return position._replace(turn=live[0])


def can_raise(setting: Setting, position: Position) -> bool:
    """Say whether the highest bidder may go on after all others have passed (T15, T16, T19).

    Our reading of T19 (barred): nobody raises an own raise that nobody has outbid.
    """
    rules = setting.rules
    return (
        rules.raise_after_passes == "yes"
        and (rules.raise_needs_rival_bid == "no" or len(position.bidders) > 1)
        and (rules.self_raise_without_intervening_bid == "allowed" or not position.raised)
        and any(call.bid is not None for call in legal_calls(setting, position))
    )


def ended(setting: Setting, position: Position) -> Position:
    """Return the position in which the bidding is over, and why (T20, T22, T25)."""
    return position._replace(turn="", raising=False, ending=ending(setting.rules, position.bid))


def ending(rules: Rules, bid: Bid | None) -> str:
    if bid is not None and not is_signal(rules, bid):
        return CONTRACT
    if bid is not None and rules.no_six_played == "on":
        return SIXES
    if rules.all_pass == "play_nt_10_per_trick":
        return PLAYED_WITHOUT_BID
    return ALL_PASS if bid is None else SIXES


MOST_POSITIONS = 5_000  # kept for one setting; then they are worked out again


class CachedPosition:
    """A position of one setting, with what has been worked out there: each thing once."""

    __slots__ = ("after", "at", "cache", "known_legal")

    def __init__(self, cache: "PositionCache", position: Position) -> None:
        self.cache = cache
        self.at = position
        self.after: dict[str, tuple[tuple[str, Call], CachedPosition]] = {}
        self.known_legal: tuple[Call, ...] | None = None

    @property
    def legal(self) -> tuple[Call, ...]:
        if self.known_legal is None:
            self.known_legal = legal_calls(self.cache.setting, self.at)
        return self.known_legal

    def take(self, text: str) -> tuple[tuple[str, Call], "CachedPosition"]:
        """Return who called what, and the position after it.

        Raises RuleError if the call is not legal.
        """
        call = Call.parse(text)
        if call not in self.after:
            setting = self.cache.setting
            if call not in calls_of(setting.rules) or not is_legal(setting, self.at, call):
                refuse_any(call_faults(setting, self.at, call))
            position = self.cache.cached(after_call(setting, self.at, call))
            self.after[call] = ((self.at.turn, call), position)
        return self.after[call]


class PositionCache:
    """The positions of one setting that have come up so far."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.known: dict[Position, CachedPosition] = {}

    def cached(self, position: Position) -> CachedPosition:
        found = self.known.get(position)
        if found is None:
            self.forget_many()
            found = self.known[position] = CachedPosition(self, position)
        return found

    def forget_many(self) -> None:
        """Keep a long-running server from remembering every auction it has ever seen."""
        if len(self.known) >= MOST_POSITIONS:
            every = list(self.known.values())
            for each in every:
                each.after.clear()
            self.known = {every[0].at: every[0]}  # the first one, with which all begin


@lru_cache(maxsize=128)  # many clubs, each with rules of its own, and every dealer
def first_position(
    rules: Rules, _words: tuple[str, str], dealer: str | None, barred: Seats
) -> CachedPosition:
    """Return the position before the first call; equal rules may have words of their own."""
    seats = seats_of(rules)
    dealt_by = seats[-1] if dealer is None else dealer
    for seat in {dealt_by, *barred}.difference(seats):
        text = "There is no seat “{seat}”: the seats are {seats}."
        raise RuleError(
            fault("seat", text, place="seat", seat=short(seat), seats=", ".join(seats))
        )
    setting = Setting(rules, dealt_by, barred)
    return PositionCache(setting).cached(Position(turn=setting.order[0]))


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Auction:
    """The bidding of one deal, after some calls.

    `calls` are (seat, Call) in order. `Auction(rules)` is dealt by the last seat; `barred` are
    seats that may only pass (T56). Two auctions with the same calls are equal.
    """

    cached: CachedPosition
    calls: tuple[tuple[str, Call], ...]

    def __init__(
        self, rules: Rules, dealer: str | None = None, barred: Iterable[str] = ()
    ) -> None:
        first = first_position(rules, rules.words, dealer, frozenset(barred))
        object.__setattr__(self, "cached", first)
        object.__setattr__(self, "calls", ())

    def call(self, call: str) -> Self:
        """Return the auction after this call, its text or a Bid, by the seat whose turn it is.

        Raises RuleError with each rule that stands in the way and what may be called instead.
        """
        step = self.cached.after.get(call)
        said, position = self.cached.take(call) if step is None else step
        made = object.__new__(type(self))
        object.__setattr__(made, "cached", position)
        object.__setattr__(made, "calls", (*self.calls, said))
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Auction):
            return NotImplemented
        return self.calls == other.calls and self.setting == other.setting

    def __hash__(self) -> int:
        return hash((self.setting, self.calls))

    def legal_calls(self) -> tuple[Call, ...]:
        """Return every call that may be made now, bids from the lowest; none at the end.

        "ANF" is among them wherever it may be said; only the holder knows whether the cards
        are such (`is_ace_no_face`).
        """
        return self.cached.legal

    @property
    def setting(self) -> Setting:
        return self.cached.cache.setting

    @property
    def rules(self) -> Rules:
        return self.setting.rules

    @property
    def dealer(self) -> str:
        return self.setting.dealer

    @property
    def turn(self) -> str | None:
        """The seat that calls next; None when the bidding is over."""
        return self.cached.at.turn or None

    @property
    def over(self) -> bool:
        return not self.cached.at.turn

    @property
    def outcome(self) -> str:
        """How it ended (see `legal_calls`); empty while the bidding goes on."""
        return self.cached.at.ending

    @property
    def highest(self) -> Bid | None:
        """The highest bid so far, as it was said: 7NO stays 7NO."""
        return self.cached.at.bid

    @property
    def contract(self) -> Bid | None:
        """What is played: 7NO passed out is 7NT (T28), a signal of six passed out nothing.

        While the bidding goes on, what the highest bid so far would be played as.
        """
        bid = self.cached.at.bid
        return None if bid is None or self.outcome not in {"", CONTRACT} else bid.contract

    @property
    def declarer(self) -> str | None:
        """Who plays the contract; while the bidding goes on, who made the highest bid."""
        return None if self.contract is None else self.cached.at.bidder

    @property
    def passed(self) -> Seats:
        """The seats that get no other turn unless the bidding reopens."""
        return self.cached.at.out
