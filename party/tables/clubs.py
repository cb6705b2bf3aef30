from collections.abc import Iterable, Iterator
from typing import Any

from party.tables.spreadsheets import Cell

HEADINGS = ("Name", "Where", "Signed in")
SCOPES = {True: "every party", False: "this party"}


def helper_rows(memberships: Iterable[Any]) -> Iterator[tuple[Cell, ...]]:
    for row in memberships:
        yield row.user.name, SCOPES[row.party_id is None], "yes" if row.user.last_login else ""
