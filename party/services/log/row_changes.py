"""Stores the changes of a verb in watched rows, so that its log line can be undone.

A verb declares the rows it may change: `act.watched = Watch(…)`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet

from party.models import Entrant, Player, Table
from party.queries.log.row_changes import columns, row_kind, rows_in
from party.values.log.row_changes import Columns, Step

MAX_STEPS = 400
"""A log line with more changed rows stores no steps, so it cannot be undone."""

Key = tuple[str, int]  # model and id of a row


@dataclass(frozen=True, slots=True)
class RowState:
    """`columns` is None if the row did not exist."""

    name: str = ""
    columns: Columns | None = None


NO_ROW = RowState()


class Watch:
    def __init__(self, *queries: QuerySet[Any]) -> None:
        self.queries = queries
        self.before = self._read_rows(())

    def steps(self) -> list[Step]:
        """Return a Step for each row that changed since the watch began, new rows included."""
        after = self._read_rows(self.before)
        steps = [
            _step_of(key, self.before.get(key, NO_ROW), after.get(key, NO_ROW))
            for key in dict.fromkeys([*self.before, *after])
        ]
        return _empty_if_too_many([step for step in steps if step.before or step.after])

    def _read_rows(self, earlier_keys: Collection[Key]) -> dict[Key, RowState]:
        states: dict[Key, RowState] = {}
        for query in self.queries:
            model = row_kind(query.model)
            states |= {(model, row.pk): _state_of(row) for row in query.all()}
            # A row that no longer matches the query may still exist.
            missing = [
                pk for name, pk in earlier_keys if name == model and (name, pk) not in states
            ]
            missing_rows = rows_in(model).filter(pk__in=missing) if missing else ()
            states |= {(model, row.pk): _state_of(row) for row in missing_rows}
        return states


def watch_person(entrant: Entrant) -> Watch:
    return Watch(
        Entrant.objects.filter(pk=entrant.pk), Player.objects.filter(pk=entrant.player_id or 0)
    )


def watch_table(table: Table) -> Watch:
    return Watch(Table.objects.filter(pk=table.pk))


def creation_steps(rows: Iterable[Model]) -> list[Step]:
    first_rows = list(islice(rows, MAX_STEPS + 1))  # enough to see that there are too many
    return _empty_if_too_many(
        [Step(row_kind(type(row)), row.pk, str(row), None, columns(row)) for row in first_rows]
    )


def _empty_if_too_many(steps: list[Step]) -> list[Step]:
    return steps if len(steps) <= MAX_STEPS else []


def _state_of(row: Model) -> RowState:
    return RowState(str(row), columns(row))


def _step_of(key: Key, before: RowState, after: RowState) -> Step:
    old, new = before.columns, after.columns
    if old is not None and new is not None:
        changed = [name for name, value in new.items() if old[name] != value]
        old = {name: old[name] for name in changed}
        new = {name: new[name] for name in changed}
    return Step(*key, after.name or before.name, old, new)
