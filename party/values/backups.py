"""Copies of the whole database: what is in one, which are kept, and how the last tries went."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

POLICY = "The last 20 copies are kept, and the last one of each day for 30 days."
LAST, DAYS = 20, 30
LARGEST = 500_000_000  # bytes: some thousand evenings
# A party in a file: what the file says that it is. docs/formats.md describes it.
PARTY_FORMAT, PARTY_VERSION = "headtable-party", 2
LARGEST_PARTY = 15_000_000  # bytes
MOST_ROWS = 20_000  # in a party file: some 130 tables of ten rounds
LONGEST_NAME = 200  # letters of any name that comes from a file and goes on a page
LONGEST_TEXT = 20_000  # letters of a text: a record, notes, a line of the log
NO_CHECKSUM = (
    "It has no checksum: an older Head Table made it, so nobody can tell whether it is complete."
)
EDITED = (
    "This file is not as Head Table wrote it: somebody edited it, or it was damaged on the way. "
    "Its checksum does not match."
)


@dataclass(frozen=True)
class KeptCopy:
    """A copy in a folder; `name` is the file's, `why` the words of its name."""

    name: str
    at: datetime
    why: str


@dataclass(frozen=True)
class Place:
    """A folder that copies go to. `good` is when one last got there, `trouble` what is wrong."""

    folder: str
    good: datetime | None = None
    trouble: str = ""


@dataclass(frozen=True)
class PartyInFile:
    club: str
    name: str
    starts_at: datetime
    people: int
    rounds: int
    hands: int


@dataclass(frozen=True)
class PartyFile:
    """A party's file that was read and found whole; `content` is all of it, as JSON holds it."""

    content: Mapping[str, Any]
    inside: PartyInFile
    tables: int  # in its last round
    is_edited: bool  # since Head Table wrote it: its checksum is wrong
    warning: str


@dataclass(frozen=True)
class KnownPlayers:
    """Who of a party's file is a player of a club: ids by number in the file.

    `unsure` are the names of those who may be; they become `new` players, as all others.
    """

    known: Mapping[int, int]
    unsure: tuple[str, ...]
    new: int


@dataclass(frozen=True)
class Contents:
    """What is in a copy, read before anything is replaced by it.

    `organisers` are names, each with how many of the clubs that one does not run; an older copy
    does not say.
    """

    clubs: tuple[str, ...]
    organisers: tuple[tuple[str, int], ...]
    parties: tuple[PartyInFile, ...]
    last_written: datetime | None
    is_older: bool  # than this program: it is brought up to date when it is opened
    warning: str

    def organiser_after(self, name: str) -> tuple[str, int] | None:
        """Return as whom somebody of that name goes on, once it is opened."""
        same = [each for each in self.organisers if each[0] == name]
        return next(iter([*same, *self.organisers]), None)


@dataclass(frozen=True)
class Opened:
    """A copy has taken the place of the database: where that is kept, and what does not add up."""

    before: str
    parties: int
    differences: tuple[str, ...]


def chosen_to_keep(copies: list[KeptCopy]) -> set[str]:
    """Return the names that the policy keeps of copies, the one made last first.

    By the days there are, and by the order in which they were made: a clock may be wrong.
    """
    by_day = {copy.at.date(): copy.name for copy in reversed(copies)}
    days = sorted(by_day, reverse=True)[:DAYS]
    return {copy.name for copy in copies[:LAST]} | {by_day[day] for day in days}
