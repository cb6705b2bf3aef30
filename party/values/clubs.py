"""The people who may work for a club, as its organiser sees them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Helper:
    """Somebody at the desk; `everywhere` when they help at every party of the club."""

    id: int
    name: str
    everywhere: bool
    signed_in: bool
