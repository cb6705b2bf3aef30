"""Checks after every verb. Each yields a sentence for everything that is wrong.

They read the rows of a party before and after, and compute the results once more, in their own
way. Slow checks run only where their rows have changed.
"""

from collections.abc import Iterator

from party.models import Party
from party.queries.people.consistency import stored_name_differences, stored_wish_differences
from party.queries.prizes.consistency import differences_of_prizes
from party.queries.scores.consistency import table_differences
from party.queries.seats.consistency import chair_differences, partner_differences
from party.queries.standings.consistency import differences_of_standings
from tests.evenings.footprints import stray_changes
from tests.evenings.history import history_troubles
from tests.evenings.new_seats import lone_wish_troubles, move_troubles, seating_troubles
from tests.evenings.snapshots import Snapshot

SEATING_VERBS = {"seat_next_round"}
STANDINGS_VERBS = {"close_round", "finish"}


def troubles(verb: str, before: Snapshot, now: Snapshot) -> Iterator[str]:
    """Yield everything that is wrong after a verb."""
    changed = {name for name, rows in now.rows.items() if rows != before.rows[name]}
    yield from stray_changes(verb, before, now)
    if changed & {"entry", "record", "tally", "player", "place", "table", "round"}:
        yield from history_troubles(verb, before, now)
    if changed & {"place", "table", "round"} and now.rounds:
        yield from seat_troubles(verb, before, now)
    yield from hand_troubles(before, now)
    if "entrant" in changed:
        yield from stored_name_differences(now)
    if changed & {"place", "wish"} and now.rows["wish"]:
        yield from stored_wish_differences(now, party_of(now))
    yield from page_troubles(verb, now)


def page_troubles(verb: str, now: Snapshot) -> Iterator[str]:
    """Check what pages show of the whole evening, when a round or the party has ended."""
    if verb in STANDINGS_VERBS:
        yield from differences_of_standings(now, party_of(now))
    if verb == "reopen_party":
        yield from partner_differences(now, party_of(now))
    if verb == "confirm_prizes":
        yield from differences_of_prizes(now)


def party_of(now: Snapshot) -> Party:
    """Return the party as the program sees it."""
    return Party.objects.get(pk=now.party.id)


def seat_troubles(verb: str, before: Snapshot, now: Snapshot) -> Iterator[str]:
    number = max(now.rounds)
    yield from chair_differences(now, number)
    seated = set(now.chairs[number])
    if number not in before.rounds or set(before.chairs[number]) != seated:
        yield from seating_troubles(now, number)
        yield from lone_wish_troubles(now, number)
    if verb in SEATING_VERBS:
        yield from move_troubles(now, number)


def hand_troubles(before: Snapshot, now: Snapshot) -> Iterator[str]:
    """Check the tables that have changed; with other rules, all tables."""
    other_rules = before.party.rules_values != now.party.rules_values
    for at, table in now.tables.items():
        is_same = before.entries.get(at) == now.entries.get(at) and before.tables.get(at) == table
        if other_rules or not is_same:
            yield from table_differences(now, at)
