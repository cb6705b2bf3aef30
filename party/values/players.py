"""Who comes to a party, as the door and the list of players see them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A name to put on the list, as it was typed.

    `player` is the person of the club's roster whom the organiser recognised in the name; without
    one somebody new joins the roster. `another` says that the same name on tonight's list is
    another person.
    """

    name: str
    prize_group: str = ""
    player: int | None = None
    another: bool = False
