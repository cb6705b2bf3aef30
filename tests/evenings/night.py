"""A night that is watched: after every verb it is checked that all is as it must be."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from party.engine import Rules
from party.models import Party
from party.progression import Format
from party.values.accounts import Actor
from party.values.refusals import Refused
from party.values.scores.tables import Spot
from tests.evenings import checks
from tests.evenings.footprints import EVERY_VERB, touches
from tests.evenings.snapshots import At, Row, Snapshot, take

T = TypeVar("T")
A_STEP = timedelta(seconds=20)


class Broken(Exception):  # noqa: N818 -- it reads as what happened
    """Something that must always hold does not. The text says what, and after which step."""


@dataclass
class Play:
    """What truly happened at a table, whatever the desk typed.

    `lines` are the hands as they were played, `points` what they were worth then; `capture` is
    how the desk is told of them, and `ahead` who is said to be ahead where that is all it is told.
    `people` are the places for which this was planned.
    """

    lines: list[str]
    capture: str
    people: frozenset[int]
    points: tuple[int, int] = (0, 0)
    ahead: str = ""
    why: str = ""


@dataclass
class Night:
    """One disturbed evening: the party as it is now, its dice, and what has been told of it.

    `wrong` are the hands (0: the total) that were typed wrong, each with the round in which that
    will be found; `boxes` what people wrote on their cards of rounds in which nobody knew who sits
    where, by round and entrant; `happened` counts the incidents.
    """

    party_id: int
    dice: Random
    actor: Actor
    at: datetime
    told: list[str] = field(default_factory=list)
    plays: dict[At, Play] = field(default_factory=dict)
    wrong: dict[tuple[At, int], int] = field(default_factory=dict)
    boxes: dict[tuple[int, int], int] = field(default_factory=dict)
    happened: Counter[str] = field(default_factory=Counter)
    by_hand: bool = False  # tables hand in their hands, and table 1 likes to tie
    newest: int = 0  # line of the log

    def __post_init__(self) -> None:
        self.now = self._read()

    @property
    def rules(self) -> Rules:
        return self.now.rules

    @property
    def format(self) -> Format:
        return self.now.format

    @property
    def round(self) -> Row:
        if self.now.latest is None:
            raise Broken("No seats are drawn.")
        return self.now.latest

    @property
    def number(self) -> int:
        """The number of the latest round, 0 before the draw."""
        return self.now.latest.number if self.now.latest else 0

    @property
    def tracked(self) -> bool:
        """Whether anybody knows who sits where."""
        return bool(self.now.party.capture != "untracked")

    @property
    def finished(self) -> bool:
        return self.now.party.finished_at is not None

    def spot(self, at: At) -> Spot:
        return Spot(self.party_id, *at)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def do(self, verb: Callable[..., T], *args: Any, no_news: bool = False, **kwargs: Any) -> T:
        """Do a verb that must succeed, and check everything; `no_news`: nothing is to change."""
        try:
            return self.ask(verb, *args, no_news=no_news, **kwargs)
        except Refused as refused:
            raise self._broken([f"{verb.__name__} was refused: {refused}"]) from refused

    def refused(self, verb: Callable[..., object], *args: Any, **kwargs: Any) -> None:
        """Try what must be refused."""
        try:
            self.ask(verb, *args, **kwargs)
        except Refused:
            return
        raise self._broken([f"{verb.__name__} was not refused."])

    def ask(self, verb: Callable[..., T], *args: Any, no_news: bool = False, **kwargs: Any) -> T:
        """Do a verb that may be refused. Then it raises Refused and may have changed nothing."""
        self.at += A_STEP
        before = self.now
        try:
            done = verb(*args, actor=self.actor, at=self.at, **kwargs)
        except Refused as refused:
            self.tell(f"Refused: {refused}")
            self.now = self._read()
            self._expect_no_trace(verb.__name__, before)
            raise
        self.now = self._read()
        self._look(verb.__name__, before, no_news=no_news)
        return done

    def undone(
        self, verb: Callable[..., object], back: Callable[..., object], **kwargs: Any
    ) -> None:
        """Do a verb and take it back: all but the history must be as it was.

        Who has taken a card of a blind draw is here, with seats or without.
        """
        before, history = self.now, set(EVERY_VERB)
        history |= {"entrant.state"} if {"handed_out", "in_box"} & kwargs.keys() else set()
        self.ask(verb, self.party_id, **kwargs)
        self.do(back, self.party_id)
        if differing := self.touched(before) - history:
            names = ", ".join(sorted(differing))
            raise self._broken([f"{back.__name__} did not bring back {names}."])

    def tell(self, words: str) -> None:
        self.told.append(f"  {words}")

    def party(self) -> Party:
        """Return the party as the program sees it."""
        return Party.objects.get(pk=self.party_id)

    def _read(self) -> Snapshot:
        now = take(self.party_id, self.newest)
        self.newest = max((line.id for line in now.lines), default=self.newest)
        return now

    def _look(self, verb: str, before: Snapshot, *, no_news: bool) -> None:
        for line in self.now.lines:
            self.tell(line.words)
        if no_news:
            self.tell("That is known already.")
        troubles = list(checks.troubles(verb, before, self.now))
        lines = len(self.now.lines)
        if lines != (0 if no_news else 1):
            troubles.append(f"{verb} wrote {lines} lines into the log.")
        if self.now.party.revision <= before.party.revision and lines:
            troubles.append(f"{verb} did not raise the revision.")
        if no_news and (touched := self.touched(before) - EVERY_VERB):
            troubles.append(f"{verb} had no news, but changed {sorted(touched)}.")
        if troubles:
            raise self._broken(troubles)

    def touched(self, before: Snapshot) -> set[str]:
        """Name everything that is not as it was."""
        return {
            touched
            for name, rows in before.rows.items()
            for touched, _ in touches(name, rows, self.now.rows[name])
        }

    def _expect_no_trace(self, verb: str, before: Snapshot) -> None:
        if self.now.rows != before.rows or self.now.lines:
            names = [name for name, rows in before.rows.items() if rows != self.now.rows[name]]
            raise self._broken(
                [f"{verb} was refused, but changed {', '.join(names) or 'the log'}."]
            )

    def _broken(self, troubles: list[str]) -> Broken:
        return Broken("\n".join([*self.told[-12:], *troubles]))
