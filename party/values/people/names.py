"""Names of people, as they are kept, sorted and compared.

A name is kept as it was typed, in one spelling of Unicode (NFC: some keyboards send ü as u and
two dots), with single spaces. Its *sort name* is "Surname, First": the last word is the surname,
unless it was typed with a comma. One word, and names in scripts that put the surname first
(王 伟, 김 민준), stay as they are. The *same name* is one that reads the same aloud: letter case
does not count, accents do.
"""

import re
import unicodedata

LONGEST = 120
PARTICLE = re.compile(
    "af|av|da|das|de|dei|del|della|den|der|des|di|do|dos|du|la|le|lo|te|ten|ter|van|vande|vanden"
    "|vander|ver|von|vom|zu|zum|zur"
)
# Marks that turn the direction of text, or cannot be seen: they would make two names of one.
UNSEEN = re.compile(
    r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
# Kana, Chinese characters and Hangul: the surname stands first already.
SURNAME_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")
NUMBERED = re.compile(r" \d+$")  # "Guest 12" is no Mr 12
# Letters that Unicode does not take apart into a letter and an accent.
PLAIN = str.maketrans("łđøħŧıŋ", "ldohtin") | {ord("þ"): "th", ord("æ"): "ae", ord("œ"): "oe"}


def clean_name(typed: str) -> str:
    """Return the name in one spelling, "Nguyễn, Łukasz" turned into "Łukasz Nguyễn"."""
    surname, comma, first = _tidy(typed).partition(",")
    return f"{first} {surname}".strip() if comma else surname


def sort_name(typed: str) -> str:
    """Return "Surname, First" of a name as it was typed; a comma says where the surname ends."""
    surname, comma, first = _tidy(typed).partition(",")
    if not comma and not SURNAME_FIRST.search(surname) and not NUMBERED.search(surname):
        first, surname = _split(surname)
    surname, first = surname.strip(), first.strip()
    return f"{surname}, {first}" if surname and first else surname or first


def _split(name: str) -> tuple[str, str]:
    """Part first names from the surname, which a "de", "van" or "Vander" before it belongs to."""
    words = name.split()
    at = len(words) - 1
    while at > 1 and PARTICLE.fullmatch(words[at - 1].casefold()):
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def same_name(name: str) -> str:
    """Return the form in which two spellings of one name are equal."""
    return clean_name(name).casefold()


def sort_key(sort_name_: str) -> tuple[str, str]:
    """Return where a name stands from A to Z: accents count only between equal names."""
    folded = unicodedata.normalize("NFKD", sort_name_.casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return bare.translate(PLAIN), sort_name_


def _tidy(typed: str) -> str:
    spaced = " ".join(UNSEEN.sub("", typed).split())
    tidy = re.sub(r" *, *", ",", unicodedata.normalize("NFC", spaced))
    return tidy.strip(",")
