"""How a hand ended, and what about it cannot be."""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from party.engine.bids import Bid, bid_fault
from party.engine.errors import Fault, fault, refuse_any
from party.engine.rules import Rules
from party.engine.seats import SEATS

TRICKS = 10
SEAT_LETTERS = frozenset("".join(SEATS.values()))


@dataclass(frozen=True)
class Announcement:
    """What the winner of the auction may announce: its name and the field that allows it."""

    title: str
    words: str
    switch: str
    rule: str


ANNOUNCEMENTS: Mapping[str, Announcement] = MappingProxyType(
    {
        "slam": Announcement("A grand slam", "slam announced", "grand_slam", "T54"),
        "declare": Announcement("“Declare”", "declare", "declare", "T55"),
    }
)


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """How one hand ended.

    `tricks` are those of the declaring side: the declarer's own in the misère family, both
    partners' in grand misère and patastrophe, North-South's when `bid` is None (all passed, and
    the hand was played at no trump). `announced` is "slam", "declare" or None. `partners`,
    `alone`, `by_player` and `order` (winners trick by trick) tell more where players score alone.
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
        refuse_any(result_faults(self))


def result_faults(result: HandResult) -> list[Fault]:
    """Return what could not be the result of a hand under any rules."""
    faults = []
    if not isinstance(result.bid, Bid | None):
        faults.append(fault("result-bid", "The bid must be a Bid.", place="bid"))
    if type(result.tricks) is not int or not 0 <= result.tricks <= TRICKS:
        faults.append(
            fault(
                "tricks",
                "{tricks} tricks cannot be: a hand has tricks from 0 to 10.",
                place="tricks",
                tricks=result.tricks,
            )
        )
    if result.declarer is not None and result.declarer not in SEAT_LETTERS:
        faults.append(
            fault(
                "seat",
                "There is no seat “{seat}”: the seats are N, E, S and W.",
                place="bidder",
                seat=result.declarer,
            )
        )
    return faults + announced_faults(result)


def announced_faults(result: HandResult) -> list[Fault]:
    if result.announced is None:
        return []
    if result.announced not in ANNOUNCEMENTS:
        text = "Only a grand slam or “declare” can be announced."
        return [fault("announced", text, place="announced")]
    if result.bid is None or result.bid.special:
        text = "{words} can be announced only on a bid of tricks, such as 8 Hearts."
        words = ANNOUNCEMENTS[result.announced].title
        return [fault("announced", text, place="announced", words=words)]
    return []


def refusals(rules: Rules, result: HandResult) -> list[Fault]:
    """Return what these rules refuse about a result that other rules might allow."""
    if result.bid is None:
        return [] if rules.all_pass == "play_nt_10_per_trick" else [no_bid_fault(rules)]
    found = [bid_fault(rules, result.bid)]
    if result.announced and getattr(rules, ANNOUNCEMENTS[result.announced].switch) == "off":
        announcement = ANNOUNCEMENTS[result.announced]
        found.append(
            fault(
                "announced-not-played",
                "{words} is not played {where}.",
                rule=announcement.rule,
                place="announced",
                words=announcement.title,
                where=rules.where,
            )
        )
    return [each for each in found if each]


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
    templates = {
        "dealer_stuck": "When three pass, the dealer must bid {where}: no hand is thrown in.",
        "play_nt_10_per_trick": "A hand that all pass is played at no trump {where}. "
        "When North-South took 6 tricks, type p6.",
    }
    template = templates.get(rules.all_pass)
    if template is None:
        return None
    return fault("no-thrown-in", template, rule="T20", place="bid", where=rules.where)
