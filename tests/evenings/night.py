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
from tests.evenings.footprints import EVERY_VERB, changes_of_rows
from tests.evenings.snapshots import Row, Snapshot, TableKey, take_snapshot

T = TypeVar("T")
STEP_TIME = timedelta(seconds=20)
LINES_OF_AN_ERROR = 12  # an error shows these last lines of the story


class CheckError(Exception):
    """The text has the last steps of the story, and the faults."""


@dataclass
class Play:
    """What a table really plays, whatever the desk types."""

    lines: list[str]  # the hands, as the desk would type them
    capture: str
    place_ids: frozenset[int]  # the seats for which the table was planned
    points: tuple[int, int] = (0, 0)
    ahead: str = ""  # the pair ahead, if nothing else is entered
    reason: str = ""  # the reason for missing hands


@dataclass
class Night:
    """One disturbed evening: it runs verbs, and checks the whole party after each."""

    party_id: int
    dice: Random
    actor: Actor
    at: datetime
    story_lines: list[str] = field(default_factory=list)
    plays: dict[TableKey, Play] = field(default_factory=dict)
    # Hands (0: the total) that were typed wrong, and the round in which somebody notices each.
    wrong_hands: dict[tuple[TableKey, int], int] = field(default_factory=dict)
    # Points on people's cards, by round and entrant, for rounds without tables.
    card_boxes: dict[tuple[int, int], int] = field(default_factory=dict)
    incident_counts: Counter[str] = field(default_factory=Counter)
    hands_only: bool = False  # no table hands in a total, and table 1 is often tied
    newest_line_id: int = 0

    def __post_init__(self) -> None:
        self.snapshot = self._read()

    @property
    def rules(self) -> Rules:
        return self.snapshot.party.rules

    @property
    def format(self) -> Format:
        return self.snapshot.party.format

    @property
    def round(self) -> Row:
        if self.snapshot.latest is None:
            raise CheckError("No seats are drawn.")
        return self.snapshot.latest

    @property
    def number(self) -> int:
        return self.snapshot.latest.number if self.snapshot.latest else 0

    @property
    def is_tracked(self) -> bool:
        return bool(self.snapshot.party.capture != "untracked")

    @property
    def is_finished(self) -> bool:
        return self.snapshot.party.finished_at is not None

    def spot(self, key: TableKey) -> Spot:
        return Spot(self.party_id, *key)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def run(
        self, verb: Callable[..., T], *args: Any, is_unchanged: bool = False, **kwargs: Any
    ) -> T:
        """Run a verb that must succeed, and check everything.

        With `is_unchanged` the verb repeats an earlier one, and must change nothing.
        """
        try:
            return self.try_verb(verb, *args, is_unchanged=is_unchanged, **kwargs)
        except Refused as refused:
            raise self._error([f"{verb.__name__} was refused: {refused}"]) from refused

    def expect_refusal(self, verb: Callable[..., object], *args: Any, **kwargs: Any) -> None:
        """Run a verb that must be refused."""
        try:
            self.try_verb(verb, *args, **kwargs)
        except Refused:
            return
        raise self._error([f"{verb.__name__} was not refused."])

    def try_verb(
        self, verb: Callable[..., T], *args: Any, is_unchanged: bool = False, **kwargs: Any
    ) -> T:
        """Run a verb and check everything; a refused verb must not have changed anything."""
        self.at += STEP_TIME
        before = self.snapshot
        try:
            result = verb(*args, actor=self.actor, at=self.at, **kwargs)
        except Refused as refused:
            self.add_to_story(f"Refused: {refused}")
            self.snapshot = self._read()
            self._expect_no_trace(verb.__name__, before)
            raise
        self.snapshot = self._read()
        self._check(verb.__name__, before, is_unchanged=is_unchanged)
        return result

    def run_and_undo(
        self, verb: Callable[..., object], undo: Callable[..., object], **kwargs: Any
    ) -> None:
        """Run a verb and undo it; afterwards everything except the history must be as before.

        People who took a card at a blind draw stay marked as here.
        """
        before, history = self.snapshot, set(EVERY_VERB)
        history |= {"entrant.state"} if "in_box" in kwargs else set()
        self.try_verb(verb, self.party_id, **kwargs)
        self.run(undo, self.party_id)
        if differences := self.changes_since(before) - history:
            names = ", ".join(sorted(differences))
            raise self._error([f"{undo.__name__} did not bring back {names}."])

    def add_to_story(self, words: str) -> None:
        self.story_lines.append(f"  {words}")

    def party(self) -> Party:
        return Party.objects.get(pk=self.party_id)

    def _read(self) -> Snapshot:
        snapshot = take_snapshot(self.party_id, self.newest_line_id)
        self.newest_line_id = max(
            (line.id for line in snapshot.lines), default=self.newest_line_id
        )
        return snapshot

    def _check(self, verb: str, before: Snapshot, *, is_unchanged: bool) -> None:
        for line in self.snapshot.lines:
            self.add_to_story(line.words)
        if is_unchanged:
            self.add_to_story("That is known already.")
        troubles = list(checks.troubles(verb, before, self.snapshot))
        line_count = len(self.snapshot.lines)
        if line_count != (0 if is_unchanged else 1):
            troubles.append(f"{verb} wrote {line_count} lines into the log.")
        if self.snapshot.party.revision <= before.party.revision and line_count:
            troubles.append(f"{verb} did not raise the revision.")
        if is_unchanged and (changes := self.changes_since(before) - EVERY_VERB):
            troubles.append(f"{verb} had no news, but changed {sorted(changes)}.")
        if troubles:
            raise self._error(troubles)

    def changes_since(self, before: Snapshot) -> set[str]:
        return {
            change
            for name, rows in before.rows.items()
            for change, _ in changes_of_rows(name, rows, self.snapshot.rows[name])
        }

    def _expect_no_trace(self, verb: str, before: Snapshot) -> None:
        if self.snapshot.rows != before.rows or self.snapshot.lines:
            names = [
                name for name, rows in before.rows.items() if rows != self.snapshot.rows[name]
            ]
            raise self._error(
                [f"{verb} was refused, but changed {', '.join(names) or 'the log'}."]
            )

    def _error(self, troubles: list[str]) -> CheckError:
        return CheckError("\n".join([*self.story_lines[-LINES_OF_AN_ERROR:], *troubles]))
