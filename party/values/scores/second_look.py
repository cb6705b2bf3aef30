"""The second look: entries typed again from the paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


def word_parts(words: str, compared_words: str) -> Iterator[tuple[str, bool]]:
    """Yield the words in pieces, each with whether the compared words differ there."""
    pieces = words.split()
    matcher = SequenceMatcher(None, pieces, compared_words.split())
    for tag, start, end, _, _ in matcher.get_opcodes():
        if start < end:
            yield " ".join(pieces[start:end]), tag != "equal"


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """`same_person_count` is the number of entries that one person typed both times."""

    number: int
    capture: str
    entry_count: int
    equal_count: int
    different_count: int
    same_person_count: int = 0
    first_typists: tuple[str, ...] = ()
    second_typists: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        return bool(self.entry_count) and self.equal_count == self.entry_count

    @property
    def is_checked(self) -> bool:
        """Return whether somebody other than the first typist typed all entries again."""
        return self.is_complete and not self.same_person_count

    @property
    def needs_check(self) -> bool:
        return bool(self.entry_count) and not self.is_complete and not self.different_count

    @property
    def words(self) -> str:
        if self.different_count:
            return f"{self.different_count} different"
        if self.is_complete:
            return "typed twice by one person" if self.same_person_count else "checked"
        if not self.entry_count:
            return "on final cards" if self.capture == "cards" else "nothing in yet"
        checked = f"{self.equal_count} of {self.entry_count} checked"
        return checked if self.equal_count else "not checked"
