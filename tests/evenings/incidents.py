"""Incidents: what can disturb an evening, and when."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tests.evenings.night import Night

Happen = Callable[[Night], bool]


class Moment(Enum):
    DOOR = "before the draw"
    SEATED = "when people have looked for their seats"
    PLAYING = "while a round is played"
    MOVING = "between two rounds"
    OVER = "after the last round"
    FINISHED = "when the party is finished"


@dataclass(frozen=True)
class Incident:
    """Something that disturbs an evening."""

    name: str
    words: str
    when: Moment
    happen: Happen


REGISTERED: dict[str, list[Incident]] = defaultdict(list)  # by module


def incident(name: str, words: str, when: Moment) -> Callable[[Happen], Happen]:
    """Register a function as an incident; the function returns whether it was possible."""

    def register(happen: Happen) -> Happen:
        REGISTERED[happen.__module__].append(Incident(name, words, when, happen))
        return happen

    return register


def try_incident(night: Night, incident: Incident) -> bool:
    """Let an incident happen; its line in the story stands above the lines that it caused."""
    index = len(night.story_lines)
    if not incident.happen(night):
        return False
    night.incident_counts[incident.name] += 1
    night.story_lines.insert(index, f"– {incident.words}.")
    return True
