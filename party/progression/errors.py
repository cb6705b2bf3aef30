from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SeatingFault:
    """One thing that is wrong; `place` is the field of the format that it is about, or ""."""

    code: str
    text: str
    place: str = ""


class SeatingError(ValueError):
    """A seating, a movement or a format cannot be made; `faults` is never empty.

    `tables` are those still to be decided; `params` are the values in the sentence.
    """

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
    if faults:
        text = " ".join(fault.text for fault in faults)
        raise SeatingError(faults[0].code, text, faults=faults)
