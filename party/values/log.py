"""The log as a page shows it: old and new values, and what can be taken back from a line."""

from dataclasses import dataclass

from party.values.people import Person

TAKEN_BACK = "taken back"
WISH_TAKEN_BACK = "wish taken back"
OF_WISHES = ("wish added", "wish removed", WISH_TAKEN_BACK)
"""Verbs that only organisers read about: who is kept apart from whom is nobody else's business."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after."""

    what: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Undo:
    """What would be taken back from a line of the log. `helpers` may do it too."""

    line: int
    kind: str
    effects: tuple[str, ...]
    round: int = 0
    table: int | None = None
    entry: int | None = None
    entrant: int | None = None
    helpers: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which lines are asked for: about a table, a person, of a verb. None and "" are all."""

    table: int | None = None
    person: Person | None = None
    verb: str = ""

    def __bool__(self) -> bool:
        return bool(self.table or self.person or self.verb)
