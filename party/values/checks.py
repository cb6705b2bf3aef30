"""Checks: entries typed a second time from the paper, and what came of it."""

from dataclasses import dataclass

from party.values.scores import HandLine


@dataclass(frozen=True, slots=True)
class Difference:
    """One hand that two people read differently. The first one counts until somebody decides."""

    table: int
    first: HandLine
    second: HandLine

    @property
    def hand(self) -> int:
        return self.first.hand or 0

    @property
    def what(self) -> str:
        return f"hand {self.hand}" if self.hand else "the total"

    @property
    def versions(self) -> tuple[tuple[HandLine, HandLine, str], ...]:
        """Each version, the other one, and which it is."""
        return (
            (self.first, self.second, "Typed first"),
            (self.second, self.first, "Typed again"),
        )


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """How far the check of one table is: entries, those typed again alike, those that differ."""

    number: int
    entries: int
    alike: int
    differing: int

    @property
    def done(self) -> bool:
        return bool(self.entries) and self.alike == self.entries

    @property
    def waits(self) -> bool:
        return bool(self.entries) and not self.done and not self.differing

    @property
    def words(self) -> str:
        if self.differing:
            return f"{self.differing} different"
        if self.done:
            return "checked"
        if not self.entries:
            return "nothing in yet"
        return f"{self.alike} of {self.entries} checked" if self.alike else "not checked"


@dataclass(frozen=True, slots=True)
class TypedAgain:
    """What the second person is told: how many agree, and which hands do not."""

    alike: int
    differing: tuple[int, ...]
