from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from party.engine import PRESETS, Rules
from party.progression import FORMATS, Format
from party.values.evening.pace import DEFAULT_BREAK
from party.values.people.money import money

MOST_ROUNDS = 99
NO_PARTY_NAME = "Type a name for the party."
ROUNDS_ARE = f"Rounds are a number from 1 to {MOST_ROUNDS}."
CAPTURES = {
    "hands": "hand by hand",
    "totals": "round totals",
    "cards": "final cards",
    "untracked": "final cards without seats",
}
CARDS = {"named": "names first", "hat": "blind draw", "blind": "blind draw in order"}
PAPERS = {"letter": "Letter paper", "a4": "A4 paper"}


@dataclass(frozen=True, kw_only=True)
class PartyPlan:
    """`rounds` None: as many as tables. Rules and format may differ from their `preset`."""

    name: str
    starts_at: datetime
    preset: str
    rules: Rules
    format: Format
    place: str = ""
    rounds: int | None = None
    break_after: int | None = None  # a round; None: no break is planned
    break_minutes: int = DEFAULT_BREAK
    clock_minutes: int | None = None  # of a round on the hall's clock; None: no clock
    capture: str = "hands"
    cards: str = "named"
    paper: str = "letter"
    fee: int = 0  # cents
    currency: str = "$"

    @property
    def on_cards(self) -> bool:
        return self.capture in {"cards", "untracked"}

    @property
    def is_blind(self) -> bool:
        return self.cards != "named"

    @property
    def tracks_seats(self) -> bool:
        return self.capture != "untracked"

    @property
    def has_own_rules(self) -> bool:
        return self.rules.values() != PRESETS[self.preset].values()

    @property
    def summary(self) -> str:
        fee = money(self.fee, self.currency) if self.fee else "no fee"
        answers = [CAPTURES[self.capture], CARDS[self.cards], fee, PAPERS[self.paper]]
        words = [self.name, self.place, f"the rules of {self.rules.name}", *answers]
        return f"{', '.join(filter(None, words))}, and the same choices for ties and latecomers"

    @classmethod
    def of_preset(cls, preset: str, **values: Any) -> Self:
        return cls(preset=preset, rules=PRESETS[preset], format=FORMATS[preset], **values)


@dataclass(frozen=True, slots=True)
class DoorCounts:
    listed: int
    here: int
    named: int

    def can_fill_table(self, *, is_blind: bool) -> bool:
        """Return whether there are four people; a blind draw counts everybody on the list."""
        return (self.listed if is_blind else self.here) >= 4
