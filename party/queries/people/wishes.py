"""Reads about wishes: the wishes for a draw, and those that the latest round breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from party.models import Party, Round, Wish
from party.progression import Seating, against, conflicts, unkept
from party.progression import Wish as DrawWish
from party.queries.evening.rounds import latest_round, people, seatings
from party.queries.rows import read_rows
from party.values.people.wishes import WishLine

WISHES = "SELECT kind, one_id, other_id FROM party_wish WHERE party_id = %s ORDER BY id"
Key = tuple[str, tuple[int, ...]]  # a wish, by kind and people
Reasons = Mapping[Key, str]  # for wishes that are not kept


def wishes_of_draw(party: Party) -> tuple[DrawWish[int], ...]:
    """Return the wishes of a party, oldest first, as progression takes them. One query."""
    return tuple(
        DrawWish(kind, (one,) if other is None else (one, other))
        for kind, one, other in read_rows(WISHES, [party.pk])
    )


def wishes_to_confirm(party: Party) -> tuple[WishLine, ...]:
    """Return the wishes of the party that this one was made like, as far as its people are here.

    Their ids are those of the old wishes. Three queries.
    """
    old = Wish.objects.filter(party=party.copied_from_id or 0).select_related("one", "other")
    tonight = {row.player_id: row.pk for row in party.entrants.exclude(player=None)}
    entrants, asked = people(party), {ids for _, ids in map(_draw_key, wishes_of_draw(party))}
    lines = []
    for row in old:
        ids = [tonight.get(each.player_id) for each in (row.one, row.other) if each]
        known = tuple(sorted(pk for pk in ids if pk))
        is_possible = row.kind != Wish.Kind.START_PARTNERS or may_start_together(party)
        if len(known) == len(ids) and known not in asked and is_possible:
            one, *rest = (entrants[pk] for pk in known)
            lines.append(WishLine(row.pk, row.kind, one, rest[0] if rest else None))
    return tuple(lines)


def wish_lines(party: Party) -> tuple[WishLine, ...]:
    """Return all wishes, with the reasons why the latest round breaks some. At most 6 queries."""
    lines = {(line.kind, line.ids): line for line in stored_wishes(party)}
    if not lines:
        return ()
    reasons, conflicts = _latest_unkept(party)
    for key in lines.keys() & reasons.keys():  # a wish may be added between the two reads
        conflicting = tuple(str(lines[each]) for each in conflicts.get(key, ()) if each in lines)
        lines[key] = replace(lines[key], why_not=reasons[key], against=conflicting)
    return tuple(lines.values())


def stored_wishes(party: Party) -> list[WishLine]:
    """Return all wishes without those reasons. Three queries at most."""
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
            over=row.kind == Wish.Kind.START_PARTNERS and has_begun,
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
    """Return the fewest of these wishes that make another one impossible."""
    by_key = {_row_key(row): row for row in wishes}
    wanted = DrawWish(kind, ids)  # type: ignore[arg-type]  # the caller checks the kind
    stays = any(each == Wish.Kind.STAY for each in (kind, *(row.kind for row in wishes)))
    past = seatings(party) if stays else ()
    given = [DrawWish(*key) for key in by_key]  # type: ignore[arg-type]
    return [by_key[_draw_key(wish)] for wish in conflicts(wanted, given, past)]


def _row_key(row: Wish) -> Key:
    return row.kind, (row.one_id, row.other_id) if row.other_id else (row.one_id,)


def _latest_unkept(party: Party) -> tuple[Reasons, Mapping[Key, Sequence[Key]]]:
    latest = latest_round(party)
    if latest is None or not (party.tracks_seats or latest.tables.exists()):
        return {}, {}
    *past, seated = seatings(party, upto=latest.number)
    reasons = unkept_in(party, latest, seated, past)
    wishes = wishes_of_draw(party) if "others" in reasons.values() else ()
    return reasons, {
        _draw_key(each.wish): [_draw_key(wish) for wish in against(seated, each, wishes, past)]
        for each in unkept(seated, wishes, past)
        if reasons.get(_draw_key(each.wish)) == "others"
    }


def _draw_key(wish: DrawWish[int]) -> Key:
    return wish.kind, wish.entrants


def unkept_in(
    party: Party, round_: Round, seated: Seating[int], past: Sequence[Seating[int]]
) -> Reasons:
    """Return the reasons why these seats of a round break wishes. One query."""
    draw = round_.made_from
    drawn_wishes = {_draw_key(wish) for wish in draw.all_wishes}
    reasons: dict[Key, str] = {}
    for each in unkept(seated, wishes_of_draw(party), tuple(past)):
        key = _draw_key(each.wish)
        reason: str = each.reason
        if reason == "others" and key not in drawn_wishes:
            reason = "later"
        elif reason == "others" and draw.edits:
            reason = "by_hand"
        reasons[key] = reason
    return reasons
