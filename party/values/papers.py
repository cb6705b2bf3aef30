"""The look of a document, and the changes since it was printed.

The pieces of a sheet are its cards, slips or lines. A printout stores a *mark* of each piece, and
of the content that they share. A mark is a short hash; a new mark means that the piece is out of
date.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import Self, TypeAlias, TypedDict

from party.values.numbers import counted

MOST_NAMED = 6
Content: TypeAlias = "str | int | Sequence[Content] | None"


class PaperSize(StrEnum):
    LETTER = "letter"
    A4 = "a4"


class Moment(StrEnum):
    ROUND = "For the round"
    BEFORE = "Before the doors"
    END = "At the end"
    PRINTER = "The printer"


@dataclass(frozen=True, kw_only=True)
class Look:
    """`blank`: names are lines to write on. `right` and `down` shift ready-cut cards, in mm."""

    paper: PaperSize = PaperSize.LETTER
    large: bool = False
    blank: bool = False
    right: float = 0.0
    down: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Heading:
    party: str
    date: str = ""  # "Sat 14 Nov, 7 pm"
    place: str = ""

    @property
    def content(self) -> Content:
        return self.party, self.date, self.place


@dataclass(frozen=True, slots=True)
class Shared:
    key: str
    content: Content
    name: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    key: str
    name: str
    content: Content


@dataclass(frozen=True)
class Contents:
    """`noun` is the word for a piece, such as “card”."""

    shared: tuple[Shared, ...]
    pieces: tuple[Piece, ...] = ()
    noun: str = ""

    @classmethod
    def whole(cls, *content: Content) -> Self:
        """Return the contents of a sheet that is not compared piece by piece."""
        return cls((Shared("", content),))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return a different key for each piece: a repeated key gets a number after a tab."""
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
            {shared.key: mark_of(shared.content) for shared in self.shared},
            {
                key: (piece.name, mark_of(piece.content))
                for key, piece in zip(self.keys, self.pieces, strict=True)
            },
        )

    @property
    def content(self) -> Content:
        return (
            [(shared.key, shared.content) for shared in self.shared],
            [(piece.key, piece.content) for piece in self.pieces],
        )

    def indexes(self, keys: Collection[str]) -> tuple[int, ...]:
        return tuple(index for index, key in enumerate(self.keys) if key in keys)


class StoredMarks(TypedDict):
    frame: dict[str, str]
    pieces: list[list[str]]  # key, name, mark


@dataclass(frozen=True, slots=True)
class Marks:
    shared: Mapping[str, str]
    pieces: Mapping[str, tuple[str, str]]  # by key: name and mark

    @classmethod
    def from_json(cls, stored_marks: StoredMarks) -> Self:
        pieces = {key: (name, mark) for key, name, mark in stored_marks["pieces"]}
        return cls(stored_marks["frame"], pieces)

    def to_json(self) -> StoredMarks:
        pieces = [[key, name, mark] for key, (name, mark) in self.pieces.items()]
        return StoredMarks(frame=dict(self.shared), pieces=pieces)


def mark_of(content: Content) -> str:
    return blake2b(json.dumps(content).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Changes:
    noun: str
    shared: tuple[str, ...]  # the names of changed shared content; some names are empty
    pieces: Mapping[str, str]  # names by key
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.shared or self.pieces or self.removed)

    @property
    def is_partial(self) -> bool:
        return bool(self.pieces and not self.shared)

    @property
    def sentences(self) -> tuple[str, ...]:
        sentences = []
        if self.shared:
            names = ", ".join(filter(None, self.shared))
            sentences.append(f"All of it changed since: {names}." if names else ALL_CHANGED)
        elif self.pieces:
            count_text = counted(len(self.pieces), self.noun)
            sentences.append(
                f"{count_text} changed since: {_enumeration(list(self.pieces.values()))}."
            )
        if self.removed:
            sentences.append(f"No longer there: {_enumeration(self.removed)}.")
        return tuple(sentences)


ALL_CHANGED = "All of it changed since."


def compare(printed: Marks, contents: Contents) -> Changes:
    current = contents.marks
    names = {shared.key: shared.name for shared in contents.shared}
    shared = tuple(
        names.get(key, "")
        for key in dict.fromkeys([*printed.shared, *current.shared])
        if printed.shared.get(key) != current.shared.get(key)
    )
    pieces = {
        key: name
        for key, (name, mark) in current.pieces.items()
        if shared or printed.pieces.get(key, ("", ""))[1] != mark
    }
    removed = tuple(name for key, (name, _) in printed.pieces.items() if key not in current.pieces)
    return Changes(contents.noun, shared, pieces, removed)


def _enumeration(names: Sequence[str]) -> str:
    isolated_names = [_isolate_direction(name) for name in dict.fromkeys(names)]
    separator = "; " if any("," in name for name in isolated_names) else ", "
    if len(isolated_names) > MOST_NAMED + 1:
        unnamed = len(isolated_names) - MOST_NAMED
        return f"{separator.join(isolated_names[:MOST_NAMED])} and {unnamed} more"
    return separator.join(isolated_names)


def _isolate_direction(name: str) -> str:
    """Keep a name written from right to left from reversing the text beside it."""
    is_right_to_left = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name
