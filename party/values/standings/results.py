"""The results of a finished party as texts to send: for a newspaper, and for a chat.

People have the names that guests see.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from party.values.numbers import counted, total

FIRST = 5  # places in a text
LAYOUT = """\
{people} played {rounds} of Five Hundred at {party} on {day}.

{places}

{prizes}"""
PIECE = re.compile(r"\{\s*([^{}]*?)\s*\}")


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One place of the results; `place` is as printed: "3="."""

    entrant: int
    rank: int
    place: str
    name: str
    total: int


@dataclass(frozen=True, kw_only=True)
class Results:
    """`prizes` are the titles with their winners' names."""

    club: str
    party: str
    start: datetime  # on the club's own clock
    hall: str
    rounds: int
    lines: tuple[ResultLine, ...]
    prizes: tuple[tuple[str, str], ...]

    @property
    def day(self) -> str:
        return f"{self.start:%A} {self.start.day} {self.start:%B}"

    @property
    def first_lines(self) -> tuple[ResultLine, ...]:
        """The first places, with everyone who shares the last of them."""
        return tuple(line for line in self.lines if line.rank <= FIRST)

    def newspaper_text(self, layout: str = "") -> str:
        pieces = {
            "club": self.club,
            "party": self.party,
            "day": self.day,
            "hall": self.hall,
            "people": counted(len(self.lines), "person", "people"),
            "rounds": counted(self.rounds, "round"),
            "winners": " and ".join(line.name for line in self.lines if line.rank == 1),
            "places": "\n".join(
                f"{line.place} {line.name}, {total(line.total)}" for line in self.first_lines
            ),
            "prizes": "\n".join(f"{title}: {names}" for title, names in self.prizes),
        }
        text = PIECE.sub(lambda found: pieces.get(found[1], found[0]), layout or LAYOUT)
        return re.sub(r"\n{3,}", "\n\n", text).strip()

    @property
    def chat_text(self) -> str:
        """Return the results in a few short lines."""
        head = f"{self.party}, {self.start.day} {self.start:%b}"
        places = (f"{line.place} {line.name} {total(line.total)}" for line in self.first_lines)
        prizes = (f"{title}: {names}" for title, names in self.prizes)
        return "\n".join((head, *places, *prizes))
