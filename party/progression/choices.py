"""One question about a party, with its possible answers in an organiser's words.

`number` is that of the rule catalogue (T94 to T104), "" for our own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

Value = str | int


@dataclass(frozen=True)
class Choice:
    """A field of `Format`: the words for each value, and the numbers that are also allowed."""

    number: str
    label: str
    answers: Mapping[Value, str]
    help: str = ""
    numbers: range | None = None

    def read(self, value: object) -> Value | None:
        """Return an allowed value, otherwise None; "4" is read as 4."""
        if isinstance(value, bool) or not isinstance(value, str | int):
            return None
        if value in self.answers:
            return value
        try:
            number = int(value)
        except ValueError:
            return None
        return number if self.numbers is not None and number in self.numbers else None

    def answers_text(self) -> str:
        answers = [str(value) for value in self.answers]
        if self.numbers is not None:
            answers.append(f"a number from {self.numbers[0]} to {self.numbers[-1]}")
        return ", ".join(answers)


def choice(
    number: str,
    label: str,
    answers: Mapping[Value, str],
    help: str = "",  # noqa: A002 -- the word that forms use as well
    *,
    numbers: range | None = None,
    default: int | None = None,
) -> Any:
    choice_ = Choice(number, label, MappingProxyType(dict(answers)), help, numbers)
    default_value = next(iter(answers)) if default is None else default
    return field(default=default_value, metadata={"choice": choice_})
