"""The prize-giving on the hall screen: one press, one screen."""

from dataclasses import dataclass

from party.values.people.person import Person
from party.values.prizes.prizes import join_names
from party.values.standings.tally import TallyBox

HIDDEN, WHOLE_LIST = "", "all"  # keys: nothing shown yet, and the last step
PLACES = {3: "Third place", 2: "Second place", 1: "First place"}
CORRECTED = "Corrected since the winners were first shown."


def place_key(rank: int) -> str:
    return f"place {rank}"


def prize_key(position: int) -> str:
    """Return the key of a prize's step. Party files store such keys, so they must not change."""
    return f"prize {position}"


@dataclass(frozen=True, slots=True)
class HonouredWinner:
    """`boxes` has the winner's rounds if the prize is for a total; otherwise it is empty."""

    person: Person
    boxes: tuple[TallyBox, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealStep:
    """A place or a prize with its winners, or the whole list without winners.

    `note` is the prize, `reason` the winners' achievement, `rule` the rule of the prize.
    """

    key: str
    title: str
    note: str = ""
    winners: tuple[HonouredWinner, ...] = ()
    points: str = ""
    reason: str = ""
    rule: str = ""

    @property
    def name(self) -> str:
        """Return the title inside a sentence: "first place, shared"."""
        return f"{self.title[:1].lower()}{self.title[1:]}"

    @property
    def summary(self) -> str:
        names = join_names([str(winner.person) for winner in self.winners], "several people")
        return ", ".join(filter(None, (names, self.points or self.reason)))


@dataclass(frozen=True, kw_only=True)
class PrizeGiving:
    """`shown` is the key of the step on the screen."""

    steps: tuple[RevealStep, ...]
    shown: str
    is_revealed: bool
    is_corrected: bool = False
    open_prizes: tuple[str, ...] = ()

    @property
    def position(self) -> int:
        """Return -1 before the first step."""
        keys = [step.key for step in self.steps]
        return keys.index(self.shown) if self.shown in keys else -1

    @property
    def current(self) -> RevealStep | None:
        return self.steps[self.position] if self.position >= 0 else None

    @property
    def next(self) -> RevealStep | None:
        following = self.steps[self.position + 1 :]
        return following[0] if following else None

    @property
    def previous_key(self) -> str:
        return self.steps[self.position - 1].key if self.position > 0 else HIDDEN

    @property
    def marked_steps(self) -> tuple[tuple[RevealStep, str], ...]:
        """Return each step with "done", "now" or "to come"."""
        marks = ["done"] * max(self.position, 0) + ["now"] * (self.position >= 0)
        marks += ["to come"] * (len(self.steps) - len(marks))
        return tuple(zip(self.steps, marks, strict=True))
