"""What other rules would change in the hands that were played: shown before it is done."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from party.values.seats.corrections import Effects


@dataclass(frozen=True, slots=True)
class Played:
    """One hand, or a round's total, with its place and its text.

    `second` marks a second, different version of the hand; it waits for a decision.
    """

    entry: int
    round: int
    table: int
    hand: int
    words: str
    second: bool = False

    def __str__(self) -> str:
        hand = f"hand {self.hand}" if self.hand else "the total"
        again = ", typed again" if self.second else ""
        return f"Round {self.round}, table {self.table}, {hand}{again}: {self.words}"


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand that would score otherwise, with the points of both pairs before and after."""

    at: Played
    ns: int
    ew: int
    new_ns: int
    new_ew: int
    north_south: str = ""  # "Alma & Bert"
    east_west: str = ""


@dataclass(frozen=True, slots=True)
class HandRefused:
    """A hand that the new rules do not know, with the reason."""

    at: Played
    why: str


@dataclass(frozen=True, slots=True)
class AheadChange:
    """A table at which another pair would have been ahead; "" is a tie.

    `seats` is a text: what happens to the seats that were made from it.
    """

    round: int
    table: int
    before: str
    after: str
    seats: str


@dataclass(frozen=True, slots=True)
class Recount:
    """All that changes: `totals` were typed as points and stay; `last` is the newest entry.

    `moved` is what it would have changed in the seats that people have now: made from other
    `pairs`, by table.
    """

    hands: tuple[HandChange, ...]
    refused: tuple[HandRefused, ...]
    ahead: tuple[AheadChange, ...]
    totals: int
    last: int
    moved: Effects | None = None
    pairs: Mapping[int, str] = field(default_factory=dict)

    @property
    def in_question(self) -> Effects | None:
        """The effects on seats about which the organiser decides; None without a choice."""
        return self.moved if self.moved and len(self.moved.ways) > 1 else None
