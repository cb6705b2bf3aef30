"""Toggles: one variation of the game each, with its values in an organiser's words.

A toggle is known by its number in the rule catalogue (T1 to T93). `sources` are the rule texts
that describe it: 0 the pagat page, 1 the Two2Six page, 2 the north-west Iowa write-up,
3 the lodige.com page, 4 Hay's rule book; "public" is a page outside these five, "ours" a choice
that no source gives. `players` are the numbers of players for whom it matters.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

Value = str | int

OFF_ON: Mapping[Value, str] = MappingProxyType({"off": "no", "on": "yes"})
ON_OFF: Mapping[Value, str] = MappingProxyType({"on": "yes", "off": "no"})
YES_NO: Mapping[Value, str] = MappingProxyType({"yes": "yes", "no": "no"})
NO_YES: Mapping[Value, str] = MappingProxyType({"no": "no", "yes": "yes"})
EVERY_NUMBER = (2, 3, 4, 5, 6)
WITH_PARTNERS = (4, 6)


@dataclass(frozen=True)
class Toggle:
    """One field of `Rules`: the values it may have, each with the words an organiser reads.

    `section` is the title it stands under in a form and on the rule sheet.
    """

    number: str
    label: str
    choices: Mapping[Value, str]
    sources: str
    help: str = ""
    also: Mapping[Value, Value] = field(default_factory=dict)
    players: tuple[int, ...] = EVERY_NUMBER
    name: str = ""
    section: str = ""

    @property
    def values(self) -> tuple[Value, ...]:
        return tuple(self.choices)

    def read(self, value: object) -> Value | None:
        """Return the value that is meant, in any spelling the catalogue uses; None if none is.

        "7NT<m<8S" and "7nt_m_8s" are one value; so are 250 and "250".
        """
        if isinstance(value, bool) or not isinstance(value, str | int):
            return None
        if value in self.choices:
            return value
        return self.also[value] if value in self.also else self.spellings.get(spell(value))

    @cached_property
    def spellings(self) -> Mapping[str, Value]:
        """Every spelling of a value without its signs, but those that then mean two values."""
        given = [(spell(each), each) for each in self.choices]
        given += [(spell(other), each) for other, each in self.also.items()]
        meant: dict[str, set[Value]] = {}
        for spelling, each in given:
            meant.setdefault(spelling, set()).add(each)
        return {spelling: each for spelling, each in given if len(meant[spelling]) == 1}


def spell(value: Value) -> str:
    return re.sub(r"[^a-z0-9]+", "_", str(value).lower()).strip("_")


def toggle(  # noqa: PLR0917 -- a row of the catalogue has this many columns
    number: str,
    label: str,
    choices: Mapping[Value, str],
    sources: str,
    help: str = "",  # noqa: A002 -- the word that forms use as well
    also: Mapping[Value, Value] | None = None,
    players: tuple[int, ...] = EVERY_NUMBER,
) -> Any:
    """Declare a field of `Rules`; the first choice is the one of the Australian game."""
    made = Toggle(
        number, label, MappingProxyType(dict(choices)), sources, help, also or {}, players
    )
    return field(default=made.values[0], metadata={"toggle": made})


def bonus_bid(*points: int) -> Mapping[Value, str]:
    """Choices of a special bid that is off, or worth so many points."""
    return {"off": "not played", **{each: f"worth {each}" for each in points}}
