from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from party.slip_reader.layout import Question
from party.slip_reader.results import BoxReading, GroupReading, ReadingState, SlipReading

LARGEST_PHOTOGRAPH = 30_000_000  # bytes
MOST_AT_ONCE = 20  # photographs in one form


@dataclass(frozen=True, slots=True)
class StoredReading:
    groups: tuple[GroupReading, ...]
    boxes: tuple[BoxReading, ...]
    size: tuple[int, int]  # of the cut-out, in pixels


def reading_as_json(reading: SlipReading) -> dict[str, Any]:
    return {
        "printed_round": reading.code.round,
        "printed_table": reading.code.table,
        "groups": [asdict(group) for group in reading.groups],
        "boxes": [asdict(box) for box in reading.boxes],
        "size": reading.size,
    }


def stored_reading(stored: Mapping[str, Any]) -> StoredReading:
    return StoredReading(
        tuple(
            GroupReading(
                hand=group["hand"],
                question=Question(group["question"]),
                answer=ReadingState(group["answer"]),
                choices=tuple(group["choices"]),
                area=_area(group["area"]),
            )
            for group in stored["groups"]
        ),
        tuple(
            BoxReading(box["name"], box["is_written_in"], _area(box["area"]))
            for box in stored["boxes"]
        ),
        (stored["size"][0], stored["size"][1]),
    )


def _area(numbers: list[int]) -> tuple[int, int, int, int]:
    left, top, right, bottom = numbers
    return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class PhotographReceipt:
    words: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhotographedSlip:
    """Round and table are 0 if the table of the slip is unknown.

    It is outdated if there is a newer picture of its table that nobody has looked at yet.
    """

    id: int
    round: int
    table: int
    sender: str
    at: datetime
    is_aside: bool  # somebody decided not to use it
    is_outdated: bool
    awaits_hands: bool  # its table has not finished

    @property
    def is_wanted(self) -> bool:
        return not self.is_aside and (self.awaits_hands or not self.table)

    @property
    def place(self) -> str:
        return place_of_slip(self.round, self.table)


def place_of_slip(round_number: int, table: int) -> str:
    return f"round {round_number}, table {table}" if table else "no table yet"
