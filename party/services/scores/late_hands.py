"""Verbs for what is found out about a table after its round was closed.

Hands that were never entered, all that a late slip says, a hand that was never played, or the
wrong pair on the cut. As with corrections each has a reason, and nothing changes before somebody
has said what becomes of seats.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from party.engine import PAIR_NAMES, HandEntry
from party.models import Entry, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.log.undo import late_lines
from party.queries.scores.entries import entry_text
from party.queries.scores.tables import table_scores
from party.services.backups.copies import copy_before
from party.services.log.row_changes import Watch
from party.services.scores.entries import (
    CHANGED,
    end_entry,
    fill_hand,
    find_table,
    new_row,
    put_back_hands,
    put_total,
    repeated_answer,
    set_status,
)
from party.services.seats.corrections import ahead_words, require_reason, settle_seats
from party.services.write import PartyAct, party_act, unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused
from party.values.scores.tables import FROM, Spot, TableScore, count_hands, hand_name
from party.values.seats.corrections import Choice, SeatsInQuestion

Changed = tuple[str, dict[str, Any]]  # the words of the log line, and its data
Change = Callable[[PartyAct, Table, TableScore], Changed]

# What a late slip may change in its table, and taking it back restores.
COLUMNS = ("hands", "why_short", "capture", "cut", "cut_why")


def add_late_hands(
    spot: Spot,
    hands: Sequence[HandEntry],
    *,
    first: int,
    submission: UUID,
    reason: str,
    choice: Choice,
    is_all: bool = False,
    source: str = Entry.Source.DESK,
    actor: Actor,
    at: datetime,
) -> None:
    """Add hands that were played and not entered, as the table's last ones.

    `first` is the number of the first one for the writer. Where the slip was to follow and hands
    of the round are left, it still does, unless this `is_all` that was played.
    """

    def change(act: PartyAct, table: Table, score: TableScore) -> Changed:
        _refuse_no_room(score, len(hands))
        if first != score.saved + 1:
            raise Refused(CHANGED)
        rows = _late_rows(act, table, score, hands, submission=submission, source=source)
        if is_all or not score.follows or score.limit is None:
            last, why = score.saved + len(rows), reason.strip() if score.follows else ""
            _set_hands(table, score, last, why=why)
        rules = act.party.rules
        texts = [f"hand {row.hand} came late: {entry_text(rules, row)}" for row in rows]
        return f"{'; '.join(texts)}, {FROM[source]}", {"late": [row.pk for row in rows]}

    _afterwards(
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
    choice: Choice,
    source: str = Entry.Source.DESK,
    actor: Actor,
    at: datetime,
) -> None:
    """Give a table the total that its slip says; hands that are in are put aside."""

    def change(act: PartyAct, table: Table, score: TableScore) -> Changed:
        if score.has_total or score.on_cards or not score.short:
            text = f"Table {spot.table} has everything in already. Correct what is wrong."
            raise Refused(Fault(text, "ns"))
        row = new_row(table, score, submission, source, act)
        row.ns, row.ew = ns, ew
        words, data = put_total(act.party, table, score, row, hands)
        return f"came late: {words}", {"late": [row.pk], **data}

    _afterwards(
        spot, change, reason=reason, choice=choice, actor=actor, at=at, submission=submission
    )


def take_back_late(
    party_id: int, line_id: int, *, actor: Actor, at: datetime, seen: int | None = None
) -> None:
    """Take back hands or a total that came late, as the log says it."""
    with unfinished_act(party_id, actor, at, seen) as act:
        party = act.party
        line = next((each for each in late_lines(party) if each.pk == line_id), None)
        if line is None:
            raise Refused("This cannot be taken back from the log any more.")
        spot = Spot(party.pk, line.round or 0, line.table or 0)
        round_, table, _ = find_table(party, spot)
        before = table_scores(party, round_.number)[table.number]
        for row in Entry.objects.filter(pk__in=line.data["late"]):
            end_entry(row, Entry.Status.UNDONE)
        put_back_hands(party, table, line.data)
        for name, value in line.data["table"].items():
            setattr(table, name, value)
        table.save(update_fields=[*COLUMNS])
        try:
            if round_.state == Round.State.CLOSED:
                settle_seats(party, round_, before, Choice())
                copy_before(f"before a correction of round {round_.number}")
        except SeatsInQuestion as question:
            text = f"Others would have been ahead at table {table.number}, and people sit by it. "
            raise Refused(f"{text}Correct the table on its own page.") from question
        words = f"Table {table.number}: taken back what came late"
        act.log("hand undone", words, spot=spot, line=line.pk)


def set_aside(party_id: int, entry: int, *, actor: Actor, at: datetime) -> int:
    """Say that a result which a phone sent too late is not needed; return the line of the log."""
    with party_act(party_id, actor, at) as act:
        late = Entry.objects.filter(table__round__party=act.party, status=Entry.Status.LATE)
        row = late.select_related("table__round").filter(pk=entry).first()
        if row is None or row.table is None:
            raise Refused(CHANGED)
        act.watched = Watch(Entry.objects.filter(pk=row.pk))
        set_status(row, Entry.Status.UNDONE)
        spot = Spot(party_id, row.table.round.number, row.table.number)
        what = f"Table {spot.table}, {hand_name(row.hand)}, set aside what came too late"
        words = f"{what}: {entry_text(act.party.rules, row)}"
        return act.log("late set aside", words, spot=spot, entry=row.pk)


def take_out_last_hand(
    spot: Spot, *, seen: int, reason: str, choice: Choice, actor: Actor, at: datetime
) -> None:
    """Take out the last hand of a table: it was never played. `seen` is its entry."""

    def change(act: PartyAct, table: Table, score: TableScore) -> Changed:
        rows = Entry.objects.counted().filter(table=table).exclude(hand=TOTAL)
        last = rows.order_by("-hand").first()
        if last is None or last.pk != seen:
            raise Refused(CHANGED)
        if last.hand == 1:
            raise Refused("It is the only hand of this table. Correct it instead.")
        end_entry(last, Entry.Status.UNDONE)
        if not score.follows:
            _set_hands(table, score, (last.hand or 0) - 1, why=reason.strip())
        return f"hand {last.hand} taken out: {entry_text(act.party.rules, last)}", {}

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

    def change(_act: PartyAct, table: Table, score: TableScore) -> Changed:
        if score.won and not score.follows:
            raise Refused(f"Table {spot.table} is not tied: {score.ns} to {score.ew}.")
        was_said = score.on_cards or score.follows
        field = "ahead" if was_said else "cut"
        if getattr(table, field) != seen:
            raise Refused(CHANGED)
        if seen == pair:
            raise Refused(Fault("It says so already.", "pair"))
        setattr(table, field, pair)
        table.save(update_fields=[field])
        return f"{PAIR_NAMES[pair]} {'were ahead' if was_said else 'won the cut'}", {}

    _afterwards(spot, change, reason=reason, choice=choice, actor=actor, at=at)


def _afterwards(
    spot: Spot,
    change: Change,
    *,
    reason: str,
    choice: Choice,
    actor: Actor,
    at: datetime,
    submission: UUID | None = None,
) -> None:
    """Change a table of a closed round; the same submission twice changes it once."""
    with unfinished_act(spot.party, actor, at) as act:
        party = act.party
        if submission and repeated_answer(submission, party) is not None:
            if Entry.objects.filter(submission=submission, status=Entry.Status.UNDONE).exists():
                raise Refused(CHANGED)  # it was taken back since
            return
        round_, table, score = find_table(party, spot)
        if round_.state != Round.State.CLOSED:
            raise Refused(f"Round {spot.round} is not closed. Change it at the desk.")
        require_reason(round_, reason.strip())
        before = table_scores(party, round_.number)[table.number]
        columns = {name: getattr(table, name) for name in COLUMNS}
        words, data = change(act, table, score)
        effects = settle_seats(party, round_, before, choice)
        copy_before(f"before a correction of round {round_.number}")
        words = f"Table {spot.table}: {words}{ahead_words(effects)}"
        data = data | effects | ({"table": columns} if "late" in data else {})
        act.log("corrected", words, spot=spot, reason=reason.strip(), **data)


def _refuse_no_room(score: TableScore, hands: int) -> None:
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
    """Store hands as the next ones of a table, all of one submission."""
    rows = []
    for step, entry in enumerate(hands):
        own = uuid5(submission, str(step)) if step else submission  # no two rows have the same
        row = new_row(table, score, own, source, act)
        row.hand, row.sequence = score.saved + 1 + step, row.sequence + step
        fill_hand(row, act.party, entry)
        row.save(force_insert=True)
        rows.append(row)
    return rows


def _set_hands(table: Table, score: TableScore, hands: int, *, why: str = "") -> None:
    """Keep what the table says about its hands true: short with its reason, or whole."""
    whole = score.limit is not None and hands >= score.limit
    table.hands = None if whole else hands
    table.why_short = "" if whole else why or table.why_short
    table.save(update_fields=["hands", "why_short"])
