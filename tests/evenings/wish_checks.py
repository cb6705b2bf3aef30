"""Wishes: each is kept by the seats as they are, or the program says that it is not."""

from collections.abc import Iterator

from party.models import Party
from party.queries.people.wishes import wished
from tests.evenings.snapshots import Chair, Row, Snapshot, draw_of

FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}


def wish_troubles(now: Snapshot, party: Party) -> Iterator[str]:
    """Check that the program tells the same of every wish as the chairs do."""
    told = {each.id: not each.why_not for each in wished(party)}
    for pk, row in now.rows["wish"].items():
        if told[pk] != is_kept(now, row):
            names = [now.name(each) for each in (row.one_id, row.other_id) if each]
            said = "kept" if told[pk] else "not kept"
            yield f"The wish {row.kind} of {names} is said to be {said}, and is not so."


def lone_wish_troubles(now: Snapshot, number: int) -> Iterator[str]:
    """Check seats made just now: where one thing is asked, and all have a chair, it is done."""
    asked = draw_of(now.rounds[number])["wishes"]
    rows = list(now.rows["wish"].values())
    tables = sum(at[0] == number for at in now.tables)
    if len(asked) != 1 or len(rows) != 1 or tables < 2:
        return
    [row] = rows
    chairs = [now.chairs[number].get(pk) for pk in (row.one_id, row.other_id) if pk]
    if row.kind != "stay" and None not in chairs and not is_kept(now, row):
        yield f"Round {number}: the one wish that is asked for ({row.kind}) is not kept."


def is_kept(now: Snapshot, row: Row) -> bool:
    """Tell whether the latest round keeps a wish; of who is not here it asks nothing."""
    number = max(now.rounds, default=0)
    people = [pk for pk in (row.one_id, row.other_id) if pk is not None]
    if not number or any(pk not in now.chairs[number] for pk in people):
        return True
    chairs = [now.chairs[number][pk] for pk in people]
    if row.kind == "stay":
        own = own_chair(now, row.one_id, number)
        return own is None or chairs[0] == own
    one, other = chairs
    if one is None or other is None:
        return row.kind in {"apart", "not_partners"}
    same_table = one[0] == other[0]
    partners = same_table and FACING[one[1]] == other[1]
    return {
        "apart": not same_table,
        "together": same_table,
        "partners": partners,
        "not_partners": not partners,
    }[row.kind]


def own_chair(now: Snapshot, pk: int, number: int) -> Chair:
    """Return the chair in which somebody sat last, before a round."""
    earlier = (now.chairs[n].get(pk) for n in range(number - 1, 0, -1))
    return next((chair for chair in earlier if chair), None)
