"""Similar names, and the endings that distinguish people of one name.

Two names are *similar* if only accents, dots, hyphens or the order of the words differ; if one
letter is missing, added, wrong or swapped with its neighbour (a *typo*); or if one has only the
first letter of the surname. Numbers must be equal: Guest 12 is not Guest 13.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from party.rosters import comparison_key, folded, words_of

T = TypeVar("T")

OPPOSITE = {"-": "+", "+": "-"}
EXACT = re.compile(r"\d+|\b\w\b")  # the parts of a name that must be equal
MOST_ALIKE = 20  # people under one key, and people compared with one name
SHORTEST_WITH_TYPO = 6  # letters: Ed and Ned are two people


def full_stop(sentence: str) -> str:
    """Add a full stop, unless the sentence ends with the dot of a name: "Alma R."."""
    return sentence if sentence.endswith(".") else f"{sentence}."


@dataclass(frozen=True, slots=True)
class NameBearer:
    """`word`, `details` and `mark` can be endings of the name. The `mark` is unique."""

    id: int
    name: str
    word: str
    mark: str
    details: tuple[str, ...] = ()

    @property
    def endings(self) -> tuple[str, ...]:
        words = [f", {self.word}"] if self.word else []
        return (*words, *(f" ({detail})" for detail in self.details), f" ({self.mark})")


def distinctions(people: Iterable[NameBearer]) -> dict[int, str]:
    """Return for each id the ending that makes the name unique; most endings are "".

    People of one name get their first ending that nobody else of that name has. If two texts are
    still equal, such as those of a name typed with a number, the mark is added.
    """
    bearers = list(people)
    texts = {bearer.id: bearer.name for bearer in bearers}
    ids_alike = _ids_of_equal_texts(texts)
    endings: dict[str, Counter[str]] = {}
    for bearer in bearers:
        if bearer.id in ids_alike:
            group = endings.setdefault(comparison_key(bearer.name), Counter())
            group.update({comparison_key(ending) for ending in bearer.endings})
    for bearer in bearers:
        if bearer.id in ids_alike:
            group = endings[comparison_key(bearer.name)]
            unique_endings = (end for end in bearer.endings if group[comparison_key(end)] == 1)
            texts[bearer.id] += next(unique_endings, bearer.endings[0])
    while ids_alike := _ids_of_equal_texts(texts):
        for bearer in bearers:
            if bearer.id in ids_alike:
                texts[bearer.id] += f" ({bearer.mark})"
    return {bearer.id: texts[bearer.id].removeprefix(bearer.name) for bearer in bearers}


def _ids_of_equal_texts(texts: Mapping[int, str]) -> set[int]:
    keys = {pk: comparison_key(text) for pk, text in texts.items()}
    count = Counter(keys.values())
    return {pk for pk, key in keys.items() if count[key] > 1}


def begins_words(typed: str, name: str) -> bool:
    words = words_of(name)
    return all(any(word.startswith(beginning) for word in words) for beginning in words_of(typed))


class SimilarNames(Generic[T]):
    """Finds people by a similar name, without comparing every two names."""

    def __init__(self, people: Iterable[tuple[str, T]]) -> None:
        self.people: list[tuple[str, T]] = []  # the folded name and the person
        self.by_key: dict[int, list[int]] = {}  # indexes by the hash of a key, to save memory
        for name, person in people:
            self.add(name, person)

    def add(self, name: str, person: T) -> None:
        key_name = folded(name)
        for key in {*_typo_keys(key_name), *_initial_keys(name)}:
            indexes = self.by_key.setdefault(hash(key), [])
            if len(indexes) < MOST_ALIKE:
                indexes.append(len(self.people))
        self.people.append((key_name, person))

    def find(self, name: str) -> tuple[T, ...]:
        """Return people in the order of `add`, at most about MOST_ALIKE."""
        if not self.people:
            return ()
        key_name, candidates = folded(name), set[int]()
        for key in _typo_keys(key_name):
            candidates.update(self.by_key.get(hash(key), ()))
            if len(candidates) >= MOST_ALIKE:
                break
        indexes = {
            index for index in candidates if differ_by_one_typo(key_name, self.people[index][0])
        }
        for key in _initial_keys(name):
            indexes.update(self.by_key.get(hash(OPPOSITE[key[0]] + key[1:]), ()))
        return tuple(self.people[index][1] for index in sorted(indexes))


@lru_cache(maxsize=64)  # callers look for a name and then add it
def _typo_keys(name: str) -> tuple[str, ...]:
    """Return a folded name, and copies that each lack one letter.

    No copy lacks a digit: otherwise Guest 12 would share a key with all of Guest 10 to 19.
    """
    if len(name) < SHORTEST_WITH_TYPO:
        return (name,)
    positions = [position for position, letter in enumerate(name) if not letter.isdecimal()]
    return (name, *[name[:position] + name[position + 1 :] for position in positions])


def _initial_keys(name: str) -> Iterator[str]:
    """Yield "-alma r" for Alma R, and "+alma r" for a name with the whole surname."""
    *first_words, last_word = words_of(name) or ("",)
    if first_words and last_word[0].isalpha():
        yield f"{'-' if len(last_word) == 1 else '+'}{' '.join(first_words)} {last_word[0]}"


def differ_by_one_typo(name: str, other: str) -> bool:
    """Digits and single letters must be equal: Bert K is not Bert L."""
    start = 0
    for letter, other_letter in zip(name, other, strict=False):
        if letter != other_letter:
            break
        start += 1
    end, other_end = name[start:], other[start:]
    is_swapped = end[:2] == other_end[1::-1] and end[2:] == other_end[2:]
    is_added_or_missing = end[1:] == other_end or end == other_end[1:]
    is_typo = is_swapped or is_added_or_missing or end[1:] == other_end[1:]
    return is_typo and EXACT.findall(name) == EXACT.findall(other)
