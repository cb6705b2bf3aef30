import calendar
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

FORMER_PLAYER = "Former player {number}"
FORMER_KEY = "former"
"""The key in the data of a log line that contained a removed name. Such a line has no undo."""
LINE_STAYS = "{label} has left the club’s list. This cannot be taken back any more."
RETURNED = (
    "Removed from the list of {club} before, and on it again: {names}. Remove the name once more, "
    "or leave it there."
)

SHORTEST_IN_TEXTS = 3  # letters; a shorter name may be a word of any sentence
# Names that our own sentences use in other meanings.
COMMON_WORDS = {*calendar.month_name, *calendar.day_name, "North", "East", "South", "West"}
COMMON_WORDS |= {"Ace", "Jack", "Queen", "King", "Hearts", "Spades", "Clubs", "Diamonds", "Joker"}


# The text before a name in our own sentences. Names of one word are replaced only after such text.
PERSON_FOLLOWS = ("^", ": ", ", ", " and ", " of ", " to ", " is now ", " for ", " as ")


def is_common(name: str) -> bool:
    """Return whether a name may be an ordinary word. Texts keep such a name."""
    return name in COMMON_WORDS or len(name) < SHORTEST_IN_TEXTS


def is_one_word(name: str) -> bool:
    return len(name.split()) == 1


@dataclass(frozen=True)
class Renaming:
    """Replaces `names` in texts by `label`.

    `other_names` are longer names of other people that contain one of these names. A name of one
    word may be an ordinary word, so inside a text only `in_sentence` replaces it.
    """

    label: str
    names: frozenset[str]
    other_names: frozenset[str] = field(default=frozenset())

    def __call__(self, text: str) -> str:
        if text in self._one_word_names:
            return self.label
        return self._pattern.sub(self._replacement, text) if self._pattern else text

    def in_sentence(self, text: str) -> str:
        """Replace the names in a sentence that the program wrote about this person."""
        if not self._one_word_names:
            return self(text)
        spellings = "|".join(map(re.escape, sorted(self._one_word_names)))
        places = "|".join(f"(?<={text_before})" for text_before in PERSON_FOLLOWS)
        # A word before a number is no name: "Round 2".
        return re.sub(rf"(?:{places})(?:{spellings})(?!\w| \d)", self.label, self(text))

    def in_json(
        self, value: Any, *, except_keys: Iterable[str] = (), in_sentence: bool = False
    ) -> Any:
        """Replace the names in the texts of a JSON value; keys stay."""
        if isinstance(value, str):
            return self.in_sentence(value) if in_sentence else self(value)
        if isinstance(value, list):
            return [self.in_json(item, in_sentence=in_sentence) for item in value]
        if isinstance(value, dict):
            return {
                key: item if key in except_keys else self.in_json(item, in_sentence=in_sentence)
                for key, item in value.items()
            }
        return value

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        names = self.names - self._one_word_names
        if not names:
            return None
        longest_first = sorted(names | self.other_names, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(_spelling_pattern, longest_first))})(?!\w)")

    @cached_property
    def _one_word_names(self) -> frozenset[str]:
        return frozenset(filter(is_one_word, self.names))

    @cached_property
    def _other_keys(self) -> set[str]:
        return {_spaced_key(name) for name in self.other_names}

    def _replacement(self, match: re.Match[str]) -> str:
        return match[0] if _spaced_key(match[0]) in self._other_keys else self.label


def _spaced_key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _spelling_pattern(name: str) -> str:
    spaced = r"\s+".join(map(re.escape, name.split()))
    return f"(?i:{spaced})"
