"""The meaning of the desk's line in words, before and after it is saved."""

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
    announcements_of,
    bid_name,
    biddable,
    describe,
    is_bid_made,
    pair_of,
    pair_points,
    read_entry,
    write_entry,
)
from party.forms.scores.entries import EntryForm, Fits, Jump
from party.models.scores.entries import TOTAL
from party.values.people.person import given_names
from party.values.scores.second_look import word_parts
from party.values.scores.tables import (
    SOURCES,
    HandLine,
    Sheet,
    bidder_name,
    hand_name,
    total_text,
)


@dataclass(frozen=True)
class Echo:
    """The meaning of a line: `words` as on papers, `sentence` with the bidder's first name.

    `ns` and `ew` are the points of the pairs; `pairs` has them with first names.
    """

    words: str
    sentence: str = ""
    bid: Bid | None = None
    outcome: str = ""
    pairs: tuple[tuple[str, int], ...] = ()
    ns: int | None = None
    ew: int | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class EntryQuestion:
    """`choices` are the possible hands, as the desk types them and in words."""

    words: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class EntryConflict:
    """Two results of one hand: the stored one (`theirs`), and the one typed here (`mine`).

    `sent` are the fields that store the second instead of the first, or beside it. `text` is its
    line, "" for a total; `beyond` its number as another hand. `rest` are the points of both pairs
    without this hand.
    """

    rest: tuple[int, int]
    theirs: HandLine
    mine: Echo
    sent: dict[str, object]
    text: str = ""
    beyond: int | None = None

    @property
    def hand_name(self) -> str:
        return hand_name(self.theirs.hand)

    @property
    def with_phone(self) -> bool:
        return self.theirs.source == "phone"

    @property
    def origin(self) -> str:
        """The source of the result typed here, in words."""
        return SOURCES[str(self.sent["source"])]

    @property
    def parts(self) -> tuple[Iterator[tuple[str, bool]], ...]:
        """Both results in pieces, each with whether the other one differs there."""
        theirs, mine = self.theirs.words, self.mine.words
        return word_parts(theirs, mine), word_parts(mine, theirs)

    @property
    def so_far(self) -> tuple[tuple[int, int], ...]:
        """The points of both pairs with the stored result, and with the typed one."""
        ns, ew = self.rest
        return tuple(
            (ns + (each.ns or 0), ew + (each.ew or 0)) for each in (self.theirs, self.mine)
        )

    @property
    def stake_text(self) -> str:
        """A sentence on whether it changes the pair ahead so far."""
        theirs, mine = ((ns > ew) - (ns < ew) for ns, ew in self.so_far)
        if theirs != mine:
            return "It changes who is ahead."
        ahead = {1: "North-South are ahead", -1: "East-West are ahead", 0: "The points are equal"}
        return f"{ahead[mine]} either way."


def clash_of(rules: Rules, sheet: Sheet, form: EntryForm) -> EntryConflict | None:
    """Compare the stored hand with the typed one; None if no hand has that number."""
    data = form.cleaned_data
    total = "ns" in data
    hand = TOTAL if total else data["hand"]
    theirs = next((line for line in sheet.hands if line.hand == hand), None)
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
        return EntryConflict((0, 0), theirs, mine, sent | points)
    echo, text = echo_of(rules, sheet, data["text"]), write_entry(data["text"])
    beyond = None if sheet.score.finished else sheet.next_hand
    rest = sheet.score.ns - (theirs.ns or 0), sheet.score.ew - (theirs.ew or 0)
    sent["text"] = text
    return EntryConflict(rest, theirs, echo or Echo(""), sent, text, beyond)


def echo_of(rules: Rules, sheet: Sheet, typed: HandEntry | Jump | Fits | None) -> Echo | None:
    """Return the meaning of a line; None for an empty one."""
    if typed is None:
        return None
    if isinstance(typed, Jump):
        return Echo(f"Go to table {typed.table}")
    if isinstance(typed, Fits):
        pairs = pairs_of(sheet, typed.ns, typed.ew)
        return Echo(fits_text(rules, typed), ns=typed.ns, ew=typed.ew, pairs=pairs)
    result = typed.result
    if result is None:
        return Echo("That was the last hand" if typed.last else "Thrown in, dealt again")
    ns, ew = pair_points(rules, result)
    flags = tuple(flag.text for flag in typed.flags)
    last = ". That was the last hand" if typed.last else ""
    fields: dict[str, Any] = {"ns": ns, "ew": ew, "flags": flags, "pairs": pairs_of(sheet, ns, ew)}
    if result.bid is not None:
        fields |= {"bid": result.bid, "outcome": "made" if is_bid_made(result) else "set"}
        fields["sentence"] = spoken(rules, sheet, result) + last
    return Echo(describe(rules, result) + last, **fields)


def spoken(rules: Rules, sheet: Sheet, result: HandResult) -> str:
    """Return for example "Alma bid 8 Hearts, took 9"."""
    bidder = bidder_name(sheet.seats, result) or SEAT_NAMES["N"]
    bid = bid_name(rules, result.bid) if result.bid else ""
    announced = f", {announcements_of(rules)[result.announced]}" if result.announced else ""
    return f"{bidder} bid {bid}{announced}, took {result.tricks or 'none'}"


def pairs_of(sheet: Sheet, ns: int, ew: int) -> tuple[tuple[str, int], ...]:
    """Return both pairs with their points, by first names, or N-S and E-W without people."""
    names = given_names(sheet.seats)
    return tuple(
        (" & ".join(names[seat] for seat in pair if seat in names) or PAIR_NAMES[pair], points)
        for pair, points in (("NS", ns), ("EW", ew))
    )


def unfinished_circles(rules: Rules, sheet: Sheet, sent: Mapping[str, Any]) -> str:
    """Return for example "Alma bid 8 Hearts …: how many tricks?"."""
    bids = {str(bid): bid_name(rules, bid) for bid in biddable(rules)}
    bid, bidder = (
        bids.get(sent.get("bid", "")),
        given_names(sheet.seats).get(sent.get("bidder", "")),
    )
    if bid and bidder:
        return f"{bidder} bid {bid} …: how many tricks?"
    if bid:
        return f"{bid} …: who bid?"
    return f"{bidder} bid …" if bidder else ""


PASSED = {"p": "nobody bid", "p6": "nobody bid, 6 tricks for North-South"}


def examples(rules: Rules, *, limit: int | None) -> list[tuple[str, str]]:
    """Return examples of lines under these rules, each with its meaning."""
    eight = HandResult(bid=Bid(8, "H"), declarer="N", tricks=9)
    shown = [eight]
    shown += [
        HandResult(bid=bid, declarer="N", tricks=0) for bid in biddable(rules) if bid.is_special
    ]
    if Bid(7, "J5") in biddable(rules):
        shown.append(HandResult(bid=Bid(7, "J5"), declarer="N", tricks=8))
    shown += [replace(eight, tricks=10, announced=key) for key in announcements_of(rules)]
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
    hands = [describe(rules, entry.result, pair=True) for entry in fits.entries]
    return f"That was {' or '.join(hands)}"


def question_of(rules: Rules, sheet: Sheet, fits: Fits) -> EntryQuestion:
    """Ask which hand it was: points do not tell which of two partners bid."""
    choices = []
    for entry in fits.entries:
        for result in by_each_partner(entry.result):
            words = describe(rules, result)
            seat = result.declarer or ""
            name = f"{sheet.seats[seat]}: " if seat in sheet.seats else ""
            choices.append((write_entry(HandEntry(result)), f"{name}{words}"))
    ending = "Who bid?" if len(fits.entries) == 1 else "Which hand was it?"
    return EntryQuestion(f"{fits_text(rules, fits)}. {ending}", tuple(choices))


def by_each_partner(result: HandResult | None) -> list[HandResult]:
    if result is None:
        return []
    if result.declarer is None:
        return [result]
    return [replace(result, declarer=seat) for seat in pair_of(result.declarer)]
