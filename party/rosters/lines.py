"""A *line* is one person of a list.

A line with a `fault` adds nobody. If it also `is_ignored`, it is no mistake of the list: it is a
title, a total, or somebody who does not come.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from party.rosters.names import clean_name


@dataclass(frozen=True, slots=True)
class RosterLine:
    """`place` is the number of the line; `number` is that of the person, 0 for none.

    `taken_number` is the number in the line if somebody else has it. `source` is the text around
    the name, "" if there is only the name. `notes` are for tonight, `club_notes` for the club.
    `fee` has the words of the list about the fee, `paid` the organiser's answer. `mark` is a hash
    of the contents: with it an answer finds its line again after the list was edited.
    """

    place: int
    name: str
    group: str = ""
    number: int = 0
    notes: str = ""
    fault: str = ""
    taken_number: int = 0
    word: str = ""
    source: str = ""
    is_ignored: bool = False
    club_notes: str = ""
    fee: str = ""
    paid: str = ""
    mark: str = field(default="", compare=False)

    @property
    def clean_name(self) -> str:
        return clean_name(self.name)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line that can mean different people; `readings` has each meaning, by its answer."""

    kind: str
    line: RosterLine
    readings: Mapping[str, tuple[RosterLine, ...]]


LineOrDoubt = RosterLine | Doubt
