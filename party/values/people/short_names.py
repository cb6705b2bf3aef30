"""Names for everybody to read: "Alma R.", the first name and the initial of the family name."""

import re
import unicodedata
from collections.abc import Mapping
from itertools import takewhile

from party.rosters import PARTICLE, SURNAME_FIRST, sort_name
from party.values.people.names import Named, distinctions
from party.values.people.person import TITLES, Person

SUFFIX = re.compile(r"jr|sr|junior|senior|i{2,3}|iv", re.IGNORECASE)


def short_name(name: str, sorted_as: str = "") -> str:
    """Return "Alma R." of a name; a single word, or one with a number, stays as it is.

    `sorted_as` is "Rasmussen, Alma", if known. If the family name comes first (王 伟), its first
    sign stays in front.
    """
    if SURNAME_FIRST.search(name):
        family, space, given = name.partition(" ")
        return f"{_first_sign(family)} {given}" if space else name
    family, comma, given = (sorted_as or sort_name(name)).partition(", ")
    if not comma:
        return name
    if SUFFIX.fullmatch(family.rstrip(".")):
        return short_name(given)
    words = given.split()
    first = next((word for word in words if word.rstrip(".").lower() not in TITLES), words[0])
    initial = _initial(family)
    return f"{first} {initial}." if initial else name


def _initial(family: str) -> str:
    """Return the first letter of a family name without its "van der"."""
    words = family.split()
    word = next((word for word in words if not PARTICLE.fullmatch(word.casefold())), words[0])
    word = re.sub(r"^[\W_]+", "", word)
    return _first_sign(word).upper() if word[:1].isalpha() else ""


def _first_sign(word: str) -> str:
    """Return the first letter with its marks, which follow it in some scripts."""
    marks = takewhile(lambda sign: unicodedata.category(sign).startswith("M"), word[1:])
    return word[:1] + "".join(marks)


def with_short_names(people: Mapping[int, Person]) -> dict[int, Person]:
    """Return the same people with different short names, and nothing else of the family name.

    People who differ only in their full names get their number: "Alma R. (7)".
    """
    short = {
        pk: short_name(each.name, each.sort_name) + each.distinction if each.name else ""
        for pk, each in people.items()
    }
    named = [Named(pk, name, "", str(people[pk].number)) for pk, name in short.items() if name]
    ends = distinctions(named)
    return {
        pk: Person(
            id=pk,
            number=each.number,
            name=short[pk],
            ranked=each.ranked,
            state=each.state,
            distinction=ends.get(pk, ""),
        )
        for pk, each in people.items()
    }
