"""Refusals of verbs: texts for an organiser, with everything that is wrong at once."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One reason, and the field of the form beside which it is shown ("" for the whole form)."""

    text: str
    field: str = ""
    code: str = ""


class Refused(Exception):  # noqa: N818 -- it reads as what happened
    """Nothing was changed. `faults` is never empty."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = tuple(Fault(fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__(" ".join(self.texts))

    @property
    def texts(self) -> list[str]:
        return [fault.text for fault in self.faults]


def refuse_if_any(faults: Iterable[Fault]) -> None:
    """Raise Refused with all of these faults, if there are any."""
    if together := tuple(faults):
        raise Refused(*together)
