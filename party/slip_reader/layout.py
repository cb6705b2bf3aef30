"""The geometry of a printed slip, in millimetres.

Distances are measured from the centre of the top left corner mark: x to the right, y downwards.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import blake2s
from itertools import chain

MARK_UNITS = 7  # a mark's diameter: ring 1, gap 1, disc 3, gap 1, ring 1


class Question(StrEnum):
    BIDDER = "bidder"
    LEVEL = "level"
    SUIT = "suit"  # its choices include bids with names, such as Nullo
    ANNOUNCED = "announced"
    TRICKS = "tricks"


@dataclass(frozen=True)
class PrintedChoice:
    """The centre and the width of a printed word that a table can circle."""

    value: str
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class ChoiceGroup:
    """The choices for one question; a table circles at most one of them."""

    hand: int  # from 1
    question: Question
    choices: tuple[PrintedChoice, ...]


@dataclass(frozen=True)
class WritingBox:
    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class SlipLayout:
    """A game's choices on one paper, in one letter size."""

    width: float  # between the centres of the marks
    height: float
    mark: float  # the diameter of a mark
    cell: float  # the side of a square of the code
    code: tuple[float, float]  # the top left corner of the code
    line_height: float
    groups: tuple[ChoiceGroup, ...]
    boxes: tuple[WritingBox, ...]
    print: bytes  # the whole slip without code and names, a grey PNG
    pixels: float  # pixels of `print` for each millimetre
    origin: tuple[float, float]  # the top left mark's centre in `print`, in millimetres

    @cached_property
    def key(self) -> int:
        """Nine bits that tell layouts apart; the code on the slip carries them."""
        places = chain.from_iterable(
            (
                group.question,
                *(f"{choice.value} {choice.x:.1f} {choice.y:.1f}" for choice in group.choices),
            )
            for group in self.groups
        )
        text = f"{self.width:.1f} {self.height:.1f} {' '.join(places)}"
        return int.from_bytes(blake2s(text.encode(), digest_size=2).digest()) >> 7
