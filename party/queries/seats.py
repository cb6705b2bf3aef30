"""Reads about chairs: who sits where by name, and in which order people sit out."""

from party.models import Entrant, Party, Round
from party.queries.rounds import people, places_of
from party.values.people import Person, Sitting

PERSON = ("id", "number", "name", "sort_name", "prize_group", "ranked", "state")


def sittings(party: Party, round_: Round) -> tuple[Sitting, ...]:
    """Return everybody of a round with table and seat, A–Z. Two queries."""
    everybody = people(party)
    found = [Sitting(everybody[pk], table, seat) for pk, table, seat in places_of(round_)]
    return tuple(sorted(found, key=by_name))


def by_name(sitting: Sitting) -> tuple[str, str, int]:
    person = sitting.person
    return (person.sort_name.casefold(), person.name.casefold(), person.number)


def rota(party: Party) -> tuple[Person, ...]:
    """Return the people here in the order in which they sit out. One query."""
    rows = Entrant.objects.filter(party=party).here().in_rota()
    return tuple(Person(*row) for row in rows.values_list(*PERSON))


def here(party: Party) -> int:
    return Entrant.objects.filter(party=party).here().count()


def cards_printed(party: Party) -> int:
    """Count the numbers of a blind draw; house players hold none."""
    return Entrant.objects.filter(party=party, ranked=True).count()


def moves_of(party: Party, before: Round, after: Round) -> tuple[tuple[Sitting, Sitting], ...]:
    """Return everybody of round `after` with the seat they come from, A–Z."""
    came_from = {sitting.person.id: sitting for sitting in sittings(party, before)}
    return tuple((came_from[to.person.id], to) for to in sittings(party, after))
