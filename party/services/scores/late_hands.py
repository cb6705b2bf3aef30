"""Completes or corrects a table after its round was closed.

Each verb needs a reason, except for a slip that was reported as still to follow. Nothing
changes before the organiser has chosen what happens to the seats.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from party.engine import PAIR_NAMES, HandEntry
from party.models import Entry, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.log.undo import late_lines
from party.queries.scores.tables import entry_text, table_scores
from party.services.backups.copies import copy_before
from party.services.log.row_changes import Watch
from party.services.scores.entries import (
    CHANGED,
    end_entry,
    fill_hand,
    find_table,
    new_entry,
    receipt_of_repeat,
    replace_hands_by_total,
    restore_hands,
    set_status,
)
from party.services.scores.tables import not_tied_text
from party.services.seats.corrections import ahead_words, apply_seats_answer, require_reason
from party.services.write import LogLineId, PartyAct, party_act, unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused, require
from party.values.scores.tables import (
    SOURCES,
    STOPPED_EARLY,
    Spot,
    TableScore,
    count_hands,
    hand_name,
)
from party.values.seats.corrections import SeatsAnswer, SeatsInQuestion

LineContent = tuple[str, dict[str, Any]]  # the words and the data of the log line
Change = Callable[[PartyAct, Table, TableScore], LineContent]

# A late slip may change these columns of its table. Taking the slip back restores them.
COLUMNS = ("hands", "why_short", "capture", "cut", "cut_why")


def add_late_hands(
    spot: Spot,
    hands: Sequence[HandEntry],
    *,
    first: int,
    submission: UUID,
    reason: str,
    choice: SeatsAnswer,
    is_all: bool = False,
    source: str = Entry.Source.DESK,
    actor: Actor,
    at: datetime,
) -> None:
    """`first` is the number of the first hand, as the page showed it.

    With `is_all` a table that awaits its slip is complete, even with fewer hands than the round.
    """

    def change(act: PartyAct, table: Table, score: TableScore) -> LineContent:
        _refuse_extra_hands(score, len(hands))
        if first != score.saved + 1:
            raise Refused(CHANGED)
        rows = _late_rows(act, table, score, hands, submission=submission, source=source)
        if is_all or not score.awaits_slip or score.limit is None:
            why_short = (reason.strip() or STOPPED_EARLY) if score.awaits_slip else ""
            _set_hands(table, score, score.saved + len(rows), why_short=why_short)
        rules = act.party.rules
        texts = [f"hand {row.hand} came late: {entry_text(rules, row)}" for row in rows]
        return f"{'; '.join(texts)}, {SOURCES[source]}", {"late": [row.pk for row in rows]}

    _change_closed_table(
        spot, change, reason=reason, choice=choice, actor=actor, at=at, submission=submission
    )


def add_late_total(
    spot: Spot,
    ns: int,
    ew: int,
    *,
    hands: int | None,
    submission: UUID,
    reason: str,
    choice: SeatsAnswer,
    source: str = Entry.Source.DESK,
    actor: Actor,
    at: datetime,
) -> None:
    def change(act: PartyAct, table: Table, score: TableScore) -> LineContent:
        if score.has_total or score.on_cards or not score.has_room:
            text = f"Table {spot.table} is complete. Correct the wrong hand instead."
            raise Refused(Fault(text, "ns"))
        row = new_entry(table, score, submission, source, act)
        row.ns, row.ew = ns, ew
        words, data = replace_hands_by_total(act.party, table, score, row, hands)
        return f"came late: {words}", {"late": [row.pk], **data}

    _change_closed_table(
        spot, change, reason=reason, choice=choice, actor=actor, at=at, submission=submission
    )


def undo_late_entries(
    party_id: int, line_id: int, *, actor: Actor, at: datetime, shown_revision: int | None = None
) -> None:
    with unfinished_party_act(party_id, actor, at, shown_revision) as act:
        party = act.party
        matches = (each for each in late_lines(party) if each.pk == line_id)
        line = require(next(matches, None), "This can no longer be taken back from the log.")
        spot = Spot(party.pk, line.round or 0, line.table or 0)
        round_, table, _ = find_table(party, spot)
        old_score = table_scores(party, round_.number)[table.number]
        for row in Entry.objects.filter(pk__in=line.data["late"]):
            end_entry(row, Entry.Status.UNDONE)
        restore_hands(party, table, line.data)
        for name, value in line.data["table"].items():
            setattr(table, name, value)
        table.save(update_fields=[*COLUMNS])
        try:
            if round_.state == Round.State.CLOSED:
                apply_seats_answer(party, round_, old_score, SeatsAnswer())
                copy_before(f"before a correction of round {round_.number}")
        except SeatsInQuestion as question:
            text = f"This changes who was ahead at table {table.number}, and so the seats. "
            raise Refused(f"{text}Correct the table on its own page.") from question
        words = f"Table {table.number}: late results taken back"
        act.log("hand undone", words, spot=spot, line=line.pk)


def discard_late_result(party_id: int, entry: int, *, actor: Actor, at: datetime) -> LogLineId:
    with party_act(party_id, actor, at) as act:
        late = Entry.objects.filter(table__round__party=act.party, status=Entry.Status.LATE)
        row = late.select_related("table__round").filter(pk=entry).first()
        if row is None or row.table is None:
            raise Refused(CHANGED)
        act.watched = Watch(Entry.objects.filter(pk=row.pk))
        set_status(row, Entry.Status.UNDONE)
        spot = Spot(party_id, row.table.round.number, row.table.number)
        words = f"Table {spot.table}, {hand_name(row.hand)}, late result set aside"
        words = f"{words}: {entry_text(act.party.rules, row)}"
        return act.log("late set aside", words, spot=spot, entry=row.pk)


def remove_last_hand(
    spot: Spot, *, shown_entry: int, reason: str, choice: SeatsAnswer, actor: Actor, at: datetime
) -> None:
    """Take out a hand that was entered, but never played."""

    def change(act: PartyAct, table: Table, score: TableScore) -> LineContent:
        rows = Entry.objects.counted().filter(table=table).exclude(hand=TOTAL)
        last = rows.order_by("-hand").first()
        if last is None or last.pk != shown_entry:
            raise Refused(CHANGED)
        if last.hand == 1:
            raise Refused("This is the only hand of the table. Correct it instead.")
        end_entry(last, Entry.Status.UNDONE)
        if not score.awaits_slip:
            _set_hands(table, score, (last.hand or 0) - 1, why_short=reason.strip())
        return f"hand {last.hand} taken out: {entry_text(act.party.rules, last)}", {}

    _change_closed_table(spot, change, reason=reason, choice=choice, actor=actor, at=at)


def correct_ahead(
    spot: Spot,
    *,
    pair: str,
    shown_pair: str,
    reason: str,
    choice: SeatsAnswer,
    actor: Actor,
    at: datetime,
) -> None:
    """Store which pair won the cut, or was ahead at a table without points."""

    def change(_act: PartyAct, table: Table, score: TableScore) -> LineContent:
        if score.higher_pair and not score.awaits_slip:
            raise Refused(not_tied_text(score))
        is_report = score.on_cards or score.awaits_slip
        field = "ahead" if is_report else "cut"
        if getattr(table, field) != shown_pair:
            raise Refused(CHANGED)
        if shown_pair == pair:
            raise Refused(Fault("That pair is already stored. Choose the other one.", "pair"))
        setattr(table, field, pair)
        table.save(update_fields=[field])
        return f"{PAIR_NAMES[pair]} {'were ahead' if is_report else 'won the cut'}", {}

    _change_closed_table(spot, change, reason=reason, choice=choice, actor=actor, at=at)


def _change_closed_table(
    spot: Spot,
    change: Change,
    *,
    reason: str,
    choice: SeatsAnswer,
    actor: Actor,
    at: datetime,
    submission: UUID | None = None,
) -> None:
    with unfinished_party_act(spot.party, actor, at) as act:
        party = act.party
        if submission and receipt_of_repeat(submission, party) is not None:
            if Entry.objects.filter(submission=submission, status=Entry.Status.UNDONE).exists():
                raise Refused(CHANGED)  # another desk took these hands back
            return
        round_, table, score = find_table(party, spot)
        if round_.state != Round.State.CLOSED:
            raise Refused(f"Round {spot.round} is not closed. Change it at the desk.")
        is_awaited = submission is not None and score.awaits_slip
        if not is_awaited:
            require_reason(round_, reason.strip())
        old_score = table_scores(party, round_.number)[table.number]
        columns = {name: getattr(table, name) for name in COLUMNS}
        words, data = change(act, table, score)
        effects = apply_seats_answer(party, round_, old_score, choice)
        copy_before(f"before a correction of round {round_.number}")
        words = f"Table {spot.table}: {words}{ahead_words(effects)}"
        data = data | effects | ({"table": columns} if "late" in data else {})
        act.log("corrected", words, spot=spot, reason=reason.strip(), **data)


def _refuse_extra_hands(score: TableScore, hands: int) -> None:
    if score.has_total or score.on_cards:
        text = f"Table {score.number} is not entered hand by hand."
    elif score.limit is not None and score.saved + hands > score.limit:
        text = f"Table {score.number} has all {count_hands(score.limit)} of this round."
    else:
        return
    raise Refused(text)


def _late_rows(
    act: PartyAct,
    table: Table,
    score: TableScore,
    hands: Sequence[HandEntry],
    *,
    submission: UUID,
    source: str,
) -> list[Entry]:
    rows = []
    for index, entry in enumerate(hands):
        # A submission’s id is unique in the database, so the later rows get ids derived from it.
        row_id = uuid5(submission, str(index)) if index else submission
        row = new_entry(table, score, row_id, source, act)
        row.hand, row.sequence = score.saved + 1 + index, row.sequence + index
        fill_hand(row, act.party, entry)
        row.save(force_insert=True)
        rows.append(row)
    return rows


def _set_hands(table: Table, score: TableScore, hands: int, *, why_short: str = "") -> None:
    # A table with all hands of the round is finished even without a stored number of hands.
    has_all = score.limit is not None and hands >= score.limit
    table.hands = None if has_all else hands
    table.why_short = "" if has_all else why_short or table.why_short
    table.save(update_fields=["hands", "why_short"])
