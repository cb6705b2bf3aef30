"""Rows that are watched while a verb works on them, so that its line can be taken back.

A verb says which rows it is going to touch, works on them as it likes, and hands what has become
of them to its log line: `log(…, steps=watched.steps())`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from party.models import Entrant, Player, Table
from party.queries.log.row_changes import columns, row_kind, row_name, rows_in
from party.values.log.row_changes import Step

MOST_ROWS = 400
"""What does more at once is not taken back in one step: its line would be a book."""

Key = tuple[str, int]  # the model and the id of a row


@dataclass(frozen=True, slots=True)
class Seen:
    """A row as it was at one moment."""

    name: str
    columns: dict[str, Any]


class Watch:
    """These rows as they were when the verb began."""

    def __init__(self, *rows: QuerySet[Any]) -> None:
        self.rows = rows
        self.before = self._read(())

    def steps(self) -> list[Step]:
        """Return what has become of them since, and of those that fit the same query now."""
        now = self._read(self.before)
        steps = [
            _step(key, self.before.get(key), now.get(key))
            for key in dict.fromkeys([*self.before, *now])
        ]
        return _few([step for step in steps if step is not None])

    def _read(self, known: Collection[Key]) -> dict[Key, Seen]:
        found: dict[Key, Seen] = {}
        for rows in self.rows:
            model = row_kind(rows.model)
            found |= {(model, row.pk): _seen(row) for row in rows.all()}
            # What was changed so that it fits no more is still there.
            missing = [pk for name, pk in known if name == model and (name, pk) not in found]
            others = rows_in(model).filter(pk__in=missing) if missing else ()
            found |= {(model, row.pk): _seen(row) for row in others}
        return found


def watch_person(entrant: Entrant) -> Watch:
    """Watch somebody on tonight's list and in the club's roster."""
    return Watch(
        Entrant.objects.filter(pk=entrant.pk), Player.objects.filter(pk=entrant.player_id or 0)
    )


def watch_table(table: Table) -> Watch:
    return Watch(Table.objects.filter(pk=table.pk))


def made(rows: Iterable[Model]) -> list[Step]:
    """Return the steps of rows that were made just now."""
    return _few(
        [Step(row_kind(type(row)), row.pk, row_name(row), None, columns(row)) for row in rows]
    )


def _few(steps: list[Step]) -> list[Step]:
    return steps if len(steps) <= MOST_ROWS else []


def _seen(row: Model) -> Seen:
    return Seen(row_name(row), columns(row))


def _step(key: Key, before: Seen | None, now: Seen | None) -> Step | None:
    if before is None or now is None:
        name = (now or before or Seen("", {})).name
        was, made = (seen.columns if seen else None for seen in (before, now))
        return Step(*key, name, was, made)
    changed = [name for name, value in now.columns.items() if before.columns[name] != value]
    if not changed:
        return None
    were, are = ({name: seen.columns[name] for name in changed} for seen in (before, now))
    return Step(*key, now.name, were, are)
