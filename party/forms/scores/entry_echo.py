"""What the desk's line means in words, before and after it is saved."""

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
from party.forms.scores.entries import EntryForm, Jump, MatchingHands
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
    """The meaning of a typed hand. `sentence` names the bidder; `words` are those on papers."""

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
    """Two results of one hand: the stored one, and the one typed here.

    `other_points` are the pairs' points without this hand. `fields` post the typed result; `text`
    is its line, "" for a total. `next_hand` is the number of the hand that the desk may have meant
    instead.
    """

    pairs: dict[str, str]
    other_points: tuple[int, int]
    stored: HandLine
    typed: Echo
    fields: dict[str, object]
    text: str = ""
    next_hand: int | None = None

    @property
    def hand_name(self) -> str:
        return hand_name(self.stored.hand)

    @property
    def is_stored_by_phone(self) -> bool:
        return self.stored.source == "phone"

    @property
    def origin(self) -> str:
        return SOURCES[str(self.fields["source"])]

    @property
    def parts(self) -> tuple[Iterator[tuple[str, bool]], ...]:
        """Return both results in pieces; True marks a piece in which they differ."""
        stored, typed = self.stored.words, self.typed.words
        return word_parts(stored, typed), word_parts(typed, stored)

    @property
    def points_with_each_result(self) -> tuple[tuple[int, int], ...]:
        """Return the points of both pairs with the stored result, then with the typed one."""
        ns, ew = self.other_points
        return tuple(
            (ns + (each.ns or 0), ew + (each.ew or 0)) for each in (self.stored, self.typed)
        )

    @property
    def stake_text(self) -> str:
        stored_leader, pair = (_pair_ahead(ns, ew) for ns, ew in self.points_with_each_result)
        if stored_leader != pair:
            return "It changes who is ahead."
        if not pair:
            return "The points are equal either way."
        return f"{self.pairs[pair] or PAIR_NAMES[pair]} are ahead either way."


def _pair_ahead(ns: int, ew: int) -> str:
    if ns == ew:
        return ""
    return "NS" if ns > ew else "EW"


def conflict_of(rules: Rules, sheet: Sheet, form: EntryForm) -> EntryConflict | None:
    """Return None if no hand with that number is stored."""
    data = form.cleaned_data
    total = "ns" in data
    hand = TOTAL if total else data["hand"]
    stored = next((line for line in sheet.hands if line.hand == hand), None)
    if stored is None:
        return None
    fields: dict[str, object] = {
        "seen": stored.entry,
        "submission": uuid4(),
        "source": data["source"],
    }
    if total:
        points = {"ns": data["ns"], "ew": data["ew"]}
        typed = Echo(total_text(**points), **points)
        return EntryConflict(sheet.pairs, (0, 0), stored, typed, fields | points)
    echo, text = echo_of(rules, sheet, data["text"]), write_entry(data["text"])
    next_hand = None if sheet.score.is_finished else sheet.next_hand
    other_points = sheet.score.ns - (stored.ns or 0), sheet.score.ew - (stored.ew or 0)
    fields["text"] = text
    typed = echo or Echo("")
    return EntryConflict(sheet.pairs, other_points, stored, typed, fields, text, next_hand)


def echo_of(
    rules: Rules, sheet: Sheet, typed: HandEntry | Jump | MatchingHands | None
) -> Echo | None:
    if typed is None:
        return None
    if isinstance(typed, Jump):
        return Echo(f"Go to table {typed.table}")
    if isinstance(typed, MatchingHands):
        pairs = pairs_of(sheet, typed.ns, typed.ew)
        return Echo(matching_hands_text(rules, typed), ns=typed.ns, ew=typed.ew, pairs=pairs)
    result = typed.result
    if result is None:
        return Echo("That was the last hand" if typed.last else "Thrown in, dealt again")
    ns, ew = pair_points(rules, result)
    flags = tuple(flag.text for flag in typed.flags)
    last_text = ". That was the last hand" if typed.last else ""
    fields: dict[str, Any] = {"ns": ns, "ew": ew, "flags": flags, "pairs": pairs_of(sheet, ns, ew)}
    if result.bid is not None:
        fields |= {"bid": result.bid, "outcome": "made" if is_bid_made(result) else "set"}
        fields["sentence"] = bid_sentence(rules, sheet, result) + last_text
    return Echo(describe(rules, result) + last_text, **fields)


def bid_sentence(rules: Rules, sheet: Sheet, result: HandResult) -> str:
    """Return for example "Alma bid 8 Hearts, took 9"."""
    bidder = bidder_name(sheet.seats, result) or SEAT_NAMES["N"]
    bid = bid_name(rules, result.bid) if result.bid else ""
    announced = f", {announcements_of(rules)[result.announced]}" if result.announced else ""
    return f"{bidder} bid {bid}{announced}, took {result.tricks or 'none'}"


def pairs_of(sheet: Sheet, ns: int, ew: int) -> tuple[tuple[str, int], ...]:
    return tuple(
        (names or PAIR_NAMES[pair], points)
        for (pair, names), points in zip(sheet.pairs.items(), (ns, ew), strict=True)
    )


def unfinished_circles(rules: Rules, sheet: Sheet, sent: Mapping[str, Any]) -> str:
    """Return for example "Alma bid 8 Hearts …: how many tricks?"."""
    bids = {str(bid): bid_name(rules, bid) for bid in biddable(rules)}
    bid = bids.get(sent.get("bid", ""))
    bidder = given_names(sheet.seats).get(sent.get("bidder", ""))
    if bid and bidder:
        return f"{bidder} bid {bid} …: how many tricks?"
    if bid:
        return f"{bid} …: who bid?"
    return f"{bidder} bid …" if bidder else ""


PASSED = {"p": "nobody bid", "p6": "nobody bid, 6 tricks for North-South"}


def examples(rules: Rules, *, limit: int | None) -> list[tuple[str, str]]:
    eight = HandResult(bid=Bid(8, "H"), declarer="N", tricks=9)
    results = [eight]
    results += [
        HandResult(bid=bid, declarer="N", tricks=0) for bid in biddable(rules) if bid.is_special
    ]
    if Bid(7, "J5") in biddable(rules):
        results.append(HandResult(bid=Bid(7, "J5"), declarer="N", tricks=8))
    results += [replace(eight, tricks=10, announced=key) for key in announcements_of(rules)]
    lines = [
        (write_entry(HandEntry(result)), describe(rules, result).rpartition(":")[0])
        for result in results
    ]
    for typed, words in PASSED.items():
        with suppress(RuleError):
            read_entry(rules, typed)
            lines.append((typed, words))
    if limit is None:
        lines.append((".", "that was their last hand"))
    ns, ew = pair_points(rules, eight)
    return [*lines, (f"{ns} {ew}", "the points of one hand")]


def matching_hands_text(rules: Rules, matching: MatchingHands) -> str:
    hands = [describe(rules, entry.result, by_pair=True) for entry in matching.entries]
    return f"That was {' or '.join(hands)}"


def question_of(rules: Rules, sheet: Sheet, matching: MatchingHands) -> EntryQuestion:
    """Ask who bid, because points do not show which of two partners did."""
    choices = []
    for entry in matching.entries:
        for result in results_of_each_partner(entry.result):
            words = describe(rules, result)
            seat = result.declarer or ""
            name = f"{sheet.seats[seat]}: " if seat in sheet.seats else ""
            choices.append((write_entry(HandEntry(result)), f"{name}{words}"))
    ending = "Who bid?" if len(matching.entries) == 1 else "Which hand was it?"
    return EntryQuestion(f"{matching_hands_text(rules, matching)}. {ending}", tuple(choices))


def results_of_each_partner(result: HandResult | None) -> list[HandResult]:
    if result is None:
        return []
    if result.declarer is None:
        return [result]
    return [replace(result, declarer=seat) for seat in pair_of(result.declarer)]
