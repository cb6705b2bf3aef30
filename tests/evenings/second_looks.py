"""Incidents with a second look: slips typed again by somebody else, and what was unusual."""

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
    confirm_entry,
    decide,
    keep_second_version,
    type_again,
)
from tests.evenings.desk import table_with_hands, table_with_total
from tests.evenings.hands import any_hand
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Night
from tests.evenings.snapshots import At, Row


def entry_of(night: Night, row: Row) -> HandEntry:
    return hand_entry(night.rules, hand_result(row))


def alike(night: Night) -> bool:
    at = table_with_hands(night)
    if at is None:
        return False
    rows = sorted(night.now.counted(at), key=lambda row: row.hand)
    typed, seen = [entry_of(night, row) for row in rows], [row.id for row in rows]
    night.refused(type_again, night.spot(at), typed, seen=[*seen, 0])
    night.do(type_again, night.spot(at), typed, seen=seen)
    return True


def differently(
    night: Night, type_it: Callable[[Night, At, int, HandEntry], None], *, second_is_right: bool
) -> bool:
    """Let a hand come in a second time, otherwise, and say which of the two is right."""
    at = table_with_hands(night)
    if at is None:
        return False
    row = night.dice.choice(night.now.counted(at))
    line = another_hand(night, at, row, second_is_right=second_is_right)
    if line is None:
        return False
    type_it(night, at, row.hand, read_entry(night.rules, line))
    settle(night, at, row, second_is_right=second_is_right)
    if second_is_right:
        night.plays[at].lines[row.hand - 1] = line
        night.wrong.pop((at, row.hand), None)
    return True


def typed_again(night: Night, at: At, hand: int, other: HandEntry) -> None:
    """A second person types all slips of a table, and one of them otherwise."""
    rows = sorted(night.now.counted(at), key=lambda row: row.hand)
    typed = [other if row.hand == hand else entry_of(night, row) for row in rows]
    night.do(type_again, night.spot(at), typed, seen=[row.id for row in rows])


def kept_beside(night: Night, at: At, hand: int, other: HandEntry) -> None:
    """A second slip says something else about a hand: both are kept."""
    [seen] = [row.id for row in night.now.counted(at) if row.hand == hand]
    spot, page = night.spot(at), uuid4()
    how: dict[str, Any] = {"seen": seen, "submission": page, "source": Entry.Source.SLIP}
    night.refused(keep_second_version, spot, hand, other, **(how | {"seen": seen + 10**6}))
    night.do(keep_second_version, spot, hand, other, **how)
    night.do(keep_second_version, spot, hand, other, **how, no_news=True)


def another_hand(night: Night, at: At, row: Row, *, second_is_right: bool) -> str | None:
    """Return another hand than was typed first: the true one where the second is right."""
    if second_is_right and (at, row.hand) in night.wrong:
        return str(night.plays[at].lines[row.hand - 1])
    for _ in range(9):
        line = any_hand(night.rules, night.dice)
        if read_entry(night.rules, line).result != hand_result(row):
            return line
    return None


def settle(night: Night, at: At, first: Row, *, second_is_right: bool) -> None:
    """Say which version is right. Until then the round cannot be closed."""
    second = second_version(night, first)
    night.refused(close_round, night.party_id, night.number)
    right, wrong = (second, first.id) if second_is_right else (first.id, second)
    spot = night.spot(at)
    night.refused(decide, spot, first.hand, right=right, wrong=[right])
    night.do(decide, spot, first.hand, right=right, wrong=[wrong])
    night.refused(decide, spot, first.hand, right=right, wrong=[wrong])


def second_version(night: Night, first: Row) -> int:
    [found] = [
        row.id
        for row in night.now.rows["entry"].values()
        if (row.table_id, row.hand) == (first.table_id, first.hand)
        and row.status == Entry.Status.DISPUTED
    ]
    return int(found)


def first_is_right(night: Night) -> bool:
    return differently(night, typed_again, second_is_right=False)


def second_is_right(night: Night) -> bool:
    return differently(night, typed_again, second_is_right=True)


def two_slips(night: Night) -> bool:
    return differently(night, kept_beside, second_is_right=night.chance(0.5))


def total_again(night: Night) -> bool:
    """A second person types a total with the pairs mixed up, then as the first one did."""
    at = table_with_total(night)
    if at is None:
        return False
    [row] = night.now.counted(at)
    spot = night.spot(at)
    if row.ns != row.ew:
        night.do(type_again, spot, [(row.ew, row.ns)], seen=[row.id])
        mixed_up = (at, TOTAL) in night.wrong
        settle(night, at, row, second_is_right=mixed_up)
        if mixed_up:
            del night.wrong[at, TOTAL]
            row = night.now.counted(at)[0]
    night.do(type_again, spot, [(row.ns, row.ew)], seen=[row.id])
    return True


def unusual(night: Night) -> bool:
    """Somebody compares an unusual hand with its slip once more: it stands."""
    at = table_with_hands(night)
    if at is None:
        return False
    row = night.dice.choice(night.now.counted(at))
    night.refused(confirm_entry, night.spot(at), row.hand, seen=row.id + 10**6)
    night.do(confirm_entry, night.spot(at), row.hand, seen=row.id)
    return True


def typed_under_a_number(night: Night) -> bool:
    """A hand is typed under a number that is not its turn."""
    at = table_with_hands(night)
    if at is None:
        return False
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    beyond = len(night.now.counted(at)) + 2
    night.refused(save_hand, night.spot(at), entry, submission=uuid4(), hand=beyond)
    return True


INCIDENTS = (
    Incident(
        "alike", "A second person types a table's slips again, all alike", Moment.PLAYING, alike
    ),
    Incident(
        "first-right",
        "Two people read a slip differently, the first one right",
        Moment.PLAYING,
        first_is_right,
    ),
    Incident(
        "second-right",
        "Two people read a slip differently, the second one right",
        Moment.PLAYING,
        second_is_right,
    ),
    Incident("two-slips", "Two slips tell otherwise of one hand", Moment.PLAYING, two_slips),
    Incident("total-again", "A second person types a total again", Moment.PLAYING, total_again),
    Incident("unusual", "An unusual hand is looked at again", Moment.PLAYING, unusual),
    Incident(
        "before-turn", "A hand is typed before its turn", Moment.PLAYING, typed_under_a_number
    ),
)
