"""Reads about wishes: what the draw is asked for, and what the latest round does not keep."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from party.models import Party, Round, Wish
from party.progression import Seating, against, unkept
from party.progression import Wish as Asked
from party.queries.evening.rounds import latest_round, people, seatings
from party.values.people.wishes import Wished

Key = tuple[str, tuple[int, ...]]  # a wish, by kind and people
Found = Mapping[Key, str]  # why wishes are not kept


def asked(party: Party) -> tuple[Asked[int], ...]:
    """Return the wishes of a party, oldest first, as progression takes them. One query."""
    rows: Iterable[tuple[Any, int, int | None]] = Wish.objects.filter(party=party).values_list(
        "kind", "one", "other"
    )
    return tuple(
        Asked(kind, (one,) if other is None else (one, other)) for kind, one, other in rows
    )


def wished(party: Party) -> tuple[Wished, ...]:
    """Return every wish in words, and whether the latest round keeps it. Six queries at most."""
    rows = list(Wish.objects.filter(party=party))
    if not rows:
        return ()
    everybody = people(party)
    told = {
        _key(row): Wished(
            row.pk,
            row.kind,
            everybody[row.one_id],
            everybody[row.other_id] if row.other_id else None,
        )
        for row in rows
    }
    why_not, against_it = _latest_unkept(party)
    for key in told.keys() & why_not.keys():  # one may have been asked for meanwhile
        others = tuple(str(told[other]) for other in against_it.get(key, ()) if other in told)
        told[key] = replace(told[key], why_not=why_not[key], against=others)
    return tuple(told.values())


def unkept_wishes(party: Party) -> tuple[Wished, ...]:
    """Return the wishes that the latest round does not keep."""
    return tuple(each for each in wished(party) if each.why_not)


def _key(row: Wish) -> Key:
    return row.kind, (row.one_id, row.other_id) if row.other_id else (row.one_id,)


def _latest_unkept(party: Party) -> tuple[Found, Mapping[Key, Sequence[Key]]]:
    """Return the wishes that the latest round does not keep, and what stands against them."""
    latest = latest_round(party)
    if latest is None or not (party.tracks_seats or latest.tables.exists()):
        return {}, {}
    *past, seated = seatings(party, upto=latest.number)
    found = unkept_in(party, latest, seated, past)
    wishes = asked(party) if "others" in found.values() else ()
    return found, {
        _name(told.wish): [_name(wish) for wish in against(seated, told, wishes, past)]
        for told in unkept(seated, wishes, past)
        if found.get(_name(told.wish)) == "others"
    }


def _name(wish: Asked[int]) -> Key:
    return wish.kind, wish.entrants


def unkept_in(
    party: Party, round_: Round, seated: Seating[int], past: Sequence[Seating[int]]
) -> Found:
    """Return the wishes that these seats of a round do not keep, with the reason. One query."""
    draw = round_.made_from
    known = {_name(wish) for wish in draw.all_wishes}
    found: dict[Key, str] = {}
    for told in unkept(seated, asked(party), tuple(past)):
        key = _name(told.wish)
        reason: str = told.reason
        if reason == "others" and key not in known:
            reason = "later"
        elif reason == "others" and draw.edits:
            reason = "by_hand"
        found[key] = reason
    return found
