"""Texts to send. Names are shortened as on the pages of guests."""

from dataclasses import dataclass
from datetime import datetime

from party.values.numbers import counted, ordinal, total
from party.values.standings.newspaper import DEFAULT_LAYOUT, fill_layout
from party.values.standings.standings import StandingLine

LAST_PLACE_LISTED = 5


@dataclass(frozen=True, kw_only=True)
class Results:
    """`lines` are those of ranked people. `prizes` are the titles with their winners' names."""

    party: str
    start: datetime  # on the club's own clock
    hall: str
    rounds: int
    lines: tuple[StandingLine, ...]
    prizes: tuple[tuple[str, str], ...]
    layout: str = DEFAULT_LAYOUT
    story: str = ""

    @property
    def day(self) -> str:
        """Return "Saturday, November 14", as American newspapers write it."""
        return f"{self.start:%A}, {self.start:%B} {self.start.day}"

    @property
    def newspaper_text(self) -> str:
        pieces = {
            "party": self.party,
            "hall": self.hall,
            "day": self.day,
            "people": counted(len(self.lines), "person", "people"),
            "rounds": counted(self.rounds, "round"),
            "results": "\n".join(self._place_lines),
            "prizes": "\n".join(self._prize_lines),
            "story": self.story,
        }
        return fill_layout(self.layout, pieces)

    @property
    def chat_text(self) -> str:
        head = f"{self.party}, {self.start:%b} {self.start.day}"
        return "\n".join((head, *self._place_lines, *self._prize_lines))

    @property
    def _place_lines(self) -> tuple[str, ...]:
        return tuple(
            f"{ordinal(line.rank)}{' (tie)' if line.is_shared else ''} {line.name}, "
            f"{total(line.total)}"
            for line in self.lines
            if line.rank and line.rank <= LAST_PLACE_LISTED
        )

    @property
    def _prize_lines(self) -> tuple[str, ...]:
        return tuple(f"{title}: {names}" for title, names in self.prizes)
