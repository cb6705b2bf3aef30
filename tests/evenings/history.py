"""Checks that closed rounds and the values of an entry never change."""

from collections.abc import Iterator

from tests.evenings.snapshots import Row, Snapshot

CORRECTING_VERBS = {
    "correct_entry",
    "correct_ahead",
    "add_late_hands",
    "remove_last_hand",
    "override_rules",
}
NEVER_DELETED = ("entry", "record", "tally", "player", "printout")
WRITTEN_ONCE = ("hand", "bid", "bidder", "tricks", "announced", "sequence", "submission", "source")
# These verbs record where people really sat.
SEATING_VERBS = {"record_wrong_chairs", "undo_line"}


def history_troubles(verb: str, before: Snapshot, after: Snapshot) -> Iterator[str]:
    for name in NEVER_DELETED:
        if deleted := before.rows[name].keys() - after.rows[name].keys():
            yield f"{verb}: {name} {sorted(deleted)} has gone."
    for pk, row in before.rows["entry"].items():
        yield from rewriting_troubles(verb, row, after.rows["entry"].get(pk, row))
    if before.rounds and after.rounds:
        yield from closed_troubles(verb, before, after)


def rewriting_troubles(verb: str, old: Row, new: Row) -> Iterator[str]:
    if old == new:
        return
    if any(getattr(old, column) != getattr(new, column) for column in WRITTEN_ONCE):
        yield f"{verb}: entry {old.id} says something else now."
    if (
        new.status != old.status
        and old.status in {"undone", "replaced", "late"}
        and verb != "undo_hand"
    ):
        yield f"{verb}: entry {old.id} was {old.status}, and is {new.status} now."


def closed_troubles(verb: str, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Only corrections change results of closed rounds; their seats never change."""
    for number in set(before.closed_rounds) & set(after.closed_rounds):
        if before.chairs[number] != after.chairs[number] and verb not in SEATING_VERBS:
            yield f"{verb} has changed the seats of round {number}, which is closed."
        if verb in CORRECTING_VERBS:
            continue
        for key in (key for key in after.tables if key[0] == number):
            is_same_table = before.tables.get(key) == after.tables[key]
            if not is_same_table or before.entries.get(key) != after.entries.get(key):
                yield f"{verb} has changed table {key[1]} of round {number}, which is closed."
