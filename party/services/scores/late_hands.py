"""Verbs for what is found out about a table after its round was closed.

A hand that was never entered, one that was never played, or the wrong pair on the cut. As with
corrections each has a reason, and nothing changes before somebody has said what becomes of seats.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from party.engine import PAIR_NAMES, HandEntry
from party.models import Entry, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.entries import entry_text
from party.queries.scores.tables import table_scores
from party.services.scores.entries import (
    CHANGED,
    end_entry,
    fill_hand,
    find_table,
    new_row,
)
from party.services.seats.corrections import ahead_words, require_reason, settle_seats
from party.services.write import PartyAct, unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused
from party.values.scores.tables import FROM, Spot, TableScore, count_hands
from party.values.seats.corrections import Choice

Change = Callable[[PartyAct, Table, TableScore], str]


def add_late_hand(
    spot: Spot,
    *,
    entry: HandEntry,
    submission: UUID,
    reason: str,
    choice: Choice,
    source: str = Entry.Source.DESK,
    actor: Actor,
    at: datetime,
) -> None:
    """Add a hand that was played and never entered, as the table's last one."""

    def change(act: PartyAct, table: Table, score: TableScore) -> str:
        if Entry.objects.filter(submission=submission).exists():
            raise Refused("This hand has been added already.")
        _refuse_no_room(score)
        row = new_row(table, score, submission, source, act)
        row.hand = score.saved + 1
        fill_hand(row, act.party, entry)
        row.save(force_insert=True)
        _set_hands(table, score, row.hand)
        return f"hand {row.hand} came late: {entry_text(act.party.rules, row)}, {FROM[source]}"

    _afterwards(spot, change, reason=reason, choice=choice, actor=actor, at=at)


def take_out_last_hand(
    spot: Spot, *, seen: int, reason: str, choice: Choice, actor: Actor, at: datetime
) -> None:
    """Take out the last hand of a table: it was never played. `seen` is its entry."""

    def change(act: PartyAct, table: Table, score: TableScore) -> str:
        rows = Entry.objects.counted().filter(table=table).exclude(hand=TOTAL)
        last = rows.order_by("-hand").first()
        if last is None or last.pk != seen:
            raise Refused(CHANGED)
        if last.hand == 1:
            raise Refused("It is the only hand of this table. Correct it instead.")
        end_entry(last, Entry.Status.UNDONE)
        _set_hands(table, score, (last.hand or 0) - 1, why=reason.strip())
        return f"hand {last.hand} taken out: {entry_text(act.party.rules, last)}"

    _afterwards(spot, change, reason=reason, choice=choice, actor=actor, at=at)


def correct_ahead(
    spot: Spot,
    *,
    pair: str,
    seen: str,
    reason: str,
    choice: Choice,
    actor: Actor,
    at: datetime,
) -> None:
    """Correct who won the cut, or which pair a table on final cards said was ahead."""

    def change(_act: PartyAct, table: Table, score: TableScore) -> str:
        if score.won:
            raise Refused(f"Table {spot.table} is not tied: {score.ns} to {score.ew}.")
        field = "ahead" if score.on_cards else "cut"
        if getattr(table, field) != seen:
            raise Refused(CHANGED)
        if seen == pair:
            raise Refused(Fault("It says so already.", "pair", "same"))
        setattr(table, field, pair)
        table.save(update_fields=[field])
        return f"{PAIR_NAMES[pair]} {'were ahead' if score.on_cards else 'won the cut'}"

    _afterwards(spot, change, reason=reason, choice=choice, actor=actor, at=at)


def _afterwards(
    spot: Spot, change: Change, *, reason: str, choice: Choice, actor: Actor, at: datetime
) -> None:
    with unfinished_act(spot.party, actor, at) as act:
        party = act.party
        round_, table, score = find_table(party, spot)
        if round_.state != Round.State.CLOSED:
            raise Refused(f"Round {spot.round} is not closed. Change it at the desk.")
        require_reason(round_, reason.strip())
        before = table_scores(party, round_.number)[table.number]
        words = change(act, table, score)
        effects = settle_seats(party, round_, before, choice)
        words = f"Table {spot.table}: {words}{ahead_words(effects)}"
        act.log("corrected", words, spot=spot, reason=reason.strip(), **effects)


def _refuse_no_room(score: TableScore) -> None:
    if score.has_total or score.on_cards:
        text = f"Table {score.number} is not entered hand by hand."
    elif score.limit is not None and score.saved >= score.limit:
        text = f"Table {score.number} has all {count_hands(score.limit)} of this round."
    else:
        return
    raise Refused(Fault(text, "text", "beyond"))


def _set_hands(table: Table, score: TableScore, hands: int, *, why: str = "") -> None:
    """Keep what the table says about its hands true: short with its reason, or whole."""
    whole = score.limit is not None and hands >= score.limit
    table.hands = None if whole else hands
    table.why_short = "" if whole else why or table.why_short
    table.save(update_fields=["hands", "why_short"])
