"""Everybody's seat in one round, and the people who sit out.

An *entrant* is any hashable value by which the caller identifies a person. *Tables* are counted
from 1, the head table. A *chair* is a table and a *seat* (N, E, S or W, clockwise); the *bench*
holds the people who sit out. A *pair* is "NS" or "EW"; partners sit opposite each other.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from party.progression.errors import SeatingError

E = TypeVar("E", bound=Hashable)
Chair = tuple[int, str]  # table 1 upward, seat

SEATS = "NESW"
PAIRS = {"NS": (0, 2), "EW": (1, 3)}  # places in a table of four
EMPTY_MAPPING: Mapping[Any, Any] = MappingProxyType({})  # for arguments that map people or tables


@dataclass(frozen=True)
class Seating(Generic[E]):
    """The tables of a round, each as (north, east, south, west), and the bench.

    Raises SeatingError when a table is not of four or somebody has two places.
    """

    tables: tuple[tuple[E, E, E, E], ...]
    bench: tuple[E, ...] = ()

    def __post_init__(self) -> None:
        incomplete = tuple(n for n, table in enumerate(self.tables, 1) if len(table) != len(SEATS))
        if incomplete:
            text = f"{table_list(incomplete)} must have four people."
            raise SeatingError("not-four", text, tables=incomplete)
        refuse_duplicates(self.everybody())

    def everybody(self) -> tuple[E, ...]:
        """Return all entrants: table 1 N, E, S, W, then table 2, and the bench at the end."""
        return (*chain.from_iterable(self.tables), *self.bench)

    @cached_property
    def chairs(self) -> Mapping[E, Chair]:
        return {
            entrant: (number, seat)
            for number, table in enumerate(self.tables, 1)
            for entrant, seat in zip(table, SEATS, strict=True)
        }

    def chair(self, entrant: E) -> Chair | None:
        """Return (table, seat); None on the bench or not here at all."""
        return self.chairs.get(entrant)

    def partner(self, entrant: E) -> E | None:
        """Return the person opposite; None on the bench or not here at all."""
        chair = self.chairs.get(entrant)
        if chair is None:
            return None
        table, seat = chair
        return self.tables[table - 1][(SEATS.index(seat) + 2) % 4]

    def exchanged(self, first: E, second: E) -> "Seating[E]":
        """Return the seating with the places of two people exchanged, bench included."""
        swap = {first: second, second: first}
        return self.renamed(lambda entrant: swap.get(entrant, entrant))

    def renamed(self, rename: Callable[[E], E]) -> "Seating[E]":
        tables = tuple((rename(n), rename(e), rename(s), rename(w)) for n, e, s, w in self.tables)
        return Seating(tables, tuple(map(rename, self.bench)))

    def __contains__(self, entrant: object) -> bool:
        return entrant in self.chairs or entrant in self.bench


def duplicates(entrants: Iterable[E]) -> tuple[E, ...]:
    return tuple(entrant for entrant, times in Counter(entrants).items() if times > 1)


def refuse_duplicates(entrants: Iterable[E]) -> None:
    if duplicate_entrants := duplicates(entrants):
        text = f"In two places at once: {comma_list(duplicate_entrants)}."
        raise SeatingError("twice", text, entrants=duplicate_entrants)


def comma_list(entrants: Iterable[object]) -> str:
    return ", ".join(str(entrant) for entrant in entrants)


def table_list(numbers: tuple[int, ...]) -> str:
    return f"{'Tables' if len(numbers) > 1 else 'Table'} {comma_list(numbers)}"
