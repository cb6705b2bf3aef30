"""Rows that are watched while a verb works on them, so that its line can be taken back.

A verb says which rows it may touch, `act.watched = Watch(…)`, and changes them. Its log line
stores what changed.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet

from party.models import Entrant, Player, Table
from party.queries.log.row_changes import columns, row_kind, row_name, rows_in
from party.values.log.row_changes import Columns, Step

MOST_ROWS = 400
"""More rows than this are not stored in one log line, so such a line cannot be taken back."""

Key = tuple[str, int]  # the model and the id of a row


@dataclass(frozen=True, slots=True)
class RowState:
    """A row as it was at one moment; without columns there was none."""

    name: str = ""
    columns: Columns | None = None


NO_ROW = RowState()


class Watch:
    """These rows as they were when the verb began."""

    def __init__(self, *rows: QuerySet[Any]) -> None:
        self.rows = rows
        self.before = self._read(())

    def steps(self) -> list[Step]:
        """Return what changed in them since, and in rows that match the same queries now."""
        now = self._read(self.before)
        steps = [
            _step(key, self.before.get(key, NO_ROW), now.get(key, NO_ROW))
            for key in dict.fromkeys([*self.before, *now])
        ]
        return _unless_too_many([step for step in steps if step.before or step.after])

    def _read(self, known: Collection[Key]) -> dict[Key, RowState]:
        states: dict[Key, RowState] = {}
        for rows in self.rows:
            model = row_kind(rows.model)
            states |= {(model, row.pk): _state_of(row) for row in rows.all()}
            # A row that no longer matches the query may still be there.
            missing = [pk for name, pk in known if name == model and (name, pk) not in states]
            others = rows_in(model).filter(pk__in=missing) if missing else ()
            states |= {(model, row.pk): _state_of(row) for row in others}
        return states


def watch_person(entrant: Entrant) -> Watch:
    """Watch somebody on tonight's list and in the club's roster."""
    return Watch(
        Entrant.objects.filter(pk=entrant.pk), Player.objects.filter(pk=entrant.player_id or 0)
    )


def watch_table(table: Table) -> Watch:
    return Watch(Table.objects.filter(pk=table.pk))


def made(rows: Iterable[Model]) -> list[Step]:
    first = list(islice(rows, MOST_ROWS + 1))  # of more none is stored
    return _unless_too_many(
        [Step(row_kind(type(row)), row.pk, row_name(row), None, columns(row)) for row in first]
    )


def _unless_too_many(steps: list[Step]) -> list[Step]:
    return steps if len(steps) <= MOST_ROWS else []


def _state_of(row: Model) -> RowState:
    return RowState(row_name(row), columns(row))


def _step(key: Key, before: RowState, now: RowState) -> Step:
    """Return what changed in a row; where nothing did, `before` and `after` are empty."""
    old, new = before.columns, now.columns
    if old is not None and new is not None:
        changed = [name for name, value in new.items() if old[name] != value]
        old, new = ({name: values[name] for name in changed} for values in (old, new))
    return Step(*key, now.name or before.name, old, new)
