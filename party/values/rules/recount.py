"""The changes that other rules would make to played hands, shown in advance."""

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
        suffix = ", typed again" if self.second else ""
        return f"Round {self.round}, table {self.table}, {hand}{suffix}: {self.words}"


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand that would score differently, with the points of both pairs before and after."""

    played: Played
    ns: int
    ew: int
    new_ns: int
    new_ew: int
    north_south: str = ""  # "Alma & Bert"
    east_west: str = ""


@dataclass(frozen=True, slots=True)
class HandRefused:
    """A hand that is impossible under the new rules, with the reason."""

    played: Played
    reason: str


@dataclass(frozen=True, slots=True)
class AheadChange:
    """A table at which another pair would have been ahead; "" is a tie.

    `seats` is a sentence about the seats that were made from it.
    """

    round: int
    table: int
    before: str
    after: str
    seats: str


@dataclass(frozen=True, slots=True)
class Recount:
    """All changes: `totals` were typed as points and stay; `last` is the newest entry.

    `moved` is the effect on the present seats, which came from other `pairs`, by table.
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
        """The effects on seats that need a decision; None without a choice."""
        return self.moved if self.moved and len(self.moved.open_ways) > 1 else None
