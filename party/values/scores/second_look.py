"""Checks: entries typed a second time from the paper, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from party.values.scores.tables import HandLine, hand_name


@dataclass(frozen=True, slots=True)
class Difference:
    """One hand with different results. The first one counts until somebody decides."""

    table: int
    first: HandLine
    others: tuple[HandLine, ...]

    @property
    def hand(self) -> int:
        return self.first.hand or 0

    @property
    def what(self) -> str:
        return hand_name(self.hand)

    @property
    def versions(self) -> tuple["Version", ...]:
        lines = (self.first, *self.others)
        names = ("Came first", "Came second", "Came third")
        if all(line.source != "phone" for line in lines):
            names = ("Typed first", "Typed again", "Typed again")
        return tuple(
            Version(
                line,
                lines[1] if line is self.first else self.first,
                names[min(place, len(names) - 1)],
                tuple(other.entry for other in lines if other is not line),
            )
            for place, line in enumerate(lines)
        )


@dataclass(frozen=True, slots=True)
class Version:
    """One of several results that differ, and one that it is compared with.

    `which` of them it is; `wrong` are the entries of all others.
    """

    line: HandLine
    other: HandLine
    which: str
    wrong: tuple[int, ...]

    @property
    def parts(self) -> Iterator[tuple[str, bool]]:
        return word_parts(self.line.words, self.other.words)


def word_parts(words: str, others: str) -> Iterator[tuple[str, bool]]:
    """Yield the words in pieces, each with whether the other ones say something else there."""
    own, their = words.split(), others.split()
    for tag, start, end, _, _ in SequenceMatcher(None, own, their).get_opcodes():
        if start < end:
            yield " ".join(own[start:end]), tag != "equal"


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """How far the check of one table is: entries, those typed again alike, those that differ.

    `same_person` of those alike were typed twice by one person; `first` and `again` are names.
    """

    number: int
    capture: str
    entries: int
    alike: int
    differing: int
    same_person: int = 0
    first: tuple[str, ...] = ()
    again: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        return bool(self.entries) and self.alike == self.entries

    @property
    def checked(self) -> bool:
        """Whether all of it was typed again by somebody else than the first typist."""
        return self.done and not self.same_person

    @property
    def waits(self) -> bool:
        return bool(self.entries) and not self.done and not self.differing

    @property
    def words(self) -> str:
        if self.differing:
            return f"{self.differing} different"
        if self.done:
            return "typed twice by one person" if self.same_person else "checked"
        if not self.entries:
            return "on final cards" if self.capture == "cards" else "nothing in yet"
        return f"{self.alike} of {self.entries} checked" if self.alike else "not checked"


@dataclass(frozen=True, slots=True)
class TypedAgain:
    """What comes of typing again: how many entries agree, and which hands do not.

    `dropped` are second versions from before, in words, that what was typed now took the place of.
    """

    alike: int
    differing: tuple[int, ...]
    dropped: tuple[str, ...] = ()
