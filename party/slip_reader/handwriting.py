"""Separates the writing on a slip from its print."""

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from party.slip_reader.layout import SlipLayout

Floats = NDArray[np.float32]
BLOCK = 8  # the side of a block, in pixels; its lightest pixel shows paper
FAINTEST_PENCIL = 0.16  # the ink of a pencil: the share of the paper's light that it takes
NOISY_SHARE = 0.02  # a share of the light; photographs taken in the dark have more noise
LARGEST_SHIFT = 6  # the most pixels that a fold moves a line
STIFFNESS = 0.004  # the share of the print that each pixel of a shift must match in addition


def printed_ink(layout: SlipLayout) -> Floats:
    with Image.open(BytesIO(layout.print), formats=("PNG",)) as picture:
        ink: Floats = 1 - np.asarray(picture.convert("L"), np.float32) / np.float32(255)
    return ink


def ink_of(slip: Image.Image) -> Floats:
    """Return the ink of each pixel: 0 is as light as the paper around it, 1 is black."""
    if (noise := _noise_of(slip)) > NOISY_SHARE:
        slip = slip.filter(ImageFilter.GaussianBlur(min(2.2, 20 * noise)))
    grey = np.asarray(slip, np.float32)
    rows, columns = (-(-side // BLOCK) * BLOCK for side in grey.shape)
    padded = np.pad(grey, ((0, rows - grey.shape[0]), (0, columns - grey.shape[1])), mode="edge")
    blocks = padded.reshape(rows // BLOCK, BLOCK, columns // BLOCK, -1)
    small = Image.fromarray(blocks.max(axis=(1, 3)).astype(np.uint8))
    # These filters remove ink narrower than five blocks, and keep the edges of shadows in place.
    for step in (ImageFilter.MedianFilter(3), ImageFilter.MaxFilter(5), ImageFilter.MinFilter(7)):
        small = small.filter(step)
    small = small.filter(ImageFilter.GaussianBlur(1))
    paper = small.resize((columns, rows), Image.Resampling.BILINEAR)
    light = np.asarray(paper, np.float32)[: grey.shape[0], : grey.shape[1]]
    ink: Floats = np.clip(1 - grey / np.maximum(light, 1), 0, 1)
    return ink


def _noise_of(slip: Image.Image) -> float:
    """Return the noise of the sensor, as a share of the light."""
    grey = np.asarray(slip, np.float32)
    differences = np.abs(2 * grey[:, 1:-1] - grey[:, :-2] - grey[:, 2:])
    return float(np.median(differences)) / max(float(np.median(grey)), 1.0)


def shift_of_print(
    ink: Floats, printed: Floats, area: tuple[int, int, int, int]
) -> tuple[int, int]:
    """Return how many pixels right and down a piece of a slip lies from its printed place."""
    left, top, right, bottom = area
    pattern = printed[top:bottom, left:right]
    padded = np.pad(ink, LARGEST_SHIFT)[
        top : bottom + 2 * LARGEST_SHIFT, left : right + 2 * LARGEST_SHIFT
    ]
    # The cross-correlation of the slip with the print, for all shifts at once.
    spectrum = np.fft.rfft2(padded) * np.conj(np.fft.rfft2(pattern, padded.shape))
    scores = np.fft.irfft2(spectrum, padded.shape)[
        : 2 * LARGEST_SHIFT + 1, : 2 * LARGEST_SHIFT + 1
    ]
    steps = np.abs(np.arange(-LARGEST_SHIFT, LARGEST_SHIFT + 1))
    scores = scores / max(float(pattern.sum()), 1.0) - STIFFNESS * (steps + steps[:, None])
    down, across = np.unravel_index(int(scores.argmax()), scores.shape)
    return int(across) - LARGEST_SHIFT, int(down) - LARGEST_SHIFT


def print_mask(printed: Floats) -> Any:
    shape = Image.fromarray((np.clip(printed, 0, 1) * 255).astype(np.uint8))
    return np.asarray(shape.filter(ImageFilter.MaxFilter(5))) > 40
