"""A typed line as plain letters and digits: nothing invisible, words as their letters.

"8 hearts by north, 9 tricks", "８ＨＮ９" and "8♥n9" are all "8hn9".
"""

import re
import unicodedata

from party.engine.cards.cards import SUIT_SIGNS
from party.engine.errors import RuleError, fault

INVISIBLE = frozenset({"Cf", "Cc", "Mn", "Me"})  # zero-width and control characters, accents


def word(whole: str) -> str:
    """Return the pattern of a word: whole wherever it stands, or its beginning between blanks."""
    beginnings = "|".join(whole[:length] for length in range(len(whole) - 1, 2, -1))
    return rf"{whole}s?|(?<![a-z])(?:{beginnings})(?![a-z])"


# In this order: what is one word must not be read as two.
KEYS = tuple(
    (re.compile(pattern), keys)
    for pattern, keys in (
        (r"\bby\b|,", " "),
        (r"no[ -]?trumps?", "n"),
        (word("spade"), "s"),
        (word("club"), "c"),
        (word("diamond"), "d"),
        (word("heart"), "h"),
        (word("north"), "n"),
        (word("east"), "e"),
        (word("south"), "s"),
        (word("west"), "w"),
        (word("trick"), " "),
        (r"misere|nullo|mis", "m"),
        (r"super[ -]?(?:open ?)?m", "sm"),
        (r"open ?m", "om"),
        (r"blind ?m", "bm"),
        (r"grand ?m", "gm"),
        (r"m ?without pick[ -]?up", "np"),
        (r"patastrophe", "pat"),
        (r"hi[ /-]?low?", "hl"),
        (r"pass(?:ed)?", "p"),
    )
)


def plain_text(text: str) -> str:
    """Return a typed line in plain characters, with single blanks."""
    spread = unicodedata.normalize("NFKD", text)
    seen = "".join(
        each for each in spread if each.isspace() or unicodedata.category(each) not in INVISIBLE
    )
    return " ".join(seen.split())


def plain_keys(text: str) -> str:
    """Return a line as the keys of a hand, without blanks.

    Raises RuleError for a blank between two digits: "1 0" is perhaps 10, and perhaps is not.
    """
    line = plain_text(text).translate(SUIT_SIGNS).lower()
    for pattern, keys in KEYS:
        line = pattern.sub(keys, line)
    if split := re.search(r"(\d)\s+(\d)", line):
        why = "There is a blank between {one} and {other}. "
        why += "Type 10 in one piece, and one hand at a time."
        raise RuleError(fault("entry-blank", why, one=split[1], other=split[2]))
    return "".join(line.split())
