"""What a table has played so far, and the answer to a saved hand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from party.engine import SEAT_NAMES, HandResult, made
from party.values.numbers import counted, signed, total
from party.values.people.person import Person, given_names, pair_names

FROM = {
    "slip": "from the slip",
    "desk": "asked at the table",
    "card": "from a player’s card",
    "phone": "from the table’s phone",
}
"""Where an entry came from, in words."""


ENTERED = {"hands": "hand by hand", "totals": "as one total", "cards": "on final cards"}
"""How a table is entered, in words."""


def count_hands(number: int) -> str:
    """Count hands in words: "1 hand", "3 hands"."""
    return counted(number, "hand")


def hand_name(hand: int | None) -> str:
    """Return a hand by its number, 0 being the total: "hand 2", "the total"."""
    return f"hand {hand}" if hand else "the total"


def total_text(ns: int | None, ew: int | None) -> str:
    """Return a round's total in words."""
    return f"round total: N-S {total(ns or 0)}, E-W {total(ew or 0)}"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a verb acts: which table, in which round, of which party."""

    party: int
    round: int
    table: int


class TableScore(NamedTuple):
    """One table in one round, its points added up. Standings are made from hundreds of them.

    `limit` is how many hands the round has at this table, None where it plays until the bell.
    `written` counts every entry ever made here, those out of force too.
    `by_rule` is the pair that counts as ahead after a tie by the party's own rule (T99).
    `hands` is what the table itself said: None while it plays, 0 when it was not played. `stated`
    is which pair it said was ahead, with final cards or before its slip came.
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
    def to_come_text(self) -> str:
        """What the desk still waits for: "2 to come"; "3 in" at a table without a limit."""
        if self.limit is None and self.capture == "hands":
            return f"{self.saved} in"
        left = self.limit - self.saved if self.limit and self.capture == "hands" else 1
        return f"{left} to come"

    @property
    def on_cards(self) -> bool:
        """Whether the points come with people's own cards, at the end of the evening."""
        return self.capture == "cards"

    @property
    def follows(self) -> bool:
        """Whether the slip is still to follow: who was ahead was said, not all hands are in."""
        if not self.stated or self.on_cards or self.has_total or self.hands is not None:
            return False
        return self.limit is None or self.saved < self.limit

    @property
    def said(self) -> str:
        """The pair that was said to be ahead, as long as no points say it."""
        return self.stated if self.on_cards or self.follows else ""

    @property
    def finished(self) -> bool:
        if self.has_total or self.hands == 0 or self.follows:
            return True
        if self.on_cards:
            return bool(self.said) or self.nothing_due
        enough = self.hands if self.hands is not None else self.limit
        return enough is not None and self.saved >= enough

    @property
    def takes_hands(self) -> bool:
        """Whether the desk waits for something of this table, or takes it when it comes."""
        return self.follows or not self.finished

    @property
    def short(self) -> bool:
        """Whether one more hand would fit into the round at this table."""
        if self.has_total or self.on_cards:
            return False
        return self.limit is None or self.saved < self.limit

    @property
    def played(self) -> bool:
        return self.has_total or self.saved > 0

    @property
    def won(self) -> str:
        """The pair with more points, "" where they are equal."""
        if self.ns == self.ew:
            return ""
        return "NS" if self.ns > self.ew else "EW"

    @property
    def ahead(self) -> str:
        """Who counts as ahead for the move: the points, else what was said, cut or ruled."""
        if self.follows:  # the hands that are in do not decide: more are to come
            return self.said
        return self.won or self.said or self.cut or self.by_rule

    @property
    def tied(self) -> bool:
        return self.finished and not self.ahead


class Outcome(StrEnum):
    SAVED = "saved"
    ALREADY = "already"  # the same hand came twice, by a second tap or a second desk
    TABLE_DONE = "done"


@dataclass(frozen=True, slots=True)
class Saved:
    """What the desk shows after a hand or total was stored."""

    outcome: Outcome
    table: int
    words: str
    entry: int | None = None
    hand: int | None = None
    ns: int | None = None
    ew: int | None = None
    flags: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What was stored, with the points of both pairs where it has any."""
        is_total = self.hand == 0  # its words are its points
        if is_total or self.ns is None or self.ew is None:
            return f"{self.words}."
        return f"{self.words}. N-S {signed(self.ns)}, E-W {signed(self.ew)}."


@dataclass(frozen=True, slots=True)
class HandLine:
    """One entry in force, as a line of a table's sheet. `text` is what the desk would type.

    `result` is None for a hand thrown in and for a round's total. `bidder` is the first name of
    whoever bid, where the line stands in a sheet.
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
    typist: int | None = None  # the id of whoever `by` names
    flags: tuple[str, ...] = ()
    at: datetime | None = None
    checked: str = ""
    # Why it cannot come into force: it was typed under other rules.
    against: str = ""
    # The points of both pairs up to and with this line, where it stands in a sheet.
    ns_so_far: int = 0
    ew_so_far: int = 0
    bidder: str = ""

    @property
    def points_text(self) -> str:
        """The points of both pairs, North-South first: "+300 / −320"."""
        return f"{signed(self.ns or 0)} / {signed(self.ew or 0)}"

    @property
    def source_text(self) -> str:
        return FROM[self.source]

    @property
    def origin(self) -> str:
        """From what and by whom: "from the slip, Ruth"; a phone says it by itself."""
        if self.source == "phone" and self.typist is None:
            return self.source_text
        return f"{self.source_text}, {self.by or 'nobody signed in'}"

    @property
    def outcome(self) -> str:
        """Return whether the bid was made or set; "" where nobody bid."""
        if self.result is None or self.result.bid is None:
            return ""
        return "made" if made(self.result) else "set"


def sources_of(lines: Iterable[HandLine]) -> tuple[str, ...]:
    """Return in words where a table's entries came from; with the hands where that differs."""
    by_source: dict[str, list[str]] = {}
    for line in lines:
        if line.hand is not None:
            by_source.setdefault(line.source_text.capitalize(), []).append(str(line.hand))
    if len(by_source) < 2:
        return tuple(by_source)
    return tuple(
        f"{source}: hand{'s' if len(hands) > 1 else ''} {', '.join(hands)}"
        for source, hands in by_source.items()
    )


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A hand whose full record says something else than what was entered, both in words."""

    hand: int
    record: str
    entered: str

    @property
    def words(self) -> str:
        return f"its record says {self.record}; entered was {self.entered}."


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of one round, as the desk looks at it."""

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
    def to_come(self) -> range:
        """The numbers of the hands that are still typed: the next, and those after it if known."""
        if not self.score.takes_hands or self.score.capture != "hands":
            return range(0)
        return range(self.next_hand, max(self.score.limit or 0, self.next_hand) + 1)

    def bidder_of(self, result: HandResult | None) -> str:
        """Return the first name of whoever bid, the seat where no name is known."""
        seat = result.declarer if result else None
        return given_names(self.seats).get(seat, SEAT_NAMES[seat]) if seat else ""

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
            bidder = self.bidder_of(line.result)
            rows.append(replace(line, ns_so_far=ns, ew_so_far=ew, bidder=bidder))
        return tuple(rows)
