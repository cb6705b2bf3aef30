from dataclasses import dataclass
from enum import StrEnum


class Owner(StrEnum):
    """The owner of a chair's points: the person who sat in it, or the person on the list."""

    CHAIR = "chair"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class ChairExchange:
    """Two people, by entrant id, who sat in each other's chairs.

    With `partners`, their partners did the same. With `by_name` the points stay with the people on
    the list; only the next moves start from the real chairs.
    """

    one: int
    other: int
    partners: bool = False
    by_name: bool = False
