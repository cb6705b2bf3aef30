"""The second look: somebody confirms an entry, or types it again as a *second version*.

A second version never replaces an entry: the first one counts until an organiser decides.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from party.models import Entry, Party
from party.models.scores.entries import TOTAL
from party.queries.scores.second_look import second_versions
from party.queries.scores.tables import entry_text, hand_refusal, result_of
from party.services.scores.entries import (
    TypedResult,
    check_total,
    fill_result,
    find_table,
    is_same_result,
    new_version,
    replace_second_version,
    set_status,
    table_for_entry,
)
from party.services.write import Act, PartyAct, unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, require
from party.values.scores.tables import SOURCES, Spot, TableScore, hand_name

Versions = Mapping[int, Sequence[Entry]]  # keyed by the number of the hand

CHANGED = Fault("The hands of this table have changed. Open the page again.", code=Code.CHANGED)


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    equal_count: int  # number of entries of which both versions are equal
    different_hands: tuple[int, ...]
    replaced: tuple[str, ...] = ()  # second versions of an earlier comparison, in words


def confirm_entry(spot: Spot, hand: int, *, shown_entry: int, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        _, table, _ = find_table(act.party, spot)
        rows = Entry.objects.in_force().filter(table=table, hand=hand, pk=shown_entry)
        row = require(rows.first(), CHANGED)
        _mark_as_checked(row, Entry.Checked.LOOKED_AT, act)
        words = f"Table {spot.table}, {hand_name(hand)}: looked at again, it is right"
        act.log("looked at", words, spot=spot, entry=row.pk)


def type_again(
    spot: Spot,
    typed: Sequence[TypedResult],
    *,
    shown_entries: Sequence[int],
    actor: Actor,
    at: datetime,
    source: str = Entry.Source.DESK,
    picture: int | None = None,
) -> ComparisonResult:
    """Compare a table's hands, or its total, with a second typing of them.

    `typed` has the hands in the order of play; `picture` is the id of the photographed slip that
    they come from.
    """
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        party = act.party
        table, score = table_for_entry(party, spot)
        counted = Entry.objects.counted().filter(table=table)
        rows = list(counted.order_by("hand"))
        is_total = any(isinstance(each, tuple) for each in typed)
        if (
            not rows
            or [row.pk for row in rows] != list(shown_entries)
            or is_total != score.has_total
            or len(rows) != len(typed)
        ):
            raise Refused(CHANGED)
        new = [new_version(row, submission=uuid4(), source=source, act=act) for row in rows]
        for row, typed_result in zip(new, typed, strict=True):
            fill_result(row, party, score, typed_result)
        stored_versions = second_versions(table=table)
        replaced = _replaced_texts(party, stored_versions, new)
        different = []
        for row, second in zip(rows, new, strict=True):
            if not _confirm_or_keep_both(row, second, stored_versions, act):
                different.append(row.hand or 0)
        result = ComparisonResult(len(rows) - len(different), tuple(different), replaced)
        _log_comparison(act, spot, rows, result, source=source, picture=picture)
        return result


def _log_comparison(
    act: PartyAct,
    spot: Spot,
    rows: Sequence[Entry],
    result: ComparisonResult,
    *,
    source: str,
    picture: int | None,
) -> None:
    words = f"Table {spot.table} typed again, {SOURCES[source]}"
    data: dict[str, Any] = {"differing": list(result.different_hands)}
    if picture is not None:
        words = f"Table {spot.table} compared with picture {picture} of its slip"
        data["picture"] = picture
    act.log("typed again", f"{words}: {_comparison_text(rows, result)}", spot=spot, **data)


def _comparison_text(rows: Sequence[Entry], result: ComparisonResult) -> str:
    first = ", ".join(sorted({row.actor_name or "nobody" for row in rows}))
    words = f"{result.equal_count} alike"
    if result.different_hands:
        words += f", {len(result.different_hands)} different"
    words += f". Typed first by {first}"
    if result.replaced:
        words += f". Second results replaced: {'; '.join(result.replaced)}"
    return words


def keep_second_version(
    spot: Spot,
    hand: int,
    typed: TypedResult,
    *,
    shown_entry: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
    source: str = Entry.Source.DESK,
) -> bool:
    """Return whether the second version differs from the first.

    Raises Refused if there are two versions already: a third one replaces neither.
    """
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        party = act.party
        if Entry.objects.filter(submission=submission).exists():
            return True
        table, score = table_for_entry(party, spot)
        row = Entry.objects.in_force().filter(table=table, hand=hand, pk=shown_entry).first()
        if row is None or isinstance(typed, tuple) != score.has_total:
            raise Refused(CHANGED)
        new = new_version(row, submission=submission, source=source, act=act)
        fill_result(new, party, score, typed)
        stored_versions = second_versions(table=table)
        _refuse_third(party, row, new, stored_versions.get(hand, ()))
        alike = _confirm_or_keep_both(row, new, stored_versions, act)
        words = _both_versions_text(act, spot, row, new)
        if alike:
            entry = f"{hand_name(hand)} again {SOURCES[source]}"
            words = f"Table {spot.table}, {entry}: it is the same"
        act.log("kept both", words, spot=spot, entry=row.pk)
        return not alike


def store_second_version(act: PartyAct, spot: Spot, row: Entry, new: Entry) -> None:
    if any(
        is_same_result(each, new)
        for each in second_versions(table=new.table).get(new.hand or 0, ())
    ):
        return
    new.status = Entry.Status.DISPUTED
    new.save(force_insert=True)
    act.log("kept both", _both_versions_text(act, spot, row, new), spot=spot, entry=row.pk)


def _both_versions_text(act: PartyAct, spot: Spot, row: Entry, new: Entry) -> str:
    first, second = (entry_text(act.party.rules, each) for each in (row, new))
    place = f"Table {spot.table}, {hand_name(row.hand)}"
    return f"{place}: {second}, {SOURCES[new.source]}, kept beside the first result, {first}"


def choose_right_entry(
    spot: Spot,
    hand: int,
    *,
    right_entry: int,
    wrong_entries: Collection[int],
    actor: Actor,
    at: datetime,
) -> None:
    """Raises Refused if another version has arrived since the page was made."""
    with unfinished_party_act(spot.party, actor, at, of_one_table=True) as act:
        choose_version(act, spot, hand, right_entry, wrong_entries)


def choose_version(
    act: PartyAct,
    spot: Spot,
    hand: int,
    right_entry: int,
    wrong_entries: Collection[int],
    *,
    reason: str = "",
) -> None:
    party = act.party
    table, score = table_for_entry(party, spot)
    states = [Entry.Status.IN_FORCE, Entry.Status.DISPUTED]
    rows = Entry.objects.filter(table=table, hand=hand, status__in=states)
    by_id = {row.pk: row for row in rows.order_by("pk")}
    is_complete = wrong_entries and by_id.keys() == {right_entry, *wrong_entries}
    if not is_complete or right_entry in wrong_entries:
        raise Refused(CHANGED)
    _refuse_changed_rules(party, by_id[right_entry], score)
    chosen = by_id.pop(right_entry)
    for row in by_id.values():
        set_status(row, Entry.Status.REPLACED)
    set_status(chosen, Entry.Status.IN_FORCE)
    _mark_as_checked(chosen, Entry.Checked.TYPED_AGAIN, act)
    rejected = " and not ".join(entry_text(party.rules, row) for row in by_id.values())
    words = f"Table {spot.table}, {hand_name(hand)}: {entry_text(party.rules, chosen)} is right"
    words += f"{reason}, not {rejected}"
    act.log("decided", words, spot=spot, right=right_entry, wrong=[*by_id])


def _confirm_or_keep_both(row: Entry, new: Entry, stored_versions: Versions, act: Act) -> bool:
    """Confirm the entry if both are equal, otherwise keep both; return whether they are equal."""
    if is_same_result(row, new):
        replace_second_version(row)
        photo = Entry.Source.PHOTO
        checked = Entry.Checked.PHOTOGRAPHED if new.source == photo else Entry.Checked.TYPED_AGAIN
        if row.source != photo or new.source != photo:  # one slip read twice is no second look
            _mark_as_checked(row, checked, act)
        return True
    if not any(is_same_result(each, new) for each in stored_versions.get(row.hand or 0, ())):
        replace_second_version(row)
        new.status = Entry.Status.DISPUTED
        new.save(force_insert=True)
    return False


def _replaced_texts(
    party: Party, stored_versions: Versions, typed: Sequence[Entry]
) -> tuple[str, ...]:
    """Return, in words, the stored second versions that this typing replaces."""
    texts = []
    for row in typed:
        seconds = stored_versions.get(row.hand or 0, ())
        if not any(is_same_result(second, row) for second in seconds):
            hand = hand_name(row.hand)
            texts += [f"{hand}, {entry_text(party.rules, second)}" for second in seconds]
    return tuple(texts)


def _refuse_third(party: Party, row: Entry, new: Entry, seconds: Sequence[Entry]) -> None:
    if not seconds or any(is_same_result(each, new) for each in (row, *seconds)):
        return
    first, second = entry_text(party.rules, row), entry_text(party.rules, seconds[0])
    text = (
        f"Two results are already kept for {hand_name(row.hand)}, “{first}” and “{second}”. "
        "Ask the table. Then an organiser says which one is right, and can correct it."
    )
    raise Refused(text)


def _refuse_changed_rules(party: Party, right: Entry, score: TableScore) -> None:
    if refusal := hand_refusal(party.rules, result_of(right)):
        text = f"The rules have changed since this was typed. {refusal} Correct the hand instead."
        raise Refused(text)
    if right.hand == TOTAL:
        check_total(party, score.hands or 0, right.ns or 0, right.ew or 0)


def _mark_as_checked(row: Entry, checked: Entry.Checked, act: Act) -> None:
    row.checked, row.checked_by_id, row.checked_at = checked, act.actor.user_id, act.at
    row.save(update_fields=["checked", "checked_by", "checked_at"])
