"""Checks that hold only when the seats of a round are made.

Later people come and go, results are corrected and chairs are swapped. Checks that always hold are
in `party.queries.seats.consistency`.
"""

from party.models.scores.entries import TOTAL
from party.queries.people.consistency import is_wish_kept
from party.queries.scores.consistency import is_made
from party.queries.seats.consistency import (
    due_to_sit_out,
    move_differences,
    sit_out_differences,
)


def seating_troubles(now, number):
    """Check that everybody who is here has a chair, or sits out in turn."""
    seated = set(now.chairs[number])
    if seated != now.here:
        names = sorted(map(now.name, seated ^ now.here))
        yield f"Round {number}: {names} are here or seated, but not both."
    if not now.has_tables(number):
        return
    if len(now.bench(number)) != len(now.here) % 4:
        yield f"Round {number}: {len(now.bench(number))} sit out of {len(now.here)}."
    yield from sit_out_differences(now, number, now.here)


def move_troubles(now, number):
    """Check that a round was seated from the present results and people."""
    if not now.has_tables(number):
        return
    draw, last_number = now.rounds[number].stored_draw, number - 1
    ahead = {at[1]: pair_ahead(now, at) for at in now.tables if at[0] == last_number}
    if draw.ahead != {table: pair for table, pair in ahead.items() if pair}:
        yield f"Round {number} was seated from {draw.ahead}, not from {ahead}."
        return
    if list(draw.rota) != [pk for pk in now.rota if pk in now.here]:
        yield f"Round {number} was seated with another order of sitting out."
    if set(draw.due or ()) != set(due_to_sit_out(now, number)):
        yield f"Round {number} was seated with {draw.due} due to sit out."
    yield from move_differences(now, number)


def pair_ahead(now, at):
    """Return the pair that counts as ahead: by points, as stated, cut, or by rule."""
    (ns, ew), table = now.points(at), now.tables[at]
    if ns != ew:
        return "NS" if ns > ew else "EW"
    stated = table.ahead if table.capture == "cards" else ""
    return stated or table.cut or (_ahead_by_rule(now, at) if now.counted(at) else "")


def _ahead_by_rule(now, at):
    if now.format.tie_at_table == "north_south":
        return "NS"
    if now.format.tie_at_table != "last_contract":
        return ""
    ahead = ""
    for row in sorted(now.counted(at), key=lambda row: row.hand):
        if row.hand != TOTAL and row.bidder and is_made(row):
            ahead = "NS" if row.bidder in "NS" else "EW"
    return ahead


def lone_wish_troubles(now, number):
    """Check that a single wish is kept, if all its people have a chair."""
    considered = now.rounds[number].stored_draw.wishes
    rows = list(now.wishes)
    tables = sum(at[0] == number for at in now.tables)
    if len(considered) != 1 or len(rows) != 1 or tables < 2:
        return
    [row] = rows
    chairs = [now.chairs[number].get(pk) for pk in (row.one_id, row.other_id) if pk]
    if row.kind != "stay" and None not in chairs and not is_wish_kept(now, row):
        yield f"Round {number}: the one wish that is asked for ({row.kind}) is not kept."
