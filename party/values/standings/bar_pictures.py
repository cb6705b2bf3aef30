"""Bar pictures of an evening: bids by trump, and how many partners people have had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from party.values.standings.line_pictures import TOP

BAR, BAR_GAP = 36, 14
BAR_LEFT, BAR_LONGEST = 230, 500


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
class Bar:
    """One row of the bar picture: how far made and all bids reach, and where the row is."""

    line: TrumpLine
    y: int
    made: int
    all: int

    @property
    def rest(self) -> int:
        return self.all - self.made

    @property
    def split(self) -> int:
        return BAR_LEFT + self.made

    @property
    def middle(self) -> int:
        return self.y + BAR // 2

    @property
    def end(self) -> int:
        return BAR_LEFT + self.all


@dataclass(frozen=True, slots=True)
class BarPicture:
    height: int
    bars: tuple[Bar, ...]


def trump_picture(lines: Sequence[TrumpLine]) -> BarPicture:
    """Draw a bar for each suit: filled as far as bids were made, outlined where they were set."""
    most = max((line.bids for line in lines), default=0) or 1
    bars = tuple(
        Bar(
            line,
            TOP + place * (BAR + BAR_GAP),
            line.made * BAR_LONGEST // most,
            line.bids * BAR_LONGEST // most,
        )
        for place, line in enumerate(lines)
    )
    return BarPicture(TOP + len(lines) * (BAR + BAR_GAP), bars)


@dataclass(frozen=True, slots=True)
class PartnersBar:
    """How many people have had so many different partners."""

    partners: int
    people: int
    y: int
    all: int

    @property
    def name(self) -> str:
        return "1 partner" if self.partners == 1 else f"{self.partners} partners"

    @property
    def words(self) -> str:
        return "1 person" if self.people == 1 else f"{self.people} people"

    @property
    def middle(self) -> int:
        return self.y + BAR // 2

    @property
    def end(self) -> int:
        return BAR_LEFT + self.all


@dataclass(frozen=True, slots=True)
class PartnersPicture:
    height: int
    bars: tuple[PartnersBar, ...]


def partners_picture(people: Mapping[int, int]) -> PartnersPicture:
    """Draw a bar for each number of different partners, the most partners first."""
    most = max(people.values(), default=1)
    bars = tuple(
        PartnersBar(partners, count, TOP + place * (BAR + BAR_GAP), count * BAR_LONGEST // most)
        for place, (partners, count) in enumerate(sorted(people.items(), reverse=True))
    )
    return PartnersPicture(TOP + len(bars) * (BAR + BAR_GAP), bars)
