"""Two hall screens that share the list of seats: one shows A–L, the other M–Z.

Each screen makes a number, and the desk types both. A screen never takes a half by itself, because
anybody with the address can open a screen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from party.values.hall.lists import ListLine, initials

NUMBER = re.compile(r"[1-9][0-9]{2}")
NEAR = 0.2  # a share: the list is cut between two letters if they are so near the middle


@dataclass(frozen=True, slots=True)
class SharedScreens:
    """The numbers of both screens; none if each screen shows the whole list."""

    numbers: tuple[str, ...] = ()

    @classmethod
    def from_stored(cls, stored: str) -> Self:
        numbers = tuple(stored.split(","))
        is_valid = len(numbers) == 2 and all(map(NUMBER.fullmatch, numbers))
        return cls(numbers if is_valid or stored == str(NUMBERS_NEEDED) else ())

    def __str__(self) -> str:
        return ",".join(self.numbers)

    @property
    def needs_numbers(self) -> bool:
        return self == NUMBERS_NEEDED

    def shows_number(self, number: str) -> bool:
        return self.needs_numbers and bool(NUMBER.fullmatch(number))

    def half(self, number: str) -> int | None:
        """Return 0 or 1; None for a screen that shows the whole list."""
        return self.numbers.index(number) if number and number in self.numbers else None

    def mark(self, number: str) -> str:
        """Return a text that changes with the screen's share of the list."""
        return "asked" if self.shows_number(number) else str(self.half(number))

    @property
    def words(self) -> str:
        if not self.numbers:
            return "Every screen shows the whole list of seats"
        if self.needs_numbers:
            return "Two screens share the list of seats: the desk asks for their numbers"
        return "Screens {} and {} share the list of seats".format(*self.numbers)


# The screens show their numbers until the desk has typed both.
NUMBERS_NEEDED = SharedScreens(("", ""))


def halves(lines: Sequence[ListLine]) -> tuple[Sequence[ListLine], Sequence[ListLine]]:
    middle = len(lines) // 2
    cuts = [
        place
        for place in range(1, len(lines))
        if lines[place].initial != lines[place - 1].initial
        and abs(place - middle) <= NEAR * len(lines)
    ]
    cut = min(cuts, key=lambda place: abs(place - middle), default=middle)
    return lines[:cut], lines[cut:]


def half_words(lines: Sequence[ListLine], half: int) -> str:
    """Return "A–L on this screen, M–Z on the other."."""
    letters = [initials(lines_of_half) if lines_of_half else "" for lines_of_half in halves(lines)]
    if not all(letters):
        return "The other names are on the other screen."
    return f"{letters[half]} on this screen, {letters[1 - half]} on the other."
