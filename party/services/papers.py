from collections.abc import Sequence
from datetime import datetime

from party.models import Printout
from party.services.write import party_act
from party.values.accounts import Actor
from party.values.papers import Look, Marks
from party.values.refusals import require


def record_printout(
    party_id: int,
    kit: str,
    look: Look,
    marks: Marks,
    *,
    title: str,
    only: Sequence[str] | None = None,
    round_number: int | None = None,
    actor: Actor,
    at: datetime,
) -> Printout:
    """`only` has the keys of the printed pieces; None if all were printed."""
    with party_act(party_id, actor, at) as act:
        row = Printout.objects.create(
            party=act.party,
            kit=kit,
            round=round_number,
            paper=look.paper,
            large=look.large,
            blank=look.blank,
            marks=marks.to_json(),
            only=None if only is None else list(only),
            **act.actor_columns,
        )
        text = f"Printed: {title}{_pieces_text(marks, only)}"
        act.log("printed", text, round_number=round_number, printout=row.pk)
        return row


def _pieces_text(marks: Marks, only: Sequence[str] | None) -> str:
    if only is None:
        return ""
    return f", only {', '.join(marks.pieces[key][0] for key in only)}"


def forget_printout(
    party_id: int, printout_id: int, *, title: str, actor: Actor, at: datetime
) -> None:
    """Delete a printout, so that the one before is the latest again."""
    with party_act(party_id, actor, at) as act:
        rows = Printout.objects.filter(party=act.party, pk=printout_id)
        row = require(rows.first(), f"{title}: that was taken back already.")
        row.delete()
        act.log("not printed", f"Did not come out of the printer: {title}", round_number=row.round)
