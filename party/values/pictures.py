"""Pictures of an evening: what they say, and where on the page each part of them is drawn.

A picture is WIDTH units wide and its own height; y grows downward, as on a screen. In a *line
picture* every player is a line over the rounds. A few are *marked*: drawn strongly, each with a
dash and a sign of its own, so that nothing depends on colour. Page and paper draw the same values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from party.values.written import total

WIDTH = 1000
LEFT, RIGHT, TOP, FOOT = 90, 690, 24, 44
HEIGHT = 520
MOST_MARKED = 5
BETWEEN_NAMES = 30
LONGEST_NAME = 18
STEPS = (1, 2, 5)
MOST_TICKS = 6
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on an edge: where it stands, and what it says."""

    at: int
    words: str


@dataclass(frozen=True, slots=True)
class Trace:
    """One player's line, in as many stretches as the evening was interrupted for them."""

    name: str
    stretches: tuple[tuple[Point, ...], ...]
    mark: int | None = None
    name_at: int = 0  # where the name of a marked line stands

    @property
    def path(self) -> str:
        """Return the line as SVG writes paths: "M10,20 L30,40"."""
        return " ".join(
            f"{'L' if number else 'M'}{x},{y}"
            for stretch in self.stretches
            for number, (x, y) in enumerate(stretch)
        )

    @property
    def points(self) -> tuple[Point, ...]:
        return tuple(point for stretch in self.stretches for point in stretch)

    @property
    def short_name(self) -> str:
        if len(self.name) <= LONGEST_NAME:
            return self.name
        return f"{self.name[: LONGEST_NAME - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class LinePicture:
    """Lines over rounds, the marked ones last, so that they lie on top."""

    height: int
    ticks: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    traces: tuple[Trace, ...]

    @property
    def marked(self) -> tuple[Trace, ...]:
        return tuple(trace for trace in self.traces if trace.mark is not None)


@dataclass(frozen=True, slots=True)
class Course:
    """A player's values, one for each round; None where there is none. `marked` counts from 0."""

    name: str
    values: tuple[int | None, ...]
    marked: int | None = None


def totals_picture(courses: Sequence[Course]) -> LinePicture:
    """Draw running totals: the highest on top, the start at nothing."""
    begun = [Course(each.name, (0, *each.values), each.marked) for each in courses]
    values = [value for each in begun for value in each.values if value is not None]
    ticks = steps(min(values, default=0), max(values, default=0))
    low, high = ticks[0], ticks[-1]
    scale = {value: _between(value, high, low, HEIGHT) for value in (*values, *ticks)}
    count = max((len(each.values) for each in begun), default=1)
    names = ("Start", *(f"R{number}" for number in range(1, count)))
    edge = tuple(Tick(scale[value], total(value)) for value in ticks)
    return _picture(begun, scale, edge, names, HEIGHT)


def moves_picture(courses: Sequence[Course], tables: int) -> LinePicture:
    """Draw who sat where. A value is a chair counted from the head table's North, 0; -1 is out.

    Each table has a strip for its four chairs, the head table on top; who sits out is below.
    """
    strip, gap = 44, 16
    height = TOP + (tables + 1) * (strip + gap) + FOOT
    chairs = {
        4 * table + chair: TOP + table * (strip + gap) + 6 + chair * strip // 4
        for table in range(tables)
        for chair in range(4)
    }
    scale = {**chairs, -1: TOP + tables * (strip + gap) + strip // 2}
    middles = [TOP + table * (strip + gap) + strip // 2 for table in range(tables)]
    edge = [Tick(at, f"T{number}") for number, at in enumerate(middles, start=1)]
    count = max((len(each.values) for each in courses), default=0)
    names = tuple(f"R{number}" for number in range(1, count + 1))
    return _picture(courses, scale, (*edge, Tick(scale[-1], "Out")), names, height)


def steps(low: int, high: int) -> tuple[int, ...]:
    """Return round numbers from at or below `low` to at or above `high`, a few of them."""
    low, high = min(low, 0), max(high, 0 if low < 0 else 1)
    size = 1
    while True:
        for step in STEPS:
            first, last = low // (step * size), -(-high // (step * size))
            if last - first <= MOST_TICKS:
                return tuple(number * step * size for number in range(first, last + 1))
        size *= 10


def _between(value: int, top: int, bottom: int, height: int) -> int:
    return TOP + (top - value) * (height - TOP - FOOT) // (top - bottom)


def _picture(
    courses: Iterable[Course],
    scale: Mapping[int, int],
    edge: tuple[Tick, ...],
    names: Sequence[str],
    height: int,
) -> LinePicture:
    apart = (RIGHT - LEFT) // max(len(names) - 1, 1)
    across = [LEFT + place * apart for place in range(len(names))]
    traces = [_trace(course, across, scale) for course in courses]
    rounds = tuple(Tick(x, words) for x, words in zip(across, names, strict=True))
    return LinePicture(height, edge, rounds, tuple(_named(traces, height)))


def _trace(course: Course, across: Sequence[int], scale: Mapping[int, int]) -> Trace:
    stretches: list[list[Point]] = [[]]
    for x, value in zip(across, course.values, strict=False):
        if value is None:
            stretches.append([])
        else:
            stretches[-1].append((x, scale[value]))
    return Trace(course.name, tuple(tuple(one) for one in stretches if one), course.marked)


def _named(traces: Iterable[Trace], height: int) -> list[Trace]:
    """Return the lines, marked ones last, their names beside their ends and apart."""
    traces = list(traces)
    strong = [trace for trace in traces if trace.mark is not None and trace.points]
    strong.sort(key=lambda trace: trace.points[-1][1])
    free = TOP
    places = []
    for trace in strong:
        places.append(max(trace.points[-1][1], free))
        free = places[-1] + BETWEEN_NAMES
    lowest = height - FOOT
    for number in reversed(range(len(places))):
        places[number] = min(places[number], lowest)
        lowest = places[number] - BETWEEN_NAMES
    named = [
        Trace(trace.name, trace.stretches, trace.mark, place)
        for trace, place in zip(strong, places, strict=True)
    ]
    return [trace for trace in traces if trace.mark is None] + named


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


BAR, BAR_GAP = 36, 14
BAR_LEFT, BAR_LONGEST = 230, 500


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
class PlayerLine:
    """One player's row under the pictures, all in words; one text for each round."""

    id: int
    name: str
    sums: tuple[str, ...]
    places: tuple[str, ...]
    partners: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two people who were partners more than once, and in which rounds."""

    one: str
    other: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Square:
    """The partners' square: a sign where row and column were partners, a number from twice on."""

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


def square_picture(
    names: Sequence[str], times: Mapping[tuple[int, int], int]
) -> SquarePicture | None:
    """Draw who partnered whom, by the places of the names; None with too many to be read."""
    if len(names) > MOST_IN_SQUARE:
        return None
    return SquarePicture(
        size=SQUARE_TOP + CELL * len(names) + 8,
        names=tuple(
            Tick(SQUARE_TOP + CELL * place, f"{Trace(name, ()).short_name} {place + 1}")
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
    """All pictures of an evening after so many rounds, and what they say in words."""

    rounds: int
    totals: LinePicture
    moves: LinePicture
    trumps: BarPicture
    square: SquarePicture | None
    lines: tuple[PlayerLine, ...]
    repeats: tuple[Repeat, ...]
    bids: int
    numbers: tuple[int, ...]
