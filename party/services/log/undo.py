from collections.abc import Iterable
from datetime import datetime
from itertools import count
from typing import Any

from django.db import IntegrityError

from party.models import LogLine, Party
from party.queries.log.row_changes import MODELS, fields_of, rows_in
from party.queries.log.undo import undo_refusal
from party.queries.log.undo_rules import CHANGED_AGAIN, UNDO_RULES
from party.services.people.distinctions import update_distinctions
from party.services.write import PartyAct, party_act
from party.values.accounts import Actor
from party.values.log.lines import TAKEN_BACK, WISH_TAKEN_BACK, WISH_VERBS
from party.values.log.row_changes import Columns, Step, steps_of
from party.values.refusals import Refused
from party.values.scores.tables import Spot

# Unique columns. The database checks them after each statement, so two rows that exchange values
# take temporary ones first: null, or numbers that no row has.
UNIQUE_NULLABLE = {"rota", "stands_in_for_id"}
UNIQUE_NUMBERS = {"place"}
FIRST_TEMPORARY_NUMBER = 10_000


def undo_line(
    party_id: int, line_id: int, *, actor: Actor, at: datetime, shown_revision: int | None = None
) -> LogLine:
    """The undo button in a message shows no effects, so it passes no `shown_revision`."""
    try:
        with party_act(party_id, actor, at, shown_revision) as act:
            line = _undoable_line(act.party, line_id)
            steps = steps_of(line.data)
            _restore_rows(steps)
            if any(step.row == "entrant" for step in steps):
                update_distinctions(act.party)
            _log_undo(act, line, steps)
            return line
    except IntegrityError as error:
        # A newer row holds the old row's unique place, such as a prize's place in its ladder.
        raise Refused(CHANGED_AGAIN) from error


def _undoable_line(party: Party, line_id: int) -> LogLine:
    line = LogLine.objects.filter(party=party, pk=line_id).first()
    if line is None or line.verb not in UNDO_RULES or not steps_of(line.data):
        raise Refused("This cannot be taken back from the log.")
    if refusal := undo_refusal(party, line):
        raise Refused(refusal)
    return line


def _restore_rows(steps: Iterable[Step]) -> None:
    steps = sorted(steps, key=lambda step: [*MODELS].index(step.row))
    for step in reversed(steps):
        if step.before is None:
            rows_in(step.row).filter(pk=step.id).delete()
    temporary_numbers = count(FIRST_TEMPORARY_NUMBER)
    for step in steps:
        values: dict[str, int | None] = dict.fromkeys(UNIQUE_NULLABLE & step.changed.keys())
        for name in UNIQUE_NUMBERS & step.changed.keys():
            values[name] = next(temporary_numbers)
        _update_row(step, values)
    for step in steps:
        _update_row(step, step.changed)
    for step in steps:
        if step.before is not None and step.after is None:
            MODELS[step.row](pk=step.id, **_database_values(step.row, step.before)).save(
                force_insert=True
            )


def _update_row(step: Step, columns: Columns) -> None:
    if columns:
        rows_in(step.row).filter(pk=step.id).update(**_database_values(step.row, columns))


def _database_values(row: str, columns: Columns) -> dict[str, Any]:
    fields = fields_of(row)
    current = {name: value for name, value in columns.items() if name in fields}
    return {name: fields[name].to_python(value) for name, value in current.items()}


def _log_undo(act: PartyAct, line: LogLine, steps: Iterable[Step]) -> None:
    verb = WISH_TAKEN_BACK if line.verb in WISH_VERBS else TAKEN_BACK
    spot = Spot(act.party.pk, line.round or 0, line.table) if line.table else None
    act.log(
        verb,
        f"Took back: {line.words}",
        spot=spot,
        round_number=line.round,
        steps=[step.inverse for step in steps],
        line=line.pk,
        what=line.verb,
    )
