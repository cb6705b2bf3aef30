"""Steps: what a verb did to single rows, kept in its log line.

From them the log says what was before, and a line can be taken back as long as every row is still
as its steps left it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One row, its columns before and after; `name` is what people call it.

    A row that was made has no `before`, one that went has no `after`; of one that changed there
    are only the columns that did. Values are as JSON holds them.
    """

    row: str
    id: int
    name: str
    before: Columns | None
    after: Columns | None

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**stored)

    @property
    def back(self) -> Self:
        """The step that takes this one back."""
        return replace(self, before=self.after, after=self.before)

    @property
    def changed(self) -> Columns:
        """What the row had before, where it changed; nothing where it was made or went."""
        return self.before if self.before is not None and self.after is not None else {}


def stored(steps: Iterable[Step]) -> list[dict[str, Any]]:
    return [asdict(step) for step in steps]


def people_of(steps: Iterable[Step]) -> dict[str, str]:
    """Return the entrants that the steps are about, so that the lines about somebody are found."""
    found: dict[str, str] = {}
    for step in steps:
        told = {**(step.before or {}), **(step.after or {})}
        ids = [step.id] if step.row == "entrant" else [told.get(name) for name in ABOUT]
        found |= {str(pk): step.name for pk in ids if pk}
    return found


ABOUT = ("entrant_id", "one_id", "other_id")


def steps_of(data: Mapping[str, Any]) -> tuple[Step, ...]:
    """Return the steps that a log line holds; lines of before there were any hold none."""
    return tuple(Step.of(each) for each in data.get("steps", ()))
