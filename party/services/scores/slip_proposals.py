from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from party.engine import HandEntry
from party.models import Entry
from party.services.scores.entries import (
    add_hand,
    fill_hand,
    is_same_result,
    new_entry,
    new_version,
    receipt_of_repeat,
    table_for_entry,
)
from party.services.scores.second_look import store_second_version
from party.services.write import PartyAct, unfinished_party_act
from party.values.accounts import Actor
from party.values.scores.tables import Receipt, Spot


@dataclass(frozen=True, slots=True)
class AcceptedHands:
    saved: tuple[Receipt, ...]
    different_hands: tuple[int, ...]  # kept beside the different results stored before


def accept_hands(
    spot: Spot,
    slip_hands: Mapping[int, tuple[HandEntry, UUID]],
    *,
    shown_hand: int,
    actor: Actor,
    at: datetime,
) -> AcceptedHands:
    """If a hand of the slip differs from the stored result, keep both.

    There is one exception: a result that the desk typed before it saw the page is a correction of
    the slip, so only that result is kept. `shown_hand` was the next hand when the page was made.
    """
    saved: list[Receipt] = []
    different: list[int] = []
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        for number, (entry, submission) in slip_hands.items():
            if receipt_of_repeat(submission, act.party) is not None:
                continue
            table, score = table_for_entry(act.party, spot)
            row = new_entry(table, score, submission, Entry.Source.PHOTO, act)
            if number > score.saved or score.has_total:
                saved.append(add_hand(act, table, score, row, entry, hand=number))
                continue
            is_before_page = number < shown_hand
            if _keep_if_different(act, spot, number, entry, row, is_before_page=is_before_page):
                different.append(number)
            if entry.last and score.hands is None and number == score.saved:
                add_hand(act, table, score, row, HandEntry(None, last=True))
    return AcceptedHands(tuple(saved), tuple(different))


def _keep_if_different(
    act: PartyAct, spot: Spot, hand: int, entry: HandEntry, row: Entry, *, is_before_page: bool
) -> bool:
    """Keep the slip's hand if it differs and the desk did not correct it; return True if kept."""
    old = Entry.objects.in_force().select_related("table").get(table=row.table_id, hand=hand)
    new = new_version(old, submission=row.submission, source=row.source, act=act)
    fill_hand(new, act.party, entry)
    if is_same_result(old, new) or (is_before_page and old.source != Entry.Source.PHONE):
        return False
    store_second_version(act, spot, old, new)
    return True
