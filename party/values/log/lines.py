"""The log as a page shows it."""

from dataclasses import dataclass

from party.values.people.person import Person

LISTED = "draw listed"
DRAWN = "prize drawn"
WRONG_CHAIRS = "wrong chairs"
TAKEN_BACK = "taken back"
WISH_TAKEN_BACK = "wish taken back"
WISH_VERBS = ("wish added", "wish removed", WISH_TAKEN_BACK)
"""Verbs that only organisers read about: wishes are confidential."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """The lines to show: of a table, a person, a verb. None and "" mean all."""

    table: int | None = None
    person: Person | None = None
    verb: str = ""

    def __bool__(self) -> bool:
        return bool(self.table or self.person or self.verb)
