from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

LARGEST = 500_000_000  # bytes: some thousand evenings
# The format and version that a party's file states; docs/formats.md describes them.
PARTY_FORMAT, PARTY_VERSION = "headtable-party", 4
LONGEST_NAME = 200  # letters of any name that comes from a file and goes on a page
LONGEST_TEXT = 20_000  # letters of a text: a record, notes, a line of the log
UPDATE_FIRST = "Update Head Table, then open it again."
NO_CHECKSUM = (
    "It has no checksum: an older Head Table made it, so nobody can tell whether it is complete."
)


@dataclass(frozen=True)
class KeptCopy:
    name: str
    at: datetime
    reason: str


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
    """A file that passed all checks. `content` is its JSON."""

    content: Mapping[str, Any]
    summary: PartyInFile
    tables: int  # in its last round
    is_edited: bool  # the checksum is wrong, so the file has changed since Head Table wrote it
    warning: str
