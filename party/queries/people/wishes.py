from collections.abc import Mapping, Sequence
from dataclasses import replace

from party.models import Party, Round, Wish
from party.progression import Seating, against, conflicts, unkept
from party.progression import Wish as DrawWish
from party.queries.evening.rounds import latest_round, people, seatings
from party.values.people.wishes import WishLine

WishKey = tuple[str, tuple[int, ...]]  # a wish, by kind and people
Reasons = Mapping[WishKey, str]  # for wishes that are not kept


def wishes_of_draw(party: Party) -> tuple[DrawWish[int], ...]:
    rows = Wish.objects.filter(party=party).order_by("pk")
    return tuple(
        DrawWish(kind, (one,) if other is None else (one, other))  # type: ignore[arg-type]
        for kind, one, other in rows.values_list("kind", "one_id", "other_id")
    )


def wishes_to_confirm(party: Party) -> tuple[WishLine, ...]:
    """Return wishes of the earlier party that was copied, with its ids but this party's people."""
    if party.copied_from_id is None:
        return ()
    old_wishes = Wish.objects.filter(party=party.copied_from_id).select_related("one", "other")
    entrants_by_player = {row.player_id: row.pk for row in party.entrants.exclude(player=None)}
    entrants, wished_ids = people(party), {ids for _, ids in map(_draw_key, wishes_of_draw(party))}
    lines = []
    for row in old_wishes:
        ids = [entrants_by_player.get(each.player_id) for each in (row.one, row.other) if each]
        ids_tonight = tuple(sorted(pk for pk in ids if pk))
        is_possible = row.kind != Wish.Kind.START_PARTNERS or may_start_together(party)
        if len(ids_tonight) == len(ids) and ids_tonight not in wished_ids and is_possible:
            one, *others = (entrants[pk] for pk in ids_tonight)
            lines.append(WishLine(row.pk, row.kind, one, others[0] if others else None))
    return tuple(lines)


def wish_lines(party: Party) -> tuple[WishLine, ...]:
    """Return all wishes; those that the latest round breaks say why."""
    lines = {(line.kind, line.ids): line for line in stored_wishes(party)}
    if not lines:
        return ()
    reasons, conflicts_by_key = _reasons_and_conflicts(party)
    for key in lines.keys() & reasons.keys():  # somebody may add a wish between the two reads
        conflicting = tuple(
            str(lines[each]) for each in conflicts_by_key.get(key, ()) if each in lines
        )
        lines[key] = replace(lines[key], why_not=reasons[key], conflict_texts=conflicting)
    return tuple(lines.values())


def stored_wishes(party: Party) -> list[WishLine]:
    """Return all wishes, without reasons."""
    rows = list(Wish.objects.filter(party=party))
    if not rows:
        return []
    entrants, has_begun = people(party), has_round_one_begun(latest_round(party))
    return [
        WishLine(
            row.pk,
            row.kind,
            entrants[row.one_id],
            entrants[row.other_id] if row.other_id else None,
            is_over=row.kind == Wish.Kind.START_PARTNERS and has_begun,
        )
        for row in rows
    ]


def may_start_together(party: Party) -> bool:
    return not (party.is_blind or has_round_one_begun(latest_round(party)))


def has_round_one_begun(latest: Round | None) -> bool:
    return latest is not None and (latest.number > 1 or latest.state != Round.State.DRAWN)


def conflicting_wishes(
    party: Party, kind: str, ids: tuple[int, ...], wishes: Sequence[Wish]
) -> list[Wish]:
    """Return a smallest set of these wishes that makes the new wish impossible."""
    by_key = {_row_key(row): row for row in wishes}
    new_wish = DrawWish(kind, ids)  # type: ignore[arg-type]  # the caller checks the kind
    is_about_chair = any(each == Wish.Kind.STAY for each in (kind, *(row.kind for row in wishes)))
    past_seatings = seatings(party) if is_about_chair else ()
    wishes_given = [DrawWish(*key) for key in by_key]  # type: ignore[arg-type]
    return [by_key[_draw_key(wish)] for wish in conflicts(new_wish, wishes_given, past_seatings)]


def _row_key(row: Wish) -> WishKey:
    return row.kind, (row.one_id, row.other_id) if row.other_id else (row.one_id,)


def _reasons_and_conflicts(party: Party) -> tuple[Reasons, Mapping[WishKey, Sequence[WishKey]]]:
    """Return why the latest round breaks wishes, and the other wishes that prevented them."""
    latest = latest_round(party)
    if latest is None or not (party.tracks_seats or latest.tables.exists()):
        return {}, {}
    *past_seatings, seating = seatings(party, upto=latest.number)
    reasons = reasons_of_round(party, latest, seating, past_seatings)
    wishes = wishes_of_draw(party) if "others" in reasons.values() else ()
    return reasons, {
        _draw_key(each.wish): [
            _draw_key(wish) for wish in against(seating, each, wishes, past_seatings)
        ]
        for each in unkept(seating, wishes, past_seatings)
        if reasons.get(_draw_key(each.wish)) == "others"
    }


def _draw_key(wish: DrawWish[int]) -> WishKey:
    return wish.kind, wish.entrants


def reasons_of_round(
    party: Party, round_: Round, seating: Seating[int], past_seatings: Sequence[Seating[int]]
) -> Reasons:
    draw = round_.stored_draw
    drawn_wishes = {_draw_key(wish) for wish in draw.all_wishes}
    reasons: dict[WishKey, str] = {}
    for each in unkept(seating, wishes_of_draw(party), tuple(past_seatings)):
        key = _draw_key(each.wish)
        reason: str = each.reason
        if reason == "others" and key not in drawn_wishes:
            reason = "later"
        elif reason == "others" and draw.edits:
            reason = "by_hand"
        reasons[key] = reason
    return reasons
