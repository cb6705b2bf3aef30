"""Finds the slips between the corner marks of a picture, and lays each of them flat."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from party.slip_reader.handwriting import ink_of, printed_ink
from party.slip_reader.layout import SlipLayout
from party.slip_reader.results import Point
from party.slip_reader.slip_code import COLUMNS, ROWS, SlipCode, read_code

Array = NDArray[np.float64]
LEAST_LIKENESS = 0.25  # the correlation of a slip with its print
MOST_PLACINGS = 40
MOST_QUADRANGLES = 2_000  # a picture full of rings must not take minutes
# How far perspective moves a corner, as a share of the longer side:
LARGEST_LEAN = 0.65  # the lower left corner, away from a right angle
LARGEST_NARROWING = 0.35  # the lower right corner, away from a parallelogram


@dataclass(frozen=True)
class PlacedSlip:
    code: SlipCode
    layout: SlipLayout
    marks: tuple[int, int, int, int]  # top left, top right, bottom left, bottom right
    corners: tuple[Point, Point, Point, Point]


def place_slips(
    picture: Image.Image, marks: Any, layouts: Iterable[SlipLayout]
) -> Iterator[PlacedSlip]:
    """Yield every slip whose code names one of the layouts; each mark belongs to one slip.

    The code alone proves only the mark beside it, so the likeness to the print decides.
    """
    grey = np.asarray(picture)
    rated: list[tuple[float, PlacedSlip]] = []
    for layout in layouts:
        for corners in islice(_possible_corners(marks, layout), MOST_QUADRANGLES):
            places = [(float(marks[n][0]), float(marks[n][1])) for n in corners]
            code = _code_between(grey, layout, places)
            if code is not None and code.layout == layout.key and len(rated) < MOST_PLACINGS:
                first, second, third, fourth = places
                slip = PlacedSlip(code, layout, corners, (first, second, third, fourth))
                rated.append((_likeness(picture, slip), slip))
    used_marks: set[int] = set()
    for likeness, slip in sorted(rated, key=lambda pair: pair[0], reverse=True):
        if likeness >= LEAST_LIKENESS and used_marks.isdisjoint(slip.marks):
            used_marks.update(slip.marks)
            yield slip


def other_codes(
    picture: Image.Image, marks: Any, layouts: Sequence[SlipLayout]
) -> frozenset[SlipCode]:
    """Return codes of slips that have the size of a given layout, but another layout's key."""
    grey, keys = np.asarray(picture), {layout.key for layout in layouts}
    codes = (
        _code_between(grey, layout, [(float(marks[n][0]), float(marks[n][1])) for n in corners])
        for layout in layouts
        for corners in islice(_possible_corners(marks, layout), MOST_QUADRANGLES)
    )
    return frozenset(code for code in codes if code is not None and code.layout not in keys)


def _likeness(picture: Image.Image, slip: PlacedSlip) -> float:
    """Return the correlation of a slip with its print."""
    printed = printed_ink(slip.layout)
    seen = ink_of(lay_flat(picture, slip, (printed.shape[1], printed.shape[0])))
    shades, inks = (
        np.asarray(Image.fromarray(ink).reduce(4), np.float64).ravel() for ink in (seen, printed)
    )
    return float(np.corrcoef(shades, inks)[0, 1])


def _possible_corners(marks: Any, layout: SlipLayout) -> Iterator[tuple[int, int, int, int]]:
    """Yield marks that may be top left, top right, bottom left and bottom right of one slip."""
    places, sizes = marks[:, :2], marks[:, 2]
    for first, second in permutations(range(len(marks)), 2):
        side = places[second] - places[first]
        length = float(np.hypot(*side))
        expected = layout.width / layout.mark * (sizes[first] + sizes[second]) / 2
        if not 0.6 < length / expected < 1.6:
            continue
        down = np.array([-side[1], side[0]]) * layout.height / layout.width
        longer = max(length, float(np.hypot(*down)))
        for third in _marks_near(places, places[first] + down, LARGEST_LEAN * longer):
            for fourth in _marks_near(places, places[third] + side, LARGEST_NARROWING * longer):
                if len({first, second, third, fourth}) == 4:
                    yield first, second, third, fourth


def _marks_near(places: Any, point: Any, distance: float) -> list[int]:
    distances = np.hypot(*(places - point).T)
    return [int(n) for n in np.argsort(distances) if distances[n] <= distance]


def projection(source: Sequence[Point], target: Sequence[Point]) -> Array:
    """Return the eight numbers that map four points to four others, in Pillow's order."""
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows), np.array(values))


def project(numbers: Array, x: Any, y: Any) -> tuple[Any, Any]:
    a, b, c, d, e, f, g, h = numbers
    scale = g * x + h * y + 1
    return (a * x + b * y + c) / scale, (d * x + e * y + f) / scale


def mark_places(layout: SlipLayout) -> list[Point]:
    return [(x, y) for y in (0.0, layout.height) for x in (0.0, layout.width)]


def is_on_slip(slip: PlacedSlip, x: float, y: float) -> bool:
    across, down = project(projection(slip.corners, mark_places(slip.layout)), x, y)
    edge = slip.layout.mark
    is_across = -edge <= across <= slip.layout.width + edge
    return bool(is_across and -edge <= down <= slip.layout.height + edge)


def _code_between(grey: Any, layout: SlipLayout, corners: Sequence[Point]) -> SlipCode | None:
    try:
        numbers = projection(mark_places(layout), corners)
    except np.linalg.LinAlgError:
        return None
    left, top = layout.code
    # 25 points around each square's centre, in shares of its side.
    spots = (np.arange(5) - 2) * 0.13
    cells = np.arange(COLUMNS * ROWS)
    x = left + (cells[:, None, None] // ROWS + 0.5 + spots[None, :, None]) * layout.cell
    y = top + (cells[:, None, None] % ROWS + 0.5 + spots[None, None, :]) * layout.cell
    across, down = (np.rint(pixels).astype(int) for pixels in project(numbers, x, y))
    height, width = grey.shape
    if across.min() < 0 or down.min() < 0 or across.max() >= width or down.max() >= height:
        return None
    shades = grey[down, across].mean(axis=(1, 2))
    ordered = np.sort(shades)
    middle = (ordered[: len(ordered) // 4].mean() + ordered[-len(ordered) // 4 :].mean()) / 2
    return read_code([bool(shade < middle) for shade in shades])


def lay_flat(picture: Image.Image, slip: PlacedSlip, print_size: tuple[int, int]) -> Image.Image:
    """Return the slip upright, in the pixels of its layout's `print` and in this size."""
    layout = slip.layout
    pixels = layout.pixels
    places = [
        ((x + layout.origin[0]) * pixels - 0.5, (y + layout.origin[1]) * pixels - 0.5)
        for x, y in mark_places(layout)
    ]
    top_left, top_right = np.array(slip.corners[:2])
    factor = max(1, int(np.hypot(*(top_right - top_left)) / (layout.width * pixels)))
    if factor > 1:  # otherwise the transform would skip pixels between those it samples
        picture = picture.reduce(factor)
    corners = [((x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5) for x, y in slip.corners]
    # Pillow measures to a pixel's corner, we to its centre.
    numbers = projection(
        [(x + 0.5, y + 0.5) for x, y in places], [(x + 0.5, y + 0.5) for x, y in corners]
    )
    return picture.transform(
        print_size,
        Image.Transform.PERSPECTIVE,
        tuple(numbers),
        Image.Resampling.BILINEAR,
        fillcolor=255,
    )
