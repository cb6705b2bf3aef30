from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from party.engine import SEAT_NAMES, HandResult, is_bid_made
from party.values.numbers import counted, signed, total
from party.values.people.person import Person, given_names, pair_names, short_pair_names

SOURCES = {
    "slip": "from the slip",
    "desk": "told by the table",
    "card": "from a player’s card",
    "phone": "from the table’s phone",
    "photo": "from a photographed slip",
}
STOPPED_EARLY = "stopped early"
CAPTURES = {"hands": "hand by hand", "totals": "as one total", "cards": "on final cards"}


def count_hands(number: int) -> str:
    return counted(number, "hand")


def hand_name(hand: int | None) -> str:
    """Return "hand 2"; "the total" for 0."""
    return f"hand {hand}" if hand else "the total"


def total_text(ns: int | None, ew: int | None) -> str:
    return f"round total: N-S {total(ns or 0)}, E-W {total(ew or 0)}"


TableKey = tuple[int, int]  # the numbers of a round and a table


@dataclass(frozen=True, slots=True)
class Spot:
    party: int
    round: int
    table: int


class TableScore(NamedTuple):
    """One table in one round.

    `limit` is None if it plays until the bell. `saved` counts the hands in force,
    `stored_entry_count` also the entries that were undone or replaced. `hands` is the table's own
    report: None while it plays, 0 if it was not played. In a tie `cut` decides, or `pair_by_rule`
    by the party's rule (T99). `reported_pair` is the pair that the table said was ahead, with
    final cards or before its slip. If `needs_no_pair`, no move depends on the pair ahead.
    """

    number: int
    capture: str
    limit: int | None
    hands: int | None
    saved: int
    has_total: bool
    ns: int
    ew: int
    cut: str
    stored_entry_count: int = 0
    why_short: str = ""
    pair_by_rule: str = ""
    reported_pair: str = ""
    needs_no_pair: bool = False

    @property
    def hands_to_come_text(self) -> str:
        """Return "2 to come"; "3 in" at a table without a limit."""
        if self.limit is None and self.capture == "hands":
            return f"{self.saved} in"
        remaining = self.limit - self.saved if self.limit and self.capture == "hands" else 1
        return f"{remaining} to come"

    @property
    def on_cards(self) -> bool:
        return self.capture == "cards"

    @property
    def awaits_slip(self) -> bool:
        """Return whether the pair ahead was reported, but hands of the slip are missing."""
        if not self.reported_pair or self.on_cards or self.has_total or self.hands is not None:
            return False
        return self.limit is None or self.saved < self.limit

    @property
    def provisional_pair(self) -> str:
        """Return the reported pair while points are missing."""
        return self.reported_pair if self.on_cards or self.awaits_slip else ""

    @property
    def is_finished(self) -> bool:
        if self.has_total or self.hands == 0 or self.awaits_slip:
            return True
        if self.on_cards:
            return bool(self.provisional_pair) or self.needs_no_pair
        hands_needed = self.hands if self.hands is not None else self.limit
        return hands_needed is not None and self.saved >= hands_needed

    @property
    def takes_hands(self) -> bool:
        return self.awaits_slip or not self.is_finished

    @property
    def has_room(self) -> bool:
        if self.has_total or self.on_cards:
            return False
        return self.limit is None or self.saved < self.limit

    @property
    def can_stop_early(self) -> bool:
        return self.saved > 0 and not self.is_finished

    @property
    def has_entries(self) -> bool:
        return self.has_total or self.saved > 0

    @property
    def higher_pair(self) -> str:
        """Return "" for a tie."""
        if self.ns == self.ew:
            return ""
        return "NS" if self.ns > self.ew else "EW"

    @property
    def ahead(self) -> str:
        """Return the pair that counts as ahead in the movement.

        A pair reported before the slip stays ahead if the points of the slip tie.
        """
        if self.awaits_slip:  # the hands so far do not decide
            return self.provisional_pair
        pair = self.higher_pair or self.provisional_pair or self.cut or self.pair_by_rule
        return pair or ("" if self.on_cards or self.hands == 0 else self.reported_pair)

    @property
    def is_tied_without_cut(self) -> bool:
        """Return whether the points tie and no cut is stored."""
        pair = self.higher_pair or self.provisional_pair or self.cut
        return self.is_finished and self.has_entries and not pair

    @property
    def is_decided_by_cut(self) -> bool:
        pair = self.higher_pair or self.provisional_pair or self.pair_by_rule
        return bool(self.ahead) and not pair

    @property
    def is_tied(self) -> bool:
        return self.is_finished and not self.ahead


class SavedAs(StrEnum):
    SAVED = "saved"
    ALREADY = "already"  # the same hand came twice, from a second tap or a second desk
    TABLE_DONE = "done"


@dataclass(frozen=True, slots=True)
class Receipt:
    outcome: SavedAs
    table: int
    words: str
    entry: int | None = None
    hand: int | None = None
    ns: int | None = None
    ew: int | None = None
    flags: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        is_total = self.hand == 0  # the words of a total are its points
        if is_total or self.ns is None or self.ew is None:
            return f"{self.words}."
        return f"{self.words}. N-S {signed(self.ns)}, E-W {signed(self.ew)}."


@dataclass(frozen=True, slots=True)
class HandLine:
    """`text` is the entry as the desk types it. `bidder` is a first name.

    `result` is None for a hand thrown in and for a round's total.
    """

    entry: int
    hand: int | None
    result: HandResult | None
    text: str
    words: str
    ns: int | None
    ew: int | None
    source: str
    entered_by: str
    entered_by_id: int | None = None  # a user's id
    flags: tuple[str, ...] = ()
    at: datetime | None = None
    checked: str = ""
    refusal: str = ""  # why the rules, which changed since, refuse this version
    # The points of both pairs up to and including this line, if it is in a sheet.
    ns_so_far: int = 0
    ew_so_far: int = 0
    bidder: str = ""

    @property
    def source_text(self) -> str:
        return SOURCES[self.source]

    @property
    def origin(self) -> str:
        """Return "from the slip, Ruth"; for a phone without a user only the source."""
        if self.source == "phone" and self.entered_by_id is None:
            return self.source_text
        return f"{self.source_text}, {self.entered_by or 'nobody signed in'}"

    @property
    def outcome(self) -> str:
        """Return "made" or "set"; "" if nobody bid."""
        if self.result is None or self.result.bid is None:
            return ""
        return "made" if is_bid_made(self.result) else "set"


def bidder_name(seats: Mapping[str, Person], result: HandResult | None) -> str:
    """Return a first name, or the seat if no name is known."""
    return bidder_of(given_names(seats), result)


def bidder_of(name_by_seat: Mapping[str, str], result: HandResult | None) -> str:
    seat = result.declarer if result else None
    return name_by_seat.get(seat, SEAT_NAMES[seat]) if seat else ""


@dataclass(frozen=True, slots=True)
class Disagreement:
    hand: int
    record: str
    entered: str

    @property
    def words(self) -> str:
        return f"its record says {self.record}; entered was {self.entered}."


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table in one round, with its people by seat."""

    score: TableScore
    seats: Mapping[str, Person]

    @property
    def number(self) -> int:
        return self.score.number

    @property
    def ns(self) -> str:
        return pair_names(self.seats, "NS")

    @property
    def ew(self) -> str:
        return pair_names(self.seats, "EW")


@dataclass(frozen=True, slots=True)
class Sheet(SeatedTable):
    round: int
    is_open: bool
    lines: tuple[HandLine, ...]

    @property
    def next_hand(self) -> int:
        return self.score.saved + 1

    @property
    def last_entry(self) -> int | None:
        return self.lines[-1].entry if self.lines else None

    @property
    def pairs(self) -> dict[str, str]:
        return short_pair_names(self.seats)

    @property
    def dealer(self) -> Person | None:
        """Return the dealer: North for the first hand of a round, then East, South, West."""
        return self.seats.get("NESW"[self.score.saved % 4])

    @property
    def thrown_in(self) -> int:
        return sum(line.hand is None for line in self.lines)

    @property
    def hands_to_come(self) -> range:
        if not self.score.takes_hands or self.score.capture != "hands":
            return range(0)
        return range(self.next_hand, max(self.score.limit or 0, self.next_hand) + 1)

    @property
    def hands(self) -> tuple[HandLine, ...]:
        """Return the lines that count, in the order of play."""
        counted_lines = [line for line in self.lines if line.hand is not None]
        counted_lines.sort(key=lambda line: line.hand or 0)
        ns = ew = 0
        rows = []
        for line in counted_lines:
            ns, ew = ns + (line.ns or 0), ew + (line.ew or 0)
            bidder = bidder_name(self.seats, line.result)
            rows.append(replace(line, ns_so_far=ns, ew_so_far=ew, bidder=bidder))
        return tuple(rows)
