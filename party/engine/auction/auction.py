"""The auction: whose turn it is, what may be called, and what the calls lead to.

An auction is immutable: a call gives the next one. It knows one deal only: who deals after a hand
thrown in is for the game to say (T11, T20). A *moment* is a position with what has been worked
out there: thousands of auctions by the same rules share it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

from party.engine.auction.bids import Bid
from party.engine.auction.calls import Call, calls_of
from party.engine.auction.legal_calls import (
    CONTRACT,
    Position,
    Seats,
    Setting,
    call_faults,
    is_free,
    legal_calls,
)
from party.engine.auction.turns import after_call
from party.engine.errors import RuleError, fault, refuse_any, short
from party.engine.rules.rules import Rules
from party.engine.seats import seats_of

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
