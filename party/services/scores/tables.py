from datetime import datetime

from party.engine import PAIR_NAMES
from party.models import Table
from party.services.log.row_changes import watch_table
from party.services.scores.entries import table_for_entry
from party.services.write import LogLineId, PartyAct, unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused
from party.values.scores.tables import (
    CAPTURES,
    STOPPED_EARLY,
    Receipt,
    SavedAs,
    Spot,
    TableScore,
    count_hands,
)


def finish_table(spot: Spot, *, actor: Actor, at: datetime, reason: str = "") -> LogLineId:
    """Stop a table. Without a hand it counts as not played: its people get the sit-out credit."""
    with unfinished_party_act(spot.party, actor, at) as act:
        table, score = table_for_entry(act.party, spot)
        if score.is_finished and not score.awaits_slip:
            raise Refused(f"Table {spot.table} is already finished.")
        act.watched = watch_table(table)
        table.hands, table.why_short = score.saved, reason.strip() or stop_text(score)
        table.save(update_fields=["hands", "why_short"])
        words = (
            f"Table {spot.table} finished after {count_hands(score.saved)}"
            if score.saved
            else f"Table {spot.table} was not played"
        )
        words = f"{words}: {reason.strip()}" if reason.strip() else words
        return act.log("table finished", words, spot=spot)


def stop_text(score: TableScore, text: str = STOPPED_EARLY) -> str:
    """Return "" unless the table has stored some hands, but fewer than the round has."""
    return text if score.saved and score.limit is not None and score.has_room else ""


def reopen_table(spot: Spot, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(spot.party, actor, at) as act:
        table, score = table_for_entry(act.party, spot)
        if not score.awaits_slip and (score.hands is None or score.has_total):
            raise Refused(f"Table {spot.table} is not marked as finished.")
        act.watched = watch_table(table)
        table.hands, table.why_short = None, ""
        if score.awaits_slip:
            table.ahead = ""
        table.save(update_fields=["hands", "why_short", "ahead"])
        words = "waiting for its slip again" if score.awaits_slip else "plays on"
        act.log("table reopened", f"Table {spot.table}: {words}", spot=spot)


NO_PAIR = "Choose the pair that was high on the cut."


def decide_cut(
    spot: Spot, pair: str, *, actor: Actor, at: datetime, reason: str = "", shown_pair: str = ""
) -> None:
    with unfinished_party_act(spot.party, actor, at) as act:
        table, score = table_for_entry(act.party, spot)
        if pair not in {"NS", "EW"}:
            raise Refused(Fault(NO_PAIR, "cut"))
        store_cut(act, spot, table, score, pair, reason=reason.strip(), shown_pair=shown_pair)


def not_tied_text(score: TableScore) -> str:
    return f"Table {score.number} is not tied: {score.ns} to {score.ew}."


def store_cut(
    act: PartyAct,
    spot: Spot,
    table: Table,
    score: TableScore,
    pair: str,
    *,
    reason: str,
    shown_pair: str,
) -> None:
    if score.higher_pair:
        raise Refused(Fault(not_tied_text(score), "cut"))
    if table.cut not in {shown_pair, pair}:
        stored_pair = PAIR_NAMES.get(table.cut, "nobody")
        text = f"Another desk has said that {stored_pair} won the cut. Look again."
        raise Refused(Fault(text, "cut", Code.CHANGED))
    act.watched = watch_table(table)
    table.cut, table.cut_why = pair, reason
    table.save(update_fields=["cut", "cut_why"])
    words = f"Table {spot.table}: {PAIR_NAMES[pair]} won the cut"
    words += f": {table.cut_why}" if table.cut_why else ""
    act.log("cut decided", words, spot=spot)


def report_ahead(spot: Spot, pair: str, *, shown_pair: str, actor: Actor, at: datetime) -> Receipt:
    """Store which pair was ahead; its points come later, on final cards or a late slip."""
    with unfinished_party_act(spot.party, actor, at) as act:
        table, score = table_for_entry(act.party, spot)
        if score.is_finished and not score.on_cards and not score.awaits_slip:
            text = f"Table {spot.table} has everything in: no slip is missing."
            raise Refused(Fault(text, "text"))
        words = f"{PAIR_NAMES[pair]} were ahead"
        if not score.on_cards:
            words = f"slip to follow, {words}"
        if score.provisional_pair == pair:
            return Receipt(SavedAs.ALREADY, spot.table, words)
        if score.provisional_pair != shown_pair:
            stored_pair = PAIR_NAMES.get(score.provisional_pair, "nobody")
            text = f"Another desk has said that {stored_pair} were ahead. Look again."
            raise Refused(Fault(text, "text"))
        act.watched = watch_table(table)
        table.ahead, table.hands = pair, None
        table.save(update_fields=["ahead", "hands"])
        verb = "ahead said" if score.on_cards else "slip follows"
        act.log(verb, f"Table {spot.table}: {words}", spot=spot)
        return Receipt(SavedAs.SAVED, spot.table, words)


def set_table_capture(spot: Spot, capture: str, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(spot.party, actor, at) as act:
        table, score = table_for_entry(act.party, spot)
        if table.capture == capture:
            return
        if score.has_entries:
            text = f"Table {spot.table} already has entries. Take them back first."
            raise Refused(Fault(text, "capture"))
        act.watched = watch_table(table)
        if score.on_cards:
            table.ahead = ""  # without final cards, `ahead` would mean that a slip follows
        table.capture = Table.Capture(capture)
        table.save(update_fields=["capture", "ahead"])
        act.log("table capture", f"Table {spot.table} is entered {CAPTURES[capture]}", spot=spot)
