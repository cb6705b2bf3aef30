"""Cleans, sorts and compares names of people.

A name is stored as it was typed, in NFC and with single spaces. Its *sort name* is
"Surname, First". One word, and a name in a script that puts the surname first (王 伟), stay the
same. Two names are the *same name* if they differ only in letter case, not in accents.
"""

import re
import unicodedata
from functools import lru_cache

LONGEST_NAME = 120
LONGEST_WORD = 40  # the word that distinguishes two people of one name
PARTICLE = re.compile(
    "af|av|da|das|de|dei|del|della|den|der|des|di|do|dos|du|la|le|lo|te|ten|ter|van|vande|vanden"
    "|vander|ver|von|vom|zu|zum|zur|las|los|san|santa|st\\.?|ste\\.?|mc|o['’]"
)
SUFFIX = re.compile(r"(?:jr|sr)\.?|junior|senior|i{2,3}|iv", re.IGNORECASE)
JOINS_SURNAMES = ("y", "e", "i")  # Peña y Ortiz
# Invisible characters and marks of text direction: names with and without them look the same.
INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
# Kana, Chinese characters and Hangul: the surname is written first already.
SURNAME_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")
NUMBERED = re.compile(r" \d+$")  # "Guest 12" has no surname 12
# Letters that Unicode does not decompose into a letter and an accent.
BASE_LETTERS = str.maketrans("łđøħŧıŋ", "ldohtin") | {
    ord("þ"): "th",
    ord("æ"): "ae",
    ord("œ"): "oe",
}
# Cyrillic and Greek letters that look like Latin ones, as small letters or as capitals.
LOOKALIKES = str.maketrans(
    "авекмнорстухіјѕ" + "αβεζηικμνορτυχ", "abekmhopctyxijs" + "abezhikmnoptyx"
)


def shortened(name: str) -> str:
    """Return the name, cut to LONGEST_NAME letters."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def clean_name(typed: str) -> str:
    """Return the stored form: "Łukasz Nguyễn" for "Nguyễn,  Łukasz"."""
    surname, first = _split_at_comma(typed)
    first, suffix = _split_suffix(first)
    return " ".join(filter(None, (first, surname, suffix)))


def clean_word(typed: str) -> str:
    """Return the word that distinguishes people of one name, without brackets and commas."""
    return _tidy(typed).strip("(), ")


def sort_name(typed: str) -> str:
    """Return "Surname, First"; a comma in the typed name ends the surname."""
    surname, first = _split_at_comma(typed)
    if first:
        surname, suffix = _split_suffix(surname)
        first = f"{first} {suffix}".rstrip()
    if not first and not SURNAME_FIRST.search(surname) and not NUMBERED.search(surname):
        first, surname = split_name(surname)
    return f"{surname}, {first}" if surname and first else surname or first


def _split_at_comma(typed: str) -> tuple[str, str]:
    """Return surname and first name; a name without a comma is all surname.

    "Smith, John, Jr." loses its second comma: "John Smith, Jr." would be read as surname first.
    """
    surname, _, first = _tidy(typed).partition(",")
    return surname, " ".join(first.replace(",", " ").split())


def split_name(name: str) -> tuple[str, str]:
    """Return first names and surname: "John III" and "van Berg" of John van Berg III."""
    name, suffix = _split_suffix(name)
    words = name.split()
    if suffix and len(words) == 1:
        return "", f"{name} {suffix}"
    start = len(words) - 1
    if start > 2 and words[start - 1] in JOINS_SURNAMES:
        start -= 2
    while start > 1 and PARTICLE.fullmatch(words[start - 1].casefold()):
        start -= 1
    return " ".join(filter(None, (*words[:start], suffix))), " ".join(words[start:])


def _split_suffix(name: str) -> tuple[str, str]:
    """Return the name and its suffix; a single word is no suffix."""
    names, _, last_word = name.rpartition(" ")
    return (names, last_word) if names and SUFFIX.fullmatch(last_word) else (name, "")


def casefolded_name(name: str) -> str:
    """Return a form that is equal for names that differ only in letter case."""
    return clean_name(name).casefold()


def sort_key(sort_name_: str) -> tuple[str, str]:
    """Return the key for sorting A to Z. Accents only decide between otherwise equal names."""
    return _without_accents(sort_name_), sort_name_


def _without_accents(name: str) -> str:
    if name.isascii():
        return name.lower()
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return bare.translate(BASE_LETTERS)


@lru_cache(maxsize=20_000)
def _tidy(typed: str) -> str:
    single_spaced = " ".join(INVISIBLE.sub("", typed).split())
    tidy = re.sub(r" *, *", ",", unicodedata.normalize("NFC", single_spaced))
    return tidy.strip(",")


def folded(name: str) -> str:
    """Return the words of a name without accents and signs, in alphabetical order."""
    return " ".join(sorted(words_of(name)))


@lru_cache(maxsize=20_000)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name without case, accents and signs.

    A letter of another script counts as the Latin one that it looks like.
    """
    bare = _without_accents(clean_name(name)).translate(LOOKALIKES)
    bare = re.sub("([aou])e", r"\1", bare)  # Mueller counts as Müller
    return tuple(_without_signs(bare).split())


def _without_signs(name: str) -> str:
    return re.sub(r"[\W_]+", " ", re.sub("['’.]", "", name)).strip()


@lru_cache(maxsize=20_000)
def comparison_key(name: str) -> str:
    """Return a name without case, accents and signs."""
    bare = _without_accents(name).translate(LOOKALIKES)
    return _without_signs(bare) or bare
