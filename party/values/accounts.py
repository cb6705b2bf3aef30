"""The actor of a verb, and the browser of a user."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

UNNAMED = "Organiser"  # the first organiser, until they type their name
EASY_TO_REMEMBER = "Three or four words are easy to remember."

BEGAN = "began"  # key in a session for the time when the session began, in seconds
SIGN_INS_KEPT = timedelta(days=90)  # how long the organisers' list shows a sign-in

ActorKind = Literal["user", "table", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """`user_id` is None for a table and for the program. `label` is the name at that time."""

    kind: ActorKind
    user_id: int | None
    label: str


PROGRAM = Actor("program", None, "Head Table")


def table_actor(number: int) -> Actor:
    return Actor("table", None, f"table {number}’s phone")


def shown_label(kind: str, label: str) -> str:
    """A "person" is the user of another database, from which a party file came."""
    if kind == "person" and label:
        return f"{label} (elsewhere)"
    return "" if kind == "program" else label


# Parts of User-Agent headers. Most headers contain several, so the first in this order counts.
PROGRAMS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@dataclass(frozen=True, slots=True)
class Browser:
    """The signed cookie of a browser."""

    id: str = ""
    user_ids: tuple[int, ...] = ()


def browser_name(user_agent: str) -> str:
    """For example "Firefox on Windows", from a User-Agent header."""
    program, system = (
        next((name for sign, name in names_by_sign.items() if sign in user_agent), "")
        for names_by_sign in (PROGRAMS, SYSTEMS)
    )
    return " on ".join(filter(None, (program, system))) or "an unknown browser"


def hash_of(token: str) -> str:
    """Return the hash that the database stores in place of a link's token."""
    return hashlib.sha256(token.encode()).hexdigest()
