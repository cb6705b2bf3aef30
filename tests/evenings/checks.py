"""Checks after every verb: each yields a sentence for every fault that it finds.

A verb is a function of `party.services` that changes a party. A slow check runs only if rows that
it reads have changed.
"""

from collections.abc import Iterator

from party.models import Party
from party.queries.people.consistency import stored_name_differences
from party.queries.prizes.consistency import confirmed_differences, differences_of_prizes
from party.queries.scores.consistency import table_differences
from party.queries.seats.consistency import chair_differences
from party.queries.standings.consistency import differences_of_standings
from tests.evenings.footprints import stray_changes
from tests.evenings.history import history_troubles
from tests.evenings.kept_wishes import wish_differences
from tests.evenings.new_seats import lone_wish_troubles, move_troubles, seating_troubles
from tests.evenings.partners import partner_differences
from tests.evenings.snapshots import Snapshot

SEATING_VERBS = {"seat_next_round"}
STANDINGS_VERBS = {"close_round", "finish"}


def troubles(verb: str, before: Snapshot, after: Snapshot) -> Iterator[str]:
    changed = {name for name, rows in after.rows.items() if rows != before.rows[name]}
    yield from stray_changes(verb, before, after)
    if changed & {"entry", "record", "tally", "player", "place", "table", "round"}:
        yield from history_troubles(verb, before, after)
    if changed & {"place", "table", "round"} and after.rounds:
        yield from seat_troubles(verb, before, after)
    yield from hand_troubles(before, after)
    if "entrant" in changed:
        yield from stored_name_differences(after)
    if changed & {"place", "wish"} and after.rows["wish"]:
        yield from wish_differences(after, party_of(after))
    yield from page_troubles(verb, after)


def page_troubles(verb: str, after: Snapshot) -> Iterator[str]:
    """Compare pages with the rows, after verbs that change what the pages show."""
    if verb in STANDINGS_VERBS:
        yield from differences_of_standings(after, party_of(after))
    if verb == "reopen_party":
        yield from partner_differences(after, party_of(after))
    if verb == "confirm_prizes":
        yield from differences_of_prizes(after)
        yield from confirmed_differences(party_of(after))


def party_of(after: Snapshot) -> Party:
    return Party.objects.get(pk=after.party.id)


def seat_troubles(verb: str, before: Snapshot, after: Snapshot) -> Iterator[str]:
    number = max(after.rounds)
    yield from chair_differences(after, number)
    seated = set(after.chairs[number])
    if number not in before.rounds or set(before.chairs[number]) != seated:
        yield from seating_troubles(after, number)
        yield from lone_wish_troubles(after, number)
    if verb in SEATING_VERBS:
        yield from move_troubles(after, number)


def hand_troubles(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Check the tables that have changed; if the rules have changed, check all tables."""
    other_rules = before.party.rules_values != after.party.rules_values
    for key, table in after.tables.items():
        is_same = (
            before.entries.get(key) == after.entries.get(key) and before.tables.get(key) == table
        )
        if other_rules or not is_same:
            yield from table_differences(after, key)
