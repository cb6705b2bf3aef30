from dataclasses import dataclass

NOT_HERE, OWING, EVERYBODY = "expected", "owing", "all"
KINDS = ((NOT_HERE, "To come"), (OWING, "Owing"), (EVERYBODY, "All"))


@dataclass(frozen=True, slots=True)
class DoorSearch:
    """Finds people by a `typed` name, or all of one `kind`. `how` is a way of paying, or LATER."""

    typed: str = ""
    kind: str = EVERYBODY
    how: str = "cash"
