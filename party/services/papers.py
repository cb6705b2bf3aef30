"""Verbs of printouts: a paper was printed; it did not come out."""

from collections.abc import Sequence
from datetime import datetime

from party.models import Printout, User
from party.services.write import lock_party, log, write
from party.values.papers import Look, Marks
from party.values.refusals import Refused


def record_printout(
    party_id: int,
    kit: str,
    look: Look,
    marks: Marks,
    *,
    title: str,
    only: Sequence[str] | None = None,
    round_number: int | None = None,
    by: User | None,
    at: datetime,
) -> Printout:
    """Remember that a paper is printed now, and what is on it; `only` are the pieces printed."""
    with write():
        party = lock_party(party_id)
        row = Printout.objects.create(
            party=party,
            kit=kit,
            round=round_number,
            paper=look.paper,
            large=look.large,
            blank=look.blank,
            marks=marks.stored(),
            only=None if only is None else list(only),
            by=by,
            at=at,
        )
        words = f"Printed: {title}{_some(marks, only)}"
        log(party, "printed", words, by=by, at=at, round_number=round_number, printout=row.pk)
        return row


def _some(marks: Marks, only: Sequence[str] | None) -> str:
    if only is None:
        return ""
    return f", only {', '.join(marks.pieces[key][0] for key in only)}"


def forget_printout(
    party_id: int, printout_id: int, *, title: str, by: User | None, at: datetime
) -> None:
    """Forget a printing that did not come out: the one before it counts again."""
    with write():
        party = lock_party(party_id)
        row = Printout.objects.filter(party=party, pk=printout_id).first()
        if row is None:
            raise Refused(f"{title}: that was taken back already.")
        number = row.round
        row.delete()
        words = f"Did not come out of the printer: {title}"
        log(party, "not printed", words, by=by, at=at, round_number=number)
