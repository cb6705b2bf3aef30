"""The people who may work for a club, as its organiser sees them; the address of a club."""

import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime
from itertools import count

LONGEST_ADDRESS = 40


def free_address(name: str, taken: Container[str | None]) -> str:
    """Return the name of a club as a word of an address that no other club has."""
    letters = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    word = re.sub("[^a-z0-9]+", "-", letters)[: LONGEST_ADDRESS - 5].strip("-") or "club"
    numbered = (f"{word}-{number}" for number in count(2))
    return word if word not in taken else next(each for each in numbered if each not in taken)


@dataclass(frozen=True, slots=True)
class Helper:
    """Somebody at the desk; `everywhere` when they help at every party of the club.

    Who works `elsewhere` too has an account for which no organiser here makes a link.
    """

    id: int
    name: str
    everywhere: bool
    signed_in: bool
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class ClubHelper:
    """Somebody who helps at a club; `where` is a party's name, "" for all of them."""

    id: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that nobody has used yet. `work` is what it lets somebody do."""

    id: int
    name: str
    work: str
    by: str
    until: datetime


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A line of the log about who works for a club."""

    words: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClubPeople:
    """Who works for a club: organisers by id, helpers, who is invited, and what was done."""

    organisers: dict[int, str]
    helpers: tuple[ClubHelper, ...]
    invitations: tuple[OpenInvitation, ...]
    lately: tuple[ClubLine, ...]


def work_text(role: str, where: str) -> str:
    """Return what somebody is invited to do at a club or a party, after "to"."""
    return f"run {where}" if role == "organiser" else f"help at {where}"


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """What becomes of a series without one of its parties; `lines` change rank or points."""

    name: str
    evenings: int
    evenings_then: int
    lines: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What is lost with a party; `seen` is the revision at which it was counted.

    `why_not` says why it cannot be removed now; "" where it can.
    """

    seen: int
    why_not: str
    people: int
    tables: int
    rounds: int
    hands: int
    prizes: int
    seasons: tuple[SeasonChange, ...]
    helpers: tuple[str, ...]  # who helps at this party only
