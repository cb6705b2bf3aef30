"""The actor of a verb: log lines, entries and printouts store it."""

import hashlib
from dataclasses import dataclass
from typing import Literal

UNNAMED = "Organiser"  # the first organiser, until they type their name
EASY_TO_REMEMBER = "Three or four words are easy to remember."

ActorKind = Literal["user", "table", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user, a table's own phone, or the program itself.

    `user_id` is set for users alone. `label` is their name at that time; pages show a user's
    present name.
    """

    kind: ActorKind
    user_id: int | None
    label: str

    def __post_init__(self) -> None:
        if (self.kind == "user") != (self.user_id is not None):
            raise ValueError(f"{self.kind} with user {self.user_id}")


PROGRAM = Actor("program", None, "Head Table")


def table_actor(number: int) -> Actor:
    return Actor("table", None, f"table {number}’s phone")


def shown_label(kind: str, label: str) -> str:
    """Return the name that pages show for an actor without a user."""
    if kind == "person" and label:
        return f"{label} (elsewhere)"
    return "" if kind == "program" else label


def hash_of(token: str) -> str:
    """Return the hash that the database stores instead of a link's token."""
    return hashlib.sha256(token.encode()).hexdigest()
