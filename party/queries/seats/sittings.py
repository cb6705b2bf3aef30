from collections.abc import Iterable

from party.models import Party, Round
from party.progression import SEATS
from party.queries.evening.rounds import people, places_of
from party.queries.shared_reads import read_once
from party.values.people.person import Person, Sitting


@read_once
def sittings(party: Party, round_: Round) -> tuple[Sitting, ...]:
    """Return everybody of a round, A–Z."""
    people_by_id = people(party)
    seated = [Sitting(people_by_id[pk], table, seat) for pk, table, seat in places_of(round_)]
    return tuple(sorted(seated, key=by_name))


def by_name(sitting: Sitting) -> tuple[tuple[str, str], int]:
    return sitting.person.a_to_z


def by_table(seated: Iterable[Sitting]) -> dict[int, dict[str, Person]]:
    """Leave out the bench."""
    placed = [(each.table, each.seat, each.person) for each in seated if each.table and each.seat]
    tables: dict[int, dict[str, Person]] = {}
    for table, seat, person in sorted(placed, key=lambda row: (row[0], SEATS.index(row[1]))):
        tables.setdefault(table, {})[seat] = person
    return tables
