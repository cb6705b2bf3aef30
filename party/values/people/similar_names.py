"""Names that may be one person's, though they are written differently.

Two names are *alike* when accents, dots, hyphens or the order of the words are all that parts
them; when one letter is missing, added, wrong or swapped with its neighbour; or when one of them
has only the first letter of the surname. Numbers in names must agree: Guest 12 is not Guest 13.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Generic, TypeVar

from party.values.people.names import PLAIN, clean_name

T = TypeVar("T")
OPPOSITE = {"-": "+", "+": "-"}
EXACT = re.compile(r"\d+|\b\w\b")
SHORTEST_SLIP = 6  # letters: Ed and Ned are two people


def folded(name: str) -> str:
    """Return the form in which names without accents, in any order, are equal."""
    return " ".join(sorted(words_of(name)))


@lru_cache(maxsize=20_000)  # of a long list each name is looked at five times
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name without case, accents, dots and apostrophes."""
    taken_apart = unicodedata.normalize("NFKD", clean_name(name).casefold())
    bare = "".join(letter for letter in taken_apart if not unicodedata.combining(letter))
    bare = re.sub("([aou])e", r"\1", bare.translate(PLAIN))  # Mueller, Müller
    return tuple(re.sub(r"[\W_]+", " ", re.sub("['’.]", "", bare)).split())


class Alike(Generic[T]):
    """Finds the people whose names are like one; as fast for thousands as for ten."""

    def __init__(self, people: Iterable[tuple[str, T]] = ()) -> None:
        self.people: list[tuple[str, T]] = []  # each with the folded name
        self.kept: dict[str, list[int]] = {}
        for name, person in people:
            self.add(name, person)

    def add(self, name: str, person: T) -> None:
        own = folded(name)
        for key in {*_slips(own), *_initials(name)}:
            self.kept.setdefault(key, []).append(len(self.people))
        self.people.append((own, person))

    def to(self, name: str) -> tuple[T, ...]:
        """Return everybody whose name is like this one, in the order they were added."""
        own, found = folded(name), set[int]()
        for key in _slips(own):
            near = self.kept.get(key, ())
            found |= {at for at in near if one_slip(own, self.people[at][0])}
        for key in _initials(name):
            found.update(self.kept.get(OPPOSITE[key[0]] + key[1:], ()))
        return tuple(self.people[at][1] for at in sorted(found))


def _slips(name: str) -> Iterator[str]:
    """Yield a folded name, and what is left of it when any one letter is missing.

    A figure is never the slip: Guest 12 would be looked at for each of Guest 10 to Guest 19.
    """
    yield name
    if len(name) >= SHORTEST_SLIP:
        letters = (at for at, letter in enumerate(name) if not letter.isdecimal())
        yield from (name[:at] + name[at + 1 :] for at in letters)


def _initials(name: str) -> Iterator[str]:
    """Yield the key of "Alma R": a minus for one with the initial only, a plus for a surname."""
    *first, last = words_of(name) or ("",)
    if first and last[0].isalpha():
        yield f"{'-' if len(last) == 1 else '+'}{' '.join(first)} {last[0]}"


def one_slip(one: str, other: str) -> bool:
    """Tell whether at most one letter is missing, added, wrong or swapped.

    Figures and single letters never are: Guest 12 is not Guest 13, Bert K is not Bert L.
    """
    if EXACT.findall(one) != EXACT.findall(other):
        return False
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    swapped = len(one) == 2 and one == other[::-1]
    return swapped or max(len(one), len(other)) <= 1
