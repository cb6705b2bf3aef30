"""The log as a page shows it: old and new values, and what can be taken back from a line."""

from dataclasses import dataclass

from party.values.people.person import Person

TAKEN_BACK = "taken back"
WISH_TAKEN_BACK = "wish taken back"
OF_WISHES = ("wish added", "wish removed", WISH_TAKEN_BACK)
"""Verbs that only organisers read about: who is kept apart from whom is nobody else's business."""


# What a verb is called where its own word would not say enough.
CALLED = {
    "ahead said": "Who was ahead",
    "bell": "Bell rung",
    "card": "Final card typed",
    "card removed": "Final card taken back",
    "checking": "Round checked",
    "corrected": "Result corrected",
    "cut decided": "Cut entered",
    "decided": "Which of two results is right",
    "draw": "Seats drawn",
    "draw undone": "Draw taken back",
    "finished": "Party finished",
    "hand undone": "Hand taken back",
    "here": "Ticked as here or not",
    "kept both": "Second result kept",
    "looked at": "Looked at again",
    "not printed": "Did not come out of the printer",
    "notes": "Notes about somebody",
    "numbers named": "Names against numbers",
    "owes": "What somebody owes",
    "party changed": "Settings changed",
    "reopened": "Party reopened",
    "reseated": "Seated again",
    "rota swapped": "Turns to sit out swapped",
    "rounds": "Rounds planned",
    "rules overridden": "Rules changed although hands were in",
    "stand-in": "Chair taken by somebody else",
    "table capture": "How a table is entered",
    "thrown in": "Hand thrown in",
    "tickets back": "Tickets taken back",
    "typed again": "Typed a second time",
}


def called(verb: str) -> str:
    """Return what a verb is called in a list to choose from."""
    return CALLED.get(verb, verb.capitalize())


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after."""

    what: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Undo:
    """What would be taken back from a line of the log. `helpers` may do it too.

    With `own` only those of them who have done it themselves.
    """

    line: int
    kind: str
    effects: tuple[str, ...]
    round: int = 0
    table: int | None = None
    entry: int | None = None
    entrant: int | None = None
    helpers: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which lines are asked for: about a table, a person, of a verb. None and "" are all."""

    table: int | None = None
    person: Person | None = None
    verb: str = ""

    def __bool__(self) -> bool:
        return bool(self.table or self.person or self.verb)
