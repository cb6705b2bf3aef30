"""What was printed, and what is different by now.

A sheet is taken apart into its *frame*, which all of it shares (the heading, the rules), and its
*pieces* (a card, a slip, a line). Each has a *mark*, a few letters that change with anything in
it. A printout keeps the marks and what each piece is called; comparing them with the marks of the
same sheet as it would be now says which pieces are out of date.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Self

from party.values.evening.checklist import Checklist
from party.values.people.fees import MoneySheet
from party.values.prints import (
    CardSheet,
    Pack,
    PlaceCards,
    RotaSheet,
    RuleSheet,
    SeatList,
    SlipSheet,
    StandingsSheet,
    TableList,
    TentSheet,
)
from party.values.prizes.prizes import CertificateSheet, PrizeSheet
from party.values.seats.guide_cards import GuideSheet
from party.values.seats.next_moves import NextMoveSheet

MOST_NAMED = 6
Sheet = Any
Piece = tuple[str, str, object]  # its key among the pieces, what it is called, what is on it


class Moment(StrEnum):
    """When in an evening a paper is wanted."""

    BEFORE = "Before the doors open"
    DOOR = "At the door, once the seats are drawn"
    ROUND = "For each round"
    END = "At the end"


@dataclass(frozen=True, slots=True)
class Parts:
    """How a sheet comes apart. Pieces that are cut apart can be printed *alone*."""

    field: str
    noun: str
    name: Callable[[Any], tuple[str, str]]  # key and what it is called
    alone: bool = False

    def pieces(self, sheet: Sheet) -> Iterator[Piece]:
        for each in getattr(sheet, self.field):
            yield (*self.name(each), each)


class RowsOfSections(Parts):
    """A row may stand in several sections: everybody, a prize group, the low end."""

    def pieces(self, sheet: Sheet) -> Iterator[Piece]:
        for section in sheet.sections:
            for row in section.rows:
                yield f"{section.title} {row.name}", row.name, row


PARTS: Mapping[type, Parts] = {
    CardSheet: Parts(
        "cards", "card", lambda card: (card.number, card.name or f"No. {card.number}"), alone=True
    ),
    SlipSheet: Parts(
        "slips", "slip", lambda slip: (slip.table, f"table {slip.table}"), alone=True
    ),
    NextMoveSheet: Parts("slips", "slip", lambda slip: (slip.name, slip.name), alone=True),
    PlaceCards: Parts("cards", "card", lambda card: (card.below, card.name), alone=True),
    TentSheet: Parts("tables", "tent", lambda table: (table, f"table {table}"), alone=True),
    CertificateSheet: Parts(
        "certificates",
        "certificate",
        lambda one: (f"{one.prize} {one.name}", f"{one.name} ({one.prize})"),
        alone=True,
    ),
    GuideSheet: Parts(
        "cards", "card", lambda card: (card.table, f"table {card.table}"), alone=True
    ),
    SeatList: Parts("lines", "line", lambda line: (line.name, line.name)),
    TableList: Parts("lines", "table", lambda line: (line.table, f"table {line.table}")),
    RotaSheet: Parts("lines", "line", lambda line: (line.label, ", ".join(line.names))),
    Checklist: Parts("parts", "part", lambda part: (part.title, part.title)),
    RuleSheet: Parts("parts", "part", lambda part: (part.title, part.title)),
    MoneySheet: Parts("rows", "line", lambda row: (row.number, row.name)),
    PrizeSheet: Parts(
        "rows", "line", lambda row: (f"{row.prize} {row.winner}", row.winner or row.prize)
    ),
    StandingsSheet: RowsOfSections("sections", "line", lambda row: (row.name, row.name)),
    Pack: Parts("parts", "part", lambda part: (part.title, part.title)),
}
FRAMES = {
    "title": "its title",
    "heading": "the party’s name, date or place",
    "rounds": "the number of rounds",
    "hands": "the hands in a round",
    "rules": "the bids to circle",
    "bid_values": "what the bids count",
    "reminder": "who moves",
    "bench": "who sits out",
    "banner": "whether the prizes are confirmed",
    "totals": "the sums",
}


@dataclass(frozen=True, slots=True)
class Marks:
    """What was on a sheet: a mark for each field of its frame and for each of its pieces."""

    frame: Mapping[str, str]
    pieces: Mapping[str, tuple[str, str]]  # by key: what it is called, its mark

    @classmethod
    def of(cls, sheet: Sheet) -> Self:
        parts = PARTS.get(type(sheet))
        if parts is None:
            return cls({"": _mark(sheet)}, {})
        shared = (each.name for each in fields(sheet) if each.name != parts.field)
        return cls(
            {name: _mark(getattr(sheet, name)) for name in shared},
            {key: (label, _mark(thing)) for key, label, thing in _keyed(parts.pieces(sheet))},
        )

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        return cls(stored["frame"], {key: (label, mark) for key, label, mark in stored["pieces"]})

    def stored(self) -> dict[str, Any]:
        pieces = [[key, label, mark] for key, (label, mark) in self.pieces.items()]
        return {"frame": dict(self.frame), "pieces": pieces}


def _mark(thing: object) -> str:
    return blake2b(repr(thing).encode(), digest_size=6).hexdigest()


def _keyed(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Give pieces of one name keys of their own; a tab is in no name."""
    seen: Counter[str] = Counter()
    for key, label, thing in pieces:
        seen[key] += 1
        yield (key if seen[key] == 1 else f"{key}\t{seen[key]}"), label, thing


def can_print_some(sheet: Sheet) -> bool:
    parts = PARTS.get(type(sheet))
    return parts is not None and parts.alone


def only(sheet: Sheet, keys: Collection[str]) -> Sheet:
    """Return the sheet with these pieces alone."""
    parts = PARTS[type(sheet)]
    kept = tuple(thing for key, _, thing in _keyed(parts.pieces(sheet)) if key in keys)
    spares = {"spares": 0} if isinstance(sheet, CardSheet) else {}
    return replace(sheet, **{parts.field: kept}, **spares)


@dataclass(frozen=True, slots=True)
class Changes:
    """How a sheet differs from what was printed of it."""

    noun: str
    frame: tuple[str, ...]  # what all of it shares and has changed, in words
    changed: Mapping[str, str]  # by key: what the piece is called
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.frame or self.changed or self.gone)

    @property
    def words(self) -> tuple[str, ...]:
        """Say what changed; an empty frame or piece says nothing."""
        told = []
        if self.frame:
            told.append(" ".join(filter(None, ("All of it changed", _why(self.frame)))) + ".")
        elif self.changed:
            number = len(self.changed)
            some = f"1 {self.noun}" if number == 1 else f"{number} {self.noun}s"
            told.append(f"{some} changed since: {_listed(list(self.changed.values()))}.")
        if self.gone:
            told.append(f"No longer there: {_listed(self.gone)}.")
        return tuple(told)


def compare(printed: Marks, sheet: Sheet) -> Changes:
    """Return what is different on the sheet by now."""
    now = Marks.of(sheet)
    names = dict.fromkeys([*printed.frame, *now.frame])
    frame = tuple(FRAMES.get(n, "") for n in names if printed.frame.get(n) != now.frame.get(n))
    changed = {
        key: label
        for key, (label, mark) in now.pieces.items()
        if frame or printed.pieces.get(key, ("", ""))[1] != mark
    }
    gone = tuple(label for key, (label, _) in printed.pieces.items() if key not in now.pieces)
    parts = PARTS.get(type(sheet))
    return Changes(parts.noun if parts else "", frame, changed, gone)


def _why(frame: Sequence[str]) -> str:
    known = [words for words in frame if words]
    return f"since: {', '.join(known)}" if known else "since"


def _listed(names: Sequence[str]) -> str:
    shown = [_apart(name) for name in dict.fromkeys(names)]
    between = "; " if any("," in name for name in shown) else ", "
    if len(shown) > MOST_NAMED + 1:
        return f"{between.join(shown[:MOST_NAMED])} and {len(shown) - MOST_NAMED} more"
    return between.join(shown)


def _apart(name: str) -> str:
    """Keep a name that is written from right to left from turning its neighbours round."""
    turned = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u2068{name}\u2069" if turned else name
