"""Checks that hold only when the seats of a round are made."""

from party.models.scores.entries import TOTAL
from party.queries.scores.consistency import is_made
from party.queries.seats.consistency import (
    due_to_sit_out,
    move_differences,
    sit_out_differences,
)
from tests.evenings.kept_wishes import is_wish_kept
from tests.evenings.moves import seat_by_rule_differences


def seating_troubles(snapshot, number):
    """Check that everybody who is here has a chair, or sits out in turn."""
    seated = set(snapshot.chairs[number])
    if seated != snapshot.here:
        names = sorted(map(snapshot.name, seated ^ snapshot.here))
        yield f"Round {number}: {names} are here or seated, but not both."
    if not snapshot.has_tables(number):
        return
    if len(snapshot.bench(number)) != len(snapshot.here) % 4:
        yield f"Round {number}: {len(snapshot.bench(number))} sit out of {len(snapshot.here)}."
    yield from sit_out_differences(snapshot, number, snapshot.here)


def move_troubles(snapshot, number):
    """Check that a round was seated from the present results and people."""
    if not snapshot.has_tables(number):
        return
    draw, last_number = snapshot.rounds[number].stored_draw, number - 1
    ahead = {key[1]: pair_ahead(snapshot, key) for key in snapshot.tables if key[0] == last_number}
    if draw.ahead != {table: pair for table, pair in ahead.items() if pair}:
        yield f"Round {number} was seated from {draw.ahead}, not from {ahead}."
        return
    if list(draw.rota) != [pk for pk in snapshot.rota if pk in snapshot.here]:
        yield f"Round {number} was seated with another order of sitting out."
    due = due_to_sit_out(snapshot, number)
    if set(draw.due or ()) != set(due):
        yield f"Round {number} was seated with {draw.due} due to sit out."
    yield from move_differences(snapshot, number)
    is_by_rule = last_number and not (draw.edits or draw.wishes)
    if is_by_rule and set(due) == snapshot.bench(number):
        yield from seat_by_rule_differences(snapshot, number, due)


def pair_ahead(snapshot, key):
    """Return the pair ahead by points, otherwise by the report, the cut or the rule for ties."""
    (ns, ew), table = snapshot.points(key), snapshot.tables[key]
    if ns != ew:
        return "NS" if ns > ew else "EW"
    stated = (table.ahead if table.capture == "cards" else "") or table.cut
    if stated or not snapshot.scoring_entries(key):
        return stated
    return _ahead_by_rule(snapshot, key)


def _ahead_by_rule(snapshot, key):
    if snapshot.party.format.tie_at_table == "north_south":
        return "NS"
    if snapshot.party.format.tie_at_table != "last_contract":
        return ""
    ahead = ""
    for row in sorted(snapshot.scoring_entries(key), key=lambda row: row.hand):
        if row.hand != TOTAL and row.bidder and is_made(row):
            ahead = "NS" if row.bidder in "NS" else "EW"
    return ahead


def lone_wish_troubles(snapshot, number):
    """Check that a single wish is kept, if all its people have a chair."""
    considered = snapshot.rounds[number].stored_draw.wishes
    rows = list(snapshot.wishes)
    tables = sum(key[0] == number for key in snapshot.tables)
    if len(considered) != 1 or len(rows) != 1 or tables < 2:
        return
    [row] = rows
    chairs = [snapshot.chairs[number].get(pk) for pk in (row.one_id, row.other_id) if pk]
    if row.kind != "stay" and None not in chairs and not is_wish_kept(snapshot, row):
        yield f"Round {number}: the one wish that is asked for ({row.kind}) is not kept."
