"""Chairs: everybody who is here is in one place, four at a table, and turns go round."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.evenings.snapshots import Snapshot, draw_of

CHAIRS = ["E", "N", "S", "W"]


def chair_troubles(now: Snapshot, number: int) -> Iterator[str]:
    """Check the chairs of a round, whoever sits in them."""
    chairs = now.chairs[number]
    tables: dict[int, list[str]] = defaultdict(list)
    for chair in chairs.values():
        if chair is not None:
            tables[chair[0]].append(chair[1])
    numbered = sorted(at[1] for at in now.tables if at[0] == number)
    if sorted(tables) != list(range(1, len(tables) + 1)) or sorted(tables) != numbered:
        yield f"Round {number}: people sit at {sorted(tables)}, the tables are {numbered}."
    for table, seats in tables.items():
        if sorted(seats) != CHAIRS:
            yield f"Round {number}, table {table}: the seats are {sorted(seats)}."
    yield from place_troubles(now, number)
    if now.has_tables(number):
        yield from bench_troubles(now, number)


def bench_troubles(now: Snapshot, number: int) -> Iterator[str]:
    bench = now.bench(number)
    if len(bench) > 3:
        yield f"Round {number}: more than three sit out."
    if bench & now.house:
        yield f"Round {number}: a house player sits out."


def place_troubles(now: Snapshot, number: int) -> Iterator[str]:
    rows = [row for row in now.rows["place"].values() if row.round_id == now.rounds[number].id]
    counts = Counter(row.entrant_id for row in rows)
    if twice := [now.name(pk) for pk, count in counts.items() if count > 1]:
        yield f"Round {number}: {twice} have two places."


def made_troubles(now: Snapshot, number: int) -> Iterator[str]:
    """Check a round whose seats were made just now: all who are here sit, or sit out in turn."""
    placed = set(now.chairs[number])
    if placed != now.here:
        names = sorted(map(now.name, placed ^ now.here))
        yield f"Round {number}: {names} are here or seated, but not both."
    if not now.has_tables(number):
        return
    if len(now.bench(number)) != len(now.here) % 4:
        yield f"Round {number}: {len(now.bench(number))} sit out of {len(now.here)}."
    yield from turn_troubles(now, number)


def turn_troubles(now: Snapshot, upto: int) -> Iterator[str]:
    """Check that through the rota nobody has sat out twice more than another.

    Whoever was put on the bench by hand has had another's turn: then it may be so.
    """
    if any(draw_of(now.rounds[n]).get("by_hand") or _by_hand(now, n) for n in now.rounds):
        return
    counts = sit_outs(now, upto, now.here)
    mine = [counts[pk] for pk in now.rota if pk in now.here]
    if mine and max(mine) - min(mine) > 1:
        yield f"After round {upto} people have sat out from {min(mine)} to {max(mine)} times."


def _by_hand(now: Snapshot, number: int) -> bool:
    edits = draw_of(now.rounds[number]).get("edits", ())
    refills = [edit[1]["due"] for edit in edits if edit[0] == "refill"]
    due = refills[-1] if refills else draw_of(now.rounds[number])["due"]
    return set(due) != now.bench(number) and any(edit[0] == "swap" for edit in edits)


def sit_outs(now: Snapshot, upto: int, here: set[int]) -> Counter[int]:
    """Count how often each has sat out; who comes or comes back begins with the highest count."""
    counts: Counter[int] = Counter()
    present: set[int] = set()
    for number in range(1, upto + 1):
        present = _joined(counts, present, set(now.chairs[number]))
        counts.update(now.bench(number))
    _joined(counts, present, here)
    return counts


def _joined(counts: Counter[int], before: set[int], present: set[int]) -> set[int]:
    highest = max((counts[pk] for pk in before & present), default=0)
    for pk in present - before:
        counts[pk] = max(counts[pk], highest)
    return present
