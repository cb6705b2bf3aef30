"""Verbs that put another result in the place of one that was entered.

Any hand or total can be corrected until the party is finished. In a closed round the seats stay
as they are, the points change, and the log says who had counted as ahead before.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from party.engine import HandEntry
from party.models import Entry, Party, Round, Table, User
from party.models.scores import TOTAL
from party.queries.scores import words_of
from party.services.entries import (
    answer_of,
    fill,
    find_table,
    new_row,
    same,
    saved,
    score_now,
)
from party.services.scores import check_total
from party.services.write import lock_unfinished, log, write
from party.values.refusals import Fault, Refused
from party.values.scores import Outcome, Saved, TableScore
from party.values.spots import Spot


def correct_hand(
    spot: Spot,
    hand: int,
    entry: HandEntry,
    *,
    seen: int,
    submission: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> Saved:
    """Correct hand `hand` of a table. `seen` is the id of the entry that the writer looked at."""

    def change(party: Party, row: Entry, _score: TableScore) -> None:
        fill(row, party, entry)

    return _correct(
        spot, hand, change, seen=seen, submission=submission, by=by, at=at, reason=reason
    )


def correct_total(
    spot: Spot,
    ns: int,
    ew: int,
    *,
    seen: int,
    submission: UUID,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> Saved:
    """Correct the round total of a table. `seen` as for correct_hand."""

    def change(party: Party, row: Entry, score: TableScore) -> None:
        check_total(party, score.hands or 0, ns, ew)
        row.ns, row.ew = ns, ew

    return _correct(
        spot, TOTAL, change, seen=seen, submission=submission, by=by, at=at, reason=reason
    )


def _correct(
    spot: Spot,
    hand: int,
    change: Callable[[Party, Entry, TableScore], None],
    *,
    seen: int,
    submission: UUID,
    by: User | None,
    at: datetime,
    reason: str,
) -> Saved:
    with write():
        party = lock_unfinished(spot.party)
        if (known := answer_of(submission, party)) is not None:
            return known
        round_, table, before = find_table(party, spot)
        closed = round_.state == Round.State.CLOSED
        _refuse_silence(round_, reason)
        old = _still(table, hand, seen)
        row = new_row(table, submission, Entry.Source.DESK, by, at)
        row.hand, row.sequence = hand, old.sequence
        change(party, row, before)
        if same(old, row):
            return saved(party, old, outcome=Outcome.ALREADY)
        _replace(old, row)
        after = score_now(party, table)
        words = f"{words_of(party.rules, old)} → {words_of(party.rules, row)}"
        data: dict[str, Any] = {
            "old": old.pk,
            "new": row.pk,
            "reason": reason.strip(),
            "ahead_before": before.ahead,
            "ahead_after": after.ahead,
        }
        words = f"Table {spot.table}: {words}{_ahead(before, after, closed=closed)}"
        log(party, "corrected", words, by=by, at=at, spot=spot, **data)
        return saved(party, row)


def _refuse_silence(round_: Round, reason: str) -> None:
    """Ask for a reason in a closed round: people have moved on its results."""
    if round_.state == Round.State.CLOSED and not reason.strip():
        text = f"Round {round_.number} is closed. Say why this is corrected."
        raise Refused(Fault(text, "reason", "reason"))


def _replace(old: Entry, new: Entry) -> None:
    old.status = Entry.Status.REPLACED
    old.save(update_fields=["status"])
    new.save(force_insert=True)


def _still(table: Table, hand: int, seen: int) -> Entry:
    """Return the entry in force if it is the one that the writer looked at."""
    old = Entry.objects.in_force().filter(table=table, hand=hand).first()
    if old is None or old.pk != seen:
        text = "Somebody else has changed this since you opened it. Look at it again."
        raise Refused(Fault(text, "", "changed"))
    return old


def _ahead(before: TableScore, after: TableScore, *, closed: bool) -> str:
    """Say what the correction does to the move; empty when the same pair is still ahead."""
    if before.ahead == after.ahead:
        return ""
    was, now = before.ahead or "nobody", after.ahead or "nobody"
    kept = "; the seats are kept" if closed else ""
    return f". Ahead before: {was}, now: {now}{kept}"
