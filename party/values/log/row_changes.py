"""Steps: the changes of a verb in each row, stored in its log line.

The log shows old values from them, and undoes a line with them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from party.values.backups import LONGEST_NAME

Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One row, its columns before and after; `name` is its name in sentences.

    A new row has no `before`, a deleted one no `after`; for a changed row only the changed columns
    are stored. Values are those of JSON.
    """

    row: str
    id: int
    name: str
    before: Columns | None
    after: Columns | None

    @property
    def back(self) -> Self:
        """The step that undoes this one."""
        return replace(self, before=self.after, after=self.before)

    @property
    def changed(self) -> Columns:
        """The old values of a changed row; empty for a new or a deleted one."""
        return self.before if self.before is not None and self.after is not None else {}


def stored(steps: Iterable[Step]) -> list[dict[str, Any]]:
    return [asdict(step) for step in steps]


def people_of(steps: Iterable[Step]) -> dict[str, str]:
    """Return the entrants that the steps are about, by id, so that the log can be filtered."""
    people: dict[str, str] = {}
    for step in steps:
        columns = {**(step.before or {}), **(step.after or {})}
        ids = [step.id] if step.row == "entrant" else [columns.get(name) for name in ABOUT]
        people |= {str(pk): step.name for pk in ids if pk}
    return people


ABOUT = ("entrant_id", "one_id", "other_id")


def steps_of(data: Mapping[str, Any]) -> tuple[Step, ...]:
    """Return the steps of a log line; old lines have none. Names from files may be long."""
    steps = data.get("steps", ())
    return tuple(Step(**each | {"name": str(each["name"])[:LONGEST_NAME]}) for each in steps)
