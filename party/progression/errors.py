"""Errors: people cannot be seated, or a format makes no sense.

A *fault* is one thing that is wrong: a code for programs, an English sentence for organisers, and
the field of the format that it is about. A *SeatingError* has all faults, the values in its
sentence (for other languages) and all tables that are still to be decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SeatingFault:
    """One thing that is wrong; `place` is the field that it is about, "" for none."""

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
    """Raise one SeatingError with all these faults, if there are any."""
    if faults:
        text = " ".join(fault.text for fault in faults)
        raise SeatingError(faults[0].code, text, faults=faults)
