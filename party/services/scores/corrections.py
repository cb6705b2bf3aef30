"""A result can be corrected until the party is finished; in a closed round, with a reason."""

from datetime import datetime
from typing import Any
from uuid import UUID

from party.models import Entry, Party, Round
from party.queries.scores.tables import entry_text, table_scores
from party.services.backups.copies import copy_before
from party.services.scores.entries import (
    CHANGED,
    TypedResult,
    end_entry,
    fill_result,
    find_table,
    is_same_result,
    new_version,
    receipt_for,
    receipt_of_repeat,
)
from party.services.seats.corrections import ahead_words, apply_seats_answer, require_reason
from party.services.write import PartyAct, unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import require
from party.values.scores.tables import SOURCES, Receipt, SavedAs, Spot, TableScore
from party.values.seats.corrections import SeatsAnswer

NO_CHOICE = SeatsAnswer()


def correct_entry(
    spot: Spot,
    hand: int,
    typed: TypedResult,
    *,
    shown_entry: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
    reason: str = "",
    choice: SeatsAnswer = NO_CHOICE,
    source: str = Entry.Source.DESK,
) -> Receipt:
    """Hand 0 is the round's total.

    Raises SeatsInQuestion if the correction changes seats, and `choice` does not say what to do.
    """
    reason = reason.strip()
    with unfinished_party_act(spot.party, actor, at) as act:
        party = act.party
        if (stored := receipt_of_repeat(submission, party)) is not None:
            return stored
        round_, table, score = find_table(party, spot)
        require_reason(round_, reason)
        rows = Entry.objects.in_force().filter(table=table, hand=hand, pk=shown_entry)
        old = require(rows.select_related("table").first(), CHANGED)
        row = new_version(old, submission=submission, source=source, act=act)
        fill_result(row, party, score, typed)
        if is_same_result(old, row):
            return receipt_for(party, old, outcome=SavedAs.ALREADY)
        return replace_entry(act, spot, round_, old, row, reason=reason, choice=choice)


def replace_entry(
    act: PartyAct,
    spot: Spot,
    round_: Round,
    old: Entry,
    row: Entry,
    *,
    reason: str = "",
    choice: SeatsAnswer = NO_CHOICE,
) -> Receipt:
    party = act.party
    old_score = table_scores(party, round_.number)[spot.table]
    end_entry(old, Entry.Status.REPLACED)
    row.save(force_insert=True)
    effects = _effects_of(party, round_, old_score, choice)
    if round_.state == Round.State.CLOSED:
        copy_before(f"before a correction of round {round_.number}")
    before_text, after_text = (entry_text(party.rules, each) for each in (old, row))
    words = f"Table {spot.table}: {before_text} → {after_text} ({SOURCES[row.source]})"
    words += ahead_words(effects)
    act.log("corrected", words, spot=spot, old=old.pk, new=row.pk, reason=reason, **effects)
    return receipt_for(party, row)


def _effects_of(
    party: Party, round_: Round, old_score: TableScore, choice: SeatsAnswer
) -> dict[str, Any]:
    """Return the log line's data about the pair ahead and the seats."""
    if round_.state == Round.State.CLOSED:
        return apply_seats_answer(party, round_, old_score, choice)
    new_score = table_scores(party, round_.number)[old_score.number]
    if new_score.ahead == old_score.ahead:
        return {}
    return {"ahead_before": old_score.ahead, "ahead_after": new_score.ahead}
