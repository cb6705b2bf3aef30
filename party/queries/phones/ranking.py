from collections.abc import Mapping
from dataclasses import dataclass

from party.models import Party
from party.process_state import MOST_CACHED_PARTIES, PROCESS, cache_page
from party.queries.hall.guests import names_for_guests
from party.queries.standings.standings import standings
from party.values.numbers import total

# Every table shows the first five places, but at most eight people above its own four.
FIRST_RANKS, MOST_FIRST = 5, 8


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """If `here`, the person has just played at this table."""

    place: str
    name: str
    points: str
    here: bool


def ranking_of_table(party: Party, number: int) -> tuple[RankedPerson, ...]:
    """Return the first places and the people of this table."""
    with PROCESS.table_locks[party.pk % MOST_CACHED_PARTIES]:
        by_table = _ranking_by_table(party.pk, party.shared_revision)
    return by_table.get(number, ())


# Cached, because all tables request the ranking when a round is closed.
@cache_page
def _ranking_by_table(
    party_id: int, _shared_revision: int
) -> Mapping[int, tuple[RankedPerson, ...]]:
    party = Party.objects.get(pk=party_id)
    current = standings(party)
    names = names_for_guests(party, {line.person.id: line.person for line in current.lines})
    ranked = [(line.rank, line) for line in current.lines if line.rank and line.rounds]
    first = [line for rank, line in ranked[:MOST_FIRST] if rank <= FIRST_RANKS]
    tables = {line.rounds[-1].table for _, line in ranked}
    return {
        number: tuple(
            RankedPerson(
                place=line.place,
                name=str(names[line.person.id]),
                points=total(line.total),
                here=line.rounds[-1].table == number,
            )
            for _, line in ranked
            if line in first or line.rounds[-1].table == number
        )
        for number in tables
        if number is not None
    }
