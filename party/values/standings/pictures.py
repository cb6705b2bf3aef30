"""Pictures of an evening, for pages and paper. One person is *marked* in all of them.

Text beside a drawing is not part of the drawing, so that the text is never cut.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import ClassVar

from party.values.numbers import counted, signed, total
from party.values.standings.drawings import Box, Drawing, DrawnLine, Label, Point, Sign
from party.values.standings.words import NO_REPEATS

ROOM: Point = (300, 100)
ROOM_EDGE: Point = (0, 4)
MOST_IN_ROOM = 60  # more thin lines would merge
BAR_HEIGHT = 10
LANE, MOVES_WIDTH, FIRST_ROUND, LAST_ROUND = 40, 500, 80, 460
OFFSETS = (0, -11, 11)  # of three people at one table in one round
MOST_LANES = 12
MOST_NAMED = 8  # rounds; more labels would touch on a phone
CELL = 22
MOST_IN_SQUARE = 28  # more could not be read
OUT = -1  # instead of a table, for somebody who sits out


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player's row under the pictures, with one text for each round."""

    ABSENT: ClassVar = "–"

    id: int
    name: str
    points: tuple[int, ...]  # the running total
    places: tuple[str, ...]
    partners: tuple[str, ...]
    note: str = ""

    @property
    def sums(self) -> tuple[str, ...]:
        return tuple(map(total, self.points))

    @property
    def by_round(self) -> tuple[tuple[int, str, str], ...]:
        gains = [after - before for before, after in pairwise((0, *self.points))]
        rounds = enumerate(zip(self.partners, map(signed, gains), strict=True), start=1)
        return tuple((number, partner, gain) for number, (partner, gain) in rounds)


@dataclass(frozen=True, slots=True)
class Repeat:
    first: str
    second: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidCount:
    """`strain` is "" except for a suit."""

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
        return _percent(self.bids, self.all_bids)

    @property
    def share_made(self) -> int:
        return _percent(self.made, self.bids)


def _percent(count: int, whole: int) -> int:
    return (200 * count + whole) // (2 * whole) if whole else 0


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of all running totals of a room."""

    low: int
    high: int
    rounds: int

    @classmethod
    def for_sums(cls, sums: Sequence[tuple[int, ...]]) -> "Scale":
        low, high = min((0, *map(min, sums))), max((0, *map(max, sums)))
        return cls(low, high, rounds=len(sums[0]) if sums else 0)

    @property
    def words(self) -> str:
        return f"from {total(self.low)} to {total(self.high)}"

    def line(self, sums: Sequence[int], size: Point, edge: Point) -> tuple[Point, ...]:
        """Return a line that starts at zero, inside a free `edge`."""
        x_step = (size[0] - 2 * edge[0]) / max(self.rounds, 1)
        y_step = (size[1] - 2 * edge[1]) / max(self.high - self.low, 1)
        return tuple(
            (edge[0] + number * x_step, edge[1] + (self.high - value) * y_step)
            for number, value in enumerate((0, *sums))
        )


@dataclass(frozen=True, slots=True)
class Tile:
    name: str
    sums: tuple[str, ...]
    place: str
    best: str
    drawing: Drawing

    @property
    def words(self) -> str:
        return f"{self.name}: {', '.join(self.sums)}"


def room_picture(scale: Scale, sums: Sequence[tuple[int, ...]]) -> Drawing:
    """In a large room, draw only some of the lines."""
    step = -(-len(sums) // MOST_IN_ROOM) or 1
    lines = [(0,) * scale.rounds, *sums[::step]]
    looks = ["base", *["thin"] * (len(lines) - 1)]
    return _totals_drawing(scale, lines, looks)


def tile_picture(scale: Scale, sums: tuple[int, ...]) -> Drawing:
    return _totals_drawing(scale, [sums], ["me"])


def _totals_drawing(
    scale: Scale, sums: Sequence[tuple[int, ...]], looks: Sequence[str]
) -> Drawing:
    lines = (scale.line(totals, ROOM, ROOM_EDGE) for totals in sums)
    return Drawing(*ROOM, tuple(map(DrawnLine, lines, looks)))


@dataclass(frozen=True, slots=True)
class Bar:
    strain: str
    name: str
    drawing: Drawing
    number: int
    words: str


def bid_bars(lines: Sequence[BidCount]) -> tuple[Bar, ...]:
    """Fill the part of made bids, outline the part of set bids."""
    largest = max((line.bids for line in lines), default=0) or 1
    return tuple(
        Bar(
            line.strain,
            line.name,
            _bar(largest, line.bids, line.made),
            line.made,
            f"of {line.bids} made",
        )
        for line in lines
    )


def partner_bars(people: Mapping[int, int]) -> tuple[Bar, ...]:
    """`people` has a count of people for each number of partners."""
    largest = max(people.values(), default=1)
    return tuple(
        Bar("", counted(partners, "partner"), _bar(largest, count, count), count, _people(count))
        for partners, count in sorted(people.items(), reverse=True)
    )


def _people(count: int) -> str:
    return "person" if count == 1 else "people"


def _bar(largest: int, whole: int, filled: int) -> Drawing:
    outlined = Box(0, 0, whole, BAR_HEIGHT, "set")
    return Drawing(largest, BAR_HEIGHT, (outlined, Box(0, 0, filled, BAR_HEIGHT, "made")))


@dataclass(frozen=True, slots=True)
class Course:
    """`tables` has an entry for each round: OUT on the bench, None if absent."""

    name: str
    tables: tuple[int | None, ...]

    @property
    def words(self) -> str:
        names = {None: PlayerLine.ABSENT, OUT: "out"}
        return f"{self.name}: tables {', '.join(names.get(n) or str(n) for n in self.tables)}"


@dataclass(frozen=True, slots=True)
class MovesPicture:
    courses: tuple[Course, ...]
    drawing: Drawing
    skips_tables: bool  # tables at which none of these people sat are left out

    @property
    def words(self) -> str:
        return "; ".join(course.words for course in self.courses)

    @property
    def signs(self) -> tuple[tuple[Sign, str], ...]:
        return tuple(
            (Sign((0, 0), number), course.name) for number, course in enumerate(self.courses)
        )


def moves_picture(courses: Sequence[Course], tables: int) -> MovesPicture:
    """In a large room, draw lanes only for tables at which one of these people sat."""
    used_tables = {table for course in courses for table in course.tables} - {None}
    has_all_lanes = tables <= MOST_LANES
    lanes = sorted(
        {*range(1, tables + 1)} | used_tables if has_all_lanes else used_tables, key=_lane_order
    )
    heights = {table: LANE * index + LANE / 2 for index, table in enumerate(lanes)}
    rounds = max((len(course.tables) for course in courses), default=0)
    xs = [
        FIRST_ROUND + (LAST_ROUND - FIRST_ROUND) * number / max(rounds - 1, 1)
        for number in range(rounds)
    ]
    shapes = [DrawnLine(((LANE, y), (MOVES_WIDTH, y)), "lane") for y in heights.values()]
    names = {table: "Out" if table == OUT else str(table) for table in lanes}
    labels = [Label((0, y), names[table], is_centred=False) for table, y in heights.items()]
    foot = LANE * (len(lanes) + 0.45)
    prefix = "R" if rounds <= MOST_NAMED else ""
    labels += [Label((x, foot), f"{prefix}{n}", "dim") for n, x in enumerate(xs, start=1)]
    signs: list[Sign] = []
    for number, course in reversed(list(enumerate(courses))):
        for stretch in _stretches(course, xs, heights, OFFSETS[number]):
            shapes.append(DrawnLine(stretch, f"w{number + 1}"))
            signs += [Sign(point, number) for point in stretch]
    drawing = Drawing(MOVES_WIDTH, foot + LANE / 2, tuple(shapes), tuple(signs), tuple(labels))
    return MovesPicture(tuple(courses), drawing, skips_tables=not has_all_lanes)


def _lane_order(table: int | None) -> tuple[bool, int]:
    return table == OUT, table or 0


def _stretches(
    course: Course, xs: Sequence[float], heights: Mapping[int | None, float], offset: float
) -> Iterator[tuple[Point, ...]]:
    """Yield the parts of a person's line, which missed rounds interrupt."""
    stretches = groupby(zip(xs, course.tables, strict=False), lambda spot: spot[1] is None)
    for is_away, spots in stretches:
        if not is_away:
            yield tuple((x, heights[table] + offset) for x, table in spots)


@dataclass(frozen=True, slots=True)
class SquareRow:
    name: str
    drawing: Drawing
    is_marked: bool


@dataclass(frozen=True, slots=True)
class SquarePicture:
    head: Drawing
    grid: Drawing
    rows: tuple[SquareRow, ...]


def square_picture(
    names: Sequence[str], counts: Mapping[tuple[int, int], int], marked: int | None = None
) -> SquarePicture:
    """Each square stands for a round in which two people were partners, or for several rounds.

    The keys of `counts` are indexes of the names.
    """
    count = len(names)
    size = (CELL * count or 1, CELL)
    numbers = tuple(_cell_label(column, column + 1, "dim") for column in range(count))
    edges = (DrawnLine(((CELL * n, 0), (CELL * n, CELL)), "grid") for n in range(count + 1))
    rows = []
    for number, name in enumerate(names):
        rounds = {column: counts.get((number, column), 0) for column in range(count)}
        boxes = (Box(CELL * n + 2, 2, CELL - 4, CELL - 4, "made") for n in rounds if rounds[n])
        repeat_labels = tuple(
            _cell_label(column, times, "twice") for column, times in rounds.items() if times > 1
        )
        drawing = Drawing(*size, tuple(boxes), labels=repeat_labels)
        rows.append(SquareRow(name, drawing, is_marked=number == marked))
    return SquarePicture(Drawing(*size, labels=numbers), Drawing(*size, tuple(edges)), tuple(rows))


def _cell_label(column: int, number: int, look: str) -> Label:
    return Label((CELL * (column + 0.5), CELL / 2), str(number), look)


@dataclass(frozen=True, slots=True)
class Pictures:
    rounds: int
    scale: Scale
    room: Drawing
    tiles: tuple[Tile, ...]
    trumps: tuple[BidCount, ...]
    heights: tuple[BidCount, ...]  # by the number of tricks bid
    square: SquarePicture | None
    partners: tuple[Bar, ...]
    moves: MovesPicture
    lines: tuple[PlayerLine, ...]
    marked: PlayerLine | None
    repeats: tuple[Repeat, ...]
    is_tracked: bool = True  # False: seats and partners are unknown
    no_repeats: ClassVar = NO_REPEATS

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(range(1, self.rounds + 1))

    @property
    def bids(self) -> int:
        return sum(line.bids for line in self.trumps)

    @property
    def made(self) -> int:
        return sum(line.made for line in self.trumps)

    @property
    def trump_bars(self) -> tuple[Bar, ...]:
        return bid_bars(self.trumps)

    @property
    def height_bars(self) -> tuple[Bar, ...]:
        return bid_bars(self.heights)
