"""Bar pictures of an evening: bids by trump, and how many partners people have had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from party.values.numbers import counted
from party.values.standings.line_pictures import TOP

BAR, BAR_GAP = 36, 14
BAR_LEFT, BAR_LONGEST = 230, 500
L = TypeVar("L", "TrumpLine", "PartnersLine")


@dataclass(frozen=True, slots=True)
class TrumpLine:
    """The bids of one suit, or one special bid. `strain` is "" for a special one."""

    strain: str
    name: str
    bids: int
    made: int
    all_bids: int

    @property
    def was_set(self) -> int:
        return self.bids - self.made

    @property
    def share(self) -> int:
        """Return how many of a hundred bids were in this suit."""
        return _percent(self.bids, self.all_bids)

    @property
    def share_made(self) -> int:
        """Return how many of a hundred bids in this suit were made."""
        return _percent(self.made, self.bids)


def _percent(part: int, whole: int) -> int:
    return (200 * part + whole) // (2 * whole) if whole else 0


@dataclass(frozen=True, slots=True)
class PartnersLine:
    """How many people have had so many different partners."""

    partners: int
    people: int

    @property
    def name(self) -> str:
        return counted(self.partners, "partner")

    @property
    def people_text(self) -> str:
        return counted(self.people, "person", "people")


@dataclass(frozen=True, slots=True)
class Bar(Generic[L]):
    """One row of a bar picture: where it is, how long it is and how much of it is filled."""

    line: L
    y: int
    filled: int
    all: int

    @property
    def rest(self) -> int:
        return self.all - self.filled

    @property
    def split(self) -> int:
        return BAR_LEFT + self.filled

    @property
    def middle(self) -> int:
        return self.y + BAR // 2

    @property
    def end(self) -> int:
        return BAR_LEFT + self.all


@dataclass(frozen=True, slots=True)
class BarPicture(Generic[L]):
    height: int
    bars: tuple[Bar[L], ...]


def trump_picture(lines: Sequence[TrumpLine]) -> BarPicture[TrumpLine]:
    """Draw a bar for each suit: filled as far as bids were made, outlined where they were set."""
    return _bar_picture([(line, line.made, line.bids) for line in lines])


def partners_picture(people: Mapping[int, int]) -> BarPicture[PartnersLine]:
    """Draw a bar for each number of different partners, the most partners first."""
    lines = [PartnersLine(*each) for each in sorted(people.items(), reverse=True)]
    return _bar_picture([(line, line.people, line.people) for line in lines])


def _bar_picture(rows: Sequence[tuple[L, int, int]]) -> BarPicture[L]:
    """Draw a bar for each line with the numbers of its filled part and of all of it."""
    most = max((whole for _, _, whole in rows), default=0) or 1
    bars = tuple(
        Bar(
            line,
            TOP + place * (BAR + BAR_GAP),
            filled * BAR_LONGEST // most,
            whole * BAR_LONGEST // most,
        )
        for place, (line, filled, whole) in enumerate(rows)
    )
    return BarPicture(TOP + len(bars) * (BAR + BAR_GAP), bars)
