"""Who does something. Everything that is written down says so."""

import hashlib
from dataclasses import dataclass
from typing import Literal

ActorKind = Literal["user", "table", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user, a table's own phone, or the program itself.

    `user_id` is set for users alone. `label` is their name as it was at that time; pages show
    the name of now where there is a user.
    """

    kind: ActorKind
    user_id: int | None
    label: str

    def __post_init__(self) -> None:
        if (self.kind == "user") != (self.user_id is not None):
            raise ValueError(f"{self.kind} with user {self.user_id}")


PROGRAM = Actor("program", None, "Head Table")


def table_actor(number: int) -> Actor:
    """Return who writes when a table's own phone does."""
    return Actor("table", None, f"table {number}’s phone")


def hash_of(token: str) -> str:
    """Return what the database keeps of a link."""
    return hashlib.sha256(token.encode()).hexdigest()
