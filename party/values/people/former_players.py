"""The name of a person who has left the club's list, replaced in texts."""

import calendar
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

FORMER_PLAYER = "Former player {number}"
FORMER_KEY = "former"
"""The key in the data of a log line that once held a removed name: it cannot be taken back."""
LINE_STAYS = "{label} has left the club’s list. This cannot be taken back any more."
RETURNED = (
    "Removed from the list of {club} before, and on it again: {names}. Remove the name once more, "
    "or leave it there."
)

SHORTEST_IN_TEXTS = 3  # letters; a shorter name may be a word of any sentence
# Names that our own sentences use in other meanings.
COMMON_WORDS = {*calendar.month_name, *calendar.day_name, "North", "East", "South", "West"}
COMMON_WORDS |= {"Ace", "Jack", "Queen", "King", "Hearts", "Spades", "Clubs", "Diamonds", "Joker"}


def is_common(name: str) -> bool:
    """Return whether a name may be another word in a text; then only its own rows lose it."""
    return name in COMMON_WORDS or len(name) < SHORTEST_IN_TEXTS


@dataclass(frozen=True)
class Renaming:
    """Replaces whole `names` in texts by `label`; longer names in `kept` that hold one stay.

    A name of several words is found in any case and spacing, a name of one word as it is written.
    """

    label: str
    names: frozenset[str]
    kept: frozenset[str] = field(default=frozenset())

    def __call__(self, text: str) -> str:
        return self._pattern.sub(self._replacement, text) if self._pattern else text

    def plain(self, value: Any, *, except_keys: Iterable[str] = ()) -> Any:
        """Replace the names in all texts of a JSON value. The keys of objects stay."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, list):
            return [self.plain(each) for each in value]
        if isinstance(value, dict):
            return {
                key: each if key in except_keys else self.plain(each)
                for key, each in value.items()
            }
        return value

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if not self.names:
            return None
        longest_first = sorted(self.names | self.kept, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(_spelling, longest_first))})(?!\w)")

    @cached_property
    def _kept_keys(self) -> set[str]:
        return {_key(name) for name in self.kept}

    def _replacement(self, match: re.Match[str]) -> str:
        return match[0] if _key(match[0]) in self._kept_keys else self.label


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _spelling(name: str) -> str:
    words = [re.escape(word) for word in name.split()]
    spaced = r"\s+".join(words)
    return f"(?i:{spaced})" if len(words) > 1 else spaced
