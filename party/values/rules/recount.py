"""The effect of other rules on played hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from party.values.seats.corrections import Effects


@dataclass(frozen=True, slots=True)
class StoredHand:
    """`is_second_version` marks a second version of the hand, which waits for a decision."""

    entry: int
    round: int
    table: int
    hand: int
    words: str
    is_second_version: bool = False

    def __str__(self) -> str:
        hand = f"hand {self.hand}" if self.hand else "the total"
        suffix = ", typed again" if self.is_second_version else ""
        return f"Round {self.round}, table {self.table}, {hand}{suffix}: {self.words}"


@dataclass(frozen=True, slots=True)
class HandChange:
    stored_hand: StoredHand
    ns: int
    ew: int
    new_ns: int
    new_ew: int
    north_south: str = ""  # "Alma & Bert"
    east_west: str = ""


@dataclass(frozen=True, slots=True)
class RefusedHand:
    stored_hand: StoredHand
    reason: str


@dataclass(frozen=True, slots=True)
class AheadChange:
    """`before` and `after` are pairs, "" for a tie.

    `seats_text` is a sentence about seats already made.
    """

    round: int
    table: int
    before: str
    after: str
    seats_text: str


@dataclass(frozen=True, slots=True)
class Recount:
    """`newest_entry` is an id, 0 for none.

    `total_count` counts the totals typed as points, which stay. `pairs` has, by table, the pair
    that would have been ahead.
    """

    hands: tuple[HandChange, ...]
    refused: tuple[RefusedHand, ...]
    ahead: tuple[AheadChange, ...]
    total_count: int
    newest_entry: int
    effects: Effects | None = None
    pairs: Mapping[int, str] = field(default_factory=dict)

    @property
    def effects_with_choice(self) -> Effects | None:
        """Return the effects if they leave a choice."""
        return self.effects if self.effects and len(self.effects.open_choices) > 1 else None
