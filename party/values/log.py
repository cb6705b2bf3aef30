"""The log as a page shows it: old and new values, and what can be taken back from a line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from party.values.money import money
from party.values.people import Person

TOLD = {"party changed", "rounds", "capture", "notes", "prize group", "prize changed"}
"""Verbs that keep what was before in a form that people can read."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after; `new` is None where the words of the line say it."""

    what: str
    old: str
    new: str | None


@dataclass(frozen=True, slots=True)
class Undo:
    """What would be taken back from a line of the log. `helpers` may do it too."""

    line: int
    kind: str
    effects: tuple[str, ...]
    round: int = 0
    table: int | None = None
    entry: int | None = None
    entrant: int | None = None
    helpers: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which lines are asked for: about a table, a person, of a verb. None and "" are all."""

    table: int | None = None
    person: Person | None = None
    verb: str = ""

    def __bool__(self) -> bool:
        return bool(self.table or self.person or self.verb)


def changes(verb: str, data: Mapping[str, Any], currency: str) -> tuple[Change, ...]:
    """Return the old and new values of a line, where it has any that its words do not say."""
    if verb == "owes":
        return (Change("", _owed(data.get("before"), currency), None),)
    if verb not in TOLD or "before" not in data:
        return ()
    if "after" not in data:
        return (Change("", _text(data["before"]), None),)
    return tuple(_differing("", data["before"], data["after"]))


def _differing(what: str, old: Any, new: Any) -> Iterator[Change]:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        yield Change(what.replace("_", " "), _text(old), _text(new))
        return
    for key in new:
        if old.get(key) != new[key]:
            yield from _differing(f"{what}: {key}" if what else key, old.get(key), new[key])


def _text(value: Any) -> str:
    return "nothing" if value in (None, "") else str(value)


def _owed(cents: int | None, currency: str) -> str:
    return "the party’s fee" if cents is None else money(cents, currency)
