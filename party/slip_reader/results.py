from dataclasses import dataclass
from enum import StrEnum

from party.slip_reader.layout import Question
from party.slip_reader.slip_code import SlipCode

Point = tuple[float, float]
Area = tuple[int, int, int, int]  # left, top, right, bottom, in pixels

MOST_CUTOUT = 60_000  # bytes


class PictureRefused(ValueError):  # noqa: N818 -- a refusal, with a sentence to show
    """A picture is refused; the text tells the sender what to do."""


class ReadingState(StrEnum):
    CHOSEN = "chosen"
    EMPTY = "empty"
    CROSSED_OUT = "crossed out"
    DOUBLED = "doubled"
    UNSURE = "unsure"


@dataclass(frozen=True)
class GroupReading:
    hand: int
    question: Question
    answer: ReadingState
    # One if CHOSEN; all circled ones if DOUBLED; a proposal or none if CROSSED_OUT or UNSURE.
    choices: tuple[str, ...]
    area: Area  # of the cut-out

    @property
    def must_be_asked(self) -> bool:
        return self.answer not in {ReadingState.CHOSEN, ReadingState.EMPTY}


@dataclass(frozen=True)
class BoxReading:
    """A box for figures, which a person reads."""

    name: str
    is_written_in: bool
    area: Area  # of the cut-out


@dataclass(frozen=True)
class SlipReading:
    code: SlipCode
    groups: tuple[GroupReading, ...]
    boxes: tuple[BoxReading, ...]
    cutout: bytes  # the slip alone, a grey JPEG
    size: tuple[int, int]  # of the cut-out, in pixels


@dataclass(frozen=True)
class PhotographReading:
    slips: tuple[SlipReading, ...]
    # Marks of slips that were not read: covered, cut off, blurred, or of another layout.
    loose_mark_count: int
    # The codes read between loose marks. Marks that only look like a slip's give a false code,
    # whose party is unlikely to be right.
    other_codes: frozenset[SlipCode] = frozenset()
