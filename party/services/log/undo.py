"""The verb that takes a line of the log back: every row is again as it was before."""

from collections.abc import Iterable
from datetime import datetime
from itertools import count
from typing import Any

from django.db import IntegrityError

from party.models import LogLine, Party
from party.queries.log.row_changes import MODELS, fields_of, rows_in
from party.queries.log.undo import undo_refusal
from party.queries.log.undo_rules import NEWER, REASONS
from party.services.people.distinctions import tell_apart
from party.services.write import PartyAct, party_act
from party.values.accounts import Actor
from party.values.log.lines import TAKEN_BACK, WISH_TAKEN_BACK, WISH_VERBS
from party.values.log.row_changes import Columns, Step, steps_of
from party.values.refusals import Refused
from party.values.scores.tables import Spot

# No two rows may be the same in these, not even between two statements: others come first.
EMPTY = {"rota", "stands_in_for_id"}
NUMBERED = {"place"}
TEMPORARY = 10_000  # more than any place


def take_back(
    party_id: int, line_id: int, *, actor: Actor, at: datetime, seen: int | None = None
) -> LogLine:
    """Take back what a line of the log says, as long as nothing newer depends on it.

    `seen` is the revision of the party when the writer was shown what it changes; None where
    they were shown the line itself, at the moment it was written.
    """
    try:
        with party_act(party_id, actor, at, seen) as act:
            line = _undoable_line(act.party, line_id)
            steps = steps_of(line.data)
            _put_back(steps)
            if any(step.row == "entrant" for step in steps):
                tell_apart(act.party)
            _log(act, line, steps)
            return line
    except IntegrityError as error:
        # What is new since is in the way of what was: a prize in the same place of its ladder.
        raise Refused(NEWER) from error


def _undoable_line(party: Party, line_id: int) -> LogLine:
    line = LogLine.objects.filter(party=party, pk=line_id).first()
    if line is None or line.verb not in REASONS or not steps_of(line.data):
        raise Refused("This cannot be taken back from the log.")
    if why := undo_refusal(party, line):
        raise Refused(why)
    return line


def _put_back(steps: Iterable[Step]) -> None:
    """Unmake what was made, change what was changed, and bring back what went, in this order."""
    steps = sorted(steps, key=lambda step: [*MODELS].index(step.row))
    for step in reversed(steps):
        if step.before is None:
            rows_in(step.row).filter(pk=step.id).delete()
    aside = count(TEMPORARY)
    for step in steps:
        away: dict[str, int | None] = dict.fromkeys(EMPTY & step.changed.keys())
        _update(step, away | {name: next(aside) for name in NUMBERED & step.changed.keys()})
    for step in steps:
        _update(step, step.changed)
    for step in steps:
        if step.before is not None and step.after is None:
            MODELS[step.row](pk=step.id, **_values(step.row, step.before)).save(force_insert=True)


def _update(step: Step, columns: Columns) -> None:
    if columns:
        rows_in(step.row).filter(pk=step.id).update(**_values(step.row, columns))


def _values(row: str, columns: Columns) -> dict[str, Any]:
    """Return columns as the database takes them; those that there are no more are left out."""
    fields = fields_of(row)
    known = {name: value for name, value in columns.items() if name in fields}
    return {name: fields[name].to_python(value) for name, value in known.items()}


def _log(act: PartyAct, line: LogLine, steps: Iterable[Step]) -> None:
    verb = WISH_TAKEN_BACK if line.verb in WISH_VERBS else TAKEN_BACK
    spot = Spot(act.party.pk, line.round or 0, line.table) if line.table else None
    act.log(
        verb,
        f"Took back: {line.words}",
        spot=spot,
        round_number=line.round,
        steps=[step.back for step in steps],
        line=line.pk,
        what=line.verb,
    )
