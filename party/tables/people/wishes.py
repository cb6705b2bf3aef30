from collections.abc import Iterable, Iterator

from party.tables.spreadsheets import Cell
from party.values.people.wishes import WishLine

HEADINGS = ("Wish", "Person", "Other person", "Not kept because")


def wish_rows(wishes: Iterable[WishLine]) -> Iterator[tuple[Cell, ...]]:
    for wish in wishes:
        yield str(wish), str(wish.one), str(wish.other or ""), wish.reason
