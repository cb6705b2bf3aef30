"""Line pictures of an evening: every player is a line over the rounds.

A picture is WIDTH units wide and its own height; y grows downward, as on a screen. A few lines
are *marked*: drawn strongly, each with a dash and a sign of its own, so that nothing depends on
colour. A picture too high for its page is cut into *bands*, between two tables. Page and paper
draw the same values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from party.values.numbers import total

WIDTH = 1000
LEFT, RIGHT, TOP, FOOT = 90, 690, 24, 44
HEIGHT = 520
MOST_MARKED = 5
BETWEEN_NAMES = 30
LONGEST_NAME = 18
STEPS = (1, 2, 5)
MOST_TICKS = 6
STRIP, STRIP_GAP = 44, 16  # of a table in the picture of moves
MOST_STRIPS = 16  # in one band on the page
Point = tuple[int, int]


def shortened(name: str, most: int = LONGEST_NAME, ending: str = "") -> str:
    """Cut a name that is too long; its `ending`, which tells it from another, stays."""
    kept = ending[-most // 2 :]
    return name if len(name) <= most else f"{name[: most - 1 - len(kept)].rstrip()}…{kept}"


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on an edge: its position and its text."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Trace:
    """One player's line; a missed round begins a new stretch."""

    name: str
    stretches: tuple[tuple[Point, ...], ...]
    mark: int | None = None
    name_at: int | None = None  # where the name of a marked line stands
    ending: str = ""  # of the name, that tells it from another

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
        return shortened(self.name, ending=self.ending)


@dataclass(frozen=True, slots=True)
class LinePicture:
    """Lines over rounds, the marked ones last, so that they lie on top."""

    height: int
    ticks: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    traces: tuple[Trace, ...]
    top: int = 0

    @property
    def size(self) -> int:
        return self.height - self.top

    @property
    def clip(self) -> int:
        """Return how far down from the top the lines are drawn; below it the rounds are named."""
        return self.size - FOOT + STRIP_GAP // 2

    @property
    def tables_text(self) -> str:
        """Return which tables a band shows: "T1 to T14"."""
        return f"{self.ticks[0].text} to {self.ticks[-1].text}"

    @property
    def marked(self) -> tuple[Trace, ...]:
        return tuple(trace for trace in self.traces if trace.mark is not None)


@dataclass(frozen=True, slots=True)
class Course:
    """A player's values, one for each round; None where there is none. `marked` counts from 0.

    The `ending` of the name tells it from another one.
    """

    name: str
    values: tuple[int | None, ...]
    marked: int | None = None
    ending: str = ""


def totals_picture(courses: Sequence[Course]) -> LinePicture:
    """Draw running totals: the highest on top, the start at nothing."""
    begun = [replace(each, values=(0, *each.values)) for each in courses]
    values = [value for each in begun for value in each.values if value is not None]
    ticks = steps(min(values, default=0), max(values, default=0))
    low, high = ticks[0], ticks[-1]
    scale = {value: _between(value, high, low) for value in (*values, *ticks)}
    count = max((len(each.values) for each in begun), default=1)
    names = ("Start", *(f"R{number}" for number in range(1, count)))
    edge = tuple(Tick(scale[value], total(value)) for value in ticks)
    return _picture(begun, scale, edge, names, HEIGHT)


def moves_picture(courses: Sequence[Course], tables: int) -> LinePicture:
    """Draw who sat where. A value is a chair counted from the head table's North, 0; -1 is out.

    Each table has a strip for its four chairs, the head table on top; who sits out is below.
    """
    apart = STRIP + STRIP_GAP
    height = TOP + (tables + 1) * apart + FOOT
    chairs = {
        4 * table + chair: TOP + table * apart + 6 + chair * STRIP // 4
        for table in range(tables)
        for chair in range(4)
    }
    scale = {**chairs, -1: TOP + tables * apart + STRIP // 2}
    middles = [TOP + table * apart + STRIP // 2 for table in range(tables)]
    edge = [Tick(at, f"T{number}") for number, at in enumerate(middles, start=1)]
    count = max((len(each.values) for each in courses), default=0)
    names = tuple(f"R{number}" for number in range(1, count + 1))
    return _picture(courses, scale, (*edge, Tick(scale[-1], "Out")), names, height)


def bands(picture: LinePicture, most: int = MOST_STRIPS) -> tuple[LinePicture, ...]:
    """Cut a picture of moves between tables into bands of about as many, at most `most`, each."""
    count = -(-len(picture.ticks) // most)
    if count <= 1:
        return (picture,)
    each = -(-len(picture.ticks) // count)
    return tuple(
        _band(picture, picture.ticks[first : first + each])
        for first in range(0, len(picture.ticks), each)
    )


def _band(picture: LinePicture, ticks: tuple[Tick, ...]) -> LinePicture:
    half = (STRIP + STRIP_GAP) // 2
    top, bottom = ticks[0].at - half, ticks[-1].at + half
    traces = [
        replace(trace, name_at=None)
        for trace in picture.traces
        if any(_is_between(stretch, top, bottom) for stretch in trace.stretches)
    ]
    named = tuple(_with_names(traces, top, bottom))
    height = bottom - STRIP_GAP // 2 + FOOT
    return replace(picture, height=height, ticks=ticks, traces=named, top=top)


def _is_between(stretch: Sequence[Point], top: int, bottom: int) -> bool:
    heights = [y for _, y in stretch]
    return min(heights) <= bottom and max(heights) >= top


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


def _between(value: int, top: int, bottom: int) -> int:
    return TOP + (top - value) * (HEIGHT - TOP - FOOT) // (top - bottom)


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
    rounds = tuple(Tick(*each) for each in zip(across, names, strict=True))
    return LinePicture(height, edge, rounds, tuple(_with_names(traces, TOP, height - FOOT)))


def _trace(course: Course, across: Sequence[int], scale: Mapping[int, int]) -> Trace:
    stretches: list[list[Point]] = [[]]
    for x, value in zip(across, course.values, strict=False):
        if value is None:
            stretches.append([])
        else:
            stretches[-1].append((x, scale[value]))
    lines = tuple(tuple(one) for one in stretches if one)
    return Trace(course.name, lines, course.marked, ending=course.ending)


def _with_names(traces: Iterable[Trace], top: int, bottom: int) -> list[Trace]:
    """Return the lines, marked ones last; the names of those that end here beside their ends."""
    traces = list(traces)
    strong = [trace for trace in traces if trace.mark is not None and trace.points]
    strong.sort(key=lambda trace: trace.points[-1][1])
    ending = [trace for trace in strong if top <= trace.points[-1][1] <= bottom]
    free = top
    places = []
    for trace in ending:
        places.append(max(trace.points[-1][1], free))
        free = places[-1] + BETWEEN_NAMES
    lowest = bottom
    for number in reversed(range(len(places))):
        places[number] = min(places[number], lowest)
        lowest = places[number] - BETWEEN_NAMES
    spots = dict(zip(map(id, ending), places, strict=True))
    return [trace for trace in traces if trace.mark is None] + [
        replace(trace, name_at=spots.get(id(trace))) for trace in strong
    ]
