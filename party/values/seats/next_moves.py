"""Next moves: where everybody can go after the round that is on, before its results are known."""

from collections.abc import Mapping
from dataclasses import dataclass

from party.progression import Prospect, Seating
from party.values.people.person import Person


@dataclass(frozen=True)
class NextMoves:
    """The moves into round `number`. `prospects` come person by person, table by table."""

    number: int
    before: Seating[int]
    people: Mapping[int, Person]
    replacing: Mapping[int, int]  # by a leaver, who plays in that place
    prospects: tuple[Prospect[int], ...]  # empty: so few are left that nobody can be seated

    @property
    def somebody_moves(self) -> bool:
        return any(
            each.old is None or each.old != (each.table, *each.seats) for each in self.prospects
        )

    def name_of(self, entrant: int) -> str:
        return str(self.people[entrant])
