"""History: what is closed stays as it is, and what an entry once said is never written over."""

from collections.abc import Iterator

from tests.evenings.snapshots import Row, Snapshot

# They put another result in the place of one that was wrong, with a reason.
CORRECTING = {
    "correct_entry",
    "correct_ahead",
    "add_late_hands",
    "remove_last_hand",
    "override_rules",
}
NEVER_GO = ("entry", "record", "tally", "player", "printout")
WRITTEN_ONCE = ("hand", "bid", "bidder", "tricks", "announced", "sequence", "submission", "source")
# They say who really sat where, at any time.
SEATING = {"record_wrong_chairs", "undo_line"}
BACK_IN_FORCE = {"decide", "undo_hand"}


def history_troubles(verb: str, before: Snapshot, now: Snapshot) -> Iterator[str]:
    for name in NEVER_GO:
        if gone := before.rows[name].keys() - now.rows[name].keys():
            yield f"{verb}: {name} {sorted(gone)} has gone."
    for pk, row in before.rows["entry"].items():
        yield from rewritten(verb, row, now.rows["entry"].get(pk, row))
    if before.rounds and now.rounds:
        yield from closed_troubles(verb, before, now)


def rewritten(verb: str, old: Row, new: Row) -> Iterator[str]:
    """Yield what was written over in an entry."""
    if old == new:
        return
    if any(getattr(old, column) != getattr(new, column) for column in WRITTEN_ONCE):
        yield f"{verb}: entry {old.id} says something else now."
    if (
        new.status != old.status
        and old.status in {"undone", "replaced", "late"}
        and verb not in BACK_IN_FORCE
    ):
        yield f"{verb}: entry {old.id} was {old.status}, and is {new.status} now."


def closed_troubles(verb: str, before: Snapshot, now: Snapshot) -> Iterator[str]:
    """Check that in closed rounds nobody changes places, and only corrections change results."""
    for number in set(before.closed) & set(now.closed):
        if before.chairs[number] != now.chairs[number] and verb not in SEATING:
            yield f"{verb} has changed the seats of round {number}, which is closed."
        if verb in CORRECTING:
            continue
        for at in (at for at in now.tables if at[0] == number):
            same_table = before.tables.get(at) == now.tables[at]
            if not same_table or before.entries.get(at) != now.entries.get(at):
                yield f"{verb} has changed table {at[1]} of round {number}, which is closed."
