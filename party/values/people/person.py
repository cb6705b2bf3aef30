from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime

from party.rosters import sort_key


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    number: int
    name: str
    sort_name: str = ""
    prize_group: str = ""
    ranked: bool = True
    state: str = "here"
    distinction: str = ""

    def __str__(self) -> str:
        return self.full_name or f"No. {self.number}"

    @property
    def full_name(self) -> str:
        """Return "" for a number without a name."""
        return f"{self.name}{self.distinction}"

    @property
    def list_name(self) -> str:
        """Return for example "Rasmussen, Alma"."""
        return f"{self.sort_name}{self.distinction}" if self.sort_name else str(self)

    @property
    def a_to_z(self) -> tuple[tuple[str, str], int]:
        """Return a sort key; numbers without a name come first."""
        return sort_key(self.sort_name or self.name), self.number

    @property
    def first_letter(self) -> str:
        return self.a_to_z[0][0][:1].upper()


PERSON_FIELDS = tuple(field.name for field in fields(Person))


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    id: int
    name: str
    sort_name: str
    prize_group: str
    notes: str
    party_count: int
    last_party_at: datetime | None
    word: str = ""
    distinction: str = ""

    def __str__(self) -> str:
        return f"{self.name}{self.distinction}"


TITLES = {"mr", "mrs", "ms", "miss", "dr"}


def given_names(seats: Mapping[str, Person]) -> dict[str, str]:
    """Return first names by seat; the whole name if the first is not unique."""
    first_names = {seat: str(person).partition(" ")[0] for seat, person in seats.items()}
    counts = Counter(first_names.values())

    def is_enough(seat: str) -> bool:
        has_number = any(letter.isdigit() for letter in str(seats[seat]))
        is_title = first_names[seat].rstrip(".").lower() in TITLES
        return counts[first_names[seat]] == 1 and not has_number and not is_title

    return {
        seat: first_names[seat] if is_enough(seat) else str(person)
        for seat, person in seats.items()
    }


def short_pair_names(seats: Mapping[str, Person]) -> dict[str, str]:
    """Return "Alma & Bert" for each pair; "" for a pair without people."""
    names = given_names(seats)
    return {
        pair: " & ".join(names[seat] for seat in pair if seat in names) for pair in ("NS", "EW")
    }


def pair_names(seats: Mapping[str, Person], pair: str) -> str:
    return " & ".join(str(seats[seat]) for seat in pair if seat in seats)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Table and seat are None for somebody who sits out."""

    person: Person
    table: int | None
    seat: str | None
