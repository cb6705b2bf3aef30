"""Saves or takes back the last hand or total of a table; other verbs of tables build on this."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from party.engine import HandEntry, RuleError, describe, pair_points, write_entry
from party.models import Entry, LogLine, Party, Record, Round, Table, Tally
from party.models.scores.entries import TOTAL
from party.queries.scores.tables import (
    entry_text,
    hand_refusal,
    is_stored,
    result_of,
    table_with_score,
    total_refusal,
)
from party.services.log.row_changes import watch_table
from party.services.write import Act, PartyAct, unfinished_party_act
from party.values.accounts import Actor
from party.values.evening.words import NOT_STARTED
from party.values.refusals import Code, Fault, Refused, refuse_if_any, require
from party.values.scores.tables import (
    CAPTURES,
    SOURCES,
    Receipt,
    SavedAs,
    Spot,
    TableScore,
    count_hands,
    hand_name,
    total_text,
)
from party.values.scores.words import NOT_PLAYED, TYPE_PLAYED_HAND

CHANGED = Fault(
    "Somebody else has changed this since you opened it. Please check again.", code=Code.CHANGED
)

VERBS_WITH_TOTAL = ("total saved", "corrected")  # verbs that may give a table a total

TypedResult = HandEntry | tuple[int, int]  # a hand, or the points of both pairs for a total

# In a round that a bell ends, hands above the first number are unusual. A total or a record of
# more hands than the second number is refused as a typing mistake.
MOST_USUAL_HANDS, MOST_HANDS = 5, 20


def save_hand(
    spot: Spot,
    entry: HandEntry,
    *,
    submission: UUID,
    actor: Actor,
    at: datetime,
    hand: int | None = None,
    source: str = Entry.Source.DESK,
) -> Receipt:
    """`hand` is the number on the page, or None for the next hand.

    A different result for a stored hand is refused.
    """
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        stored, submission = _repeated_hand(submission, act.party, entry)
        if stored is not None:
            return stored
        table, score = table_for_entry(act.party, spot)
        row = new_entry(table, score, submission, source, act)
        return add_hand(act, table, score, row, entry, hand=hand)


def add_hand(
    act: PartyAct,
    table: Table,
    score: TableScore,
    row: Entry,
    entry: HandEntry,
    *,
    hand: int | None = None,
) -> Receipt:
    party, spot = act.party, _spot_of(table)
    _refuse_unless_hand_by_hand(score)
    if entry.result is None:
        _refuse_hand(score, None)
        if entry.last:
            return _finish_by_full_stop(act, spot, table, score)
        return _store_thrown_in(act, spot, row, entry)
    if hand is not None and hand <= score.saved:
        return _answer_for_stored_hand(act, spot, row, hand, entry)
    _refuse_hand(score, hand)
    row.hand = score.saved + 1
    if entry.last:
        _finish_table(table, score, row.hand)
    fill_hand(row, party, entry)
    row.save(force_insert=True)
    saved = receipt_for(party, row, flags=_flag_texts(entry, score))
    words = f"Table {spot.table}, hand {row.hand}: {saved.words}, {SOURCES[row.source]}"
    act.log("hand saved", words, spot=spot, entry=row.pk, text=write_entry(entry))
    return saved


def _repeated_hand(
    submission: UUID, party: Party, entry: HandEntry
) -> tuple[Receipt | None, UUID]:
    """Return None and an unused submission id if the hand is new."""
    stored = receipt_of_repeat(submission, party)
    if stored is None or stored.words == describe(party.rules, entry.result):
        return stored, submission
    # The answer to the previous hand was lost, so the same page, with its old id, sends this one.
    return None, uuid4()


def save_total(
    spot: Spot,
    ns: int,
    ew: int,
    *,
    submission: UUID,
    actor: Actor,
    at: datetime,
    hands: int | None = None,
    source: str = Entry.Source.DESK,
    replaces_hands: bool = False,
    shown_entry_count: int | None = None,
) -> Receipt:
    """With `replaces_hands` the total replaces stored hands until it is taken back.

    It never replaces a hand that the table's phone has sent after the page was shown.
    """
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        if (stored := receipt_of_repeat(submission, act.party)) is not None:
            return stored
        table, score = table_for_entry(act.party, spot)
        if shown_entry_count not in {None, score.stored_entry_count}:
            raise Refused(CHANGED)
        row = new_entry(table, score, submission, source, act)
        row.ns, row.ew = ns, ew
        return add_total(act, table, score, row, hands, replaces_hands=replaces_hands)


def add_total(
    act: PartyAct,
    table: Table,
    score: TableScore,
    row: Entry,
    hands: int | None,
    *,
    replaces_hands: bool = False,
) -> Receipt:
    party, spot = act.party, _spot_of(table)
    if score.has_total:
        old = Entry.objects.in_force().get(table=table, hand=TOTAL)
        conflict = f"Table {spot.table} already has a total"
        return _answer_if_same(party, old, row, conflict, "ns")
    if score.on_cards or (score.capture != Table.Capture.TOTALS and not replaces_hands):
        raise Refused(Fault(f"Table {spot.table} is entered {CAPTURES[score.capture]}.", "ns"))
    if score.hands == 0:
        raise Refused(Fault(NOT_PLAYED.format(table=spot.table), "ns", Code.NOT_TAKEN))
    if score.is_finished and not score.awaits_slip:
        text = f"Table {spot.table} is done. Correct the hand that is wrong."
        raise Refused(Fault(text, "ns", Code.NOT_TAKEN))
    words, data = replace_hands_by_total(party, table, score, row, hands)
    words = f"Table {spot.table}, {words}"
    act.log("total saved", words, spot=spot, entry=row.pk, **data)
    return receipt_for(party, row)


def replace_hands_by_total(
    party: Party, table: Table, score: TableScore, row: Entry, hands: int | None
) -> tuple[str, dict[str, Any]]:
    """Store the total instead of the hands; return the words and the data of the log line."""
    played = _hands_of_total(score, hands)
    check_total(party, played, row.ns or 0, row.ew or 0)
    replaced = list(Entry.objects.counted().filter(table=table).order_by("hand"))
    for each in replaced:
        end_entry(each, Entry.Status.REPLACED)
    row.hand = TOTAL
    row.save(force_insert=True)
    data = {"hands": played, "aside": [each.pk for each in replaced], "capture": table.capture}
    table.capture, table.hands, table.why_short = Table.Capture.TOTALS, played, ""
    table.save(update_fields=["capture", "hands", "why_short"])
    words = f"{total_text(row.ns, row.ew)} ({count_hands(played)}, {SOURCES[row.source]})"
    if replaced:
        words += f"; {count_hands(len(replaced))} entered before put aside"
    return words, data


def restore_hands(party: Party, table: Table, data: Mapping[str, Any]) -> None:
    """Score the hands by the current rules. `data` comes from the log line of the total."""
    rows = list(Entry.objects.filter(pk__in=data.get("aside", ()), table=table))
    # A note about a thrown-in hand has no result.
    scored_hands = [(row, result) for row in rows if (result := result_of(row))]
    for row, result in scored_hands:
        if refusal := hand_refusal(party.rules, result):
            text = f"The rules have changed since {hand_name(row.hand)} was typed. {refusal}"
            raise Refused(f"{text} Correct the total instead.")
        row.ns, row.ew = pair_points(party.rules, result)
    for row in rows:
        row.status = Entry.Status.IN_FORCE
    Entry.objects.bulk_update(rows, ["status", "ns", "ew"], batch_size=500)
    table.capture = Table.Capture(data.get("capture", table.capture))
    table.save(update_fields=["capture"])


def check_total(party: Party, hands: int, ns: int, ew: int) -> None:
    refuse_unrounded_points(ns, ew)
    if refusal := total_refusal(party.rules, hands, ns, ew):
        raise Refused(Fault(f"{refusal} Look at the slip again.", "ns"))


def refuse_unrounded_points(ns: int, ew: int) -> None:
    refuse_if_any(
        Fault(f"Points always end in 0. {points} does not.", field)
        for field, points in (("ns", ns), ("ew", ew))
        if points % 10
    )


def undo_hand(spot: Spot, *, actor: Actor, at: datetime, shown_entry: int | None = None) -> str:
    """Take back the last entry (a hand, a note or a total), and return it in words."""
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        table, score = table_for_entry(act.party, spot)
        return take_back_last_entry(act, spot, table, score, shown_entry)


def take_back_last_entry(
    act: PartyAct, spot: Spot, table: Table, score: TableScore, shown_entry: int | None
) -> str:
    rows = Entry.objects.in_force().filter(table=table).order_by("-sequence")
    last = require(rows.first(), f"Nothing has been entered for table {spot.table} yet.")
    if shown_entry is not None and last.pk != shown_entry:
        raise Refused(f"Table {spot.table} has new entries since you looked. Check again.")
    end_entry(last, Entry.Status.UNDONE)
    if score.hands is not None:
        table.hands, table.why_short = None, ""
        table.save(update_fields=["hands", "why_short"])
    if last.hand == TOTAL:
        lines = LogLine.objects.filter(party=act.party, round=spot.round, table=spot.table)
        data_of_lines = lines.filter(verb__in=VERBS_WITH_TOTAL).values_list("data", flat=True)
        data: Mapping[str, Any] = next((each for each in data_of_lines if "aside" in each), {})
        restore_hands(act.party, table, data)
    elif table.ahead and not (score.on_cards or score.awaits_slip):
        # The pair was reported ahead before its slip came. The last hand of the slip is taken
        # back, and the report with it.
        table.ahead = ""
        table.save(update_fields=["ahead"])
    text = entry_text(act.party.rules, last)
    words = f"Table {spot.table}: taken back {text}"
    act.log("hand undone", words, spot=spot, entry=last.pk)
    hand = f", {hand_name(last.hand)}" if last.hand else ""
    return f"table {spot.table}{hand}: {text}"


def _spot_of(table: Table) -> Spot:
    return Spot(table.round.party_id, table.round.number, table.number)


def _finish_by_full_stop(act: PartyAct, spot: Spot, table: Table, score: TableScore) -> Receipt:
    if score.saved == 0:
        text = f"Table {table.number} has no hand yet. Mark it not played instead."
        raise Refused(Fault(text, "text"))
    act.watched = watch_table(table)
    _finish_table(table, score, score.saved)
    words = f"Table {table.number} finished after {count_hands(score.saved)}"
    act.log("table finished", words, spot=spot)
    return Receipt(SavedAs.TABLE_DONE, table.number, words)


def _finish_table(table: Table, score: TableScore, hands: int) -> None:
    # A full stop is easily typed by mistake, so a table that stops early needs a reason instead.
    if score.limit is not None and hands < score.limit:
        text = (
            f"Table {score.number} plays {count_hands(score.limit)}, and this is hand {hands}. "
            f"Leave out the dot. If the table stops early, say so under More for table "
            f"{score.number}."
        )
        raise Refused(Fault(text, "text"))
    table.hands = hands
    table.save(update_fields=["hands"])


def _answer_for_stored_hand(
    act: PartyAct, spot: Spot, row: Entry, hand: int, entry: HandEntry
) -> Receipt:
    rows = Entry.objects.in_force().filter(table=row.table, hand=hand)
    text = f"Table {spot.table} has no hand {hand} to compare."
    old = require(rows.first(), Fault(text, "text"))
    fill_hand(row, act.party, entry)
    conflict = f"Hand {hand} of table {spot.table} is already in"
    return _answer_if_same(act.party, old, row, conflict, "text")


def _answer_if_same(party: Party, old: Entry, new: Entry, conflict: str, field: str) -> Receipt:
    if is_same_result(old, new):
        return receipt_for(party, old, outcome=SavedAs.ALREADY)
    text = f"{conflict}: {entry_text(party.rules, old)}. Correct it if that is wrong."
    raise Refused(Fault(text, field, Code.CONFLICT))


def _store_thrown_in(act: PartyAct, spot: Spot, row: Entry, entry: HandEntry) -> Receipt:
    previous = Entry.objects.in_force().filter(table=row.table).order_by("sequence").last()
    row.save(force_insert=True)
    act.log("thrown in", f"Table {spot.table}: thrown in, dealt again", spot=spot, entry=row.pk)
    flags = [flag.text for flag in entry.flags]
    if previous is not None and previous.hand is None:
        flags.append("Thrown in twice running: unusual, check.")
    return receipt_for(act.party, row, flags=tuple(flags))


def _refuse_unless_hand_by_hand(score: TableScore) -> None:
    if score.has_total or score.capture == Table.Capture.TOTALS:
        capture = "as a round total"
    elif score.on_cards:
        capture = "on final cards"
    else:
        return
    text = f"Table {score.number} is entered {capture}, not hand by hand."
    raise Refused(Fault(text, "text", Code.NOT_TAKEN))


def _refuse_hand(score: TableScore, hand: int | None) -> None:
    table = f"Table {score.number}"
    if hand is not None and hand > score.saved + 1:
        text = f"Hand {score.saved + 1} of table {score.number} comes first."
    elif score.hands == 0:
        text = f"{table} was marked not played."
    elif score.hands is not None:
        text = f"{table} said it had finished after {count_hands(score.hands)}."
    elif score.limit is not None and score.saved >= score.limit:
        text = f"{table} has all {count_hands(score.limit)} of this round."
    else:
        return
    raise Refused(Fault(text, "text", Code.NOT_TAKEN))


def _hands_of_total(score: TableScore, hands: int | None) -> int:
    played = score.limit if hands is None else hands
    limit = MOST_HANDS if score.limit is None else score.limit
    if played is None or not 1 <= played <= limit:
        text = f"Say how many hands table {score.number} played, from 1 to {limit}."
        raise Refused(Fault(text, "hands"))
    return played


def _flag_texts(entry: HandEntry, score: TableScore) -> tuple[str, ...]:
    flags = [flag.text for flag in entry.flags]
    if score.limit is None and score.saved >= MOST_USUAL_HANDS:
        flags.append(f"Hand {score.saved + 1} at table {score.number}: more than five is unusual.")
    return tuple(flags)


def find_table(party: Party, spot: Spot) -> tuple[Round, Table, TableScore]:
    text = f"There is no table {spot.table} in round {spot.round}."
    found = table_with_score(party, spot)
    if found is None:
        raise Refused(Fault(text, "table"))
    table, score = found
    return table.round, table, score


def table_for_entry(party: Party, spot: Spot) -> tuple[Table, TableScore]:
    round_, table, score = find_table(party, spot)
    refuse_before_start(round_)
    if not round_.is_open:
        text = f"Round {spot.round} is closed. Reopen it, or correct the hand with a reason."
        raise Refused(text)
    return table, score


def refuse_before_start(round_: Round) -> None:
    if round_.state == Round.State.DRAWN:
        raise Refused(NOT_STARTED.format(round=round_.number))


def new_entry(table: Table, score: TableScore, submission: UUID, source: str, act: Act) -> Entry:
    sequence = score.stored_entry_count + 1
    return Entry(
        table=table, sequence=sequence, submission=submission, source=source, **act.actor_columns
    )


def new_version(row: Entry, *, submission: UUID, source: str, act: Act) -> Entry:
    place = {"table": row.table, "hand": row.hand, "sequence": row.sequence}
    return Entry(**place, submission=submission, source=source, **act.actor_columns)


def fill_hand(row: Entry, party: Party, entry: HandEntry) -> None:
    result = entry.result
    if result is None:
        raise Refused(Fault(TYPE_PLAYED_HAND, "text"))
    row.bid, row.bidder = str(result.bid or ""), result.declarer or ""
    row.tricks, row.announced = result.tricks, result.announced or ""
    try:
        row.ns, row.ew = pair_points(party.rules, result)
    except RuleError as error:  # the rules have changed since the form read the hand
        raise Refused(*(Fault(fault.text, "text") for fault in error.faults)) from error


def fill_result(row: Entry, party: Party, score: TableScore, typed: TypedResult) -> None:
    if isinstance(typed, tuple):
        check_total(party, score.hands or 0, *typed)
        row.ns, row.ew = typed
    else:
        fill_hand(row, party, typed)


def is_same_result(first: Entry, second: Entry) -> bool:
    fields = ("bid", "bidder", "tricks", "announced", "ns", "ew")
    return all(getattr(first, field) == getattr(second, field) for field in fields)


def set_status(row: Entry | Record | Tally, status: str) -> None:
    row.status = status
    row.save(update_fields=["status"])


def end_entry(row: Entry, status: Entry.Status) -> None:
    replace_second_version(row)
    set_status(row, status)


def replace_second_version(row: Entry) -> None:
    versions = Entry.objects.filter(table=row.table_id, hand=row.hand)
    versions.filter(status=Entry.Status.DISPUTED).update(status=Entry.Status.REPLACED)


def receipt_of_repeat(submission: UUID, party: Party) -> Receipt | None:
    """Return None if the submission is new."""
    if not is_stored(submission):
        return None
    row = Entry.objects.get(submission=submission)
    if row.table is None or row.table.round.party_id != party.pk:
        raise Refused("This form belongs to another party. Open the page again.")
    return receipt_for(party, row, outcome=SavedAs.ALREADY)


def receipt_for(
    party: Party, row: Entry, *, outcome: SavedAs = SavedAs.SAVED, flags: tuple[str, ...] = ()
) -> Receipt:
    number, words = row.table.number if row.table else 0, entry_text(party.rules, row)
    return Receipt(outcome, number, words, row.pk, row.hand, row.ns, row.ew, flags)
