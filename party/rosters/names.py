"""Cleans, sorts and compares names of people.

A name is stored as it was typed, in NFC (some keyboards send ü as u and two dots) and with single
spaces. Its *sort name* is "Surname, First": the last word is the surname, unless it was typed with
a comma. One word, and names in scripts that put the surname first (王 伟, 김 민준), stay as they
are. Two names are the *same name* if they differ only in letter case, not in accents.
"""

import re
import unicodedata
from functools import lru_cache

LONGEST_NAME = 120
LONGEST_WORD = 40  # the word that distinguishes two people of one name
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


def shortened(name: str) -> str:
    """Return a name for a page, cut if it is too long."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def clean_name(typed: str) -> str:
    """Return the name in one spelling, "Nguyễn, Łukasz" turned into "Łukasz Nguyễn"."""
    surname, first = _pieces(typed)
    return f"{first} {surname}".strip()


def clean_word(typed: str) -> str:
    """Return the word that distinguishes people of one name, without signs around it."""
    return _tidy(typed).strip("(), ")


def sort_name(typed: str) -> str:
    """Return "Surname, First"; a comma in the typed name ends the surname."""
    surname, first = _pieces(typed)
    if not first and not SURNAME_FIRST.search(surname) and not NUMBERED.search(surname):
        first, surname = split_name(surname)
    return f"{surname}, {first}" if surname and first else surname or first


def _pieces(typed: str) -> tuple[str, str]:
    """Split a name at its first comma; a name without one is all surname.

    "Smith, John, Jr." loses the second comma: no stored name has one, because it would be turned
    round when it is typed again.
    """
    surname, _, first = _tidy(typed).partition(",")
    return surname, " ".join(first.replace(",", " ").split())


def split_name(name: str) -> tuple[str, str]:
    """Return first names and surname; a particle as "van" belongs to the surname."""
    words = name.split()
    at = len(words) - 1
    while at > 1 and PARTICLE.fullmatch(words[at - 1].casefold()):
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def same_name(name: str) -> str:
    """Return the form in which spellings of the same name are equal."""
    return clean_name(name).casefold()


def sort_key(sort_name_: str) -> tuple[str, str]:
    """Return the key for sorting A to Z; accents count only if the names are equal without."""
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
    """Return the words of a name without accents and signs, in alphabetical order."""
    return " ".join(sorted(words_of(name)))


@lru_cache(maxsize=20_000)  # each name of a long list is compared five times
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name without case, accents, dots and apostrophes."""
    bare = re.sub("([aou])e", r"\1", _without_accents(clean_name(name)))  # Mueller, Müller
    return tuple(_without_signs(bare).split())


def _without_signs(name: str) -> str:
    return re.sub(r"[\W_]+", " ", re.sub("['’.]", "", name)).strip()


@lru_cache(maxsize=20_000)
def comparison_key(name: str) -> str:
    """Return a name without case, accents and signs: equal keys sound the same."""
    bare = _without_accents(name)
    return _without_signs(bare) or bare
