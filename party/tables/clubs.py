from collections.abc import Iterable, Iterator

from party.tables.spreadsheets import Cell
from party.values.clubs import Helper

HEADINGS = ("Name", "Where", "Signed in")
SCOPES = {True: "every party", False: "this party"}


def helper_rows(helpers: Iterable[Helper]) -> Iterator[tuple[Cell, ...]]:
    for helper in helpers:
        yield helper.name, SCOPES[helper.helps_whole_club], "yes" if helper.has_signed_in else ""
