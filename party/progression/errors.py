"""What progression says when people cannot be seated or a format makes no sense.

A *fault* is one thing that is wrong: a code for programs, an English sentence an organiser can
read aloud, and the field of the format it is about. A *SeatingError* holds every fault, the values
in its sentence (for other languages) and every table still to be decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SeatingFault:
    """One thing that is wrong; `place` is the field it is about, where there is one."""

    code: str
    text: str
    place: str = ""


class SeatingError(ValueError):
    """A seating, a movement or a format cannot be made; `faults` is never empty."""

    def __init__(
        self,
        code: str,
        text: str,
        *,
        tables: tuple[int, ...] = (),
        faults: Sequence[SeatingFault] = (),
        **params: Any,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.tables = tables
        self.faults = tuple(faults) or (SeatingFault(code, text),)
        self.params = params


def refuse_any(faults: Sequence[SeatingFault]) -> None:
    """Raise one SeatingError with all these faults; nothing happens when there are none."""
    if faults:
        text = " ".join(fault.text for fault in faults)
        raise SeatingError(faults[0].code, text, faults=faults)
