from dataclasses import dataclass

from party.engine import SEAT_NAMES
from party.values.people.person import Sitting


@dataclass(frozen=True, slots=True)
class PersonMove:
    """A person's seat in the next round.

    `words` say why; `short` is for a place that shows the chair too. `old` is the last chair; None
    for somebody who sat out or just arrived. If `is_closed`, the old table is closed now.
    """

    sitting: Sitting
    words: str
    is_by_rule: bool = True
    old: tuple[int, str] | None = None
    short: str = ""
    is_closed: bool = False

    @property
    def is_new(self) -> bool:
        return self.old is None or self.old[0] != self.sitting.table

    @property
    def from_text(self) -> str:
        """Return "from table 6", "stays" or "stays, was West"."""
        if self.old is None:
            return "comes in"
        table, seat = self.old
        if self.is_closed:
            return f"table {table} is closed"
        if self.is_new:
            return f"from table {table}"
        return "stays" if seat == self.sitting.seat else f"stays, was {SEAT_NAMES[seat]}"


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card of a blind draw whose holder sits elsewhere or sits out in round 1."""

    number: int
    old_table: int
    old_seat: str
    table: int | None
    seat: str | None

    def __str__(self) -> str:
        card = f"No. {self.number} (table {self.old_table}, {SEAT_NAMES[self.old_seat]})"
        if self.table is None or self.seat is None:
            return f"{card} sits out round 1"
        return f"{card} moves to table {self.table}, {SEAT_NAMES[self.seat]}"


def place_text(sitting: Sitting) -> str:
    """Return "table 3, North" or "sits out"."""
    if sitting.table is None or sitting.seat is None:
        return "sits out"
    return f"table {sitting.table}, {SEAT_NAMES[sitting.seat]}"
