"""Verbs that compare entries with the paper once more.

What a second person or a second paper says never replaces anything by itself: where it differs,
both are kept, the first one counts, and an organiser says which is right.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid4

from party.models import Entry, Party, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.entries import against_rules, entry_text, result_of
from party.services.scores.entries import (
    Typed,
    check_total,
    fill_result,
    find_table,
    is_same_result,
    open_table,
    replace_second_version,
    second_version,
    set_status,
)
from party.services.write import Act, PartyAct, unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused
from party.values.scores.second_look import TypedAgain
from party.values.scores.tables import FROM, Spot, TableScore, hand_name

Versions = Mapping[int, Sequence[Entry]]  # by hand

CHANGED = "What is in for this table has changed meanwhile. Open the page again."


def look_at(spot: Spot, hand: int, *, seen: int, actor: Actor, at: datetime) -> None:
    """Say that an unusual entry was compared with the paper, and stands."""
    with unfinished_act(spot.party, actor, at, of_one_table=True) as act:
        _, table, _ = find_table(act.party, spot)
        row = Entry.objects.in_force().filter(table=table, hand=hand, pk=seen).first()
        if row is None:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        _mark(row, Entry.Checked.LOOKED_AT, act)
        words = f"Table {spot.table}, {hand_name(hand)}: looked at again, it stands"
        act.log("looked at", words, spot=spot, entry=row.pk)


def type_again(
    spot: Spot,
    typed: Sequence[Typed],
    *,
    seen: Sequence[int],
    actor: Actor,
    at: datetime,
    source: str = Entry.Source.DESK,
) -> TypedAgain:
    """Compare a table's hands, in order, or its total with what is typed from the same paper.

    `seen` are the entries that the page knew of. Raises Refused when others have come in since.
    """
    with unfinished_act(spot.party, actor, at, of_one_table=True) as act:
        party = act.party
        table, score = open_table(party, spot)
        counted = Entry.objects.counted().filter(table=table)
        rows = list(counted.order_by("hand"))
        is_total = any(isinstance(each, tuple) for each in typed)
        if not rows or [row.pk for row in rows] != list(seen) or is_total != score.has_total:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        new = [second_version(row, submission=uuid4(), source=source, act=act) for row in rows]
        for row, each in zip(new, typed, strict=True):
            fill_result(row, party, score, each)
        before = second_versions(table)
        dropped = _dropped(party, before, new)
        differing = []
        for row, again in zip(rows, new, strict=True):
            if not _compare_versions(row, again, before, act):
                differing.append(row.hand or 0)
        result = TypedAgain(len(rows) - len(differing), tuple(differing), dropped)
        words = f"Table {spot.table} typed again, {FROM[source]}: {_again_text(rows, result)}"
        act.log("typed again", words, spot=spot, differing=differing)
        return result


def _again_text(rows: Sequence[Entry], result: TypedAgain) -> str:
    first = ", ".join(sorted({row.actor_name or "nobody" for row in rows}))
    words = f"{result.alike} alike"
    if result.differing:
        words += f", {len(result.differing)} different"
    words += f". Typed first by {first}"
    if result.dropped:
        words += f". Kept beside it before, and no longer: {'; '.join(result.dropped)}"
    return words


def keep_both(
    spot: Spot,
    hand: int,
    typed: Typed,
    *,
    seen: int,
    submission: UUID,
    actor: Actor,
    at: datetime,
    source: str = Entry.Source.DESK,
) -> bool:
    """Keep another result beside the one that is in; two points are a total's.

    The first one counts until an organiser has decided. Returns whether they differ at all. Raises
    Refused where two that differ wait for that already: neither of them gives way to a third.
    """
    with unfinished_act(spot.party, actor, at, of_one_table=True) as act:
        party = act.party
        if Entry.objects.filter(submission=submission).exists():
            return True
        table, score = open_table(party, spot)
        row = Entry.objects.in_force().filter(table=table, hand=hand, pk=seen).first()
        if row is None or isinstance(typed, tuple) != score.has_total:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        new = second_version(row, submission=submission, source=source, act=act)
        fill_result(new, party, score, typed)
        before = second_versions(table)
        _refuse_third(party, row, new, before.get(hand, ()))
        alike = _compare_versions(row, new, before, act)
        words = _beside_words(act, spot, row, new)
        if alike:
            words = f"Table {spot.table}, {hand_name(hand)} again {FROM[source]}: it is the same"
        act.log("kept both", words, spot=spot, entry=row.pk)
        return not alike


def keep_beside(act: PartyAct, spot: Spot, row: Entry, new: Entry) -> None:
    """Keep what a phone says beside another result, and beside all that waits there already."""
    if any(
        is_same_result(each, new) for each in second_versions(new.table).get(new.hand or 0, ())
    ):
        return
    new.status = Entry.Status.DISPUTED
    new.save(force_insert=True)
    act.log("kept both", _beside_words(act, spot, row, new), spot=spot, entry=row.pk)


def _beside_words(act: PartyAct, spot: Spot, row: Entry, new: Entry) -> str:
    was, other = (entry_text(act.party.rules, each) for each in (row, new))
    where = f"Table {spot.table}, {hand_name(row.hand)}"
    return f"{where}: kept beside {was}: {other}, {FROM[new.source]}"


def decide(
    spot: Spot, hand: int, *, right: int, wrong: Collection[int], actor: Actor, at: datetime
) -> None:
    """Say which of several entries of one hand is right. All are named: nothing slips in.

    Raises Refused for one that the rules do not know, which were changed since it was typed.
    """
    with unfinished_act(spot.party, actor, at, of_one_table=True) as act:
        party = act.party
        table, score = open_table(party, spot)
        states = [Entry.Status.IN_FORCE, Entry.Status.DISPUTED]
        rows = Entry.objects.filter(table=table, hand=hand, status__in=states)
        by_id = {row.pk: row for row in rows.order_by("pk")}
        if not wrong or by_id.keys() != {right, *wrong} or right in wrong:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        _refuse_other_rules(party, by_id[right], score)
        chosen = by_id.pop(right)
        for row in by_id.values():
            set_status(row, Entry.Status.REPLACED)
        set_status(chosen, Entry.Status.IN_FORCE)
        _mark(chosen, Entry.Checked.TYPED_AGAIN, act)
        others = " and not ".join(entry_text(party.rules, row) for row in by_id.values())
        words = (
            f"Table {spot.table}, {hand_name(hand)}: {entry_text(party.rules, chosen)} is right"
        )
        act.log("decided", f"{words}, not {others}", spot=spot, right=right, wrong=[*by_id])


def second_versions(table: Table | None) -> dict[int, list[Entry]]:
    """Return by hand what is kept beside the entries of a table and differs from them."""
    versions: dict[int, list[Entry]] = {}
    for row in Entry.objects.filter(table=table, status=Entry.Status.DISPUTED):
        versions.setdefault(row.hand or 0, []).append(row)
    return versions


def _compare_versions(row: Entry, new: Entry, before: Versions, act: Act) -> bool:
    """Mark an entry that was typed alike; keep the other version beside one that was not."""
    if is_same_result(row, new):
        replace_second_version(row)
        _mark(row, Entry.Checked.TYPED_AGAIN, act)
        return True
    if not any(is_same_result(each, new) for each in before.get(row.hand or 0, ())):
        replace_second_version(row)
        new.status = Entry.Status.DISPUTED
        new.save(force_insert=True)
    return False


def _dropped(party: Party, before: Versions, typed: Sequence[Entry]) -> tuple[str, ...]:
    """Return in words the second versions that what is typed now replaces."""
    return tuple(
        f"{hand_name(row.hand)}, {entry_text(party.rules, second)}"
        for row in typed
        if (seconds := before.get(row.hand or 0))
        and not any(is_same_result(each, row) for each in seconds)
        for second in seconds
    )


def _refuse_third(party: Party, row: Entry, new: Entry, seconds: Sequence[Entry]) -> None:
    if not seconds or any(is_same_result(each, new) for each in (row, *seconds)):
        return
    first, other = entry_text(party.rules, row), entry_text(party.rules, seconds[0])
    text = (
        f"Two results are kept for {hand_name(row.hand)} already, “{first}” and “{other}”. "
        "Ask the table; an organiser says which of them is right, and can correct it then."
    )
    raise Refused(text)


def _refuse_other_rules(party: Party, right: Entry, score: TableScore) -> None:
    """Refuse a second version that the party's rules, changed since, do not know."""
    if against := against_rules(party.rules, result_of(right)):
        text = f"The rules have changed since this was typed. {against} Correct the hand instead."
        raise Refused(text)
    if right.hand == TOTAL:
        check_total(party, score.hands or 0, right.ns or 0, right.ew or 0)


def _mark(row: Entry, how: Entry.Checked, act: Act) -> None:
    row.checked, row.checked_by_id, row.checked_at = how, act.actor.user_id, act.at
    row.save(update_fields=["checked", "checked_by", "checked_at"])
