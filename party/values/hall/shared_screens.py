"""Two hall screens that share the list of seats: one shows A–L, the other M–Z.

Each screen has a key, which its script makes; the organiser's page says that two share the list,
and the first two screens that ask take the halves.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from party.values.hall.lists import ListLine, initials

KEY = re.compile(r"[a-z0-9]{6}")
CHANGES = {
    "one": "Every screen shows the whole list of seats",
    "two": "Two screens share the list of seats",
    "swap": "The two screens swap their halves of the list",
}
NEAR = 0.2  # of the list: how far from its middle another letter may begin


@dataclass(frozen=True, slots=True)
class SharedScreens:
    """The keys of the screens, the first half's first; "" is nobody's yet, () is not shared."""

    keys: tuple[str, ...] = ()

    @classmethod
    def of(cls, stored: str) -> Self:
        keys = tuple(stored.split(","))
        is_valid = len(keys) == 2 and all(not key or KEY.fullmatch(key) for key in keys)
        return cls(keys if is_valid else ())

    def __str__(self) -> str:
        return ",".join(self.keys)

    @property
    def missing(self) -> int:
        return self.keys.count("")

    def wants(self, key: str) -> bool:
        return bool(self.missing and KEY.fullmatch(key)) and key not in self.keys

    def with_screen(self, key: str) -> Self:
        free = self.keys.index("")
        return type(self)((*self.keys[:free], key, *self.keys[free + 1 :]))

    def swapped(self) -> Self:
        return type(self)(self.keys[::-1])

    def changed(self, change: str) -> Self:
        """Return the screens after a change of CHANGES; "" changes nothing."""
        if change == "one":
            return type(self)()
        if change == "two":
            return self if self.keys else type(self)(("", ""))
        return self.swapped() if change == "swap" else self

    def half(self, key: str) -> int | None:
        """Return 0 or 1; None for a screen that shows the whole list."""
        is_there = bool(key) and not self.missing and key in self.keys
        return self.keys.index(key) if is_there else None

    def mark(self, key: str) -> str:
        """Return a text that changes with what a screen shows."""
        return "new" if self.wants(key) else str(self.half(key))


def halves(lines: Sequence[ListLine]) -> tuple[Sequence[ListLine], Sequence[ListLine]]:
    """Cut a list near its middle, between two letters if that is possible."""
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
    """Say which half stands where: "A–L on this screen, M–Z on the other."."""
    here, there = halves(lines)[half], halves(lines)[1 - half]
    if not (here and there and initials(here) and initials(there)):
        return "The other names are on the other screen."
    return f"{initials(here)} on this screen, {initials(there)} on the other."
