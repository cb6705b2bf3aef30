from dataclasses import dataclass

NOT_HERE, OWING, EVERYBODY = "expected", "owing", "all"
KINDS = ((NOT_HERE, "To come"), (OWING, "Owing"), (EVERYBODY, "All"))


@dataclass(frozen=True, slots=True)
class DoorSearch:
    """The people with a `typed` name, or those of `kind`. `how` is a way of paying or LATER."""

    typed: str = ""
    kind: str = EVERYBODY
    how: str = "cash"
