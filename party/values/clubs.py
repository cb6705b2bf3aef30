import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from itertools import chain, count

LONGEST_ADDRESS = 40
LONGEST_WORD = LONGEST_ADDRESS - 5  # so that a number fits, such as "-1234"
NO_CLUB_NAME = "Type the name of the club."


def free_address(name: str, taken: Container[str | None]) -> str:
    """Return "midway", or "midway-2" if another club has that address."""
    letters = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    word = re.sub("[^a-z0-9]+", "-", letters)[:LONGEST_WORD].strip("-") or "club"
    addresses = chain([word], (f"{word}-{number}" for number in count(2)))
    return next(address for address in addresses if address not in taken)


@dataclass(frozen=True, slots=True)
class Helper:
    """With `helps_whole_club`, a helper of every party of the club."""

    id: int
    name: str
    helps_whole_club: bool
    has_signed_in: bool
    works_elsewhere: bool


def work_text(role: str, workplace: str) -> str:
    """The words after "invited to": "run Midway", "help at the Spring party"."""
    return f"run {workplace}" if role == "organiser" else f"help at {workplace}"
