"""The search of the door, from the form to the query."""

from dataclasses import dataclass

NOT_HERE, OWING, EVERYBODY = "expected", "owing", "all"
KINDS = ((NOT_HERE, "To come"), (OWING, "Owing"), (EVERYBODY, "All"))


@dataclass(frozen=True, slots=True)
class DoorSearch:
    """The people to show: those with a `typed` name, or without one those of `kind`.

    `how` is the way of paying that the buttons of the page store; with LATER they take no money.
    """

    typed: str = ""
    kind: str = EVERYBODY
    how: str = "cash"
