"""Verbs of a table's phone: its hands and totals, both pairs' yes, who won the cut, a call.

Nothing that comes from a phone is lost, and nothing of it treads on what is in. Another result for
a hand that is in is kept beside it, and what comes too late is kept as a late slip: the desk
decides. What comes twice is stored once.
"""

from collections.abc import Collection
from datetime import datetime
from time import monotonic
from uuid import UUID

from django.db import connection

from party.engine import PAIR_NAMES, HandEntry
from party.models import Entry, Party, Round, Table, TablePhone
from party.models.scores.entries import TOTAL
from party.queries.phones.heard import agreements
from party.queries.scores.entries import entry_text
from party.services.scores.corrections import put_in_place
from party.services.scores.entries import (
    CHANGED,
    Typed,
    fill_hand,
    find_table,
    is_same_result,
    new_row,
    refuse_odd_points,
    repeated_answer,
    second_version,
    take_back_last,
    take_hand,
    take_total,
)
from party.services.scores.second_look import keep_beside, second_versions
from party.services.scores.tables import put_cut
from party.services.write import PartyAct, party_act, write
from party.values.accounts import Actor
from party.values.phones.table import Answer, Reply
from party.values.refusals import Code, Refused
from party.values.scores.tables import Outcome, Saved, Spot, TableScore, count_hands, hand_name

# From 400 tables each minute: as many transactions as hands are saved, and each waits for all
# others. Those of a few seconds are written in one. Unlocked, a party that is being removed would
# take the others' rows with it: the error comes at the end of the transaction.
HEARD = """
INSERT INTO party_tablephone (party_id, number, series, seen_at)
SELECT id, %s, 0, %s FROM party_party WHERE id = %s{lock}
ON CONFLICT (party_id, number) DO UPDATE SET seen_at = excluded.seen_at
"""
HEARD_TOGETHER = 5  # seconds
_unwritten: dict[tuple[int, int], datetime] = {}  # by party and number
_write_after = [0.0]  # on the clock of `monotonic`
KEPT_FOR_DESK = "It is kept for the desk."
FLOOD = "Table {table} has sent too many results in this round. Call the host."
MOST_WRITTEN = 100
"""No honest table has more entries in one round, with those taken back and those for the desk."""


def record_hand(
    spot: Spot, entry: HandEntry, *, hand: int, submission: UUID, actor: Actor, at: datetime
) -> Answer:
    """Take hand `hand` of a table, a note that one was thrown in, or that it plays no more."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        return _repeated(act, submission) or _take(act, spot, hand, entry, submission)


def change_hand(
    spot: Spot,
    hand: int,
    entry: HandEntry,
    *,
    seen: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> Answer:
    """Put another result in the place of a hand, of which the phone showed the entry `seen`.

    Where somebody has changed it meanwhile, or two versions of it wait for the desk, it is kept
    beside what is in.
    """
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        if (known := _repeated(act, submission)) is not None:
            return known
        round_, table, _ = _table_for_result(act.party, spot)
        in_force = Entry.objects.in_force().select_related("table")
        old = in_force.filter(table=table, hand=hand).first()
        if old is None or _over_text(act.party, round_):
            return _take(act, spot, hand, entry, submission)
        row = second_version(old, submission=submission, source=Entry.Source.PHONE, act=act)
        fill_hand(row, act.party, entry)
        if is_same_result(old, row):
            return _already(act.party, old)
        if old.pk != seen or hand in second_versions(table):
            return _beside(act, spot, old, row)
        saved = put_in_place(act, spot, round_, old, row)
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
    seen: int | None = None,
) -> Answer:
    """Take the points of a whole round, in the place of the total `seen` that the phone showed.

    Where that is not the one in force any more, they are kept beside what is in.
    """
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        if (known := _repeated(act, submission)) is not None:
            return known
        instead = seen is not None and _take_back_total(act, spot, seen, (ns, ew, hands))
        return _take(act, spot, TOTAL, (ns, ew), submission, hands=hands, instead=instead)


def _take_back_total(
    act: PartyAct, spot: Spot, seen: int, new: tuple[int, int, int | None]
) -> bool:
    """Make room for another total, where nothing but the one that was seen is in its way."""
    round_, table, score = find_table(act.party, spot)
    old = Entry.objects.in_force().filter(table=table, hand=TOTAL, pk=seen).first()
    if old is None or _over_text(act.party, round_) or second_versions(table):
        return False
    if new in {(old.ns, old.ew, score.hands), (old.ns, old.ew, None)}:
        return False
    take_back_last(act, spot, table, score, seen)
    return True


def undo(spot: Spot, *, seen: int, actor: Actor, at: datetime) -> Answer:
    """Take back the last entry of a table, which the phone showed."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = _open_table(act.party, spot)
        row = Entry.objects.filter(table=table, pk=seen).first()
        if row is not None and row.status == Entry.Status.UNDONE:
            return Answer(Reply.ALREADY, "It is taken back already.")
        if row is not None and row.hand in second_versions(table):
            text = f"Two different results came in for {hand_name(row.hand)}: the desk asks you."
            raise Refused(text)
        taken = take_back_last(act, spot, table, score, seen)
        return Answer(Reply.SAVED, f"Taken back: {taken}.")


def agree(spot: Spot, *, seen: Collection[int], yes: bool, actor: Actor, at: datetime) -> Answer:
    """Say that both pairs agree to what is in, the entries `seen`; or that they do not."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = _open_table(act.party, spot)
        counted = Entry.objects.counted().filter(table=table)
        entries = sorted(counted.values_list("pk", flat=True))
        if sorted(seen) != entries or (yes and second_versions(table)):
            raise Refused(CHANGED)
        if yes:
            _refuse_unfinished(score)
        words = "both pairs agree" if yes else "the pairs do not agree"
        if bool(agreements(act.party, spot.round, number=spot.table)) == yes:
            return Answer(Reply.ALREADY, f"Saved: {words}.")
        table.agreed_at = at if yes else None
        table.save(update_fields=["agreed_at"])
        words_of_line = f"Table {spot.table}: {words}"
        act.log("agreed", words_of_line, spot=spot, entries=entries if yes else [])
        return Answer(Reply.SAVED, f"Saved: {words}.")


def say_cut(spot: Spot, pair: str, *, seen: str = "", actor: Actor, at: datetime) -> Answer:
    """Say who was high on the cut at a tied table; `seen` is what the phone showed of it."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = _open_table(act.party, spot)
        words = f"Saved: {PAIR_NAMES[pair]} won the cut."
        if table.cut == pair:
            return Answer(Reply.ALREADY, words)
        _refuse_unfinished(score)
        put_cut(act, spot, table, score, pair, why="", seen=seen)
        return Answer(Reply.SAVED, words)


def call_host(spot: Spot, *, called: bool, actor: Actor, at: datetime) -> Answer:
    """Call the host to a table; or say that nobody is needed any more."""
    with party_act(spot.party, actor, at, of_one_table=True) as act:
        words = "The host is called." if called else "The call is taken back."
        phones = TablePhone.objects.filter(party=act.party, number=spot.table)
        if phones.filter(called_at__isnull=False).exists() == called:
            return Answer(Reply.ALREADY, words)
        _set_phone(act.party.pk, spot.table, called_at=at if called else None)
        what = "calls the host" if called else "does not need the host any more"
        act.log("host called", f"Table {spot.table} {what}", spot=spot)
        return Answer(Reply.SAVED, words)


def heard_from(party_id: int, number: int, *, at: datetime) -> None:
    """Note when a table's phone was last heard from. No act: nothing of the party changes.

    What another one has noted within HEARD_TOGETHER is written by the next that comes after it.
    """
    _unwritten[party_id, number] = at
    if monotonic() < _write_after[0]:
        return
    _write_after[0] = monotonic() + HEARD_TOGETHER
    as_stored = connection.ops.adapt_datetimefield_value
    # In this order: two workers never wait for each other.
    heard = [(key, _unwritten.pop(key, at)) for key in sorted(_unwritten.copy())]
    rows = [(number, as_stored(seen_at), party_id) for (party_id, number), seen_at in heard]
    lock = " FOR KEY SHARE" if connection.features.has_select_for_update else ""
    with write(), connection.cursor() as cursor:
        cursor.executemany(HEARD.format(lock=lock), rows)


def _set_phone(party_id: int, number: int, **values: datetime | None) -> None:
    TablePhone.objects.update_or_create(party_id=party_id, number=number, defaults=values)


def _take(
    act: PartyAct,
    spot: Spot,
    hand: int,
    typed: Typed,
    submission: UUID,
    *,
    hands: int | None = None,
    instead: bool = False,
) -> Answer:
    """Take a hand or a total; keep it beside what is in, or as a late slip, where need be.

    `instead` as in take_total.
    """
    party = act.party
    round_, table, score = _table_for_result(party, spot)
    row = new_row(table, score, submission, Entry.Source.PHONE, act)
    if isinstance(typed, tuple):
        refuse_odd_points(*typed)
        row.ns, row.ew = typed
    if over := _over_text(party, round_):
        return _late(act, spot, row, hand, typed, why=over)
    _refuse_before_start(round_)
    try:
        if isinstance(typed, tuple):
            return _saved(take_total(act, table, score, row, hands, instead=instead))
        if typed.result is None and typed.last and score.hands:
            return Answer(Reply.ALREADY, f"Table {spot.table} has finished.")
        return _saved(take_hand(act, table, score, row, typed, hand=hand))
    except Refused as refused:  # nothing has been written yet
        code = refused.faults[0].code
        if code == Code.CONFLICT:
            old = Entry.objects.in_force().select_related("table").get(table=table, hand=hand)
            row.hand, row.sequence = hand, old.sequence
            return _beside(act, spot, old, row)
        # Where the hand before is missing, that one is sent first, and this one once more.
        is_gap = hand > score.saved + 1 and not score.has_total
        if code != Code.NOT_TAKEN or is_gap:
            raise
        return _late(act, spot, row, hand, typed, why=" ".join(refused.texts))


def _beside(act: PartyAct, spot: Spot, old: Entry, row: Entry) -> Answer:
    """Keep another version of what is in."""
    keep_beside(act, spot, old, row)
    was, other = (entry_text(act.party.rules, each) for each in (old, row))
    text = f"Two different results came in for {hand_name(old.hand)}: {was}; and {other}."
    return Answer(Reply.KEPT, f"{text} Both are kept, and the desk asks you which is right.")


def _late(act: PartyAct, spot: Spot, row: Entry, hand: int, typed: Typed, *, why: str) -> Answer:
    """Keep a result that its table takes no more as a late slip, unless it is in."""
    party = act.party
    if isinstance(typed, HandEntry):
        if typed.result is None:  # no result: there is nothing to keep
            return Answer(Reply.ALREADY, why)
        fill_hand(row, party, typed)
    row.hand, row.status = hand, Entry.Status.LATE
    states = [Entry.Status.IN_FORCE, Entry.Status.LATE]
    there = Entry.objects.filter(table=row.table, hand=hand, status__in=states)
    same = [each for each in there.select_related("table") if is_same_result(each, row)]
    for each in same:
        if each.status == Entry.Status.IN_FORCE:
            return _already(party, each)
    if not same:
        row.save(force_insert=True)
        words = f"Table {spot.table}, {hand_name(hand)}, too late from its phone: "
        words += entry_text(party.rules, row)
        act.log("kept late", words, spot=spot, entry=row.pk)
    return Answer(Reply.LATE, f"{why} {KEPT_FOR_DESK}")


def _table_for_result(party: Party, spot: Spot) -> tuple[Round, Table, TableScore]:
    """Return a table for one more result from its phone. Raises Refused where too many came."""
    found = find_table(party, spot)
    if found[2].written >= MOST_WRITTEN:
        raise Refused(FLOOD.format(table=spot.table))
    return found


def _repeated(act: PartyAct, submission: UUID) -> Answer | None:
    """Return the answer to what has come before; None for something new."""
    known = repeated_answer(submission, act.party)
    if known is None:
        return None
    status = Entry.objects.values_list("status", flat=True).get(submission=submission)
    if status == Entry.Status.DISPUTED:
        return Answer(Reply.KEPT, "Two results are kept, and the desk asks you which is right.")
    if status == Entry.Status.LATE:
        return Answer(Reply.LATE, KEPT_FOR_DESK)
    return _saved(known)


def _already(party: Party, row: Entry) -> Answer:
    words = f"{hand_name(row.hand).capitalize()} is in already"
    return Answer(Reply.ALREADY, f"{words}: {entry_text(party.rules, row)}.", row.pk)


def _saved(saved: Saved) -> Answer:
    is_new = saved.outcome != Outcome.ALREADY
    reply = Reply.SAVED if is_new else Reply.ALREADY
    if saved.outcome == Outcome.TABLE_DONE:
        return Answer(reply, f"{saved.words}.")
    if saved.hand is None:
        return Answer(reply, "Saved: nobody bid, deal again.", saved.entry)
    what = f"{hand_name(saved.hand).capitalize()} is {'saved' if is_new else 'in already'}"
    return Answer(reply, f"{what}: {saved.words}.", saved.entry)


def _over_text(party: Party, round_: Round) -> str:
    """Say why a round takes nothing any more; "" while it does, and before it begins."""
    if party.finished_at is not None:
        return f"{party.name} is finished."
    return f"Round {round_.number} is closed." if round_.state == Round.State.CLOSED else ""


def _open_table(party: Party, spot: Spot) -> tuple[Table, TableScore]:
    """Return a table that takes entries now, else say to a phone why not."""
    round_, table, score = find_table(party, spot)
    if over := _over_text(party, round_):
        raise Refused(f"{over} Ask the host.")
    _refuse_before_start(round_)
    return table, score


def _refuse_before_start(round_: Round) -> None:
    if round_.state == Round.State.DRAWN:
        raise Refused(f"Round {round_.number} has not started yet.")


def _refuse_unfinished(score: TableScore) -> None:
    if not (score.finished and score.played):
        raise Refused(f"Table {score.number} has {count_hands(score.saved)} in so far.")
