"""Every variation of the game in the sources, as one frozen value.

The fields are those of `fields.py`, and three texts for people: `name`, `where` and `misere_word`.
Rules that differ only in these texts are equal. Where the sources give no value, the help of a
field says "our reading".
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Self

from party.engine.errors import Fault, RuleError, fault
from party.engine.rules.clashes import clashes
from party.engine.rules.fields import TOGGLES, RuleFields, Value

# Earlier texts of presets, which parties have stored, and the present texts.
RENAMED_TEXTS: Mapping[str, str] = {
    "Easton’s misères": "A few people’s misères",
    "by Easton’s rules": "by the rules of a few people",
}
RULES_VERSION = 1  # raised when a stored value changes its meaning; new fields do not need it


@dataclass(frozen=True)
class Rules(RuleFields):
    """The rules of a game of Five Hundred; `Rules()` is the Australian game (S1)."""

    name: str = field(default="House rules", compare=False)
    # `where` completes "Nullo is not played ..."
    where: str = field(default="under these rules", compare=False)
    misere_word: str = field(default="Misère", compare=False)

    def __post_init__(self) -> None:
        if faults := value_faults(vars(self)):
            raise RuleError(*faults)
        for name, toggle in TOGGLES.items():
            object.__setattr__(self, name, toggle.read(getattr(self, name)))
        if faults := clashes(self):
            raise RuleError(*faults)

    def replace(self, **changes: object) -> Self:
        """Return these rules with some fields changed.

        Raises RuleError with every unknown field and value or, if all are known, with every clash.
        """
        return replace(self, **checked_fields(changes))

    def values(self) -> dict[str, Value]:
        """Return every field and the version as a flat mapping for JSON."""
        return {"version": RULES_VERSION, **asdict(self)}

    @classmethod
    def of(cls, stored: Mapping[str, object], base: "Rules | None" = None) -> Self:
        """Return the rules stored in a mapping that `values` returned.

        A field added since then has its value in `base`, by default that of the Australian game.
        """
        values = dict(stored)
        version = values.pop("version", RULES_VERSION)
        if version != RULES_VERSION:
            text = "These rules were saved by another version of Head Table ({version})."
            raise RuleError(fault("rules-version", text, version=version))
        values = {
            name: RENAMED_TEXTS.get(value, value) if isinstance(value, str) else value
            for name, value in values.items()
        }
        return cls(**((asdict(base) if base else {}) | checked_fields(values)))

    @cached_property
    def in_force(self) -> "Rules":
        """These rules with all values that `IMPOSED_VALUES` imposes."""
        changes = self.imposed_values()
        return self.replace(**changes) if changes else self


MAX_TEXT_LENGTH = 200  # characters
TEXT_FIELDS = tuple(attribute.name for attribute in fields(Rules) if attribute.name not in TOGGLES)


def checked_fields(fields_given: Mapping[str, object]) -> dict[str, Any]:
    """Return the values by lower-case field name. Raises RuleError for every unknown one."""
    values = {name.lower(): value for name, value in fields_given.items()}
    unknown_fields = [
        fault("rules-field", "There is no rule called {field}.", place=name, field=name)
        for name in values
        if name not in {*TOGGLES, *TEXT_FIELDS}
    ]
    if faults := [*unknown_fields, *value_faults(values)]:
        raise RuleError(*faults)
    return values


def value_faults(values: Mapping[str, object]) -> list[Fault]:
    return [
        fault(
            "rules-value",
            "{label}: “{value}” is not one of the choices ({choices}).",
            rule=TOGGLES[name].number,
            place=name,
            label=TOGGLES[name].label,
            value=value,
            choices=", ".join(str(choice) for choice in TOGGLES[name].values),
        )
        for name, value in values.items()
        if name in TOGGLES and TOGGLES[name].read(value) is None
    ] + [
        fault("rules-text", "{field} must be words, at most 200 letters.", place=name, field=name)
        for name, value in values.items()
        if name in TEXT_FIELDS and not (isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH)
    ]
