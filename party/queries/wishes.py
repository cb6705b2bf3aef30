"""Reads about wishes: what the draw is asked for, and what the latest round does not keep."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from party.models import Party, Round, Wish
from party.progression import Seating, unkept
from party.progression import Wish as Asked
from party.queries.rounds import latest_round, people, seatings
from party.values.wishes import Wished

Found = Mapping[tuple[str, tuple[int, ...]], str]  # why a wish, by kind and people, is not kept


def asked(party: Party) -> tuple[Asked[int], ...]:
    """Return the wishes of a party, oldest first, as progression takes them. One query."""
    rows: Iterable[tuple[Any, int, int | None]] = Wish.objects.filter(party=party).values_list(
        "kind", "one", "other"
    )
    return tuple(
        Asked(kind, (one,) if other is None else (one, other)) for kind, one, other in rows
    )


def asked_of(draw: Mapping[str, Any]) -> tuple[Asked[int], ...]:
    """Return the wishes that the seats of a round were made with."""
    return tuple(Asked(kind, tuple(people)) for kind, people in draw.get("wishes", ()))


def written(wishes: Sequence[Asked[int]]) -> list[list[Any]]:
    """Return wishes as a draw keeps them; `asked_of` reads them again."""
    return [[wish.kind, list(wish.entrants)] for wish in wishes]


def wished(party: Party) -> tuple[Wished, ...]:
    """Return every wish in words, and whether the latest round keeps it. Four queries at most."""
    rows = list(Wish.objects.filter(party=party))
    if not rows:
        return ()
    everybody, why_not = people(party), _latest_unkept(party)
    return tuple(
        Wished(
            row.pk,
            row.kind,
            everybody[row.one_id],
            everybody[row.other_id] if row.other_id else None,
            why_not.get(_key(row), ""),
        )
        for row in rows
    )


def unkept_wishes(party: Party) -> tuple[Wished, ...]:
    """Return the wishes that the latest round does not keep."""
    return tuple(each for each in wished(party) if each.why_not)


def _key(row: Wish) -> tuple[str, tuple[int, ...]]:
    return row.kind, (row.one_id, row.other_id) if row.other_id else (row.one_id,)


def _latest_unkept(party: Party) -> Found:
    latest = latest_round(party)
    if latest is None:
        return {}
    *past, seated = seatings(party, upto=latest.number)
    return unkept_in(party, latest, seated, past)


def unkept_in(
    party: Party, round_: Round, seated: Seating[int], past: Sequence[Seating[int]]
) -> Found:
    """Return the wishes that these seats of a round do not keep, with the reason. One query."""
    again = [edit[1] for edit in round_.draw.get("edits", ()) if edit[0] == "refill"]
    known = {(w.kind, w.entrants) for draw in (round_.draw, *again) for w in asked_of(draw)}
    found: dict[tuple[str, tuple[int, ...]], str] = {}
    for told in unkept(seated, asked(party), tuple(past)):
        key = (told.wish.kind, told.wish.entrants)
        reason: str = told.reason
        if reason == "others" and key not in known:
            reason = "later"
        elif reason == "others" and round_.draw.get("edits"):
            reason = "by_hand"
        found[key] = reason
    return found
