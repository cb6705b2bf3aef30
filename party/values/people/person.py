"""People as pages and papers name them."""

from collections.abc import Mapping
from dataclasses import dataclass

from party.values.people.names import sort_key


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

    @property
    def list_name(self) -> str:
        """The name as a list from A to Z shows it: "Rasmussen, Alma"."""
        return self.sort_name or str(self)

    @property
    def a_to_z(self) -> tuple[tuple[str, str], int]:
        """By this a list from A to Z is sorted."""
        return sort_key(self.list_name), self.number


def pair_names(seats: Mapping[str, Person], pair: str) -> str:
    """Name a pair: "Alma & Bert"."""
    return " & ".join(str(seats[seat]) for seat in pair if seat in seats)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person in a chair; table and seat are None for somebody who sits out."""

    person: Person
    table: int | None
    seat: str | None
