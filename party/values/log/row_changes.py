from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from party.values.backups import LONGEST_NAME

ENTRANT_COLUMNS = ("entrant_id", "one_id", "other_id")

Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """The columns of one row before and after a verb, as JSON values.

    `row` is the kind of row; `name` describes the row in sentences. A new row has no `before`, a
    deleted row no `after`. A changed row has only the columns that changed.
    """

    row: str
    id: int
    name: str
    before: Columns | None
    after: Columns | None

    @property
    def inverse(self) -> Self:
        return replace(self, before=self.after, after=self.before)

    @property
    def changed(self) -> Columns:
        return self.before if self.before is not None and self.after is not None else {}


def steps_as_json(steps: Iterable[Step]) -> list[dict[str, Any]]:
    return [asdict(step) for step in steps]


def people_of(steps: Iterable[Step]) -> dict[str, str]:
    people: dict[str, str] = {}
    for step in steps:
        columns = {**(step.before or {}), **(step.after or {})}
        columns_of_ids = [columns.get(name) for name in ENTRANT_COLUMNS]
        ids = [step.id] if step.row == "entrant" else columns_of_ids
        people |= {str(pk): step.name for pk in ids if pk}
    return people


def steps_of(data: Mapping[str, Any]) -> tuple[Step, ...]:
    """Return no steps for a line of an older program. A long name, from a party file, is cut."""
    steps = data.get("steps", ())
    return tuple(Step(**step | {"name": str(step["name"])[:LONGEST_NAME]}) for step in steps)
