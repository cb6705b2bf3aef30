"""Attaches records of play to hands. A record scores nothing: its result is entered separately."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from party.models import Party, Record, Table
from party.services.scores.entries import MOST_HANDS, find_table, refuse_before_start, set_status
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, refuse_if_any, require
from party.values.scores.tables import Spot, TableScore
from party.values.scores.words import NOT_PLAYED


def attach_records(
    spot: Spot,
    texts: Sequence[str],
    *,
    first: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> tuple[int, ...]:
    """Attach all records or none; return the numbers of their hands."""
    with unfinished_party_act(spot.party, actor, at) as act:
        table, score = _find_begun_table(act.party, spot)
        hands = tuple(range(first, first + len(texts)))
        if _was_sent_before(submission, table):
            return hands
        _refuse_hands(score, first, len(texts))
        new_texts = _without_stored_records(table, dict(zip(hands, texts, strict=True)))
        rows = [
            Record(table=table, hand=hand, text=text, **act.actor_columns, submission=submission)
            for hand, text in new_texts.items()
        ]
        Record.objects.bulk_create(rows, batch_size=2000)
        if new_texts:
            words = f"Table {spot.table}, {_hands_text([*new_texts])}: record attached"
            act.log("records attached", words, spot=spot, hands=[*new_texts])
        return hands


def replace_record(
    spot: Spot,
    hand: int,
    text: str,
    *,
    shown_record: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> None:
    with unfinished_party_act(spot.party, actor, at) as act:
        table, _ = _find_begun_table(act.party, spot)
        if _was_sent_before(submission, table):
            return
        old = _record_as_shown(table, hand, shown_record)
        if old.text == text:
            return
        set_status(old, Record.Status.REPLACED)
        row = Record(table=table, hand=hand, text=text, **act.actor_columns, submission=submission)
        row.save(force_insert=True)
        words = f"Table {spot.table}, hand {hand}: record replaced"
        act.log("record replaced", words, spot=spot, record=row.pk, hand=hand, before=old.pk)


def remove_record(spot: Spot, hand: int, *, shown_record: int, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(spot.party, actor, at) as act:
        table, _ = _find_begun_table(act.party, spot)
        old = _record_as_shown(table, hand, shown_record)
        set_status(old, Record.Status.REMOVED)
        words = f"Table {spot.table}, hand {hand}: record taken off"
        act.log("record removed", words, spot=spot, record=old.pk, hand=hand)


def _find_begun_table(party: Party, spot: Spot) -> tuple[Table, TableScore]:
    round_, table, score = find_table(party, spot)
    refuse_before_start(round_)
    return table, score


def _was_sent_before(submission: UUID, table: Table) -> bool:
    tables = set(Record.objects.filter(submission=submission).values_list("table", flat=True))
    if tables - {table.pk}:
        raise Refused("This form belongs to another table. Open the page again.")
    return bool(tables)


def _refuse_hands(score: TableScore, first: int, count: int) -> None:
    if score.hands == 0:
        raise Refused(Fault(NOT_PLAYED.format(table=score.number), "first"))
    limit = score.hands or score.limit or MOST_HANDS
    last = first + count - 1
    if first < 1 or last > limit:
        range_text = f" {count} records from hand {first} end at hand {last}." if count > 1 else ""
        text = f"Table {score.number} has hands 1 to {limit} in this round.{range_text}"
        raise Refused(Fault(text, "first"))


def _without_stored_records(table: Table, texts: Mapping[int, str]) -> dict[int, str]:
    stored = dict(Record.objects.in_force().filter(table=table).values_list("hand", "text"))
    conflicts = [hand for hand, text in texts.items() if stored.get(hand, text) != text]
    text = "Hand {} already has another record. Replace it, or take it off first."
    refuse_if_any(Fault(text.format(hand), "first") for hand in conflicts)
    return {hand: text for hand, text in texts.items() if hand not in stored}


def _record_as_shown(table: Table, hand: int, shown_record: int) -> Record:
    rows = Record.objects.in_force().filter(table=table, hand=hand, pk=shown_record)
    text = "Somebody else has changed this record since you opened it. Please check again."
    return require(rows.first(), Fault(text, code=Code.CHANGED))


def _hands_text(hands: Sequence[int]) -> str:
    numbers = ", ".join(str(hand) for hand in hands)
    return f"hand {numbers}" if len(hands) == 1 else f"hands {numbers}"
