import re
import unicodedata
from collections.abc import Mapping
from itertools import takewhile

from party.rosters import PARTICLE, SURNAME_FIRST, sort_name
from party.values.people.names import NameBearer, distinctions
from party.values.people.person import TITLES, Person

SUFFIX = re.compile(r"jr|sr|junior|senior|i{2,3}|iv", re.IGNORECASE)


def short_name(name: str, sorted_as: str = "") -> str:
    """Return "Alma R." for Alma Rasmussen. A single word or a name with a number stays.

    `sorted_as` is the sort name, "Rasmussen, Alma", if the caller has it. If the family name comes
    first (王 伟), its first sign stays in front.
    """
    if SURNAME_FIRST.search(name):
        family, space, given = name.partition(" ")
        return f"{_first_sign(family)} {given}" if space else name
    first_name, initial = _first_name_and_initial(name, sorted_as)
    return f"{first_name} {initial}." if initial else name


def short_list_name(whole: Person, short: Person) -> str:
    """Return "R., Alma". `whole` and `short` are the same person."""
    first_name, initial = _first_name_and_initial(whole.name, whole.sort_name)
    if SURNAME_FIRST.search(whole.name) or not initial:
        return str(short)
    return f"{initial}., {first_name}{whole.distinction}{short.distinction}"


def _first_name_and_initial(name: str, sorted_as: str) -> tuple[str, str]:
    """Return ("Alma", "R"); ("", "") without a family name, or with a number."""
    family, comma, given = (sorted_as or sort_name(name)).partition(", ")
    if not comma:
        return "", ""
    if SUFFIX.fullmatch(family.rstrip(".")):
        return _first_name_and_initial(given, "")
    words = given.split()
    first_name = next((word for word in words if word.rstrip(".").lower() not in TITLES), words[0])
    return first_name, _initial(family)


def _initial(family: str) -> str:
    """Particles such as "van der" do not count."""
    words = family.split()
    word = next((word for word in words if not PARTICLE.fullmatch(word.casefold())), words[0])
    word = re.sub(r"^[\W_]+", "", word)
    return _first_sign(word).upper() if word[:1].isalpha() else ""


def _first_sign(word: str) -> str:
    """Return the first letter with its combining marks, which some scripts have."""
    marks = takewhile(lambda sign: unicodedata.category(sign).startswith("M"), word[1:])
    return word[:1] + "".join(marks)


def with_short_names(people: Mapping[int, Person]) -> dict[int, Person]:
    """Shorten all names. People with equal short names also get their number: "Alma R. (7)"."""
    short_names = {
        pk: short_name(person.name, person.sort_name) + person.distinction if person.name else ""
        for pk, person in people.items()
    }
    bearers = [
        NameBearer(pk, name, "", str(people[pk].number))
        for pk, name in short_names.items()
        if name
    ]
    endings = distinctions(bearers)
    return {
        pk: Person(
            id=pk,
            number=person.number,
            name=short_names[pk],
            ranked=person.ranked,
            state=person.state,
            distinction=endings.get(pk, ""),
        )
        for pk, person in people.items()
    }
