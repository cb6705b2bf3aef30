"""What was typed at the desk, said back in words before and after it is saved."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from party.engine import (
    PAIR_NAMES,
    SEAT_NAMES,
    Bid,
    HandEntry,
    HandResult,
    RuleError,
    Rules,
    announceable,
    bid_name,
    biddable,
    describe,
    made,
    pair_of,
    pair_points,
    read_entry,
    write_entry,
)
from party.forms.scores.entries import EntryForm, Fits, Jump
from party.models.scores.entries import TOTAL
from party.values.people.person import given_names
from party.values.scores.second_look import word_parts
from party.values.scores.tables import FROM, HandLine, Sheet, hand_name, total_text


@dataclass(frozen=True)
class Echo:
    """What a line means: `words` as papers say it, `says` as one says it at this table.

    The points are those of the two pairs, `pairs` has them with first names.
    """

    words: str
    says: str = ""
    bid: Bid | None = None
    outcome: str = ""
    pairs: tuple[tuple[str, int], ...] = ()
    ns: int | None = None
    ew: int | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """`choices` are the hands that were possible: as the desk would type them, and in words."""

    words: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Clash:
    """Two desks, or a phone, and one hand: what is in already, and what was typed here for it.

    `sent` is what is sent again to put the second in the place of the first, or beside it;
    `text` is the line as the desk types it, "" for a total, and `beyond` the number it would have
    as another hand. `rest` are the points of both pairs without it.
    """

    rest: tuple[int, int]
    theirs: HandLine
    mine: Echo
    sent: dict[str, object]
    text: str = ""
    beyond: int | None = None

    @property
    def what(self) -> str:
        return hand_name(self.theirs.hand)

    @property
    def with_phone(self) -> bool:
        return self.theirs.source == "phone"

    @property
    def origin(self) -> str:
        """From what it was typed here."""
        return FROM[str(self.sent["source"])]

    @property
    def parts(self) -> tuple[Iterator[tuple[str, bool]], ...]:
        """What is in and what was typed, in pieces, each with whether the other one differs."""
        theirs, mine = self.theirs.words, self.mine.words
        return word_parts(theirs, mine), word_parts(mine, theirs)

    @property
    def so_far(self) -> tuple[tuple[int, int], ...]:
        """The points of both pairs with what is in, and with what was typed."""
        ns, ew = self.rest
        return tuple(
            (ns + (each.ns or 0), ew + (each.ew or 0)) for each in (self.theirs, self.mine)
        )

    @property
    def stake_text(self) -> str:
        """Whether it matters for who is ahead in the round so far."""
        theirs, mine = ((ns > ew) - (ns < ew) for ns, ew in self.so_far)
        if theirs != mine:
            return "It changes who is ahead."
        ahead = {1: "North-South are ahead", -1: "East-West are ahead", 0: "The points are equal"}
        return f"{ahead[mine]} either way."


def clash_of(rules: Rules, at: Sheet, form: EntryForm) -> Clash | None:
    """Lay what is in beside what was typed; None where nothing is in under that number."""
    data = form.cleaned_data
    total = "ns" in data
    hand = TOTAL if total else data["hand"]
    theirs = next((line for line in at.hands if line.hand == hand), None)
    if theirs is None:
        return None
    sent: dict[str, object] = {
        "seen": theirs.entry,
        "submission": uuid4(),
        "source": data["source"],
    }
    if total:
        points = {"ns": data["ns"], "ew": data["ew"]}
        mine = Echo(total_text(**points), **points)
        return Clash((0, 0), theirs, mine, sent | points)
    echo, text = echo_of(rules, at, data["text"]), write_entry(data["text"])
    beyond = None if at.score.finished else at.next_hand
    rest = at.score.ns - (theirs.ns or 0), at.score.ew - (theirs.ew or 0)
    sent["text"] = text
    return Clash(rest, theirs, echo or Echo(""), sent, text, beyond)


def echo_of(rules: Rules, at: Sheet, typed: HandEntry | Jump | Fits | None) -> Echo | None:
    """Return what the line means so far; None for an empty line."""
    if typed is None:
        return None
    if isinstance(typed, Jump):
        return Echo(f"Go to table {typed.table}")
    if isinstance(typed, Fits):
        pairs = pairs_of(at, typed.ns, typed.ew)
        return Echo(fits_text(rules, typed), ns=typed.ns, ew=typed.ew, pairs=pairs)
    result = typed.result
    if result is None:
        return Echo("That was the last hand" if typed.last else "Thrown in, dealt again")
    ns, ew = pair_points(rules, result)
    flags = tuple(flag.text for flag in typed.flags)
    last = ". That was the last hand" if typed.last else ""
    said: dict[str, Any] = {"ns": ns, "ew": ew, "flags": flags, "pairs": pairs_of(at, ns, ew)}
    if result.bid is not None:
        said |= {"bid": result.bid, "outcome": "made" if made(result) else "set"}
        said["says"] = spoken(rules, at, result) + last
    return Echo(describe(rules, result) + last, **said)


def spoken(rules: Rules, at: Sheet, result: HandResult) -> str:
    """Say a result by the bidder's first name: "Alma bid 8 Hearts, took 9"."""
    bidder = at.bidder_of(result) or SEAT_NAMES["N"]
    bid = bid_name(rules, result.bid) if result.bid else ""
    announced = f", {announceable(rules)[result.announced]}" if result.announced else ""
    return f"{bidder} bid {bid}{announced}, took {result.tricks or 'none'}"


def pairs_of(at: Sheet, ns: int, ew: int) -> tuple[tuple[str, int], ...]:
    """Return both pairs by first names with their points; N-S and E-W where nobody sits."""
    names = given_names(at.seats)
    return tuple(
        (" & ".join(names[seat] for seat in pair if seat in names) or PAIR_NAMES[pair], points)
        for pair, points in (("NS", ns), ("EW", ew))
    )


def unfinished_circles(rules: Rules, at: Sheet, sent: Mapping[str, Any]) -> str:
    """Say what is not circled yet: "Alma bid 8 Hearts …: how many tricks?"."""
    bids = {str(bid): bid_name(rules, bid) for bid in biddable(rules)}
    bid, bidder = bids.get(sent.get("bid", "")), given_names(at.seats).get(sent.get("bidder", ""))
    if bid and bidder:
        return f"{bidder} bid {bid} …: how many tricks?"
    if bid:
        return f"{bid} …: who bid?"
    return f"{bidder} bid …" if bidder else ""


PASSED = {"p": "nobody bid", "p6": "nobody bid, 6 tricks for North-South"}


def examples(rules: Rules, *, limit: int | None) -> list[tuple[str, str]]:
    """Return what can be typed under these rules, each with what it means."""
    eight = HandResult(bid=Bid(8, "H"), declarer="N", tricks=9)
    shown = [eight]
    shown += [
        HandResult(bid=bid, declarer="N", tricks=0) for bid in biddable(rules) if bid.special
    ]
    if Bid(7, "J5") in biddable(rules):
        shown.append(HandResult(bid=Bid(7, "J5"), declarer="N", tricks=8))
    shown += [replace(eight, tricks=10, announced=key) for key in announceable(rules)]
    lines = [
        (write_entry(HandEntry(result)), describe(rules, result).rpartition(":")[0])
        for result in shown
    ]
    for typed, words in PASSED.items():
        with suppress(RuleError):
            read_entry(rules, typed)
            lines.append((typed, words))
    if limit is None:
        lines.append((".", "that was their last hand"))
    ns, ew = pair_points(rules, eight)
    return [*lines, (f"{ns} {ew}", "the points of one hand")]


def fits_text(rules: Rules, fits: Fits) -> str:
    """Return in words which hands a pair of points can have been."""
    hands = [describe(rules, entry.result, pair=True) for entry in fits.entries]
    return f"That was {' or '.join(hands)}"


def question_of(rules: Rules, at: Sheet, fits: Fits) -> Question:
    """Return the question which hand it was; points never say which of two partners bid."""
    choices = []
    for entry in fits.entries:
        for result in by_each_partner(entry.result):
            words = describe(rules, result)
            seat = result.declarer or ""
            name = f"{at.seats[seat]}: " if seat in at.seats else ""
            choices.append((write_entry(HandEntry(result)), f"{name}{words}"))
    ending = "Who bid?" if len(fits.entries) == 1 else "Which hand was it?"
    return Question(f"{fits_text(rules, fits)}. {ending}", tuple(choices))


def by_each_partner(result: HandResult | None) -> list[HandResult]:
    if result is None:
        return []
    if result.declarer is None:
        return [result]
    return [replace(result, declarer=seat) for seat in pair_of(result.declarer)]
