"""Names of people, as they are kept, sorted and compared.

A name is kept as it was typed, in one spelling of Unicode (NFC: some keyboards send ü as u and
two dots), with single spaces. Its *sort name* is "Surname, First": the last word is the surname,
unless it was typed with a comma. One word, and names in scripts that put the surname first
(王 伟, 김 민준), stay as they are. The *same name* is one that reads the same aloud: letter case
does not count, accents do.

Two names are *alike* when only accents, dots, hyphens or the order of the words differ; when one
letter is missing, added, wrong or swapped with its neighbour; or when one of them has only the
first letter of the surname. Numbers in names must agree: Guest 12 is not Guest 13.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")

LONGEST = 120
LONGEST_WORD = 40  # that tells two people of one name apart
PARTICLE = re.compile(
    "af|av|da|das|de|dei|del|della|den|der|des|di|do|dos|du|la|le|lo|te|ten|ter|van|vande|vanden"
    "|vander|ver|von|vom|zu|zum|zur"
)
# Invisible characters and marks of text direction: with them equal names would look different.
UNSEEN = re.compile(
    r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
# Kana, Chinese characters and Hangul: the surname is written first already.
SURNAME_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")
NUMBERED = re.compile(r" \d+$")  # "Guest 12" is no Mr 12
# Letters that Unicode does not take apart into a letter and an accent.
PLAIN = str.maketrans("łđøħŧıŋ", "ldohtin") | {ord("þ"): "th", ord("æ"): "ae", ord("œ"): "oe"}
OPPOSITE = {"-": "+", "+": "-"}
EXACT = re.compile(r"\d+|\b\w\b")
MOST_ALIKE = 20  # people of one key, or looked at for one name: more tell nobody anything
SHORTEST_SLIP = 6  # letters: Ed and Ned are two people


def shortened(name: str) -> str:
    """Return a name as a page repeats it: what is too long for a name is cut."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def full_stop(sentence: str) -> str:
    """Return a sentence with one full stop; a name at its end may bring it: "Alma R."."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def clean_name(typed: str) -> str:
    """Return the name in one spelling, "Nguyễn, Łukasz" turned into "Łukasz Nguyễn"."""
    surname, first = _pieces(typed)
    return f"{first} {surname}".strip()


def clean_word(typed: str) -> str:
    """Return a word that tells people apart, in one spelling, without signs around it."""
    return _tidy(typed).strip("(), ")


def sort_name(typed: str) -> str:
    """Return "Surname, First" of a name as it was typed; a comma says where the surname ends."""
    surname, first = _pieces(typed)
    if not first and not SURNAME_FIRST.search(surname) and not NUMBERED.search(surname):
        first, surname = _split(surname)
    return f"{surname}, {first}" if surname and first else surname or first


def _pieces(typed: str) -> tuple[str, str]:
    """Return surname and first names of a name with a comma; one without is a surname alone.

    In "Smith, John, Jr." the second comma parts nothing: no name keeps a comma, which would turn
    it round when it is typed again.
    """
    surname, _, first = _tidy(typed).partition(",")
    return surname, " ".join(first.replace(",", " ").split())


def _split(name: str) -> tuple[str, str]:
    """Return first names and surname; a "de", "van" or "Vander" belongs to the surname."""
    words = name.split()
    at = len(words) - 1
    while at > 1 and PARTICLE.fullmatch(words[at - 1].casefold()):
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def same_name(name: str) -> str:
    """Return the form in which two spellings of one name are equal."""
    return clean_name(name).casefold()


def sort_key(sort_name_: str) -> tuple[str, str]:
    """Return the key for sorting A to Z: accents count only between names equal without them."""
    return _without_accents(sort_name_), sort_name_


def _without_accents(name: str) -> str:
    if name.isascii():
        return name.lower()
    taken_apart = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in taken_apart if not unicodedata.combining(letter))
    return bare.translate(PLAIN)


@lru_cache(maxsize=20_000)
def _tidy(typed: str) -> str:
    spaced = " ".join(UNSEEN.sub("", typed).split())
    tidy = re.sub(r" *, *", ",", unicodedata.normalize("NFC", spaced))
    return tidy.strip(",")


def folded(name: str) -> str:
    """Return the form in which names without accents, in any order, are equal."""
    return " ".join(sorted(words_of(name)))


@lru_cache(maxsize=20_000)  # each name of a long list is compared five times
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name without case, accents, dots and apostrophes."""
    bare = re.sub("([aou])e", r"\1", _without_accents(clean_name(name)))  # Mueller, Müller
    return tuple(_without_signs(bare).split())


def _without_signs(name: str) -> str:
    return re.sub(r"[\W_]+", " ", re.sub("['’.]", "", name)).strip()


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody whose name others may have too.

    `word` tells them apart, "" is none; `others` may do so, as an evening; `mark` is theirs alone.
    """

    id: int
    name: str
    word: str
    mark: str
    others: tuple[str, ...] = ()

    @property
    def endings(self) -> tuple[str, ...]:
        """What may follow the name, the best first; the last is theirs alone."""
        marks = [f", {self.word}"] if self.word else []
        return (*marks, *(f" ({other})" for other in self.others), f" ({self.mark})")


def distinctions(people: Iterable[Named]) -> dict[int, str]:
    """Return what follows everybody's name so that no two texts are alike, "" for most.

    Who shares a name has the first of their endings that nobody else of that name has. Where such
    a text is still like another one (a word twice, or a name typed with a number behind it), the
    number follows it as well, until all texts differ.
    """
    rows = list(people)
    texts = {row.id: row.name for row in rows}
    alike = _alike(texts)
    endings: dict[str, Counter[str]] = {}
    for row in rows:
        if row.id in alike:
            group = endings.setdefault(as_heard(row.name), Counter())
            group.update({as_heard(ending) for ending in row.endings})
    for row in rows:
        if row.id in alike:
            group = endings[as_heard(row.name)]
            own = (each for each in row.endings if group[as_heard(each)] == 1)
            texts[row.id] += next(own, row.endings[0])
    while alike := _alike(texts):
        for row in rows:
            if row.id in alike:
                texts[row.id] += f" ({row.mark})"
    return {row.id: texts[row.id].removeprefix(row.name) for row in rows}


def _alike(texts: Mapping[int, str]) -> set[int]:
    """Return who has a text like that of somebody else."""
    heard = {pk: as_heard(text) for pk, text in texts.items()}
    count = Counter(heard.values())
    return {pk for pk, text in heard.items() if count[text] > 1}


@lru_cache(maxsize=20_000)
def as_heard(name: str) -> str:
    """Return the form in which names are equal that only case, accents or signs tell apart."""
    bare = _without_accents(name)
    return _without_signs(bare) or bare


def begins_words(typed: str, name: str) -> bool:
    """Return whether every typed word begins a word of the name."""
    words = words_of(name)
    return all(any(word.startswith(part) for word in words) for part in words_of(typed))


class SimilarNames(Generic[T]):
    """Finds the people whose names are like a given one, without comparing every two names."""

    def __init__(self, people: Iterable[tuple[str, T]]) -> None:
        self.people: list[tuple[str, T]] = []  # each with the folded name
        self.by_key: dict[int, list[int]] = {}  # by the hash of a key, which is smaller
        for name, person in people:
            self.add(name, person)

    def add(self, name: str, person: T) -> None:
        key_name = folded(name)
        for key in {*_keys_of_slips(key_name), *_initials(name)}:
            near = self.by_key.setdefault(hash(key), [])
            if len(near) < MOST_ALIKE:
                near.append(len(self.people))
        self.people.append((key_name, person))

    def to(self, name: str) -> tuple[T, ...]:
        """Return everybody whose name is like this one, in the order they were added.

        Of very many only the first are found.
        """
        if not self.people:
            return ()
        key_name, near, indexes = folded(name), set[int](), set[int]()
        for key in _keys_of_slips(key_name):
            near.update(self.by_key.get(hash(key), ()))
            if len(near) >= MOST_ALIKE:
                break
        indexes = {at for at in near if is_one_slip(key_name, self.people[at][0])}
        for key in _initials(name):
            indexes.update(self.by_key.get(hash(OPPOSITE[key[0]] + key[1:]), ()))
        return tuple(self.people[at][1] for at in sorted(indexes))


@lru_cache(maxsize=64)  # a name of a list is looked for, and then added
def _keys_of_slips(name: str) -> tuple[str, ...]:
    """Return a folded name, and what is left of it when any one letter is missing.

    A digit is never the missing one: else Guest 12 would be compared with all of Guest 10 to 19.
    """
    if len(name) < SHORTEST_SLIP:
        return (name,)
    letters = [at for at, letter in enumerate(name) if not letter.isdecimal()]
    return (name, *[name[:at] + name[at + 1 :] for at in letters])


def _initials(name: str) -> Iterator[str]:
    """Yield the key of "Alma R": a minus for one with the initial only, a plus for a surname."""
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
