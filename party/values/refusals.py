from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")


class Code(StrEnum):
    """The refusals to which a page or a phone reacts in its own way."""

    CHANGED = "changed"  # changed since the page was opened: the form gets the present values
    CONFLICT = "conflict"  # another result is stored: both are shown, or kept
    NOT_TAKEN = "not-taken"  # the table takes no more results: one from a phone is kept as late
    BUSY = "busy"  # the same request may succeed a moment later


@dataclass(frozen=True)
class Fault:
    """`field` is the field of the form; "" stands for the whole form."""

    text: str
    field: str = ""
    code: Code | None = None


class Refused(Exception):  # noqa: N818 -- a refusal is no error of the program
    """Nothing was changed. `faults` is never empty."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = tuple(Fault(fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__(" ".join(self.texts))

    @property
    def texts(self) -> list[str]:
        return [fault.text for fault in self.faults]


def require(value: T | None, refusal: Fault | str) -> T:
    """Return the value. Raises Refused if it is None."""
    if value is None:
        raise Refused(refusal)
    return value


def refuse_if_any(faults: Iterable[Fault]) -> None:
    if faults_found := tuple(faults):
        raise Refused(*faults_found)


DAMAGED = "The database is damaged. Stop Head Table, then open the last backup."

# Words in the errors of a database, with the sentence for the page. PostgreSQL's faults concern a
# server that the reader cannot touch.
TROUBLES = (
    (
        ("could not extend file", "could not write to file", "could not write block"),
        "The disk of the server is full. The server’s operator must free some space.",
    ),
    (
        ("invalid page in block", "could not read block", "could not open relation"),
        "The database of the server is damaged. The server’s operator must restore it.",
    ),
    (
        (
            "malformed",
            "file is not a database",
            "unsupported file format",
            "could not decode to utf-8",
            "row_cast_map",  # a column's name is no longer text
        ),
        DAMAGED,
    ),
    (("disk is full", "no space left"), "The disk is full. Free some space, then {next_step}."),
    (
        ("database is locked", "database table is locked"),
        "Another program is using the database. Close that program, then {next_step}.",
    ),
    (
        ("readonly database", "read-only"),
        "The database is write-protected. Take the protection off, then {next_step}.",
    ),
    (
        ("disk i/o error", "unable to open database"),
        "The disk does not answer. Look whether it is full or was taken out, then {next_step}.",
    ),
    (
        ("canceling statement", "deadlock detected"),
        "The database of the server takes too long. Wait a moment, then {next_step}.",
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
        "The database server does not answer. Wait a moment, then {next_step}.",
    ),
)


def storage_trouble(error: BaseException, next_step: str = "press again") -> str:
    """Return a sentence about a fault of the storage; "" for a fault of the program."""
    text = str(error).lower()
    for signs, words in TROUBLES:
        if any(sign in text for sign in signs):
            return words.format(next_step=next_step)
    return ""
