"""A party as it is planned."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from party.engine import PRESETS, Rules
from party.progression import FORMATS, Format


@dataclass(frozen=True, kw_only=True)
class Plan:
    """All that is chosen before the cards: `rounds` None means as many as there are tables.

    `preset` is where rules and format came from, for display; they may differ from it.
    """

    name: str
    starts_at: datetime
    preset: str
    rules: Rules
    format: Format
    place: str = ""
    rounds: int | None = None
    capture: str = "hands"
    cards: str = "named"
    paper: str = "letter"

    @classmethod
    def of_preset(cls, preset: str, **chosen: Any) -> Self:
        """Return the plan of a named system with everything else as chosen."""
        return cls(preset=preset, rules=PRESETS[preset], format=FORMATS[preset], **chosen)
