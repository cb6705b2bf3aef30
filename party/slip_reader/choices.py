"""Decides which choices a table circled.

Rays go out from the centre of each choice. If the choice is circled, nearly every ray meets ink;
if its neighbour is, only the rays on that side do. The ink of the clearest ring is erased first,
so that it does not count for neighbours.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from PIL import Image

from party.slip_reader.handwriting import (
    FAINTEST_PENCIL,
    LARGEST_SHIFT,
    Floats,
    ink_of,
    print_mask,
    shift_of_print,
)
from party.slip_reader.layout import ChoiceGroup, PrintedChoice, SlipLayout
from party.slip_reader.results import Area, BoxReading, GroupReading, ReadingState

ANGLES, STEPS = 48, 23
RADII = np.linspace(0.3, 1.0, STEPS)
COSINES, SINES = (
    function(np.arange(ANGLES) * 2 * np.pi / ANGLES) for function in (np.cos, np.sin)
)
# The share of a choice's rays that meet ink:
RING_SHARE = 0.6  # enough for a ring, even if it is not closed
SURE_RING_SHARE = 0.8  # a ring, whatever the neighbours look like
QUIET_SHARE = 0.32  # less is not even part of a ring
HALF_RING_SHARE = 0.42  # less is a tick, or a neighbour's ring
# The ink of a choice, as a share of the square of half a ring's height:
CROSSING_INK = 0.015  # with this much inside its ring, a choice is crossed out
TICK_INK, SPECK_INK = 0.022, 0.01
DARK_WRITING = 0.5  # the least for dark writing, as a share of the darkest ink
SPOILT_SHARE = 0.1  # rings beyond one in each group, as a share of all choices
LEAST_BOX_INK = 0.01  # the share of pixels with ink in a box with writing
LEAST_TICKS = 4  # fewer are stains
CLEAR_LEAD = 0.5  # if the next choice has this share of a tick's ink, the tick is doubtful
RING_WIDTH = 0.24  # ink within this distance belongs to a ring; a share of the largest ring
# By the y of a line, for each half of it: (right end, shift to the right, shift down) in pixels.
LineShifts = dict[float, list[tuple[int, int, int]]]


@dataclass
class ChoicePlace:
    """A choice on the flat slip, in pixels, and the ink around it."""

    group: int
    choice: PrintedChoice
    x: float
    y: float
    half_width: float  # of the largest ring
    half_height: float
    word_width: float
    ring_share: float = 0.0  # the share of rays that meet ink
    inner_ink: float = 0.0  # ink within the ring
    mark_ink: float = 0.0  # ink that belongs to no ring

    @property
    def is_circled(self) -> bool:
        return self.ring_share >= RING_SHARE

    @property
    def is_crossed(self) -> bool:
        return self.inner_ink >= CROSSING_INK


def read_choices(
    flat: Image.Image, printed: Floats, layout: SlipLayout
) -> tuple[tuple[GroupReading, ...], tuple[BoxReading, ...]]:
    ink = ink_of(flat)
    moved, shifts = _moved_print(ink, printed, layout)
    hidden = print_mask(moved)
    written = (ink > FAINTEST_PENCIL) & ~hidden
    groups = _readings_of(written, hidden, layout, shifts)
    if any(group.answer == ReadingState.UNSURE for group in groups):
        dark = written & (ink > DARK_WRITING * np.percentile(ink[written], 90))
        in_dark_writing = _readings_of(dark, hidden, layout, shifts)
        groups = [
            _corrected_by_dark_ink(reading, dark_reading)
            for reading, dark_reading in zip(groups, in_dark_writing, strict=True)
        ]
    return tuple(groups), tuple(_box_readings(written, layout))


def _corrected_by_dark_ink(reading: GroupReading, dark_reading: GroupReading) -> GroupReading:
    """Correct a reading by the dark ink only: stains and shadows are fainter than the pen."""
    is_same = reading.choices == dark_reading.choices
    if reading.answer == ReadingState.CHOSEN and not is_same:
        return replace(reading, answer=ReadingState.UNSURE)
    is_clear = dark_reading.answer == ReadingState.CHOSEN and (is_same or not reading.choices)
    return dark_reading if reading.answer == ReadingState.UNSURE and is_clear else reading


def _readings_of(
    written: Any, hidden: Any, layout: SlipLayout, shifts: LineShifts
) -> list[GroupReading]:
    places = list(_choice_places(layout, shifts))
    _find_rings_and_ticks(written.copy(), hidden, places)
    return list(_group_readings(layout, places))


def _pixel(layout: SlipLayout, x: float, y: float) -> tuple[float, float]:
    left, top = layout.origin
    return (x + left) * layout.pixels - 0.5, (y + top) * layout.pixels - 0.5


def _half_lines(
    layout: SlipLayout, width: int
) -> Iterator[tuple[float, tuple[int, int, int, int]]]:
    """Yield (y of a line, area of its half in the print): the left half, then the right half."""
    for y, choices in _choices_by_line(layout).items():
        left, top, right, bottom = _box_around(layout, choices)
        middle = int((left + right) / 2)
        yield y, (max(0, int(left)), int(top), middle, int(bottom))
        yield y, (middle, int(top), min(int(right), width), int(bottom))


def _choices_by_line(layout: SlipLayout) -> Mapping[float, list[PrintedChoice]]:
    lines = defaultdict(list)
    for choice in chain.from_iterable(group.choices for group in layout.groups):
        lines[choice.y].append(choice)
    return lines


def _box_around(
    layout: SlipLayout, printed_choices: Sequence[PrintedChoice]
) -> tuple[float, float, float, float]:
    half = layout.line_height / 2
    xs = [x for c in printed_choices for x in (c.x - c.width / 2, c.x + c.width / 2)]
    ys = [c.y for c in printed_choices]
    left, top = _pixel(layout, min(xs) - half, min(ys) - half)
    return left, top, *_pixel(layout, max(xs) + half, max(ys) + half)


def _moved_print(ink: Floats, printed: Floats, layout: SlipLayout) -> tuple[Floats, LineShifts]:
    """Move every half line of the print to where the bent or folded slip shows it."""
    moved, padded = printed.copy(), np.pad(printed, LARGEST_SHIFT)
    shifts = defaultdict(list)
    for y, area in _half_lines(layout, printed.shape[1]):
        across, down = shift_of_print(ink, printed, area)
        left, top, right, bottom = area
        rows = slice(top + LARGEST_SHIFT - down, bottom + LARGEST_SHIFT - down)
        moved[top:bottom, left:right] = padded[
            rows, left + LARGEST_SHIFT - across : right + LARGEST_SHIFT - across
        ]
        shifts[y].append((right, across, down))
    return moved, shifts


def _choice_places(layout: SlipLayout, shifts: LineShifts) -> Iterator[ChoicePlace]:
    lines = _choices_by_line(layout)
    for number, group in enumerate(layout.groups):
        for choice in group.choices:
            x, y = _pixel(layout, choice.x, choice.y)
            halves = shifts[choice.y]
            _, across, down = halves[0] if x < halves[0][0] else halves[1]
            gaps = [
                abs(neighbour.x - choice.x) - (neighbour.width + choice.width) / 2
                for neighbour in lines[choice.y]
                if neighbour is not choice
            ]
            gap = min(gaps, default=layout.line_height)
            reach = choice.width / 2 + min(gap, layout.line_height * 0.6)
            yield ChoicePlace(
                group=number,
                choice=choice,
                x=x + across,
                y=y + down,
                half_width=reach * layout.pixels,
                half_height=0.8 * layout.line_height * layout.pixels,
                word_width=choice.width * layout.pixels,
            )


def _pixels_along_rays(picture: Any, places: Sequence[ChoicePlace]) -> Any:
    """Return an array by place, ray and step from the centre outwards."""
    x, y, across, down = (
        np.array([getattr(place, name) for place in places])[:, None, None]
        for name in ("x", "y", "half_width", "half_height")
    )
    columns = np.rint(x + across * COSINES[:, None] * RADII).astype(int)
    rows = np.rint(y + down * SINES[:, None] * RADII).astype(int)
    height, width = picture.shape
    return picture[rows.clip(0, height - 1), columns.clip(0, width - 1)]


def _median_of_neighbours(hits: Any) -> Any:
    """Return the median radius of each ray and its three neighbours on both sides."""
    turned = np.stack([np.roll(hits, shift, axis=1) for shift in range(-3, 4)])
    ordered = np.sort(turned, axis=0)
    met = np.isfinite(ordered).sum(axis=0)
    middles = np.take_along_axis(ordered, (np.maximum(met, 1) - 1)[None] // 2, axis=0)[0]
    return np.where(met > 0, middles, np.nan)


def _find_rings_and_ticks(written: Any, hidden: Any, places: list[ChoicePlace]) -> None:
    xs, ys = (np.array([getattr(place, name) for place in places]) for name in ("x", "y"))
    radii, shares = _ring_shares(written, hidden, places)
    is_open = np.ones(len(places), bool)
    while is_open.any():
        best = int(np.where(is_open, shares, -1).argmax())
        if shares[best] < RING_SHARE:
            break
        is_open[best] = False
        ring = places[best]
        _erase_ring(written, ring, radii[best])
        is_near = np.abs(xs - ring.x) < 4 * ring.half_width
        is_near &= np.abs(ys - ring.y) < 3 * ring.half_height
        changed = np.flatnonzero(is_open & is_near)
        if len(changed):
            radii[changed], shares[changed] = _ring_shares(
                written, hidden, [places[n] for n in changed]
            )
    for place, share, has_no_ring in zip(places, shares, is_open, strict=True):
        place.ring_share = float(share)
        if has_no_ring:
            place.mark_ink = _tick_ink(written, place)


def _ring_shares(written: Any, hidden: Any, places: Sequence[ChoicePlace]) -> tuple[Any, Any]:
    """Return the radius of each ray to a ring, and the share of rays that meet one.

    A ray on which print hides the place of the ring does not count.
    """
    is_ink = _pixels_along_rays(written, places)
    hits = np.where(is_ink.any(axis=2), RADII[is_ink.argmax(axis=2)], np.inf)
    radii = _median_of_neighbours(hits)
    meets = np.abs(hits - radii) <= 0.2
    is_at_ring = np.abs(RADII - radii[..., None]) <= 0.1
    is_hidden = ~meets & (_pixels_along_rays(hidden, places) & is_at_ring).any(axis=2)
    return radii, meets.sum(axis=1) / np.maximum(ANGLES - is_hidden.sum(axis=1), ANGLES / 2)


def _erase_ring(written: Any, place: ChoicePlace, radii: Any) -> None:
    middle = float(np.nanmedian(radii))
    radii = np.where(np.isnan(radii), middle, radii)
    rows, columns = _window(written, place, 1.3)
    across = (np.arange(columns.start, columns.stop) - place.x) / place.half_width
    down = ((np.arange(rows.start, rows.stop) - place.y) / place.half_height)[:, None]
    angle = np.rint(np.arctan2(down, across) / (2 * np.pi) * ANGLES).astype(int) % ANGLES
    distance = np.hypot(across, down) - radii[angle]
    patch = written[rows, columns]
    place.inner_ink = float((patch & (distance < -RING_WIDTH)).sum()) / place.half_height**2
    patch[distance < RING_WIDTH] = False


def _window(written: Any, place: ChoicePlace, factor: float) -> tuple[slice, slice]:
    height, width = written.shape
    return (
        slice(
            max(0, int(place.y - factor * place.half_height)),
            min(height, int(place.y + factor * place.half_height) + 1),
        ),
        slice(
            max(0, int(place.x - factor * place.half_width)),
            min(width, int(place.x + factor * place.half_width) + 1),
        ),
    )


def _tick_ink(written: Any, place: ChoicePlace) -> float:
    """Weigh ink by its nearness to the word: the tail of a tick below the word counts little."""
    rows, columns = _window(written, place, 0.7)
    patch = written[rows, columns]
    down = (np.arange(rows.start, rows.stop) - place.y)[:, None] / (0.4 * place.half_height)
    side = np.abs(np.arange(columns.start, columns.stop) - place.x)
    across = np.maximum(0, side - place.word_width / 2) / (0.25 * place.half_height)
    return float((patch * np.exp(-(down**2) - across**2)).sum()) / place.half_height**2


def _group_readings(layout: SlipLayout, places: Sequence[ChoicePlace]) -> Iterator[GroupReading]:
    ring_count = sum(place.is_circled for place in places)
    tick_count = sum(not place.is_circled and place.mark_ink >= TICK_INK for place in places)
    # A table that circles does not tick: beside rings, a stain or a fold looks like a tick.
    accepts_ticks = tick_count >= max(LEAST_TICKS, ring_count)
    groups = [
        [place for place in places if place.group == number]
        for number in range(len(layout.groups))
    ]
    is_spoilt = _is_spoilt(groups)
    decided = []
    for group_places in groups:
        lines = {place.choice.y for place in group_places}
        has_half_ring = any(
            HALF_RING_SHARE <= place.ring_share < RING_SHARE and place.choice.y in lines
            for place in places
        )
        is_disturbed = is_spoilt or (has_half_ring and not accepts_ticks)
        decided.append(
            _answer_of_group(group_places, accepts_ticks=accepts_ticks, is_disturbed=is_disturbed)
        )
    answers_by_hand = Counter(
        group.hand
        for group, (state, _) in zip(layout.groups, decided, strict=True)
        if state == ReadingState.CHOSEN
    )
    for group, (state, choices) in zip(layout.groups, decided, strict=True):
        # Nobody answers only one question about a hand: a single answer is a stain.
        is_alone = state == ReadingState.CHOSEN and answers_by_hand[group.hand] == 1
        values = tuple(place.choice.value for place in choices)
        yield GroupReading(
            group.hand,
            group.question,
            ReadingState.UNSURE if is_alone else state,
            values,
            _area(layout, group),
        )


def _is_spoilt(groups: Sequence[Sequence[ChoicePlace]]) -> bool:
    """Return whether rings seem to be everywhere: the picture is dark, or wrongly placed."""
    ring_counts = [
        sum(place.ring_share >= HALF_RING_SHARE for place in places) for places in groups
    ]
    surplus = sum(max(0, rings - 1) for rings in ring_counts)
    return surplus >= SPOILT_SHARE * sum(map(len, groups))


def _answer_of_group(
    places: list[ChoicePlace], *, accepts_ticks: bool, is_disturbed: bool
) -> tuple[ReadingState, list[ChoicePlace]]:
    """Return the answer of a group, and its choices.

    `is_disturbed`: a fold or a shadow in the line looks like half a ring.
    """
    circled = [place for place in places if place.is_circled]
    rings = [place for place in circled if not place.is_crossed]
    if len(rings) < len(circled):
        return ReadingState.CROSSED_OUT, rings
    if len(rings) > 1:
        return ReadingState.DOUBLED, rings
    others = [place for place in places if not place.is_circled]
    others.sort(key=lambda place: place.mark_ink, reverse=True)
    strongest = others[0].mark_ink if others else 0.0
    is_clear = strongest < TICK_INK and not is_disturbed
    if rings:
        next_share = max((place.ring_share for place in others), default=1.0)
        is_ring = (
            rings[0].ring_share >= SURE_RING_SHARE or next_share < QUIET_SHARE or accepts_ticks
        )
        return ReadingState.CHOSEN if is_clear and is_ring else ReadingState.UNSURE, rings
    if is_clear and strongest < SPECK_INK:
        return ReadingState.EMPTY, []
    second = others[1].mark_ink / strongest if len(others) > 1 and strongest else 0.0
    is_ticked = accepts_ticks and strongest >= TICK_INK and second < CLEAR_LEAD
    return ReadingState.CHOSEN if is_ticked else ReadingState.UNSURE, others[:1]


def _area(layout: SlipLayout, group: ChoiceGroup) -> Area:
    left, top, right, bottom = _box_around(layout, group.choices)
    return max(0, int(left)), max(0, int(top)), int(right), int(bottom)


def _box_readings(written: Any, layout: SlipLayout) -> Iterator[BoxReading]:
    for box in layout.boxes:
        left, top = map(int, _pixel(layout, box.x, box.y))
        right, bottom = map(int, _pixel(layout, box.x + box.width, box.y + box.height))
        inside = written[top + 5 : bottom - 4, left + 5 : right - 4]  # without the frame
        is_written_in = bool(inside.mean() > LEAST_BOX_INK)
        yield BoxReading(box.name, is_written_in, (left, top, right, bottom))
