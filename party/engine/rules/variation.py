"""Variations: house rules with a name, to be switched on over a system.

A *variation* changes a few fields and leaves the rest as it is. Its numbers are those of the
fields it changes; its sources are those of toggles.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from party.engine.errors import RuleError, fault
from party.engine.rules.choice import Toggle, Value
from party.engine.rules.rules import TOGGLES, Rules


@dataclass(frozen=True)
class Variation:
    """A house rule with a name: what it means in words, and the fields it changes."""

    name: str
    words: str
    sources: str
    changes: Mapping[str, Value]

    def on(self, rules: Rules) -> Rules:
        """Return these rules with the variation switched on.

        Raises RuleError where it makes no sense together with them.
        """
        if rules.players not in self.players:
            raise RuleError(
                fault(
                    "variation-players",
                    "“{name}” is not for {players} players.",
                    place="players",
                    name=self.name,
                    players=rules.players,
                )
            )
        return rules.replace(**self.changes)

    def is_on(self, rules: Rules) -> bool:
        """Say whether these rules have every value that the variation sets."""
        return all(getattr(rules, name) == value for name, value in self.changes.items())

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the toggles it changes, such as ("T40",)."""
        return tuple(TOGGLES[name].number for name in self.changes)

    @cached_property
    def section(self) -> str:
        """The section of the catalogue that its first field belongs to."""
        return TOGGLES[next(iter(self.changes))].section

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The numbers of players for whom it means anything."""
        every = [set(TOGGLES[name].players) for name in self.changes]
        return tuple(sorted(set.intersection(*every)))


def vary(name: str, words: str, sources: str, **changes: Value) -> Variation:
    return Variation(name, words, sources, MappingProxyType(changes))


def differences(a: Rules, b: Rules) -> tuple[tuple[Toggle, Value, Value], ...]:
    """Return each field in which the two differ, with its value in `a` and its value in `b`."""
    return tuple(
        (each, getattr(a, name), getattr(b, name))
        for name, each in TOGGLES.items()
        if getattr(a, name) != getattr(b, name)
    )
