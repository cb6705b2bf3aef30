"""Prizes: who takes what, from measures that arrive as numbers.

A *ladder* is a measure, high or low, within a prize group: "high", then "second high". Ties are
reported, never broken: an award with more than one name waits for a cut, a share or a count-back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic

from party.progression.errors import SeatingError
from party.progression.seating import E

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Prize:
    """A prize; further ones of the same measure, end and group go to the next best."""

    name: str
    measure: str
    lowest: bool = False
    group: str | None = None


@dataclass(frozen=True)
class Award(Generic[E]):
    """Who takes a prize, and with what. Several: tied. None: nobody is left for it."""

    prize: Prize
    entrants: tuple[E, ...]
    value: int | None

    @property
    def tied(self) -> bool:
        return len(self.entrants) > 1


def award(
    prizes: Sequence[Prize],
    measures: Mapping[str, Mapping[E, int]],
    *,
    groups: Mapping[E, str] = NOTHING,
    decided: Mapping[str, E] = NOTHING,
    one_each: bool = False,
) -> tuple[Award[E], ...]:
    """Return an award for each prize, in the order given.

    `measures` holds only those who may win: no house players; for the low end nobody who missed
    a round. `groups` says who is in which prize group, `decided` who won a tie (by the prize's
    name). With `one_each` whoever has a prize is passed over for later ones. A tie that is not
    decided takes nobody out of the running. Raises SeatingError for a measure that is missing,
    or when a tie was decided for somebody who is not in it.
    """
    awards: list[Award[E]] = []
    for prize in prizes:
        won = {
            each.entrants[0]
            for each in awards
            if len(each.entrants) == 1 and (one_each or _ladder(each.prize) == _ladder(prize))
        }
        running = {
            entrant: value
            for entrant, value in _measure(prize, measures).items()
            if entrant not in won and prize.group in {None, groups.get(entrant)}
        }
        awards.append(_award(prize, running, decided))
    return tuple(awards)


def _ladder(prize: Prize) -> tuple[str, bool, str | None]:
    return prize.measure, prize.lowest, prize.group


def _measure(prize: Prize, measures: Mapping[str, Mapping[E, int]]) -> Mapping[E, int]:
    if prize.measure not in measures:
        text = f"{prize.name}: nothing is known about “{prize.measure}”."
        raise SeatingError("measure", text, prize=prize.name, measure=prize.measure)
    return measures[prize.measure]


def _award(prize: Prize, running: Mapping[E, int], decided: Mapping[str, E]) -> Award[E]:
    if not running:
        return Award(prize, (), None)
    best = min(running.values()) if prize.lowest else max(running.values())
    tied = tuple(entrant for entrant, value in running.items() if value == best)
    if prize.name not in decided:
        return Award(prize, tied, best)
    if decided[prize.name] not in tied:
        text = f"{prize.name} cannot go to {decided[prize.name]}, who is not in the tie."
        raise SeatingError("decided", text, prize=prize.name)
    return Award(prize, (decided[prize.name],), best)
