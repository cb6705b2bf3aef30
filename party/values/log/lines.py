from dataclasses import dataclass

from party.values.people.person import Person

DRAW_LISTED = "draw listed"
PRIZE_DRAWN = "prize drawn"
WRONG_CHAIRS = "wrong chairs"
TAKEN_BACK = "taken back"
WISH_TAKEN_BACK = "wish taken back"
WISH_VERBS = ("wish added", "wish removed", WISH_TAKEN_BACK)
"""Only organisers see lines with these verbs: wishes are confidential."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """None and "" let every line pass."""

    table: int | None = None
    person: Person | None = None
    verb: str = ""

    def __bool__(self) -> bool:
        return bool(self.table or self.person or self.verb)
