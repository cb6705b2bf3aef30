"""A *line* is one person of a list.

A line with a `fault` adds nobody. If it is also `aside`, it is no mistake of the list: a title, a
total, somebody who does not come. A line that can mean different people is a *doubt*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from party.rosters.names import clean_name


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One person of a list: the number of the line (`place`), and its contents.

    Number 0 means no number. `taken` is the number in the line if somebody else has it. `source`
    is the text around the name, "" if there is only the name. `notes` are for tonight, `kept` are
    for the club. `fee` has the words of the list about the fee, `paid` the organiser's answer.
    `mark` is a hash of the contents, so an answer finds its line in a list that was edited.
    """

    place: int
    name: str
    group: str = ""
    number: int = 0
    notes: str = ""
    fault: str = ""
    taken: int = 0
    word: str = ""
    source: str = ""
    aside: bool = False
    kept: str = ""
    fee: str = ""
    paid: str = ""
    mark: str = field(default="", compare=False)

    @property
    def clean_name(self) -> str:
        return clean_name(self.name)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line that can mean different people: each of the `readings`, by its answer."""

    kind: str
    line: RosterLine
    readings: Mapping[str, tuple[RosterLine, ...]]


LineOrDoubt = RosterLine | Doubt
