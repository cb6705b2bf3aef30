"""Incidents: one thing that goes wrong, and when in the evening it can."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tests.evenings.night import Night


class Moment(Enum):
    """When something can happen."""

    DOOR = "before the draw"
    SEATED = "when people have looked for their seats"
    PLAYING = "while a round is played"
    CHECKING = "while a round is looked over"
    MOVING = "between two rounds"
    OVER = "after the last round"
    FINISHED = "when the party is finished"


@dataclass(frozen=True)
class Incident:
    """`words` say what happens; `happen` lets it, and tells whether it was possible just now."""

    name: str
    words: str
    when: Moment
    happen: Callable[[Night], bool]


def happens(night: Night, incident: Incident) -> bool:
    """Let an incident happen, and tell of it. What was tried and not possible is told as well."""
    place = len(night.told)
    if not incident.happen(night):
        return False
    night.happened[incident.name] += 1
    night.told.insert(place, f"– {incident.words}.")
    return True
