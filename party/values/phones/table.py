"""A table's own page: what its phone shows, the keys of the pad, and the answer to what it sends.

The names of the fields are those of the JSON that the page's script reads.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby, product
from typing import Any

from party.engine import (
    TRICKS,
    Bid,
    HandResult,
    RuleError,
    Rules,
    announceable,
    bid_name,
    biddable,
    dealers,
    pair_points,
    thrown_in,
    value,
)
from party.values.numbers import total
from party.values.people.person import given_names
from party.values.scores.tables import HandLine, Sheet

ANNOUNCED_KEYS = {"slam": "!", "declare": "+"}
ON_CARDS = "Tonight the points are on your own cards: nothing is entered here."


class Reply(StrEnum):
    """What became of what a phone sent."""

    SAVED = "saved"
    ALREADY = "already"
    KEPT = "kept"  # beside another result: the desk decides
    LATE = "late"  # as a late slip: the table takes it no more
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a phone, with the words to show, and the entry in which it counts."""

    outcome: Reply
    words: str
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneHand:
    """One entry in force. `hand` 0 is a round's total, None a hand thrown in."""

    hand: int | None
    entry: int
    text: str
    bidder: str
    bid: str
    tricks: int | None
    ns: int | None
    ew: int | None
    words: str
    disputed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Can:
    """What the phone may send now. `hands`: a hand, or the total where that is entered."""

    undo: bool = False
    last: bool = False
    hands: bool = False
    agree: bool = False


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Where somebody goes who sat here in the round before; no table: sits out."""

    seat: str
    name: str
    table: int | None
    chair: str
    words: str


@dataclass(frozen=True, slots=True)
class Clock:
    """Until when the round's clock runs, or how many seconds are left while it stands."""

    ends: str | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """All that the page of a table shows now."""

    v: str
    now: str
    party: str
    table: int
    stage: str
    rules: str  # another one: the form that the page was opened with is not that of the rules
    round: int
    rounds: int | None
    limit: int | None = None
    capture: str = "hands"
    head: bool
    note: str
    seats: dict[str, Seat] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=lambda: {"NS": "", "EW": ""})
    hands: tuple[PhoneHand, ...] = ()
    ns: int = 0
    ew: int = 0
    saved: int = 0
    finished: bool = False
    can: Can = Can()
    agreed: str = ""
    tied: str = ""
    cut: str = ""
    next: tuple[NextSeat, ...] = ()
    clock: Clock = Clock()
    called: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        return _columns(self) | {
            "rules": f"{self.rules} {self.capture}",
            "seats": {seat: _columns(each) for seat, each in self.seats.items()},
            "hands": [_columns(each) for each in self.hands],
            "can": _columns(self.can),
            "next": [_columns(each) for each in self.next],
            "clock": _columns(self.clock),
        }


def _columns(value: Any) -> dict[str, Any]:
    """Return the fields of a value by name. `asdict` copies all that is in them as well."""
    return {name: getattr(value, name) for name in value.__slots__}


def utc_text(at: datetime) -> str:
    """Write a moment for a script: "2026-11-22T20:14:03Z"."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def pairs_of(at: Sheet) -> dict[str, str]:
    """Return the first names of both pairs: "Alma & Bert"."""
    short = given_names(at.seats)
    return {
        pair: " & ".join(short[seat] for seat in pair if seat in short) for pair in ("NS", "EW")
    }


def phone_hands(rules: Rules, at: Sheet, disputed: frozenset[int]) -> tuple[PhoneHand, ...]:
    """Return what is in at a table; `disputed` are hands with a second version."""
    return tuple(_phone_hand(rules, at, line, disputed) for line in at.lines)


def _phone_hand(rules: Rules, at: Sheet, line: HandLine, disputed: frozenset[int]) -> PhoneHand:
    result = line.result
    bid = result.bid if result else None
    return PhoneHand(
        hand=line.hand,
        entry=line.entry,
        text=line.text,
        bidder=result.declarer or "" if result else "",
        bid=str(bid or ""),
        tricks=result.tricks if result else None,
        ns=line.ns,
        ew=line.ew,
        words=_words(rules, at, line),
        disputed=line.hand in disputed,
    )


def _words(rules: Rules, at: Sheet, line: HandLine) -> str:
    """Say a hand as the table itself would: "Alma bid 8 Hearts and took 9"."""
    result, pairs = line.result, pairs_of(at)
    if line.hand == 0:
        return f"{pairs['NS']} {total(line.ns or 0)}, {pairs['EW']} {total(line.ew or 0)}"
    if result is None:
        return "Nobody bid: dealt again"
    if result.bid is None:
        return f"Nobody bid: {pairs['NS']} took {result.tricks}"
    announced = f", {announceable(rules).get(result.announced, '')}," if result.announced else ""
    bid = f"{bid_name(rules, result.bid)}{announced}"
    return f"{at.bidder_of(result)} bid {bid} and took {result.tricks}"


def pad_of(rules: Rules) -> dict[str, Any]:
    """Return the keys of the pad and the points of every result. The same all night."""
    return _pad(rules, rules.misere_word)


# Rules that are equal may have another word for misère.
@lru_cache(maxsize=64)
def _pad(rules: Rules, _misere_word: str) -> dict[str, Any]:
    announced = announceable(rules)
    pad: dict[str, Any] = {
        "bids": [
            {
                "bid": str(bid),
                "name": bid_name(rules, bid),
                "level": None if bid.special else bid.level,
                "strain": bid.strain,
                "value": value(rules, bid),
            }
            for bid in biddable(rules)
        ],
        "points": {
            f"{bid}{ANNOUNCED_KEYS.get(also or '', '')}": _points(rules, bid, also)
            for bid, also in product(biddable(rules), (None, *announced))
            if not (bid.special and also)
        },
        "announce": {key: words.capitalize() for key, words in announced.items()},
        "thrown_in": _may_throw_in(rules),
        "passed": _passed_points(rules),
        "passed_words": "Nobody bid: deal again",
        "tricks": TRICKS,
        "dealers": " ".join(dealers(rules)),
    }
    mark = blake2b(repr(pad).encode(), digest_size=4).hexdigest()
    return pad | {"packed": _packed(pad["points"]), "mark": mark}


def _packed(points: dict[str, list[tuple[int, int]]]) -> dict[str, Any]:
    """Write the points of the pad in a fifth of the letters: a page must be light.

    A bid is the place of its opponents' points in "others", then how many results in a row give
    the bidders what: [0, 8, -300, 3, 300].
    """
    others: list[list[int]] = []
    packed: dict[str, Any] = {"others": others}
    for bid, results in points.items():
        theirs = [each for _, each in results]
        if theirs not in others:
            others.append(theirs)
        runs = [(won, len(list(same))) for won, same in groupby(won for won, _ in results)]
        packed[bid] = [others.index(theirs), *(part for won, many in runs for part in (many, won))]
    return packed


def _points(rules: Rules, bid: Bid, announced: str | None) -> list[tuple[int, int]]:
    """Return what the declarers and the defenders score, by the tricks of the declarers."""
    results = [
        HandResult(bid=bid, tricks=tricks, declarer="N", announced=announced)
        for tricks in range(TRICKS + 1)
    ]
    return [pair_points(rules, result) for result in results]


def _may_throw_in(rules: Rules) -> bool:
    try:
        thrown_in(rules)
    except RuleError:
        return False
    return True


def _passed_points(rules: Rules) -> list[tuple[int, int]] | None:
    """Return what a hand scores that all passed and played, by North-South's tricks; else None."""
    try:
        results = [HandResult(bid=None, tricks=tricks) for tricks in range(TRICKS + 1)]
        return [pair_points(rules, result) for result in results]
    except RuleError:
        return None
