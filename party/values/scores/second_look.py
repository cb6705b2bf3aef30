"""Checks: entries typed a second time from the paper, and the result."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


def word_parts(words: str, compared_words: str) -> Iterator[tuple[str, bool]]:
    """Yield the words in pieces, each with whether the compared words differ there."""
    own, compared = words.split(), compared_words.split()
    for tag, start, end, _, _ in SequenceMatcher(None, own, compared).get_opcodes():
        if start < end:
            yield " ".join(own[start:end]), tag != "equal"


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """The check of one table: its entries, those typed again alike, those that differ.

    `same_person` of those alike were typed twice by one person.
    """

    number: int
    capture: str
    entries: int
    alike: int
    differing: int
    same_person: int = 0
    first_typists: tuple[str, ...] = ()
    second_typists: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        return bool(self.entries) and self.alike == self.entries

    @property
    def checked(self) -> bool:
        """Whether somebody else than the first typist typed all of it again."""
        return self.is_complete and not self.same_person

    @property
    def waits(self) -> bool:
        return bool(self.entries) and not self.is_complete and not self.differing

    @property
    def words(self) -> str:
        if self.differing:
            return f"{self.differing} different"
        if self.is_complete:
            return "typed twice by one person" if self.same_person else "checked"
        if not self.entries:
            return "on final cards" if self.capture == "cards" else "nothing in yet"
        return f"{self.alike} of {self.entries} checked" if self.alike else "not checked"
