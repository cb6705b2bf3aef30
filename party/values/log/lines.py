"""The log as a page shows it: old and new values, and what can be taken back from a line."""

from dataclasses import dataclass

from party.values.people.person import Person

LISTED = "draw listed"
DRAWN = "prize drawn"
TAKEN_BACK = "taken back"
WISH_TAKEN_BACK = "wish taken back"
WISH_VERBS = ("wish added", "wish removed", WISH_TAKEN_BACK)
"""Verbs that only organisers read about: wishes are confidential."""


# Labels of verbs whose own word does not say enough.
VERB_LABELS = {
    "agreed": "Both pairs agree or not",
    "ahead said": "Who was ahead",
    "announced": "Seats shown to the hall",
    "bell": "Bell rung",
    "card": "Final card typed",
    "card removed": "Final card taken back",
    "checking": "Round checked",
    "corrected": "Result corrected",
    "cut decided": "Cut entered",
    "decided": "Which of two results is right",
    "draw": "Seats drawn",
    "draw listed": "List to draw a prize from",
    "draw undone": "Draw taken back",
    "finished": "Party finished",
    "guests changed": "What guests see",
    "hand undone": "Hand taken back",
    "here": "Ticked as here or not",
    "kept both": "Second result kept",
    "kept late": "Late result kept",
    "late set aside": "Late result not needed",
    "looked at": "Looked at again",
    "not printed": "Did not come out of the printer",
    "notes": "Notes about somebody",
    "numbers named": "Names against numbers",
    "owes": "What somebody owes",
    "party changed": "Settings changed",
    "reopened": "Party reopened",
    "winner gone": "A winner had gone home",
    "winner left": "A winner has gone home",
    "reseated": "Seated again",
    "rota swapped": "Turns to sit out swapped",
    "rounds": "Rounds planned",
    "rules overridden": "Rules changed although hands were in",
    "slip follows": "Slip to follow",
    "stand-in": "Chair taken by somebody else",
    "table capture": "How a table is entered",
    "thrown in": "Hand thrown in",
    "tickets back": "Tickets taken back",
    "typed again": "Typed a second time",
    "word": "What tells people of one name apart",
}


def verb_label(verb: str) -> str:
    return VERB_LABELS.get(verb, verb.capitalize())


@dataclass(frozen=True, slots=True)
class ValueChange:
    what: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Undo:
    """How a line of the log can be taken back, and the effects in sentences.

    `helpers` may do it too; with `own_only`, only a helper who wrote the line.
    """

    line: int
    kind: str
    effects: tuple[str, ...]
    round: int = 0
    table: int | None = None
    entry: int | None = None
    entrant: int | None = None
    helpers: bool = False
    own_only: bool = False


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which lines to show: about a table, a person, of a verb. None and "" mean all."""

    table: int | None = None
    person: Person | None = None
    verb: str = ""

    def __bool__(self) -> bool:
        return bool(self.table or self.person or self.verb)
