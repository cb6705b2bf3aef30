"""The auction: whose turn it is, what may be called, and what the calls lead to.

An auction is immutable: a call gives the next one. It knows one deal only: who deals after a hand
thrown in is for the game to say (T11, T20). A *moment* is a position with what has been worked
out there: thousands of auctions by the same rules share it.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
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
    is_free,
    legal_calls,
)
from party.engine.errors import RuleError, fault, refuse_any, short
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, left_of, seats_of

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


MOST_MOMENTS = 5_000  # kept for one setting; then they are worked out again


class Moment:
    """A position of one setting, with what has been worked out there: each thing once."""

    def __init__(self, book: "Book", at: Position) -> None:
        self.book = book
        self.at = at
        self.after: dict[str, tuple[tuple[str, Call], Moment]] = {}

    @cached_property
    def legal(self) -> tuple[Call, ...]:
        return legal_calls(self.book.setting, self.at)

    def take(self, text: str) -> tuple[tuple[str, Call], "Moment"]:
        """Return who called what, and the moment after it. Raises RuleError if it is not legal."""
        call = Call.parse(text)
        if call not in self.after:
            self.after[call] = ((self.at.turn, call), self.book.after(self.at, call))
        return self.after[call]


class Book:
    """The moments of one setting that have come up so far."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.moments: dict[Position, Moment] = {}

    def after(self, at: Position, call: Call) -> Moment:
        """Return the moment after a call. Raises RuleError if the call is not legal."""
        the = self.setting
        if call not in calls_of(the.rules) or not is_free(the, at, call):
            refuse_any(call_faults(the, at, call))
        return self.moment(after_call(the, at, call))

    def moment(self, at: Position) -> Moment:
        found = self.moments.get(at)
        if found is None:
            self.forget_many()
            found = self.moments[at] = Moment(self, at)
        return found

    def forget_many(self) -> None:
        """Keep a long-running server from remembering every auction it has ever seen."""
        if len(self.moments) >= MOST_MOMENTS:
            every = list(self.moments.values())
            for each in every:
                each.after.clear()
            self.moments = {every[0].at: every[0]}  # the first one, with which all begin


@lru_cache(maxsize=128)  # many clubs, each with rules of its own, and every dealer
def first_moment(
    rules: Rules, _words: tuple[str, str], dealer: str | None, barred: Seats
) -> Moment:
    """Return the moment before the first call; equal rules may have words of their own."""
    seats = seats_of(rules)
    dealt_by = seats[-1] if dealer is None else dealer
    for seat in {dealt_by, *barred}.difference(seats):
        text = "There is no seat “{seat}”: the seats are {seats}."
        raise RuleError(
            fault("seat", text, place="seat", seat=short(seat), seats=", ".join(seats))
        )
    setting = Setting(rules, dealt_by, barred)
    return Book(setting).moment(Position(turn=setting.order[0]))


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Auction:
    """The bidding of one deal, after some calls.

    `calls` are (seat, Call) in order. `Auction(rules)` is dealt by the last seat; `barred` are
    seats that may only pass (T56). Two auctions with the same calls are equal.
    """

    moment: Moment
    calls: tuple[tuple[str, Call], ...]

    def __init__(
        self, rules: Rules, dealer: str | None = None, barred: Iterable[str] = ()
    ) -> None:
        first = first_moment(rules, rules.words, dealer, frozenset(barred))
        object.__setattr__(self, "moment", first)
        object.__setattr__(self, "calls", ())

    def call(self, call: str) -> Self:
        """Return the auction after this call, its text or a Bid, by the seat whose turn it is.

        Raises RuleError with each rule that stands in the way and what may be called instead.
        """
        step = self.moment.after.get(call)
        said, moment = self.moment.take(call) if step is None else step
        made = object.__new__(type(self))
        object.__setattr__(made, "moment", moment)
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
        return self.moment.legal

    @property
    def setting(self) -> Setting:
        return self.moment.book.setting

    @property
    def rules(self) -> Rules:
        return self.setting.rules

    @property
    def dealer(self) -> str:
        return self.setting.dealer

    @property
    def turn(self) -> str | None:
        """The seat that calls next; None when the bidding is over."""
        return self.moment.at.turn or None

    @property
    def over(self) -> bool:
        return not self.moment.at.turn

    @property
    def outcome(self) -> str:
        """How it ended (see `legal_calls`); empty while the bidding goes on."""
        return self.moment.at.ending

    @property
    def highest(self) -> Bid | None:
        """The highest bid so far, as it was said: 7NO stays 7NO."""
        return self.moment.at.bid

    @property
    def contract(self) -> Bid | None:
        """What is played: 7NO passed out is 7NT (T28), a signal of six passed out nothing.

        While the bidding goes on, what the highest bid so far would be played as.
        """
        bid = self.moment.at.bid
        return None if bid is None or self.outcome not in {"", CONTRACT} else bid.contract

    @property
    def declarer(self) -> str | None:
        """Who plays the contract; while the bidding goes on, who made the highest bid."""
        return None if self.contract is None else self.moment.at.bidder

    @property
    def passed(self) -> Seats:
        """The seats that get no other turn unless the bidding reopens."""
        return self.moment.at.out

    @property
    def nullo_barred(self) -> Seats:
        """The seats that may bid no misère after a refused ace-no-face (T12)."""
        return self.moment.at.no_nullo
