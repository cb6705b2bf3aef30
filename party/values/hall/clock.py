"""The clock only advises: the host rings the bell."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

MOST_MINUTES = 240
BREAK_MINUTES_ARE = f"A break takes 1 to {MOST_MINUTES} minutes."
CLOCK_MINUTES_ARE = f"The clock is set to 1 to {MOST_MINUTES} minutes."
STEP = 2  # minutes that one press adds


@dataclass(frozen=True, slots=True)
class Clock:
    """`ends_at` is None while the clock stands still."""

    seconds_left: int
    ends_at: datetime | None
    round_seconds: int

    @classmethod
    def read(
        cls, ends_at: datetime | None, paused_seconds: int, minutes: int, at: datetime
    ) -> Self:
        """Limit the time left: it grows by hours if the laptop's clock is set back."""
        left = paused_seconds if ends_at is None else round((ends_at - at).total_seconds())
        return cls(min(max(left, 0), MOST_MINUTES * 60), ends_at, minutes * 60)

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def is_up(self) -> bool:
        return self.seconds_left == 0

    @property
    def text(self) -> str:
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02}"

    @property
    def percent(self) -> int:
        return min(100 * self.seconds_left // self.round_seconds, 100)
