"""Verbs that put another result in the place of one that was entered.

Any hand or total can be corrected until the party is finished: freely while its round is open,
with a reason once it is closed. When that changes who was ahead, the organiser has to choose what
happens to the seats that were made from it; before that choice nothing is changed.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from party.models import Entry, Party, Round, Table
from party.queries.scores.entries import entry_text
from party.queries.scores.tables import table_scores
from party.services.backups.copies import copy_before
from party.services.scores.entries import (
    CHANGED,
    Typed,
    answer,
    end_entry,
    fill_result,
    find_table,
    is_same_result,
    repeated_answer,
    second_version,
)
from party.services.seats.corrections import ahead_words, require_reason, settle_seats
from party.services.write import PartyAct, unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Refused
from party.values.scores.tables import FROM, Outcome, Saved, Spot, TableScore
from party.values.seats.corrections import Choice

NO_CHOICE = Choice()  # nothing was chosen about the seats


def correct_entry(
    spot: Spot,
    hand: int,
    typed: Typed,
    *,
    seen: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
    reason: str = "",
    choice: Choice = NO_CHOICE,
    source: str = Entry.Source.DESK,
) -> Saved:
    """Put another result in the place of hand `hand` of a table; hand 0 is the round's total.

    `seen` is the id of the entry that the writer looked at. Raises SeatsInQuestion where somebody
    would sit elsewhere and `choice` does not say what becomes of that.
    """
    reason = reason.strip()
    with unfinished_act(spot.party, actor, at) as act:
        party = act.party
        if (known := repeated_answer(submission, party)) is not None:
            return known
        round_, table, score = find_table(party, spot)
        require_reason(round_, reason)
        old = _seen_entry(table, hand, seen)
        row = second_version(old, submission=submission, source=source, act=act)
        fill_result(row, party, score, typed)
        if is_same_result(old, row):
            return answer(party, old, outcome=Outcome.ALREADY)
        return put_in_place(act, spot, round_, old, row, reason=reason, choice=choice)


def put_in_place(
    act: PartyAct,
    spot: Spot,
    round_: Round,
    old: Entry,
    row: Entry,
    *,
    reason: str = "",
    choice: Choice = NO_CHOICE,
) -> Saved:
    """Let another version of a hand or a total count in the place of the one in force."""
    party = act.party
    before = table_scores(party, round_.number)[spot.table]
    end_entry(old, Entry.Status.REPLACED)
    row.save(force_insert=True)
    effects = _effects_of(party, round_, before, choice)
    if round_.state == Round.State.CLOSED:
        copy_before(f"before a correction of round {round_.number}")
    was, now = (entry_text(party.rules, each) for each in (old, row))
    words = f"Table {spot.table}: {was} → {now} ({FROM[row.source]}){ahead_words(effects)}"
    act.log("corrected", words, spot=spot, old=old.pk, new=row.pk, reason=reason, **effects)
    return answer(party, row)


def _effects_of(party: Party, round_: Round, before: TableScore, choice: Choice) -> dict[str, Any]:
    """Return what the correction changes besides the points.

    Raises SeatsInQuestion where seats were made from the result and nothing is chosen yet.
    """
    if round_.state == Round.State.CLOSED:
        return settle_seats(party, round_, before, choice)
    now = table_scores(party, round_.number)[before.number]
    if now.ahead == before.ahead:
        return {}
    return {"ahead_before": before.ahead, "ahead_after": now.ahead}


def _seen_entry(table: Table, hand: int, seen: int) -> Entry:
    """Return the entry in force if it is the one that the writer looked at."""
    rows = Entry.objects.in_force().select_related("table")
    old = rows.filter(table=table, hand=hand).first()
    if old is None or old.pk != seen:
        raise Refused(CHANGED)
    return old
