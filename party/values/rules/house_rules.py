"""House rules with a name, switched on over a game: all of them are played, or the reason why not.

A variation is *idle* when nothing that is played would be otherwise without it: the rule sheet,
which says all that applies, reads the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

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

NOTHING: Mapping[str, str | int] = MappingProxyType({})


def switched_on(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with these variations, and with their names. Raises as `played` does."""
    chosen = [VARIATIONS[name] for name in names]
    changed = played(rules, chosen)
    return changed.replace(name=", ".join([rules.name, *(each.name for each in chosen)]))


def played(
    rules: Rules, chosen: Sequence[Variation], *, first: Mapping[str, str | int] = NOTHING
) -> Rules:
    """Return the rules with all of these variations; `first` are fields set before them.

    Raises RuleError with the reason for each that makes no sense with the rest.
    """
    refuse_any(list(opposed(chosen)))
    changed = applied(rules, chosen, first)
    refuse_any(
        [
            idle(rules, chosen, each, first)
            for each in chosen
            if is_idle(rules, chosen, each, first)
        ]
    )
    return changed


def applied(
    rules: Rules, chosen: Sequence[Variation], first: Mapping[str, str | int] = NOTHING
) -> Rules:
    """Return the rules with all that these variations set, whether or not it matters."""
    changes = dict(first)
    for each in chosen:
        changes |= each.changes
    return rules.replace(**changes)


def opposed(chosen: Sequence[Variation]) -> Iterator[Fault]:
    """Yield each two that set the same rule in different ways."""
    for one, other in combinations(chosen, 2):
        if any(other.changes.get(name, value) != value for name, value in one.changes.items()):
            text = "“{one}” and “{other}” cannot both be played: choose one of them."
            yield fault("variations-disagree", text, place="on", one=one.name, other=other.name)


def idle(
    rules: Rules, chosen: Sequence[Variation], this: Variation, first: Mapping[str, str | int]
) -> Fault:
    """Say what a variation is idle beside: the game itself, or one of those chosen with it."""
    if is_idle(rules, [this], this, first):
        text = "“{name}” changes nothing in this game ({beside}): leave it out."
        beside = rules.name
    else:
        text = "“{name}” changes nothing where “{beside}” is played: choose one of them."
        others = _without(chosen, this)
        beside = " and ".join(
            each.name for each in others if is_idle(rules, [each, this], this, first)
        )
    return fault("variation-idle", text, place="on", name=this.name, beside=beside)


def is_idle(
    rules: Rules, chosen: Sequence[Variation], this: Variation, first: Mapping[str, str | int]
) -> bool:
    """Tell whether a variation changes nothing of what is played beside the others."""
    try:
        rest, whole = (applied(rules, each, first) for each in (_without(chosen, this), chosen))
    except RuleError:  # with or without it there is no game: then it is needed, or refused so
        return False
    # What another brings with it as well is played all the same.
    return not this.is_on(rest.in_force) and rule_sheet(rest) == rule_sheet(whole)


def _without(chosen: Sequence[Variation], this: Variation) -> list[Variation]:
    return [each for each in chosen if each is not this]


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
