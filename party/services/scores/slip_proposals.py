"""Accepts the hands of a photographed slip, which a person has seen beside its picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from party.engine import HandEntry
from party.models import Entry
from party.services.scores.entries import (
    fill_hand,
    is_same_result,
    new_row,
    repeated_answer,
    second_version,
    table_for_entry,
    take_hand,
)
from party.services.scores.second_look import keep_version_beside
from party.services.write import PartyAct, unfinished_act
from party.values.accounts import Actor
from party.values.scores.tables import Receipt, Spot


@dataclass(frozen=True, slots=True)
class AcceptedHands:
    saved: tuple[Receipt, ...]
    different_hands: tuple[int, ...]  # kept beside the results that were stored before


def accept_hands(
    spot: Spot,
    slip_hands: Mapping[int, tuple[HandEntry, UUID]],
    *,
    shown_hand: int,
    actor: Actor,
    at: datetime,
) -> AcceptedHands:
    """Store the hands of a slip, each with its submission; a repeat stores nothing.

    An equal result that is stored already stays as it is. Beside a different one the hand of the
    slip is kept until an organiser decides, unless the desk had typed it before the page with the
    slip was shown: `shown_hand` was the next one then.
    """
    saved: list[Receipt] = []
    different: list[int] = []
    with unfinished_act(spot.party, actor, at, of_one_table=True) as act:
        for number, (entry, submission) in slip_hands.items():
            if repeated_answer(submission, act.party) is not None:
                continue
            table, score = table_for_entry(act.party, spot)
            row = new_row(table, score, submission, Entry.Source.PHOTO, act)
            if number > score.saved or score.has_total:
                saved.append(take_hand(act, table, score, row, entry, hand=number))
                continue
            is_before_page = number < shown_hand
            if not _is_settled(act, spot, number, entry, row, is_before_page=is_before_page):
                different.append(number)
            if entry.last and score.hands is None and number == score.saved:
                take_hand(act, table, score, row, HandEntry(None, last=True))
    return AcceptedHands(tuple(saved), tuple(different))


def _is_settled(
    act: PartyAct, spot: Spot, hand: int, entry: HandEntry, row: Entry, *, is_before_page: bool
) -> bool:
    """Return whether a stored hand is equal or corrects the slip; if not, keep this one too."""
    old = Entry.objects.in_force().select_related("table").get(table=row.table_id, hand=hand)
    new = second_version(old, submission=row.submission, source=row.source, act=act)
    fill_hand(new, act.party, entry)
    if is_same_result(old, new) or (is_before_page and old.source != Entry.Source.PHONE):
        return True
    keep_version_beside(act, spot, old, new)
    return False
