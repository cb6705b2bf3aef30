"""The people who may work for a club, as its organiser sees them; the address of a club."""

import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from itertools import count

LONGEST_ADDRESS = 40


def free_address(name: str, taken: Container[str | None]) -> str:
    """Return the name of a club as a word of an address that no other club has."""
    letters = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    word = re.sub("[^a-z0-9]+", "-", letters)[: LONGEST_ADDRESS - 5].strip("-") or "club"
    numbered = (f"{word}-{number}" for number in count(2))
    return word if word not in taken else next(each for each in numbered if each not in taken)


@dataclass(frozen=True, slots=True)
class Helper:
    """Somebody at the desk; `everywhere` when they help at every party of the club."""

    id: int
    name: str
    everywhere: bool
    signed_in: bool
