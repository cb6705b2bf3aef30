"""People as pages and papers name them."""

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


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person in a chair; table and seat are None for somebody who sits out."""

    person: Person
    table: int | None
    seat: str | None
