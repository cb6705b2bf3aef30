"""Refusals of verbs: texts for an organiser, with everything that is wrong at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """The refusals after which a page or a phone goes on in a way of its own."""

    CHANGED = "changed"  # since the page was opened: its form gets the present values
    CONFLICT = "conflict"  # another result is in: both are shown, or kept
    NOT_TAKEN = "not-taken"  # the table takes no more results: a phone's is kept as a late slip


@dataclass(frozen=True)
class Fault:
    """One reason, and the field of the form beside which it is shown ("" for the whole form)."""

    text: str
    field: str = ""
    code: Code | None = None


class Refused(Exception):  # noqa: N818 -- it reads as what happened
    """Nothing was changed. `faults` is never empty."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = tuple(Fault(fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__(" ".join(self.texts))

    @property
    def texts(self) -> list[str]:
        return [fault.text for fault in self.faults]


def refuse_if_any(faults: Iterable[Fault]) -> None:
    """Raise Refused with all of these faults, if there are any."""
    if together := tuple(faults):
        raise Refused(*together)


DAMAGED = "The database is damaged. Stop Head Table, then open the last backup."

# What the database says, in words that its errors contain, and what the page says then. Words of
# PostgreSQL speak of the server: whoever reads them is far from it.
TROUBLES = (
    (
        ("could not extend file", "could not write to file", "could not write block"),
        "The disk of the server is full. Whoever keeps the server must free some space.",
    ),
    (
        ("invalid page in block", "could not read block", "could not open relation"),
        "The database of the server is damaged. Whoever keeps the server must restore it.",
    ),
    (
        (
            "malformed",
            "file is not a database",
            "unsupported file format",
            "could not decode to utf-8",
            "row_cast_map",  # the name of a column is no text any more
        ),
        DAMAGED,
    ),
    (("disk is full", "no space left"), "The disk is full. Free some space, then {again}."),
    (
        ("database is locked", "database table is locked"),
        "Another program is using the database. Close that program, then {again}.",
    ),
    (
        ("readonly database", "read-only"),
        "The database is write-protected. Take the protection off, then {again}.",
    ),
    (
        ("disk i/o error", "unable to open database"),
        "The disk does not answer. Look whether it is full or was taken out, then {again}.",
    ),
    (
        ("canceling statement", "deadlock detected"),
        "The database of the server takes too long. Wait a moment, then {again}.",
    ),
    (
        (
            "connection",
            "shutting down",
            "starting up",
            "not yet accepting",
            "recovery mode",
            "too many clients",
            "server terminated",
            "cursor is closed",
        ),
        "The database of the server does not answer. Wait a moment, then {again}.",
    ),
)


def storage_trouble(error: BaseException, again: str = "press again") -> str:
    """Say what keeps the database from storing anything; "" where the error is the program's.

    `again` is what to do once it is mended.
    """
    text = str(error).lower()
    for signs, words in TROUBLES:
        if any(sign in text for sign in signs):
            return words.format(again=again)
    return ""
