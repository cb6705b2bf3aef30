from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from party.engine import HandEntry, write_entry
from party.values.scores.tables import HandLine

LONGEST_RECORD = 20_000
"""Characters of one record. A whole hand takes some 1,500; the others are for remarks."""


class Agreement(StrEnum):
    """The result of comparing a record with the entry of its hand."""

    NO_RESULT = "untold"  # the record does not say how the hand ended
    TO_ENTER = "to enter"  # nothing has been entered yet
    TOTAL = "total"  # the table is entered as one total
    SAME = "same"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    entry: HandEntry
    words: str
    ns: int
    ew: int

    @property
    def text(self) -> str:
        return write_entry(self.entry)


@dataclass(frozen=True, slots=True)
class RecordLine:
    id: int
    hand: int
    attached_by: str
    at: datetime
    fault_count: int
    outcome: RecordOutcome | None
    entered: HandLine | None
    is_one_total: bool = False

    @property
    def agreement(self) -> Agreement:
        if self.outcome is None:
            return Agreement.NO_RESULT
        if self.is_one_total:
            return Agreement.TOTAL
        if self.entered is None:
            return Agreement.TO_ENTER
        is_same = self.entered.text == self.outcome.text
        return Agreement.SAME if is_same else Agreement.DIFFERS
