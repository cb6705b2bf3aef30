"""Incidents: slips are typed again, and unusual hands are checked."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from party.engine import HandEntry, hand_entry, read_entry
from party.models import Entry
from party.models.scores.entries import TOTAL
from party.queries.scores.consistency import hand_result
from party.services.evening.rounds import close_round
from party.services.scores.entries import save_hand
from party.services.scores.second_look import (
    choose_right_entry,
    confirm_entry,
    keep_second_version,
    type_again,
)
from tests.evenings.desk import table_with_hands, table_with_total
from tests.evenings.hands import any_hand
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night
from tests.evenings.snapshots import Row, TableKey

MOST_TRIED_HANDS = 9


def entry_of(night: Night, row: Row) -> HandEntry:
    return hand_entry(night.rules, hand_result(row))


@incident("alike", "A second person types a table's slips again, all alike", Moment.PLAYING)
def type_slips_again(night: Night) -> bool:
    key = table_with_hands(night)
    if key is None:
        return False
    rows = sorted(night.snapshot.scoring_entries(key), key=lambda row: row.hand)
    typed, seen = [entry_of(night, row) for row in rows], [row.id for row in rows]
    night.expect_refusal(type_again, night.spot(key), typed, shown_entries=[*seen, 0])
    night.run(type_again, night.spot(key), typed, shown_entries=seen)
    return True


def dispute_hand(
    night: Night,
    enter_second: Callable[[Night, TableKey, int, HandEntry], None],
    *,
    second_is_right: bool,
) -> bool:
    """Enter a second result for a hand, and decide which result is right."""
    key = table_with_hands(night)
    if key is None:
        return False
    row = night.dice.choice(night.snapshot.scoring_entries(key))
    line = other_hand(night, key, row, second_is_right=second_is_right)
    if line is None:
        return False
    enter_second(night, key, row.hand, read_entry(night.rules, line))
    decide_dispute(night, key, row, second_is_right=second_is_right)
    if second_is_right:
        night.plays[key].lines[row.hand - 1] = line
        night.wrong_hands.pop((key, row.hand), None)
    return True


def type_all_again(night: Night, key: TableKey, hand: int, other: HandEntry) -> None:
    """A second person types all slips of a table, one of them differently."""
    rows = sorted(night.snapshot.scoring_entries(key), key=lambda row: row.hand)
    typed = [other if row.hand == hand else entry_of(night, row) for row in rows]
    night.run(type_again, night.spot(key), typed, shown_entries=[row.id for row in rows])


def keep_second_slip(night: Night, key: TableKey, hand: int, other: HandEntry) -> None:
    """A second slip gives another result of a hand: both are kept."""
    [seen] = [row.id for row in night.snapshot.scoring_entries(key) if row.hand == hand]
    spot, page = night.spot(key), uuid4()
    options: dict[str, Any] = {
        "shown_entry": seen,
        "submission": page,
        "source": Entry.Source.SLIP,
    }
    night.expect_refusal(
        keep_second_version, spot, hand, other, **(options | {"shown_entry": seen + 10**6})
    )
    night.run(keep_second_version, spot, hand, other, **options)
    night.run(keep_second_version, spot, hand, other, **options, is_unchanged=True)


def other_hand(night: Night, key: TableKey, row: Row, *, second_is_right: bool) -> str | None:
    """Return another result: the true one if the first was typed wrong, otherwise a random one."""
    if second_is_right and (key, row.hand) in night.wrong_hands:
        return str(night.plays[key].lines[row.hand - 1])
    for _ in range(MOST_TRIED_HANDS):
        line = any_hand(night.rules, night.dice)
        if read_entry(night.rules, line).result != hand_result(row):
            return line
    return None


def decide_dispute(night: Night, key: TableKey, first: Row, *, second_is_right: bool) -> None:
    """Choose a version; until then the round cannot be closed."""
    second = second_version(night, first)
    night.expect_refusal(close_round, night.party_id, night.number)
    right, wrong = (second, first.id) if second_is_right else (first.id, second)
    spot = night.spot(key)
    night.expect_refusal(
        choose_right_entry, spot, first.hand, right_entry=right, wrong_entries=[right]
    )
    night.run(choose_right_entry, spot, first.hand, right_entry=right, wrong_entries=[wrong])
    night.expect_refusal(
        choose_right_entry, spot, first.hand, right_entry=right, wrong_entries=[wrong]
    )


def second_version(night: Night, first: Row) -> int:
    [second_id] = [
        row.id
        for row in night.snapshot.rows["entry"].values()
        if (row.table_id, row.hand) == (first.table_id, first.hand)
        and row.status == Entry.Status.DISPUTED
    ]
    return int(second_id)


@incident("first-right", "Two people read a slip differently, the first one right", Moment.PLAYING)
def first_version_is_right(night: Night) -> bool:
    return dispute_hand(night, type_all_again, second_is_right=False)


@incident(
    "second-right", "Two people read a slip differently, the second one right", Moment.PLAYING
)
def second_version_is_right(night: Night) -> bool:
    return dispute_hand(night, type_all_again, second_is_right=True)


@incident("two-slips", "Two slips give different results for one hand", Moment.PLAYING)
def two_slips(night: Night) -> bool:
    return dispute_hand(night, keep_second_slip, second_is_right=night.chance(0.5))


@incident("total-again", "A second person types a total again", Moment.PLAYING)
def retype_total(night: Night) -> bool:
    """A second person types a total with the pairs mixed up, then correctly."""
    key = table_with_total(night)
    if key is None:
        return False
    [row] = night.snapshot.scoring_entries(key)
    spot = night.spot(key)
    if row.ns != row.ew:
        night.run(type_again, spot, [(row.ew, row.ns)], shown_entries=[row.id])
        was_mixed_up = (key, TOTAL) in night.wrong_hands
        decide_dispute(night, key, row, second_is_right=was_mixed_up)
        if was_mixed_up:
            del night.wrong_hands[key, TOTAL]
            row = night.snapshot.scoring_entries(key)[0]
    night.run(type_again, spot, [(row.ns, row.ew)], shown_entries=[row.id])
    return True


@incident("unusual", "An unusual hand is looked at again", Moment.PLAYING)
def check_unusual_hand(night: Night) -> bool:
    key = table_with_hands(night)
    if key is None:
        return False
    row = night.dice.choice(night.snapshot.scoring_entries(key))
    night.expect_refusal(confirm_entry, night.spot(key), row.hand, shown_entry=row.id + 10**6)
    night.run(confirm_entry, night.spot(key), row.hand, shown_entry=row.id)
    return True


@incident("before-turn", "A hand is typed before its turn", Moment.PLAYING)
def type_hand_before_its_turn(night: Night) -> bool:
    key = table_with_hands(night)
    if key is None:
        return False
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    beyond = len(night.snapshot.scoring_entries(key)) + 2
    night.expect_refusal(save_hand, night.spot(key), entry, submission=uuid4(), hand=beyond)
    return True
