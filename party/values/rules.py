"""Rules as people read them: the sheet in sentences, and where two games differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.engine import VARIATIONS, Fault, RuleError, Rules, differences, rule_sheet
from party.values.prints import Heading, RulePart, RuleSheet


@dataclass(frozen=True)
class Difference:
    """One rule in which two games differ, with the words of each."""

    section: str
    label: str
    first: str
    second: str


def compared(first: Rules, second: Rules) -> tuple[Difference, ...]:
    """Return every rule in which the two differ, in the order of the sheet."""
    return tuple(
        Difference(each.section, each.label, each.choices[one], each.choices[other])
        for each, one, other in differences(first, second)
    )


def printed(rules: Rules, heading: Heading | None = None) -> RuleSheet:
    """Return the rule sheet of a party, or without its heading of the game itself."""
    return RuleSheet(
        heading=heading or Heading(party="Five Hundred"),
        title=f"The rules: {rules.name}",
        parts=tuple(RulePart(title=part.title, lines=part.lines) for part in rule_sheet(rules)),
    )


def switched_on(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with these variations, one after the other.

    Raises RuleError with the reason for each that makes no sense with the rest.
    """
    faults: list[Fault] = []
    for name in names:
        try:
            rules = VARIATIONS[name].on(rules)
        except RuleError as error:
            faults += error.faults
    if faults:
        raise RuleError(*faults)
    if not names:
        return rules
    return rules.replace(name=", ".join([rules.name, *(VARIATIONS[each].name for each in names)]))
