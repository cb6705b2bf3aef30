"""Similar names, and the endings that distinguish people of one name.

Two names are *similar* if only accents, dots, hyphens or the order of the words differ; if one
letter is missing, added, wrong or swapped with its neighbour; or if one of them has only the
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
EXACT = re.compile(r"\d+|\b\w\b")
MOST_ALIKE = 20  # people of one key, or compared with one name
SHORTEST_SLIP = 6  # letters: Ed and Ned are two people


def full_stop(sentence: str) -> str:
    """End a sentence with one full stop; a name at its end may have it: "Alma R."."""
    return sentence if sentence.endswith(".") else f"{sentence}."


@dataclass(frozen=True, slots=True)
class Named:
    """A person whose name others may have too.

    Possible endings of the name: the `word`, the `others` (an evening), and the unique `mark`.
    """

    id: int
    name: str
    word: str
    mark: str
    others: tuple[str, ...] = ()

    @property
    def endings(self) -> tuple[str, ...]:
        marks = [f", {self.word}"] if self.word else []
        return (*marks, *(f" ({other})" for other in self.others), f" ({self.mark})")


def distinctions(people: Iterable[Named]) -> dict[int, str]:
    """Return the ending of each name, by id, with which all texts differ; "" for most.

    People of one name get their first ending that nobody else of that name has. If the text still
    equals another one (a word twice, or a name typed with a number), the mark is added until all
    texts differ.
    """
    rows = list(people)
    texts = {row.id: row.name for row in rows}
    alike = _ids_of_equal_texts(texts)
    endings: dict[str, Counter[str]] = {}
    for row in rows:
        if row.id in alike:
            group = endings.setdefault(comparison_key(row.name), Counter())
            group.update({comparison_key(ending) for ending in row.endings})
    for row in rows:
        if row.id in alike:
            group = endings[comparison_key(row.name)]
            own = (each for each in row.endings if group[comparison_key(each)] == 1)
            texts[row.id] += next(own, row.endings[0])
    while alike := _ids_of_equal_texts(texts):
        for row in rows:
            if row.id in alike:
                texts[row.id] += f" ({row.mark})"
    return {row.id: texts[row.id].removeprefix(row.name) for row in rows}


def _ids_of_equal_texts(texts: Mapping[int, str]) -> set[int]:
    keys = {pk: comparison_key(text) for pk, text in texts.items()}
    count = Counter(keys.values())
    return {pk for pk, key in keys.items() if count[key] > 1}


def begins_words(typed: str, name: str) -> bool:
    """Return whether every typed word begins a word of the name."""
    words = words_of(name)
    return all(any(word.startswith(part) for word in words) for part in words_of(typed))


class SimilarNames(Generic[T]):
    """Finds people by a similar name, without comparing every two names."""

    def __init__(self, people: Iterable[tuple[str, T]]) -> None:
        self.people: list[tuple[str, T]] = []  # each with the folded name
        self.by_key: dict[int, list[int]] = {}  # by the hash of a key, which is smaller
        for name, person in people:
            self.add(name, person)

    def add(self, name: str, person: T) -> None:
        key_name = folded(name)
        for key in {*_keys_of_slips(key_name), *_initials(name)}:
            indexes = self.by_key.setdefault(hash(key), [])
            if len(indexes) < MOST_ALIKE:
                indexes.append(len(self.people))
        self.people.append((key_name, person))

    def to(self, name: str) -> tuple[T, ...]:
        """Return people with a similar name as they were added; of very many only the first."""
        if not self.people:
            return ()
        key_name, candidates = folded(name), set[int]()
        for key in _keys_of_slips(key_name):
            candidates.update(self.by_key.get(hash(key), ()))
            if len(candidates) >= MOST_ALIKE:
                break
        indexes = {at for at in candidates if is_one_slip(key_name, self.people[at][0])}
        for key in _initials(name):
            indexes.update(self.by_key.get(hash(OPPOSITE[key[0]] + key[1:]), ()))
        return tuple(self.people[at][1] for at in sorted(indexes))


@lru_cache(maxsize=64)  # a name of a list is looked for, and then added
def _keys_of_slips(name: str) -> tuple[str, ...]:
    """Return a folded name, and the name without each one of its letters.

    Digits are never left out: otherwise Guest 12 is compared with all of Guest 10 to 19.
    """
    if len(name) < SHORTEST_SLIP:
        return (name,)
    letters = [at for at, letter in enumerate(name) if not letter.isdecimal()]
    return (name, *[name[:at] + name[at + 1 :] for at in letters])


def _initials(name: str) -> Iterator[str]:
    """Yield the key of "Alma R", with a minus for an initial and a plus for a surname."""
    *first, last = words_of(name) or ("",)
    if first and last[0].isalpha():
        yield f"{'-' if len(last) == 1 else '+'}{' '.join(first)} {last[0]}"


def is_one_slip(one: str, other: str) -> bool:
    """Return whether at most one letter is missing, added, wrong or swapped.

    Digits and single letters must be equal: Guest 12 is not Guest 13, Bert K is not Bert L.
    """
    at = 0
    for letter, other_letter in zip(one, other, strict=False):
        if letter != other_letter:
            break
        at += 1
    first, second = one[at:], other[at:]
    is_swapped = first[:2] == second[1::-1] and first[2:] == second[2:]
    is_near = first[1:] in {second, second[1:]} or first == second[1:]
    return (is_swapped or is_near) and EXACT.findall(one) == EXACT.findall(other)
