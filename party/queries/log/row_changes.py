from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Field, Model, QuerySet

from party.models import (
    Award,
    Entrant,
    Entry,
    MoneyLine,
    Party,
    Place,
    Player,
    Prize,
    Round,
    Table,
    Wish,
)
from party.values.log.row_changes import Step

# Columns that no undo may restore. Revisions and counts of draws only rise. `distinction` depends
# on all names of the party. The clock of a round runs on when a line is undone.
LEFT_OUT = {
    "entrant": {"distinction"},
    "party": {"revision", "shared_revision", "hall_screens"},
    "prize": {"draws"},
    "round": {"house_added", "rounds_settled", "clock_ends_at", "clock_left"},
}

Rows = Mapping[tuple[str, int], Model]  # by model and id


def row_kind(model: type[Model]) -> str:
    return model.__name__.lower()


# The models whose row changes the verbs store, by the kind in a step.
MODELS: Mapping[str, type[Model]] = {
    row_kind(model): model
    for model in (
        *(Party, Round, Table, Entry, Player, Entrant),
        *(Prize, Award, Wish, MoneyLine, Place),
    )
}


def rows_in(name: str) -> QuerySet[Any]:
    return QuerySet(MODELS[name])


def fields_of(name: str) -> dict[str, "Field[Any, Any]"]:
    """Return the fields of a kind of row that a step keeps, by column."""
    fields = MODELS[name]._meta.concrete_fields  # noqa: SLF001 -- Django documents _meta
    left_out = LEFT_OUT.get(name, set())
    kept = (each for each in fields if not each.primary_key and each.attname not in left_out)
    return {each.attname: each for each in kept}


def columns(row: Model) -> dict[str, Any]:
    return {name: json_value(getattr(row, name)) for name in fields_of(row_kind(type(row)))}


def json_value(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if isinstance(value, datetime) else value


def current_rows(steps: Iterable[Step]) -> Rows:
    ids: dict[str, set[int]] = {}
    for step in steps:
        ids.setdefault(step.row, set()).add(step.id)
    return {
        (name, row.pk): row
        for name, pks in ids.items()
        for row in rows_in(name).filter(pk__in=pks)
    }


def are_unchanged(steps: Iterable[Step], rows: Rows) -> bool:
    return all(_is_unchanged(step, rows.get((step.row, step.id))) for step in steps)


def _is_unchanged(step: Step, row: Model | None) -> bool:
    if step.after is None or row is None:
        return step.after is None and row is None
    current = columns(row)
    return all(current.get(name) == value for name, value in step.after.items())
