"""Verbs for the full records of hands: attach them to a table's hands, replace one, take one off.

A record scores nothing. What it says is entered by the verbs for hands, like anything typed; so a
record may come before its hand is entered, after it, or when the round has long been closed.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from party.models import Party, Record, Round, Table
from party.services.scores.entries import MOST_HANDS, find_table, set_status
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, refuse_if_any
from party.values.scores.tables import Spot, TableScore


def attach_records(
    spot: Spot,
    texts: Sequence[str],
    *,
    first: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> tuple[int, ...]:
    """Give the records to hand `first` of a table and those that follow it. Returns the hands.

    All are attached or none. The same submission twice, or the same text for the same hand, is
    stored once; a hand that carries another record is refused: nothing is written over.
    """
    with unfinished_act(spot.party, actor, at) as act:
        table, score = _table(act.party, spot)
        hands = tuple(range(first, first + len(texts)))
        if _was_sent_before(submission, table):
            return hands
        _refuse_hands(score, first, len(texts))
        new = _without_record(table, dict(zip(hands, texts, strict=True)))
        rows = [
            Record(table=table, hand=hand, text=text, **act.columns, submission=submission)
            for hand, text in new.items()
        ]
        Record.objects.bulk_create(rows, batch_size=2000)
        if new:
            words = f"Table {spot.table}, {_hands_text([*new])}: record attached"
            act.log("records attached", words, spot=spot, hands=[*new])
        return hands


def replace_record(
    spot: Spot,
    hand: int,
    text: str,
    *,
    seen: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> None:
    """Put another text in the place of a hand's record. `seen` is the one the writer looked at."""
    with unfinished_act(spot.party, actor, at) as act:
        table, _ = _table(act.party, spot)
        if _was_sent_before(submission, table):
            return
        old = _seen_record(table, hand, seen)
        if old.text == text:
            return
        set_status(old, Record.Status.REPLACED)
        row = Record(table=table, hand=hand, text=text, **act.columns, submission=submission)
        row.save(force_insert=True)
        words = f"Table {spot.table}, hand {hand}: record replaced"
        act.log("record replaced", words, spot=spot, record=row.pk, hand=hand, before=old.pk)


def remove_record(spot: Spot, hand: int, *, seen: int, actor: Actor, at: datetime) -> None:
    """Take a hand's record off. What was entered for the hand stays."""
    with unfinished_act(spot.party, actor, at) as act:
        table, _ = _table(act.party, spot)
        old = _seen_record(table, hand, seen)
        set_status(old, Record.Status.REMOVED)
        words = f"Table {spot.table}, hand {hand}: record taken off"
        act.log("record removed", words, spot=spot, record=old.pk, hand=hand)


def _table(party: Party, spot: Spot) -> tuple[Table, TableScore]:
    round_, table, score = find_table(party, spot)
    if round_.state == Round.State.DRAWN:
        raise Refused(f"Round {spot.round} has not started yet.")
    return table, score


def _was_sent_before(submission: UUID, table: Table) -> bool:
    """Return whether this page was sent before. Raises Refused where it was another's page."""
    tables = set(Record.objects.filter(submission=submission).values_list("table", flat=True))
    if tables - {table.pk}:
        raise Refused("This form belongs to another table. Open the page again.")
    return bool(tables)


def _refuse_hands(score: TableScore, first: int, count: int) -> None:
    """Refuse hands that this table does not play in this round."""
    if score.hands == 0:
        raise Refused(Fault(f"Table {score.number} was marked not played.", "first"))
    most, last = score.hands or score.limit or MOST_HANDS, first + count - 1
    if first < 1 or last > most:
        more = f" {count} records from hand {first} end at hand {last}." if count > 1 else ""
        text = f"Table {score.number} has hands 1 to {most} in this round.{more}"
        raise Refused(Fault(text, "first"))


def _without_record(table: Table, brought: Mapping[int, str]) -> dict[int, str]:
    """Keep the hands that carry no record yet. Raises Refused for those that carry another."""
    there = dict(Record.objects.in_force().filter(table=table).values_list("hand", "text"))
    taken = [hand for hand, text in brought.items() if there.get(hand, text) != text]
    text = "Hand {} carries another record already. Replace it, or take it off first."
    refuse_if_any(Fault(text.format(hand), "first") for hand in taken)
    return {hand: text for hand, text in brought.items() if hand not in there}


def _seen_record(table: Table, hand: int, seen: int) -> Record:
    """Return the record in force if it is the one that the writer looked at."""
    old = Record.objects.in_force().filter(table=table, hand=hand).first()
    if old is None or old.pk != seen:
        text = "Somebody else has changed this record since you opened it. Look at it again."
        raise Refused(Fault(text, code=Code.CHANGED))
    return old


def _hands_text(hands: Sequence[int]) -> str:
    """Return hands in words: "hand 2", "hands 1, 2, 3"."""
    numbers = ", ".join(str(hand) for hand in hands)
    return f"hand {numbers}" if len(hands) == 1 else f"hands {numbers}"
