"""Finds the corner marks.

A disc in a ring is dark and light in the proportion 1 1 3 1 1 on every line through its centre.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from party.slip_reader.layout import MARK_UNITS

Floats = NDArray[np.float32]
LONGEST_SIDE = 2800  # of the picture that is searched
SHARPER = ImageFilter.UnsharpMask(radius=2, percent=300, threshold=0)  # for blurred marks
SMALLEST, LARGEST = 8, 160  # the diameter of a mark in that picture, in pixels
PROPORTION = np.array([1, 1, 3, 1, 1]) / MARK_UNITS
TOLERANCE = np.array([0.6, 0.6, 1.1, 0.6, 0.6]) / MARK_UNITS
MOST_CANDIDATES = 2000
LEAST_CONTRAST = 0.3  # between a disc and the gap around it
LEAST_CLEARNESS = 0.7  # the share of lines through a mark's centre that show its pattern
MOST_MARKS = 64  # the marks of sixteen slips


def find_marks(picture: Image.Image) -> Floats:
    """Return a row for each mark, the clearest first: x and y of its centre, and its diameter."""
    factor = max(1, -(-max(picture.size) // LONGEST_SIDE))
    small = picture.reduce(factor) if factor > 1 else picture
    rated = [*_rated_marks(small), *_rated_marks(small.filter(SHARPER))]
    rated.sort(key=lambda pair: pair[0], reverse=True)
    marks = np.array(_joined_crossings(np.array([mark for _, mark in rated])), np.float32)
    marks = marks.reshape(-1, 4)[:MOST_MARKS, [0, 1, 2]] * factor
    marks[:, :2] += (factor - 1) / 2  # move to the centre of the pixels that became one
    return marks


def _rated_marks(picture: Image.Image) -> list[tuple[float, Floats]]:
    """Return (clearness, (x, y, width, height)) of each clear mark."""
    grey = np.asarray(picture, dtype=np.float32)
    around = np.asarray(picture.filter(ImageFilter.BoxBlur(max(picture.size) / 32)), np.float32)
    is_dark = grey < 0.8 * around
    across, down = _crossings(is_dark, grey), _crossings(is_dark.T, grey.T)[:, [1, 0, 2]]
    marks = [
        _centred_on_disc(grey, mark)
        for mark in _joined_crossings(_marks_at_crossings(across, down))
    ]
    rated = [(_clearness(grey, mark), mark) for mark in marks]
    return [(clearness, mark) for clearness, mark in rated if clearness >= LEAST_CLEARNESS]


def _crossings(is_dark: NDArray[np.bool_], grey: Floats) -> Floats:
    """Return x, y and length of every stretch of a row that has the proportion of a mark."""
    padded = np.pad(is_dark, ((0, 0), (1, 1)))
    width = padded.shape[1]
    edges = np.flatnonzero(np.diff(padded.ravel().astype(np.int8)))
    if len(edges) < 6:
        return np.zeros((0, 3), np.float32)
    # Every row begins and ends light, so that a dark run starts at each even edge.
    starts = edges[0:-5:2]
    six_edges = np.stack([edges[n : len(edges) - 5 + n : 2] for n in range(6)])
    steps = np.diff(six_edges, axis=0)
    total = steps.sum(axis=0)
    fits = (total >= SMALLEST) & (total <= LARGEST)
    fits &= starts // width == six_edges[5] // width
    shares = steps / np.maximum(total, 1)
    # Half a pixel of rounding is allowed on each share.
    slack = TOLERANCE[:, None] + 0.5 / np.maximum(total, 1)
    fits &= (np.abs(shares - PROPORTION[:, None]) <= slack).all(axis=0)
    six_edges, total = six_edges[:, fits], total[fits]
    rows = six_edges[0] // width
    left_gap, disc, right_gap = (
        (six_edges[n] + six_edges[n + 1]) / 2 - rows * width - 0.5 for n in (1, 2, 3)
    )
    shades = [grey[rows, np.rint(x).astype(int)] for x in (left_gap, disc, right_gap)]
    contrast = 1 - shades[1] / np.maximum(np.minimum(shades[0], shades[2]), 1)
    best = np.argsort(-contrast)[:MOST_CANDIDATES]
    best = best[contrast[best] > LEAST_CONTRAST]
    return np.stack([disc[best], rows[best], total[best]], axis=1).astype(np.float32)


def _marks_at_crossings(across: Floats, down: Floats) -> Floats:
    """Return x, y, width and height where a crossing of a row and one of a column meet."""
    slack = 0.12 * across[:, None, 2] + 1
    meets = np.abs(across[:, None, 0] - down[None, :, 0]) <= slack
    meets &= np.abs(across[:, None, 1] - down[None, :, 1]) <= slack
    ratio = across[:, None, 2] / down[None, :, 2]
    meets &= (ratio > 0.55) & (ratio < 1.8)
    rows, columns = np.nonzero(meets)
    marks: Floats = np.stack(
        [down[columns, 0], across[rows, 1], across[rows, 2], down[columns, 2]], axis=1
    )
    return marks


def _joined_crossings(crossings: Floats) -> list[Any]:
    """Join crossings within half a mark of each other; a joined one has their median values."""
    clusters = []
    remaining = crossings
    while len(remaining):
        distances = np.hypot(*(remaining[:, :2] - remaining[0, :2]).T)
        is_close = distances < remaining[0, 2] / 2
        clusters.append(np.median(remaining[is_close], axis=0))
        remaining = remaining[~is_close]
    return clusters


def _centred_on_disc(grey: Floats, mark: Floats) -> Floats:
    x, y, width, height = mark
    across, down = (2.1 * side / MARK_UNITS for side in (width, height))  # radii up to the gap
    for _ in range(2):
        top, left = max(0, int(y - down)), max(0, int(x - across))
        patch = grey[top : int(y + down) + 2, left : int(x + across) + 2]
        if not patch.size:
            break
        rows, columns = np.indices(patch.shape)
        inside = np.hypot((rows + top - y) / down, (columns + left - x) / across) <= 1
        weight = np.where(inside, patch.max() - patch, 0)
        total = max(float(weight.sum()), 1e-6)
        x, y = left + (weight * columns).sum() / total, top + (weight * rows).sum() / total
    return np.array([x, y, width, height], np.float32)


def _clearness(grey: Floats, mark: Floats) -> float:
    """Return the share of lines from a mark's centre that are dark, light and dark again."""
    x, y, width, height = mark
    angles = np.arange(24)[:, None] * np.pi / 12
    radii = np.array([0.5, 1.0, 2.0, 2.15, 2.85, 3.0]) / MARK_UNITS
    columns = np.rint(x + width * np.cos(angles) * radii).astype(int)
    rows = np.rint(y + height * np.sin(angles) * radii).astype(int)
    shades = grey[rows.clip(0, grey.shape[0] - 1), columns.clip(0, grey.shape[1] - 1)]
    disc, gap, ring = shades[:, :2].mean(axis=1), shades[:, 2:4].max(axis=1), shades[:, 4:].min(1)
    contrast = np.median(gap - disc)
    is_mark = (gap - disc > 0.5 * contrast) & (gap - ring > 0.35 * contrast)
    return float(is_mark.mean()) if contrast > 0.15 * np.median(gap) else 0.0
