"""The chairs of people when some sit out, go home or arrive; everybody has moved already.

If nobody comes or goes, the people off the bench take the chairs of those due (M11). Otherwise
tables close or open, and the people who *wait* fill the empty chairs, table 1 upward, N E S W
(M12, M13). They wait in this order: off the bench by rota, people of a table that closes, late
arrivals. *Old partners*, of the last round, become partners again only if there is no other way.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Generic

from party.progression.movement import Table
from party.progression.seating import E, Seating

HalfFullTable = list[E | None]  # a table with empty chairs
Place = tuple[int, int]  # a table and a seat, both counted from 0


@dataclass(frozen=True)
class Attendance(Generic[E]):
    """The people of the next round.

    `seated` is the round before, `bench` are the people who sit out next. `old_partners` has the
    partner of each person in the last round played.
    """

    seated: Seating[E]
    bench: Sequence[E]
    leavers: AbstractSet[E]
    arriving: Sequence[E]
    rota: Sequence[E]
    old_partners: Mapping[E, E]

    @cached_property
    def without_chair(self) -> AbstractSet[E]:
        return {*self.leavers, *self.bench}

    def fill_chairs(self, moved: list[Table[E]]) -> list[Table[E]]:
        if self.leavers or self.arriving or len(self.bench) != len(self.seated.bench):
            return self._fill_chairs(moved)
        return self._seat_substitutes(moved)

    def _seat_substitutes(self, moved: list[Table[E]]) -> list[Table[E]]:
        """Give the i-th person off the bench the chair of the i-th person due (M11)."""
        chairs = substitutes(self.seated.bench, self.bench)
        return [[chairs.get(entrant, entrant) for entrant in table] for table in moved]

    def _fill_chairs(self, moved: list[Table[E]]) -> list[Table[E]]:
        people_count = len(self.seated.everybody()) - len(self.leavers) + len(self.arriving)
        table_count = people_count // 4
        half_full_tables: list[HalfFullTable[E]] = [
            [None if e in self.without_chair else e for e in t] for t in moved
        ]
        new_tables: list[HalfFullTable[E]] = [
            [None] * 4 for _ in range(table_count - len(half_full_tables))
        ]
        waiting = self._waiting_people(half_full_tables[table_count:])
        half_full = (*half_full_tables[:table_count], *new_tables)
        filled_places = [
            (number, seat)
            for number, table in enumerate(half_full)
            for seat, entrant in enumerate(table)
            if entrant is None
        ]
        tables = [self._fill_table(table, waiting) for table in half_full]
        self._part_old_partners(tables, filled_places)
        return tables

    def _waiting_people(self, closed: list[HalfFullTable[E]]) -> list[E]:
        """Return the waiting people in order; of closed tables the highest comes first."""
        order = {entrant: place for place, entrant in enumerate(self.rota)}
        off_bench = [entrant for entrant in self.seated.bench if entrant not in self.without_chair]
        off_bench.sort(key=lambda entrant: order.get(entrant, len(order)))
        from_closed = [e for table in reversed(closed) for e in table if e is not None]
        arriving = [entrant for entrant in self.arriving if entrant not in self.without_chair]
        return [*off_bench, *from_closed, *arriving]

    def _fill_table(self, table: HalfFullTable[E], waiting: list[E]) -> Table[E]:
        """Fill the empty chairs; an old partner gets one only if nobody else waits."""
        for seat, entrant in enumerate(table):
            if entrant is None:
                opposite = table[(seat + 2) % 4]
                old_partner = None if opposite is None else self.old_partners.get(opposite)
                index = next((i for i, person in enumerate(waiting) if person != old_partner), 0)
                table[seat] = waiting.pop(index)
        return [entrant for entrant in table if entrant is not None]

    def _part_old_partners(self, tables: list[Table[E]], filled_places: Sequence[Place]) -> None:
        while any(self._try_exchange(tables, *pair) for pair in combinations(filled_places, 2)):
            pass

    def _try_exchange(self, tables: list[Table[E]], first: Place, second: Place) -> bool:
        """Exchange two people if that joins fewer old partners; return whether they changed."""
        places = (first, second)
        joined_before = sum(self._joins_old_partners(tables, place) for place in places)
        if joined_before:
            _swap_people(tables, first, second)
            if sum(self._joins_old_partners(tables, place) for place in places) < joined_before:
                return True
            _swap_people(tables, first, second)
        return False

    def _joins_old_partners(self, tables: list[Table[E]], place: Place) -> bool:
        table, seat = place
        return self.old_partners.get(tables[table][seat]) == tables[table][(seat + 2) % 4]


def _swap_people(tables: list[Table[E]], first: Place, second: Place) -> None:
    (table, seat), (other_table, other_seat) = first, second
    first_person, second_person = tables[table][seat], tables[other_table][other_seat]
    tables[table][seat], tables[other_table][other_seat] = second_person, first_person


def substitutes(bench: Sequence[E], due: Sequence[E]) -> dict[E, E]:
    """Return a substitute for each person due.

    `bench` sit out now, `due` sit out next, both in order and equally many.
    """
    off_bench = (entrant for entrant in bench if entrant not in due)
    return dict(zip((entrant for entrant in due if entrant not in bench), off_bench, strict=True))
