"""Moves: the next seats, worked out once more from the rules of movement.

As the head-table game tells it: where results decide, one pair of each table gets up and goes to
another one, and both pairs that meet there part or not. Then those who sit out leave their chairs
to those who come off the bench.
"""

from collections.abc import Iterator, Mapping

from party.models.scores.entries import TOTAL
from tests.evenings.chairs import sit_outs
from tests.evenings.entries import was_made
from tests.evenings.snapshots import Snapshot, draw_of

Chairs = dict[tuple[int, str], int]  # who sits where
OTHER = {"NS": "EW", "EW": "NS"}
SEATS = {"NS": ("N", "S"), "EW": ("E", "W")}
# How many tables N, E, S and W go on, where everybody goes a fixed way.
PATH = {"N": 0, "E": 1, "S": -1, "W": 2}


def move_troubles(now: Snapshot, number: int) -> Iterator[str]:
    """Check the seats of a round that was seated just now from the one before."""
    if not now.has_tables(number):
        return
    draw, old = draw_of(now.rounds[number]), number - 1
    ahead = {at[1]: ahead_at(now, at) for at in now.tables if at[0] == old}
    if {int(table): pair for table, pair in draw["ahead"].items()} != {
        table: pair for table, pair in ahead.items() if pair
    }:
        yield f"Round {number} was seated from {draw['ahead']}, not from {ahead}."
        return
    due = due_at(now, old)
    if set(due) != now.bench(number):
        yield f"Round {number}: {now.bench(number)} sit out, it is the turn of {due}."
    if not draw["wishes"]:
        yield from chairs_troubles(now, number, ahead, due)


def chairs_troubles(
    now: Snapshot, number: int, ahead: Mapping[int, str], due: list[int]
) -> Iterator[str]:
    """Check that everybody is where the movement leads, apart from those who wait for a chair."""
    draw = draw_of(now.rounds[number])
    replacing = dict(draw["replacing"])
    before = {
        chair: replacing.get(pk, pk) for pk, chair in now.chairs[number - 1].items() if chair
    }
    moved = moved_chairs(before, ahead, now.format.who_moves, now.format.split)
    same = not draw["leaving"] and not draw["arriving"]
    if same and len(now.bench(number)) == len(now.bench(number - 1)):
        moved = substituted(now, moved, number, due)
    tables = max(chair[0] for chair in now.chairs[number].values() if chair)
    fresh = now.format.which_partner_shifts == "fresh"
    for chair, pk in moved.items():
        stays = pk in now.here and pk not in due and chair[0] <= tables
        found = now.chairs[number].get(pk)
        if stays and (found is None or not alike(found, chair, fresh=fresh)):
            yield f"Round {number}: {now.name(pk)} is at {found}, and belongs to {chair}."


def alike(one: tuple[int, str], other: tuple[int, str], *, fresh: bool) -> bool:
    """Fresh partners: the two newcomers may have each other's chair."""
    same_table = one[0] == other[0]
    return one == other or (fresh and same_table and {one[1], other[1]} <= {"S", "W"})


def substituted(now: Snapshot, moved: Chairs, number: int, due: list[int]) -> Chairs:
    """Give the first off the bench the chair of the first who is due, and so on."""
    benched = now.bench(number - 1)
    off = [pk for pk in now.rota if pk in benched and pk not in due]
    out = [pk for pk in due if pk not in benched]
    instead = dict(zip(out, off, strict=True))
    return {chair: instead.get(pk, pk) for chair, pk in moved.items()}


def due_at(now: Snapshot, upto: int) -> list[int]:
    """Return whose turn it is: the fewest times so far, then the order that was drawn."""
    counts = sit_outs(now, upto, now.here)
    rota = [pk for pk in now.rota if pk in now.here]
    return sorted(rota, key=lambda pk: counts[pk])[: len(now.here) % 4]


def ahead_at(now: Snapshot, at: tuple[int, int]) -> str:
    """Return the pair that counts as ahead: points, else what was said, cut, or the rule."""
    (ns, ew), table = now.points(at), now.tables[at]
    if ns != ew:
        return "NS" if ns > ew else "EW"
    said = table.ahead if table.capture == "cards" else ""
    return said or table.cut or (_by_rule(now, at) if now.counted(at) else "")


def _by_rule(now: Snapshot, at: tuple[int, int]) -> str:
    if now.format.tie_at_table == "north_south":
        return "NS"
    if now.format.tie_at_table != "last_contract":
        return ""
    ahead = ""
    for row in sorted(now.counted(at), key=lambda row: row.hand):
        if row.hand != TOTAL and row.bidder and was_made(row):
            ahead = "NS" if row.bidder in "NS" else "EW"
    return ahead


def moved_chairs(before: Chairs, ahead: Mapping[int, str], who_moves: str, split: str) -> Chairs:
    """Return who sits where after the movement, as if nobody came or went."""
    tables = max(table for table, _ in before)
    lone = tables == 1 and split == "all_but_head"
    if who_moves == "nobody" or (lone and who_moves != "fixed_path"):
        return before
    if who_moves == "fixed_path":
        return {
            ((table + PATH[seat] - 1) % tables + 1, seat): pk
            for (table, seat), pk in before.items()
        }
    after: Chairs = {}
    for table in range(1, tables + 1):
        high = ahead[table]
        up = who_moves == "winners_up_head_losers_to_last" and table > 1
        movers = high if up else OTHER[high]
        goal = {
            "lower_pair_to_next_table": table % tables + 1,
            "winners_up_head_losers_to_last": table - 1 if table > 1 else tables,
        }[who_moves]
        after |= _stayers(before, table, OTHER[movers], split)
        after |= _newcomers(before, (table, movers), goal, ahead, (who_moves, split))
    return after


def parts(split: str, table: int) -> bool:
    return split == "both_pairs_at_every_table" or (split == "all_but_head" and table > 1)


def _stayers(before: Chairs, table: int, pair: str, split: str) -> Chairs:
    """One of the staying pair keeps the chair, the other shifts one chair; or both keep theirs."""
    first, second = SEATS[pair]
    shifted = {"NS": "E", "EW": "N"}[pair] if parts(split, table) else second
    return {(table, first): before[table, first], (table, shifted): before[table, second]}


def _newcomers(
    before: Chairs,
    old: tuple[int, str],
    goal: int,
    ahead: Mapping[int, str],
    rules: tuple[str, str],
) -> Chairs:
    """The first newcomer faces who kept the chair, the second takes the fourth one."""
    table, pair = old
    who_moves, split = rules
    up = who_moves == "winners_up_head_losers_to_last" and goal > 1
    staying = OTHER[ahead[goal]] if up else ahead[goal]
    if not parts(split, goal):
        first, second = SEATS[OTHER[staying]]
    else:
        first, second = ("S", "W") if staying == "NS" else ("W", "S")
    return {
        (goal, first): before[table, pair[0]],
        (goal, second): before[table, pair[1]],
    }
