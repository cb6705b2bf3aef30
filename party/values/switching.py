"""House rules with a name, switched on over a game: all of them are played, or the reason why not.

A variation is *idle* when nothing that is played would be otherwise without it: the rule sheet,
which says all that applies, reads the same.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from party.engine import (
    TOGGLES,
    VARIATIONS,
    Fault,
    RuleError,
    Rules,
    Variation,
    fault,
    refuse_any,
    rule_sheet,
)


def switched_on(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with these variations, one after the other.

    Raises RuleError with the reason for each that makes no sense with the rest.
    """
    refuse_any(list(opposed(names)))
    changed = applied(rules, names)
    refuse_any(list(idle_ones(rules, names)))
    if not names:
        return rules
    return changed.replace(
        name=", ".join([rules.name, *(VARIATIONS[each].name for each in names)])
    )


def applied(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with all that these variations set, whether or not it matters."""
    faults: list[Fault] = []
    for name in names:
        try:
            rules = VARIATIONS[name].on(rules)
        except RuleError as error:
            faults += error.faults
    refuse_any(faults)
    return rules


def opposed(names: Sequence[str]) -> Iterator[Fault]:
    """Yield each two that set the same rule in different ways."""
    for one, other in combinations([VARIATIONS[each] for each in names], 2):
        if any(other.changes.get(name, value) != value for name, value in one.changes.items()):
            text = "“{one}” and “{other}” cannot both be played: choose one of them."
            yield fault("variations-disagree", text, place="on", one=one.name, other=other.name)


def idle_ones(rules: Rules, names: Sequence[str]) -> Iterator[Fault]:
    """Yield each that changes nothing, with what it has nothing to say beside."""
    for name in names:
        if is_idle(rules, names, name):
            yield idle(rules, names, name)


def idle(rules: Rules, names: Sequence[str], name: str) -> Fault:
    """Say what a variation is idle beside: the game itself, or one of those chosen with it."""
    if is_idle(rules, [name], name):
        text, beside = (
            "“{name}” changes nothing in this game ({beside}): leave it out.",
            rules.name,
        )
    else:
        text = "“{name}” changes nothing where “{beside}” is played: choose one of them."
        beside = " and ".join(
            VARIATIONS[each].name
            for each in _without(names, name)
            if is_idle(rules, [each, name], name)
        )
    return fault("variation-idle", text, place="on", name=VARIATIONS[name].name, beside=beside)


def is_idle(rules: Rules, names: Sequence[str], name: str) -> bool:
    """Tell whether a variation changes nothing of what is played beside the others."""
    try:
        rest, whole = (applied(rules, each) for each in (_without(names, name), names))
    except RuleError:  # with or without it there is no game: then it is needed, or refused so
        return False
    # What another brings with it as well is played all the same.
    return not VARIATIONS[name].is_on(rest.in_force) and rule_sheet(rest) == rule_sheet(whole)


def _without(names: Sequence[str], name: str) -> list[str]:
    return [each for each in names if each != name]


def is_heard(rules: Rules, variation: Variation) -> bool:
    """Tell whether any other value of what it sets would be played otherwise."""
    sheet = rule_sheet(rules)
    return any(
        rule_sheet(other) != sheet for name in variation.changes for other in ways(rules, name)
    )


def ways(rules: Rules, name: str) -> Iterator[Rules]:
    """Yield the rules with each value of a field that makes sense in them."""
    for value in TOGGLES[name].values:
        try:
            yield rules.replace(**{name: value})
        except RuleError:
            continue


def is_part(rules: Rules, variation: Variation) -> bool:
    return variation.is_on(rules) or variation.is_on(rules.in_force)


def played_already(rules: Rules) -> tuple[str, ...]:
    """Return the names of the variations that are a part of this game as it is."""
    return tuple(
        each.name for each in VARIATIONS.values() if is_part(rules, each) and _matters(rules, each)
    )


def _matters(rules: Rules, variation: Variation) -> bool:
    return rules.players in variation.players and is_heard(rules, variation)


def to_switch(rules: Rules) -> dict[str, Variation]:
    """Return the variations that these rules do not have yet, for their number of players."""
    return {
        key: each
        for key, each in VARIATIONS.items()
        if rules.players in each.players and not is_part(rules, each)
    }
