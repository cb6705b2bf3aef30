"""Stores what the phone of a table sends. It overwrites no stored result, and no result is lost.

A result that differs from the stored one is kept beside it. A result that comes too late is kept
as a late slip. In both cases the desk decides. Ids named `shown_…` were on the phone when its
button was pressed.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from time import monotonic
from uuid import UUID

from django.db import connection

from party.engine import PAIR_NAMES, HandEntry
from party.models import Entry, Party, Round, Table, TablePhone
from party.models.scores.entries import TOTAL
from party.process_state import PROCESS
from party.queries.phones.reports import agreements
from party.queries.scores.second_look import second_versions
from party.queries.scores.tables import entry_text
from party.services.scores.corrections import replace_entry
from party.services.scores.entries import (
    CHANGED,
    TypedResult,
    add_hand,
    add_total,
    fill_hand,
    find_table,
    is_same_result,
    new_entry,
    new_version,
    receipt_of_repeat,
    refuse_before_start,
    refuse_unrounded_points,
    take_back_last_entry,
)
from party.services.scores.second_look import choose_version, store_second_version
from party.services.scores.tables import store_cut
from party.services.write import PartyAct, party_act, unfinished_party_act, write
from party.values.accounts import Actor
from party.values.refusals import Code, Refused
from party.values.scores.tables import Receipt, SavedAs, Spot, TableScore, count_hands, hand_name

# The phones of 400 tables report a poll every minute. One transaction for each poll would double
# the transactions, which all wait in one queue. So one transaction writes the polls of a few
# seconds. The lock prevents that a party is deleted before the commit: one broken foreign key
# would fail the whole transaction.
STORE_POLLS = """
INSERT INTO party_tablephone (party_id, number, series, seen_at)
SELECT id, %s, 0, %s FROM party_party WHERE id = %s{lock}
ON CONFLICT (party_id, number) DO UPDATE SET seen_at = excluded.seen_at
"""
POLLS_WRITTEN_EVERY = 5  # seconds
KEPT_FOR_DESK = "{} is kept for the desk."
FOR_DESK = "One of these results came from the desk: the desk asks you which is right."
FLOOD_REFUSAL = "Table {table} has sent too many results in this round. Call the host."
MAX_ENTRIES_OF_TABLE = 100  # in one round, with undone and disputed entries


class Reply(StrEnum):
    SAVED = "saved"
    ALREADY = "already"
    KEPT = "kept"  # stored beside a different result: the desk decides
    LATE = "late"  # kept as a late slip, because the table takes no more results
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answer:
    outcome: Reply
    words: str
    entry: int | None = None  # the id of the stored entry


def record_hand(
    spot: Spot,
    entry: HandEntry,
    *,
    hand: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
    is_sure: bool = False,
) -> Answer:
    """`is_sure` says that the table has confirmed an unusual hand."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        return _answer_to_repeat(act, submission) or _store_result(
            act, spot, hand, entry, submission, is_sure=is_sure
        )


def change_hand(
    spot: Spot,
    hand: int,
    entry: HandEntry,
    *,
    shown_entry: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
    is_sure: bool = False,
) -> Answer:
    """Keep both results if the stored one is not the shown one, or waits for the desk."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        if (stored := _answer_to_repeat(act, submission)) is not None:
            return stored
        round_, table, _ = _table_for_result(act.party, spot)
        in_force = Entry.objects.in_force().select_related("table")
        old = in_force.filter(table=table, hand=hand).first()
        if old is None or _end_reason(act.party, round_):
            return _store_result(act, spot, hand, entry, submission, is_sure=is_sure)
        row = new_version(old, submission=submission, source=Entry.Source.PHONE, act=act)
        _mark_confirmed_at_table(row, is_sure=is_sure)
        fill_hand(row, act.party, entry)
        if is_same_result(old, row):
            return _already_stored(act.party, old)
        if old.pk != shown_entry or hand in second_versions(table=table):
            return _keep_both_results(act, spot, old, row)
        saved = replace_entry(act, spot, round_, old, row)
        return Answer(Reply.SAVED, f"Hand {hand} is changed: {saved.words}.", saved.entry)


def record_total(
    spot: Spot,
    ns: int,
    ew: int,
    *,
    hands: int | None,
    submission: UUID,
    actor: Actor,
    at: datetime,
    shown_entry: int | None = None,
) -> Answer:
    """Replace the total `shown_entry` if it is in force; otherwise keep both."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        if (stored := _answer_to_repeat(act, submission)) is not None:
            return stored
        is_change = shown_entry is not None and _undo_total(
            act, spot, shown_entry, (ns, ew, hands)
        )
        return _store_result(
            act, spot, TOTAL, (ns, ew), submission, hands=hands, is_change=is_change
        )


def _undo_total(
    act: PartyAct, spot: Spot, shown_entry: int, new_total: tuple[int, int, int | None]
) -> bool:
    """Undo the total `shown_entry` if a new one may replace it; return whether it is undone."""
    round_, table, score = find_table(act.party, spot)
    old = Entry.objects.in_force().filter(table=table, hand=TOTAL, pk=shown_entry).first()
    if old is None or _end_reason(act.party, round_) or second_versions(table=table):
        return False
    if new_total in {(old.ns, old.ew, score.hands), (old.ns, old.ew, None)}:
        return False
    take_back_last_entry(act, spot, table, score, shown_entry)
    return True


def undo_entry(spot: Spot, *, shown_entry: int, actor: Actor, at: datetime) -> Answer:
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = _table_for_entry(act.party, spot)
        row = Entry.objects.filter(table=table, pk=shown_entry).first()
        if row is not None and row.status == Entry.Status.UNDONE:
            return Answer(Reply.ALREADY, "It is already taken back.")
        if row is not None and row.hand in second_versions(table=table):
            text = f"Two different results came in for {hand_name(row.hand)}: the desk asks you."
            raise Refused(text)
        words = take_back_last_entry(act, spot, table, score, shown_entry)
        return Answer(Reply.SAVED, f"Taken back: {words}.")


def record_agreement(
    spot: Spot, *, shown_entries: Collection[int], is_agreed: bool, actor: Actor, at: datetime
) -> Answer:
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = _table_for_entry(act.party, spot)
        counted = Entry.objects.counted().filter(table=table)
        entries = sorted(counted.values_list("pk", flat=True))
        if sorted(shown_entries) != entries or (is_agreed and second_versions(table=table)):
            raise Refused(CHANGED)
        if is_agreed:
            _refuse_unfinished(score)
        words = "both pairs agree" if is_agreed else "the pairs do not agree"
        if bool(agreements(act.party, spot.round, number=spot.table)) == is_agreed:
            return Answer(Reply.ALREADY, f"Saved: {words}.")
        table.agreed_at = at if is_agreed else None
        table.save(update_fields=["agreed_at"])
        words_of_line = f"Table {spot.table}: {words}"
        act.log("agreed", words_of_line, spot=spot, entries=entries if is_agreed else [])
        return Answer(Reply.SAVED, f"Saved: {words}.")


def settle_result(
    spot: Spot,
    hand: int,
    *,
    right_entry: int,
    wrong_entries: Collection[int],
    actor: Actor,
    at: datetime,
) -> Answer:
    words = f"Settled: both pairs agree about {hand_name(hand)}."
    in_force = Entry.objects.in_force().filter(pk=right_entry, table__round__party=spot.party)
    open_versions = Entry.objects.filter(pk__in=wrong_entries, status=Entry.Status.DISPUTED)
    if in_force.exists() and not open_versions.exists():
        return Answer(Reply.ALREADY, words)
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        versions = Entry.objects.filter(
            pk__in=[right_entry, *wrong_entries], table__round__party=act.party
        )
        if versions.exclude(source=Entry.Source.PHONE).exists():
            raise Refused(FOR_DESK)
        reason = ", both pairs agree"
        choose_version(act, spot, hand, right_entry, wrong_entries, reason=reason)
    return Answer(Reply.SAVED, words)


def report_cut(
    spot: Spot, pair: str, *, shown_pair: str = "", actor: Actor, at: datetime
) -> Answer:
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = _table_for_entry(act.party, spot)
        words = f"Saved: {PAIR_NAMES[pair]} won the cut."
        if table.cut == pair:
            return Answer(Reply.ALREADY, words)
        _refuse_unfinished(score)
        store_cut(act, spot, table, score, pair, reason="", shown_pair=shown_pair)
        return Answer(Reply.SAVED, words)


def call_host(spot: Spot, *, is_called: bool, actor: Actor, at: datetime) -> Answer:
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        words = "The host is called." if is_called else "The call is taken back."
        phones = TablePhone.objects.filter(party=act.party, number=spot.table)
        if phones.filter(called_at__isnull=False).exists() == is_called:
            return Answer(Reply.ALREADY, words)
        times = {"called_at": at if is_called else None, "answered_at": None}
        TablePhone.objects.update_or_create(party=act.party, number=spot.table, defaults=times)
        verb = "calls the host" if is_called else "no longer needs the host"
        act.log("host called", f"Table {spot.table} {verb}", spot=spot)
        return Answer(Reply.SAVED, words)


def note_poll(party_id: int, number: int, *, at: datetime) -> None:
    """Collect the polls of a few seconds, and write them together, outside an act."""
    unwritten = PROCESS.unwritten_polls
    unwritten[party_id, number] = at
    if monotonic() < PROCESS.write_polls_after:
        return
    PROCESS.write_polls_after = monotonic() + POLLS_WRITTEN_EVERY
    adapt_time = connection.ops.adapt_datetimefield_value
    # Sorted, so that two workers lock the rows in one order and never deadlock.
    polls = [(key, unwritten.pop(key, at)) for key in sorted(unwritten.copy())]
    rows = [(number, adapt_time(seen_at), party_id) for (party_id, number), seen_at in polls]
    lock = " FOR KEY SHARE" if connection.features.has_select_for_update else ""
    with write(), connection.cursor() as cursor:
        cursor.executemany(STORE_POLLS.format(lock=lock), rows)


def _store_result(
    act: PartyAct,
    spot: Spot,
    hand: int,
    typed: TypedResult,
    submission: UUID,
    *,
    hands: int | None = None,
    is_change: bool = False,
    is_sure: bool = False,
) -> Answer:
    party = act.party
    round_, table, score = _table_for_result(party, spot)
    row = new_entry(table, score, submission, Entry.Source.PHONE, act)
    _mark_confirmed_at_table(row, is_sure=is_sure)
    if isinstance(typed, tuple):
        refuse_unrounded_points(*typed)
        row.ns, row.ew = typed
    if end := _end_reason(party, round_):
        return _keep_late_result(act, spot, row, hand, typed, reason=end)
    refuse_before_start(round_)
    try:
        if isinstance(typed, tuple):
            return _answer_for(add_total(act, table, score, row, hands, replaces_hands=is_change))
        if typed.result is None and typed.last and score.hands:
            return Answer(Reply.ALREADY, f"Table {spot.table} has finished.")
        return _answer_for(add_hand(act, table, score, row, typed, hand=hand))
    except Refused as refused:  # nothing has been written yet
        code = refused.faults[0].code
        if code == Code.CONFLICT:
            old = Entry.objects.in_force().select_related("table").get(table=table, hand=hand)
            row.hand, row.sequence = hand, old.sequence
            return _keep_both_results(act, spot, old, row)
        # If an earlier hand is missing, the phone first sends that hand, and then this one again.
        is_gap = hand > score.saved + 1 and not score.has_total
        if code != Code.NOT_TAKEN or is_gap:
            raise
        return _keep_late_result(act, spot, row, hand, typed, reason=" ".join(refused.texts))


def _mark_confirmed_at_table(row: Entry, *, is_sure: bool) -> None:
    if is_sure:
        row.checked, row.checked_at = Entry.Checked.AT_TABLE, row.at


def _keep_both_results(act: PartyAct, spot: Spot, old: Entry, row: Entry) -> Answer:
    store_second_version(act, spot, old, row)
    first, second = (entry_text(act.party.rules, each) for each in (old, row))
    text = f"Two different results came in for {hand_name(old.hand)}: {first}; and {second}."
    return Answer(Reply.KEPT, f"{text} Both are kept, and the desk asks you which is right.")


def _keep_late_result(
    act: PartyAct, spot: Spot, row: Entry, hand: int, typed: TypedResult, *, reason: str
) -> Answer:
    party = act.party
    if isinstance(typed, HandEntry):
        if typed.result is None:  # a thrown-in hand or the table's end: nothing to keep
            return Answer(Reply.ALREADY, reason)
        fill_hand(row, party, typed)
    row.hand, row.status = hand, Entry.Status.LATE
    states = [Entry.Status.IN_FORCE, Entry.Status.LATE]
    stored = Entry.objects.filter(table=row.table, hand=hand, status__in=states)
    duplicates = [each for each in stored.select_related("table") if is_same_result(each, row)]
    for each in duplicates:
        if each.status == Entry.Status.IN_FORCE:
            return _already_stored(party, each)
    if not duplicates:
        row.save(force_insert=True)
        words = f"Table {spot.table}, {hand_name(hand)}, too late from its phone: "
        words += entry_text(party.rules, row)
        act.log("kept late", words, spot=spot, entry=row.pk)
    return Answer(Reply.LATE, f"{reason} {_kept_words(hand)}")


def _kept_words(hand: int | None) -> str:
    return KEPT_FOR_DESK.format(hand_name(hand).capitalize())


def _table_for_result(party: Party, spot: Spot) -> tuple[Round, Table, TableScore]:
    round_, table, score = find_table(party, spot)
    if score.stored_entry_count >= MAX_ENTRIES_OF_TABLE:
        raise Refused(FLOOD_REFUSAL.format(table=spot.table))
    return round_, table, score


def _answer_to_repeat(act: PartyAct, submission: UUID) -> Answer | None:
    """Return None if the submission is new."""
    stored = receipt_of_repeat(submission, act.party)
    if stored is None:
        return None
    status, hand = Entry.objects.values_list("status", "hand").get(submission=submission)
    if status == Entry.Status.DISPUTED:
        return Answer(Reply.KEPT, "Two results are kept, and the desk asks you which is right.")
    if status == Entry.Status.LATE:
        return Answer(Reply.LATE, _kept_words(hand))
    return _answer_for(stored)


def _already_stored(party: Party, row: Entry) -> Answer:
    words = f"{hand_name(row.hand).capitalize()} is already in"
    return Answer(Reply.ALREADY, f"{words}: {entry_text(party.rules, row)}.", row.pk)


def _answer_for(saved: Receipt) -> Answer:
    is_new = saved.outcome != SavedAs.ALREADY
    reply = Reply.SAVED if is_new else Reply.ALREADY
    if saved.outcome == SavedAs.TABLE_DONE:
        return Answer(reply, f"{saved.words}.")
    if saved.hand is None:
        return Answer(reply, "Saved: nobody bid, deal again.", saved.entry)
    words = f"{hand_name(saved.hand).capitalize()} is {'saved' if is_new else 'already in'}"
    return Answer(reply, f"{words}: {saved.words}.", saved.entry)


def _end_reason(party: Party, round_: Round) -> str:
    """Return why the round takes no results any more; "" while it does, and before it begins."""
    if party.finished_at is not None:
        return f"{party.name} is finished."
    return f"Round {round_.number} is closed." if round_.state == Round.State.CLOSED else ""


def _table_for_entry(party: Party, spot: Spot) -> tuple[Table, TableScore]:
    round_, table, score = find_table(party, spot)
    if end := _end_reason(party, round_):
        raise Refused(f"{end} Ask the host.")
    refuse_before_start(round_)
    return table, score


def _refuse_unfinished(score: TableScore) -> None:
    if not (score.is_finished and score.has_entries):
        raise Refused(f"Table {score.number} has {count_hands(score.saved)} in so far.")
