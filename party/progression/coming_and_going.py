"""Coming and going: who gets which chair when people sit out, go home or arrive.

Everybody has moved first. Where nobody comes or goes, those off the bench take the chairs of those
who are due to sit out (M11). Else all empty chairs are filled (M12, M13): tables close or open as
needed, and those who *wait* get the empty chairs, table 1 upward, N E S W. They wait in this
order: off the bench by rota, people of a table that closes, late arrivals. *Parted* are the
partners of the round just played. They are made partners again only where nobody else waits and
no two of those who got chairs could exchange them so that fewer are.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Generic

from party.progression.movement import Table
from party.progression.seating import E, Seating

HalfFull = list[E | None]  # a table with empty chairs
Place = tuple[int, int]  # a table and a seat, both counted from 0


@dataclass(frozen=True)
class Attendance(Generic[E]):
    """Who sits out next, who has gone home and who arrives; `seated` is before the move."""

    seated: Seating[E]
    bench: Sequence[E]
    gone: AbstractSet[E]
    arriving: Sequence[E]
    rota: Sequence[E]
    parted: Mapping[E, E]

    @cached_property
    def out(self) -> AbstractSet[E]:
        """Everybody who has no chair next: gone, or due to sit out."""
        return {*self.gone, *self.bench}

    def fill_chairs(self, moved: list[Table[E]]) -> list[Table[E]]:
        """Return the tables of those who play next, from the tables after the movement."""
        if self.gone or self.arriving or len(self.bench) != len(self.seated.bench):
            return self._refill(moved)
        return self._substitute(moved)

    def _substitute(self, moved: list[Table[E]]) -> list[Table[E]]:
        """Give the i-th person off the bench exactly the chair of the i-th person due (M11)."""
        chairs = substitutes(self.seated.bench, self.bench)
        return [[chairs.get(entrant, entrant) for entrant in table] for table in moved]

    def _refill(self, moved: list[Table[E]]) -> list[Table[E]]:
        """Close or open tables and fill the empty chairs, table 1 upward, N E S W (M12, M13)."""
        here = len(self.seated.everybody()) - len(self.gone) + len(self.arriving)
        wanted = here // 4
        rest: list[HalfFull[E]] = [[None if e in self.out else e for e in t] for t in moved]
        opened: list[HalfFull[E]] = [[None] * 4 for _ in range(wanted - len(rest))]
        waiting = self._waiting(rest[wanted:])
        half_full = (*rest[:wanted], *opened)
        filled = [
            (number, seat)
            for number, table in enumerate(half_full)
            for seat, entrant in enumerate(table)
            if entrant is None
        ]
        tables = [self._fill(table, waiting) for table in half_full]
        self._part(tables, filled)
        return tables

    def _waiting(self, closed: list[HalfFull[E]]) -> list[E]:
        """Return those who wait; of several closed tables the highest number comes first."""
        order = {entrant: place for place, entrant in enumerate(self.rota)}
        off = [entrant for entrant in self.seated.bench if entrant not in self.out]
        off.sort(key=lambda entrant: order.get(entrant, len(order)))
        from_closed = [e for table in reversed(closed) for e in table if e is not None]
        return [*off, *from_closed, *(e for e in self.arriving if e not in self.out)]

    def _fill(self, table: HalfFull[E], waiting: list[E]) -> Table[E]:
        """Seat those who wait; partners of the round just played only when nobody else waits."""
        for seat, entrant in enumerate(table):
            if entrant is None:
                opposite = table[(seat + 2) % 4]
                barred = None if opposite is None else self.parted.get(opposite)
                first = next((n for n, each in enumerate(waiting) if each != barred), 0)
                table[seat] = waiting.pop(first)
        return [entrant for entrant in table if entrant is not None]

    def _part(self, tables: list[Table[E]], filled: Sequence[Place]) -> None:
        """Exchange two who got chairs while that joins fewer partners of the round just played."""
        while any(self._exchange_parts(tables, *pair) for pair in combinations(filled, 2)):
            pass

    def _exchange_parts(self, tables: list[Table[E]], one: Place, other: Place) -> bool:
        """Make this exchange if it joins fewer such partners; return whether it was made."""
        before = self._joined(tables, one) + self._joined(tables, other)
        if before:
            _exchange(tables, one, other)
            if self._joined(tables, one) + self._joined(tables, other) < before:
                return True
            _exchange(tables, one, other)
        return False

    def _joined(self, tables: list[Table[E]], place: Place) -> bool:
        """Return whether the partner of this place is that of the round just played."""
        table, seat = place
        return self.parted.get(tables[table][seat]) == tables[table][(seat + 2) % 4]


def _exchange(tables: list[Table[E]], one: Place, other: Place) -> None:
    (table, seat), (other_table, other_seat) = one, other
    here, there = tables[table][seat], tables[other_table][other_seat]
    tables[table][seat], tables[other_table][other_seat] = there, here


def substitutes(bench: Sequence[E], due: Sequence[E]) -> dict[E, E]:
    """Return a substitute for each player due to sit out, where as many sit out as before.

    `bench` are those who sit out now, `due` those who sit out next, both in their order.
    """
    off = (entrant for entrant in bench if entrant not in due)
    return dict(zip((entrant for entrant in due if entrant not in bench), off, strict=True))
