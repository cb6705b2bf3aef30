"""Papers: on what a document is printed, and what has changed on it since.

A document states the *contents* of its sheet as plain texts and numbers: what all of it *shares*
(the heading, the rules) and its *pieces* (a card, a slip, a line). Each has a *mark*, a few
letters that change with its content. A printout stores the marks and what each piece is called;
compared with the contents of the same sheet today they say which pieces are out of date.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import NotRequired, Self, TypeAlias, TypedDict

from party.values.numbers import counted

MOST_NAMED = 6
Content: TypeAlias = "str | int | Sequence[Content] | None"


class PaperSize(StrEnum):
    """The two papers that printers in a hall hold."""

    LETTER = "letter"
    A4 = "a4"


class Moment(StrEnum):
    """When in an evening a paper is wanted."""

    ROUND = "For the round"
    BEFORE = "Before the doors"
    END = "At the end"
    PRINTER = "The printer"


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a sheet is wanted: on which paper, in large letters, with lines instead of names.

    Ready-cut cards are shifted to the right and down, in millimetres, where a printer needs it.
    """

    paper: PaperSize = PaperSize.LETTER
    large: bool = False
    blank: bool = False
    right: float = 0.0
    down: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Heading:
    """What stands at the top of every sheet of a party."""

    party: str
    date: str = ""  # "Sat 14 Nov, 7 pm"
    place: str = ""

    @property
    def content(self) -> Content:
        return self.party, self.date, self.place


@dataclass(frozen=True, slots=True)
class Shared:
    """What all pieces of a sheet have in common, by a key; `name` is what pages call it."""

    key: str
    content: Content
    name: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, a slip or a line: its key on the sheet, what it is called, what is on it."""

    key: str
    name: str
    content: Content


@dataclass(frozen=True)
class Contents:
    """All that is on a sheet; `noun` is what one of its pieces is, `basis` that of its marks."""

    shared: tuple[Shared, ...]
    pieces: tuple[Piece, ...] = ()
    noun: str = ""
    basis: str = ""

    @classmethod
    def whole(cls, *content: Content) -> Self:
        """Return the contents of a sheet that is not compared piece by piece."""
        return cls((Shared("", content),))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The key of each piece. A second piece of one key has a number; a tab is in no name."""
        count: Counter[str] = Counter()
        keys = []
        for piece in self.pieces:
            count[piece.key] += 1
            number = count[piece.key]
            keys.append(piece.key if number == 1 else f"{piece.key}\t{number}")
        return tuple(keys)

    @cached_property
    def marks(self) -> "Marks":
        return Marks(
            {each.key: mark_of(each.content) for each in self.shared},
            {
                key: (piece.name, mark_of(piece.content))
                for key, piece in zip(self.keys, self.pieces, strict=True)
            },
            self.basis,
        )

    @property
    def content(self) -> Content:
        """Everything as one content, for a sheet that is a piece of a larger one."""
        return (
            [(each.key, each.content) for each in self.shared],
            [(piece.key, piece.content) for piece in self.pieces],
        )

    def places(self, keys: Collection[str]) -> tuple[int, ...]:
        """Return where the pieces of these keys stand among all, from 0."""
        return tuple(place for place, key in enumerate(self.keys) if key in keys)


class StoredMarks(TypedDict):
    """Marks as a printout keeps them."""

    frame: dict[str, str]
    pieces: list[list[str]]  # key, what it is called, mark
    basis: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Marks:
    """A mark for all that a sheet's pieces share, and for each of its pieces.

    `basis` is a mark of what the sheet was made from, where that is cheaper to compare.
    """

    shared: Mapping[str, str]
    pieces: Mapping[str, tuple[str, str]]  # by key: what it is called, its mark
    basis: str = ""

    @classmethod
    def read(cls, stored: StoredMarks) -> Self:
        pieces = {key: (name, mark) for key, name, mark in stored["pieces"]}
        return cls(stored["frame"], pieces, stored.get("basis", ""))

    def stored(self) -> StoredMarks:
        pieces = [[key, name, mark] for key, (name, mark) in self.pieces.items()]
        stored = StoredMarks(frame=dict(self.shared), pieces=pieces)
        if self.basis:
            stored["basis"] = self.basis
        return stored


def mark_of(content: Content) -> str:
    return blake2b(json.dumps(content).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Changes:
    """How a sheet differs from what was printed of it."""

    noun: str
    shared: tuple[str, ...]  # the names of what all of it shares and has changed; some are empty
    pieces: Mapping[str, str]  # by key: what the piece is called
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.shared or self.pieces or self.gone)

    @property
    def is_partial(self) -> bool:
        """Whether some pieces are different, and others are not."""
        return bool(self.pieces and not self.shared)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What changed, in sentences; what is shared but has no name is not mentioned."""
        sentences = []
        if self.shared:
            names = ", ".join(filter(None, self.shared))
            sentences.append(f"All of it changed since: {names}." if names else ALL_CHANGED)
        elif self.pieces:
            some = counted(len(self.pieces), self.noun)
            sentences.append(f"{some} changed since: {_enumeration(list(self.pieces.values()))}.")
        if self.gone:
            sentences.append(f"No longer there: {_enumeration(self.gone)}.")
        return tuple(sentences)


ALL_CHANGED = "All of it changed since."
NO_CHANGES = Changes("", (), {}, ())


def compare(printed: Marks, contents: Contents) -> Changes:
    """Return what is different on the sheet by now."""
    if printed.basis and printed.basis == contents.basis:
        return NO_CHANGES
    now = contents.marks
    names = {each.key: each.name for each in contents.shared}
    shared = tuple(
        names.get(key, "")
        for key in dict.fromkeys([*printed.shared, *now.shared])
        if printed.shared.get(key) != now.shared.get(key)
    )
    pieces = {
        key: name
        for key, (name, mark) in now.pieces.items()
        if shared or printed.pieces.get(key, ("", ""))[1] != mark
    }
    gone = tuple(name for key, (name, _) in printed.pieces.items() if key not in now.pieces)
    return Changes(contents.noun, shared, pieces, gone)


def _enumeration(names: Sequence[str]) -> str:
    shown = [_isolated(name) for name in dict.fromkeys(names)]
    between = "; " if any("," in name for name in shown) else ", "
    if len(shown) > MOST_NAMED + 1:
        return f"{between.join(shown[:MOST_NAMED])} and {len(shown) - MOST_NAMED} more"
    return between.join(shown)


def _isolated(name: str) -> str:
    """Keep a name that is written from right to left from turning its neighbours round."""
    turned = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u2068{name}\u2069" if turned else name
