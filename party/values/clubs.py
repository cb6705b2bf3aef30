import re
import unicodedata
from collections.abc import Container
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


def work_text(role: str, workplace: str) -> str:
    """The words after "invited to": "run Midway", "help at the Spring party"."""
    return f"run {workplace}" if role == "organiser" else f"help at {workplace}"
