"""Check names and wishes.

No two people of a party are shown under one name; the page of wishes shows each wish as kept
exactly when the seats keep it.
"""

from collections import Counter
from collections.abc import Iterator

from party.models import Party, Wish
from party.progression import FACING
from party.queries.people.wishes import wish_lines
from party.queries.stored_party import Chair, StoredParty
from party.values.people.names import as_heard


def name_differences(party: Party) -> list[str]:
    """Return a sentence for each person who is shown as somebody else is, or apart from nobody."""
    return list(stored_name_differences(StoredParty.read(party)))


def stored_name_differences(stored: StoredParty) -> Iterator[str]:
    shown = {pk: as_heard(stored.name(pk)) for pk in stored.entrants}
    count = Counter(shown.values())
    for pk, row in stored.entrants.items():
        if count[shown[pk]] > 1:
            yield f"Number {row.number} is shown as {stored.name(pk)}, and so is somebody else."
        if row.distinction:
            others = (text for other, text in shown.items() if other != pk)
            # Also a name that looks like another one with what follows that.
            if not any(text.startswith(as_heard(row.name)) for text in others):
                yield f"{stored.name(pk)} is told apart from nobody."


def wish_differences(party: Party) -> list[str]:
    """Return a sentence for each wish that is shown as kept and is not, or the other way round."""
    return list(stored_wish_differences(StoredParty.read(party), party))


def stored_wish_differences(stored: StoredParty, party: Party) -> Iterator[str]:
    """Compare the page of wishes with the chairs of the latest round."""
    shown_as_kept = {each.id: not each.why_not for each in wish_lines(party)}
    for row in stored.wishes:
        if shown_as_kept[row.id] != is_kept(stored, row):
            names = [stored.name(each) for each in (row.one_id, row.other_id) if each]
            shown = "kept" if shown_as_kept[row.id] else "not kept"
            yield f"The wish {row.kind} of {names} is shown as {shown}, and it is not so."


def is_kept(stored: StoredParty, row: Wish) -> bool:
    """Return whether the latest round keeps a wish.

    A wish about somebody who has no seat counts as kept.
    """
    number = max(stored.rounds, default=0)
    people = [pk for pk in (row.one_id, row.other_id) if pk is not None]
    if not number or any(pk not in stored.chairs[number] for pk in people):
        return True
    chairs = [stored.chairs[number][pk] for pk in people]
    if row.kind == "stay":
        previous = previous_chair(stored, row.one_id, number)
        return previous is None or chairs[0] == previous
    return is_kept_by_two(row.kind, *chairs)


def is_kept_by_two(kind: str, one: Chair, other: Chair) -> bool:
    """Return whether two chairs keep a wish about two people."""
    if one is None or other is None:
        return kind in {"apart", "not_partners"}
    same_table = one[0] == other[0]
    partners = same_table and FACING[one[1]] == other[1]
    return {
        "apart": not same_table,
        "together": same_table,
        "partners": partners,
        "not_partners": not partners,
    }[kind]


def previous_chair(stored: StoredParty, entrant: int, number: int) -> Chair:
    """Return the last chair that somebody had before a round, whoever sat out in between."""
    earlier = (stored.chairs[n].get(entrant) for n in range(number - 1, 0, -1))
    return next((chair for chair in earlier if chair), None)
