"""The results of a table so far, and the answer to a saved hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from party.engine import SEAT_NAMES, HandResult, is_bid_made
from party.values.numbers import counted, signed, total
from party.values.people.person import Person, given_names, pair_names

SOURCES = {
    "slip": "from the slip",
    "desk": "told by the table",
    "card": "from a player’s card",
    "phone": "from the table’s phone",
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


@dataclass(frozen=True, slots=True)
class Spot:
    """The party, round and table on which a verb acts."""

    party: int
    round: int
    table: int


class TableScore(NamedTuple):
    """One table in one round, with its points added up. Standings are made from hundreds of these.

    `limit` is the number of hands in the round at this table, None if it plays until the bell.
    `written` counts every entry ever made here, even those no longer in force.
    `by_rule` is the pair that counts as ahead after a tie by the party's own rule (T99).
    `hands` is the table's own report: None while it plays, 0 if it was not played. `stated` is the
    pair that it reported as ahead, with final cards or before its slip.
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
    written: int = 0
    why_short: str = ""
    by_rule: str = ""
    stated: str = ""
    nothing_due: bool = False

    @property
    def hands_to_come_text(self) -> str:
        """Return "2 to come"; "3 in" at a table without a limit."""
        if self.limit is None and self.capture == "hands":
            return f"{self.saved} in"
        remaining = self.limit - self.saved if self.limit and self.capture == "hands" else 1
        return f"{remaining} to come"

    @property
    def on_cards(self) -> bool:
        """Whether the points come with people's own cards at the end of the evening."""
        return self.capture == "cards"

    @property
    def follows(self) -> bool:
        """Whether the slip is missing: the pair ahead was reported, but not all hands."""
        if not self.stated or self.on_cards or self.has_total or self.hands is not None:
            return False
        return self.limit is None or self.saved < self.limit

    @property
    def reported(self) -> str:
        """The pair reported as ahead, as long as there are no points."""
        return self.stated if self.on_cards or self.follows else ""

    @property
    def finished(self) -> bool:
        if self.has_total or self.hands == 0 or self.follows:
            return True
        if self.on_cards:
            return bool(self.reported) or self.nothing_due
        enough = self.hands if self.hands is not None else self.limit
        return enough is not None and self.saved >= enough

    @property
    def takes_hands(self) -> bool:
        """Whether the desk expects or accepts a result of this table."""
        return self.follows or not self.finished

    @property
    def short(self) -> bool:
        """Whether one more hand would fit into the round at this table."""
        if self.has_total or self.on_cards:
            return False
        return self.limit is None or self.saved < self.limit

    @property
    def may_stop(self) -> bool:
        """Whether it still plays and has hands in that can count as they are."""
        return self.saved > 0 and not self.finished

    @property
    def played(self) -> bool:
        return self.has_total or self.saved > 0

    @property
    def won(self) -> str:
        """The pair with more points, "" for a tie."""
        if self.ns == self.ew:
            return ""
        return "NS" if self.ns > self.ew else "EW"

    @property
    def ahead(self) -> str:
        """The pair ahead for the move: by points, or as reported, cut or ruled.

        A pair reported before its slip stays ahead if the points tie: nobody is asked again.
        """
        if self.follows:  # the hands so far do not decide
            return self.reported
        return self.won or self.reported or self.cut or self.by_rule or self._reported_before

    @property
    def _reported_before(self) -> str:
        return "" if self.on_cards or self.hands == 0 else self.stated

    @property
    def awaits_rule(self) -> bool:
        """Whether only the party's rule for ties can say who was ahead."""
        return self.finished and self.played and not (self.won or self.reported or self.cut)

    @property
    def by_cut(self) -> bool:
        return bool(self.ahead) and not (self.won or self.reported or self.by_rule)

    @property
    def tied(self) -> bool:
        return self.finished and not self.ahead


class SavedAs(StrEnum):
    SAVED = "saved"
    ALREADY = "already"  # the same hand came twice, by a second tap or a second desk
    TABLE_DONE = "done"


@dataclass(frozen=True, slots=True)
class Saved:
    """The desk's answer after a hand or total was stored."""

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
        """The stored result, with the points of both pairs if it has any."""
        is_total = self.hand == 0  # its words are its points
        if is_total or self.ns is None or self.ew is None:
            return f"{self.words}."
        return f"{self.words}. N-S {signed(self.ns)}, E-W {signed(self.ew)}."


@dataclass(frozen=True, slots=True)
class HandLine:
    """One entry in force, as a line of a table's sheet. `text` is its form at the desk.

    `result` is None for a hand thrown in and for a round's total. `bidder` is the bidder's first
    name, if the line is in a sheet.
    """

    entry: int
    hand: int | None
    result: HandResult | None
    text: str
    words: str
    ns: int | None
    ew: int | None
    source: str
    by: str
    typist: int | None = None  # the user id of `by`
    flags: tuple[str, ...] = ()
    at: datetime | None = None
    checked: str = ""
    against: str = ""  # the rule that keeps it out of force: it was typed under other rules
    # The points of both pairs up to and including this line, if it is in a sheet.
    ns_so_far: int = 0
    ew_so_far: int = 0
    bidder: str = ""

    @property
    def points_text(self) -> str:
        """The points of both pairs, North-South first: "+300 / −320"."""
        return f"{signed(self.ns or 0)} / {signed(self.ew or 0)}"

    @property
    def source_text(self) -> str:
        return SOURCES[self.source]

    @property
    def origin(self) -> str:
        """Return "from the slip, Ruth"; for a phone without a user only the source."""
        if self.source == "phone" and self.typist is None:
            return self.source_text
        return f"{self.source_text}, {self.by or 'nobody signed in'}"

    @property
    def outcome(self) -> str:
        """Return "made" or "set"; "" if nobody bid."""
        if self.result is None or self.result.bid is None:
            return ""
        return "made" if is_bid_made(self.result) else "set"


def bidder_name(seats: Mapping[str, Person], result: HandResult | None) -> str:
    """Return the first name of the bidder, the seat where no name is known."""
    seat = result.declarer if result else None
    return given_names(seats).get(seat, SEAT_NAMES[seat]) if seat else ""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A hand whose full record differs from its entry, both in words."""

    hand: int
    record: str
    entered: str

    @property
    def words(self) -> str:
        return f"its record says {self.record}; entered was {self.entered}."


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of one round, as the desk sees it."""

    round: int
    is_open: bool
    score: TableScore
    seats: dict[str, Person]
    lines: tuple[HandLine, ...]

    @property
    def next_hand(self) -> int:
        return self.score.saved + 1

    @property
    def last_entry(self) -> int | None:
        return self.lines[-1].entry if self.lines else None

    @property
    def ns(self) -> str:
        return pair_names(self.seats, "NS")

    @property
    def ew(self) -> str:
        return pair_names(self.seats, "EW")

    @property
    def dealing(self) -> Person | None:
        """North deals the first hand of a round, then East, South and West."""
        return self.seats.get("NESW"[self.score.saved % 4])

    @property
    def thrown_in(self) -> int:
        return sum(line.hand is None for line in self.lines)

    @property
    def hands_to_come(self) -> range:
        """The numbers of the next hand and, if the round has a limit, of those after it."""
        if not self.score.takes_hands or self.score.capture != "hands":
            return range(0)
        return range(self.next_hand, max(self.score.limit or 0, self.next_hand) + 1)

    @property
    def hands(self) -> tuple[HandLine, ...]:
        """The lines that count, in the order of play, each with its bidder and running totals."""
        counted = sorted(
            (line for line in self.lines if line.hand is not None), key=lambda line: line.hand or 0
        )
        ns = ew = 0
        rows = []
        for line in counted:
            ns, ew = ns + (line.ns or 0), ew + (line.ew or 0)
            bidder = bidder_name(self.seats, line.result)
            rows.append(replace(line, ns_so_far=ns, ew_so_far=ew, bidder=bidder))
        return tuple(rows)
