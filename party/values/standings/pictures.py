"""Pictures of an evening, and the same in words. Page and paper draw the same values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from party.values.numbers import total
from party.values.standings.bar_pictures import BarPicture, PartnersLine, TrumpLine
from party.values.standings.line_pictures import LinePicture, Tick, bands, shortened


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player's row under the pictures, all in words; one text for each round."""

    AWAY: ClassVar = "–"

    id: int
    name: str
    points: tuple[int, ...]  # the running total
    places: tuple[str, ...]
    partners: tuple[str, ...]
    note: str = ""

    @property
    def sums(self) -> tuple[str, ...]:
        return tuple(map(total, self.points))


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two people who were partners more than once, and in which rounds."""

    one: str
    other: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Square:
    """One field of the partners' square: a sign for partners once, a number if more often."""

    x: int
    y: int
    times: int


@dataclass(frozen=True, slots=True)
class SquarePicture:
    """Everybody against everybody, A–Z in both directions; rows and columns are numbered."""

    size: int
    names: tuple[Tick, ...]
    numbers: tuple[Tick, ...]
    squares: tuple[Square, ...]

    @property
    def end(self) -> int:
        return SQUARE_LEFT + CELL * len(self.names)

    @property
    def bottom(self) -> int:
        return SQUARE_TOP + CELL * len(self.names)


CELL, SQUARE_LEFT, SQUARE_TOP = 26, 250, 40
MOST_IN_SQUARE = 28
SHORTEST_NAME = 15  # wider names would begin left of the picture


def square_picture(
    names: Sequence[str], times: Mapping[tuple[int, int], int], endings: Mapping[str, str]
) -> SquarePicture | None:
    """Draw who partnered whom, by the places of the names; None with too many to be read.

    `endings` are those of names that would be alike without them.
    """
    if len(names) > MOST_IN_SQUARE:
        return None
    return SquarePicture(
        size=SQUARE_TOP + CELL * len(names) + 8,
        names=tuple(
            Tick(
                SQUARE_TOP + CELL * place,
                f"{shortened(name, SHORTEST_NAME, endings.get(name, ''))} {place + 1}",
            )
            for place, name in enumerate(names)
        ),
        numbers=tuple(
            Tick(SQUARE_LEFT + CELL * place, str(place + 1)) for place in range(len(names))
        ),
        squares=tuple(
            Square(SQUARE_LEFT + CELL * column, SQUARE_TOP + CELL * row, count)
            for (row, column), count in sorted(times.items())
        ),
    )


@dataclass(frozen=True, slots=True)
class Pictures:
    """All pictures of an evening after some rounds, and the same in words."""

    rounds: int
    totals: LinePicture
    moves: LinePicture
    trumps: BarPicture[TrumpLine]
    square: SquarePicture | None
    partners: BarPicture[PartnersLine]
    lines: tuple[PlayerLine, ...]
    repeats: tuple[Repeat, ...]
    bids: int
    numbers: tuple[int, ...]
    tracked: bool = True  # else nobody knows who sat where, nor who partnered whom

    @property
    def move_bands(self) -> tuple[LinePicture, ...]:
        return bands(self.moves)
