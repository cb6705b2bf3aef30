"""The changes that other rules would make to played hands, shown in advance."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from party.values.seats.corrections import Effects


@dataclass(frozen=True, slots=True)
class StoredHand:
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

    stored_hand: StoredHand
    ns: int
    ew: int
    new_ns: int
    new_ew: int
    north_south: str = ""  # "Alma & Bert"
    east_west: str = ""


@dataclass(frozen=True, slots=True)
class RefusedHand:
    """A hand that is impossible under the new rules, with the reason."""

    stored_hand: StoredHand
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
    """All changes under other rules. `newest_entry` is the id of the newest entry, 0 for none.

    `totals` counts the totals that were typed as points, which stay. `pairs` are the pairs that
    would have been ahead, by table, and `effects` their effects on the present seats.
    """

    hands: tuple[HandChange, ...]
    refused: tuple[RefusedHand, ...]
    ahead: tuple[AheadChange, ...]
    totals: int
    newest_entry: int
    effects: Effects | None = None
    pairs: Mapping[int, str] = field(default_factory=dict)

    @property
    def in_question(self) -> Effects | None:
        """The effects on seats that need a decision; None without a choice."""
        return self.effects if self.effects and len(self.effects.open_ways) > 1 else None
