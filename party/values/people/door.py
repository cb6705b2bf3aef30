"""The search of the door, from the form to the query."""

from dataclasses import dataclass

NOT_HERE, OWING, EVERYBODY = "expected", "owing", "all"
KINDS = ((NOT_HERE, "Not here yet"), (OWING, "Still owing"), (EVERYBODY, "Everybody"))


@dataclass(frozen=True, slots=True)
class DoorSearch:
    """The people to show, by `typed` or otherwise by `kind`; and `how` they pay."""

    typed: str = ""
    kind: str = NOT_HERE
    how: str = "cash"
