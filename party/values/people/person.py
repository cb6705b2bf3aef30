"""People as pages and papers name them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    number: int
    name: str
    sort_name: str = ""
    prize_group: str = ""
    ranked: bool = True
    state: str = "here"

    def __str__(self) -> str:
        return self.name or f"No. {self.number}"


def pair_names(seats: Mapping[str, Person], pair: str) -> str:
    """Name a pair: "Alma & Bert"."""
    return " & ".join(str(seats[seat]) for seat in pair if seat in seats)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person in a chair; table and seat are None for somebody who sits out."""

    person: Person
    table: int | None
    seat: str | None
