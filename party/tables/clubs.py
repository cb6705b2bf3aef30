from collections.abc import Iterable, Iterator

from party.tables.spreadsheets import Cell
from party.values.clubs import Helper

HEADINGS = ("Name", "Where", "Signed in")
SCOPES = {True: "every party", False: "this party"}


def helper_rows(helpers: Iterable[Helper]) -> Iterator[tuple[Cell, ...]]:
    for helper in helpers:
        yield helper.name, SCOPES[helper.everywhere], "yes" if helper.signed_in else ""
