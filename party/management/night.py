"""A night that is watched: after every verb it is checked that all is as it must be."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from party.engine import Rules
from party.management import invariants
from party.management.snapshots import differing, snapshot
from party.models import LogLine, Party, Round, User
from party.queries.rounds import latest_round
from party.values.refusals import Refused
from party.values.spots import Spot

T = TypeVar("T")
A_STEP = timedelta(seconds=20)
Signature = dict[tuple[int, int], set[int]]


class Broken(Exception):  # noqa: N818 -- it reads as what happened
    """Something that must always hold does not. The text says what, and after which step."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A hand (0: the total) that was typed wrong, and the round in which that will be found."""

    spot: Spot
    hand: int
    found_in: int


@dataclass
class Night:
    """One disturbed evening: the party, its dice, what truly happened, and what was told.

    `truth` holds the hands as the tables played them, whatever the desk typed.
    """

    party: Party
    dice: Random
    by: User | None
    at: datetime
    told: list[str] = field(default_factory=list)
    truth: dict[Spot, list[str]] = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)
    closed: Signature = field(default_factory=dict)
    line: int = 0  # the newest line of the log

    def __post_init__(self) -> None:
        self.line = self._newest_line()

    @property
    def rules(self) -> Rules:
        return self.party.rules

    @property
    def round(self) -> Round:
        found = latest_round(self.party)
        if found is None:
            raise Broken("No seats are drawn.")
        return found

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def do(
        self,
        verb: Callable[..., T],
        *args: Any,
        no_news: bool = False,
        late: bool = False,
        **kwargs: Any,
    ) -> T:
        """Do a verb and check everything.

        `no_news`: it has nothing to log; `late`: it may change what is closed.
        """
        self.at += A_STEP
        before = self.line
        done = verb(*args, by=self.by, at=self.at, **kwargs)
        lines = LogLine.objects.filter(party=self.party, pk__gt=before).order_by("pk")
        found = dict(lines.values_list("pk", "words"))
        self.line, words = max(found, default=before), list(found.values())
        self.told += [f"  {line}" for line in words] or [f"  {verb.__name__}: nothing new"]
        self._check(late=late)
        if len(words) != (0 if no_news else 1):
            self._break([f"{verb.__name__} wrote {len(words)} lines into the log."])
        return done

    def refused(self, verb: Callable[..., object], *args: Any, **kwargs: Any) -> None:
        """Try what must be refused; it may change nothing at all."""
        before, line = snapshot(self.party), self._newest_line()
        try:
            verb(*args, by=self.by, at=self.at, **kwargs)
        except Refused as refused:
            self.told.append(f"  Refused: {refused}")
        else:
            self._break([f"{verb.__name__} was not refused."])
        changed = differing(before, snapshot(self.party))
        if changed or line != self._newest_line():
            self._break([f"{verb.__name__} was refused, but changed {changed or 'the log'}."])

    def seated(self) -> None:
        """Check the seats that were made just now."""
        rows = invariants.read_rows(self.party)
        number = max(rows.chairs)
        self._break([*invariants.when_seated(rows, number), *invariants.turn_troubles(rows)])

    def counted(self) -> None:
        """Check points and standings, now that a round is closed."""
        rows = invariants.read_rows(self.party)
        self.closed = signature(rows)
        self._break(list(invariants.standing_troubles(rows)))

    def undone(self, verb: Callable[..., object], back: Callable[..., object]) -> None:
        """Do a verb and take it back: all must be as it was."""
        before = snapshot(self.party)
        self.do(verb, self.party.pk)
        self.seated()
        self.do(back, self.party.pk)
        if changed := differing(before, snapshot(self.party)):
            self._break([f"{back.__name__} did not bring back {changed}."])

    def _check(self, *, late: bool) -> None:
        rows = invariants.read_rows(self.party)
        troubles = list(invariants.always(rows))
        if late:
            self.closed = signature(rows)
        elif self._differs(signature(rows)):
            troubles.append("What was entered in a round that is closed has changed.")
        self._break(troubles)

    def _differs(self, now: Signature) -> bool:
        closed = {number for number, _ in self.closed}
        return self.closed != {spot: ids for spot, ids in now.items() if spot[0] in closed}

    def _newest_line(self) -> int:
        newest = LogLine.objects.filter(party=self.party).order_by("-pk").first()
        return newest.pk if newest else 0

    def _break(self, troubles: list[str]) -> None:
        if troubles:
            raise Broken("\n".join([*self.told[-12:], *troubles]))


def signature(rows: invariants.Rows) -> Signature:
    """Return the entries in force of every table in the closed rounds."""
    return {
        spot: {row.pk for row in entries}
        for spot, entries in rows.entries.items()
        if rows.states[spot[0]] == Round.State.CLOSED
    }
