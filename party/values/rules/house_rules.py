"""House rules with a name, switched on over a game: they all apply, or there is a reason why not.

A variation is *idle* when it changes nothing in play: the rule sheet, which has all that applies,
is the same with it and without it.
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


def named_rules_with(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with these variations and their names. Raises as `rules_with` does."""
    chosen = [VARIATIONS[name] for name in names]
    changed = rules_with(rules, chosen)
    return changed.replace(name=", ".join([rules.name, *(each.name for each in chosen)]))


def rules_with(
    rules: Rules, chosen: Sequence[Variation], *, first: Mapping[str, str | int] = NOTHING
) -> Rules:
    """Return the rules with all of these variations; `first` are fields set before them.

    Raises RuleError with the reason for each that makes no sense with the rest.
    """
    refuse_any(list(conflicts(chosen)))
    changed = _applied(rules, chosen, first)
    refuse_any(
        [
            _idle_fault(rules, chosen, each, first)
            for each in chosen
            if _is_idle(rules, chosen, each, first)
        ]
    )
    return changed


def _applied(rules: Rules, chosen: Sequence[Variation], first: Mapping[str, str | int]) -> Rules:
    """Return the rules with all that these variations set, whether or not it matters."""
    changes = dict(first)
    for each in chosen:
        changes |= each.changes
    return rules.replace(**changes)


def conflicts(chosen: Sequence[Variation]) -> Iterator[Fault]:
    """Yield each two that set the same rule in different ways."""
    for one, other in combinations(chosen, 2):
        if any(other.changes.get(name, value) != value for name, value in one.changes.items()):
            text = "“{one}” and “{other}” cannot both be played: choose one of them."
            yield fault("variations-disagree", text, place="on", one=one.name, other=other.name)


def _idle_fault(
    rules: Rules, chosen: Sequence[Variation], this: Variation, first: Mapping[str, str | int]
) -> Fault:
    """Return the fault of an idle variation, with the game or variations that include it."""
    if _is_idle(rules, [this], this, first):
        text = "“{name}” changes nothing in this game ({beside}): leave it out."
        beside = rules.name
    else:
        text = "“{name}” changes nothing where “{beside}” is played: choose one of them."
        others = _without(chosen, this)
        beside = " and ".join(
            each.name for each in others if _is_idle(rules, [each, this], this, first)
        )
    return fault("variation-idle", text, place="on", name=this.name, beside=beside)


def _is_idle(
    rules: Rules, chosen: Sequence[Variation], this: Variation, first: Mapping[str, str | int]
) -> bool:
    """Return whether a variation changes nothing beside the others."""
    try:
        rest, whole = (_applied(rules, each, first) for each in (_without(chosen, this), chosen))
    except RuleError:  # the rules make no sense with it or without it: not idle
        return False
    # A rule that another variation sets too applies without this one.
    return not this.is_on(rest.in_force) and rule_sheet(rest) == rule_sheet(whole)


def _without(chosen: Sequence[Variation], this: Variation) -> list[Variation]:
    return [each for each in chosen if each is not this]


def has_effect(rules: Rules, variation: Variation) -> bool:
    """Return whether another value of a field that it sets would change the game."""
    sheet = rule_sheet(rules)
    return any(
        rule_sheet(other) != sheet
        for name in variation.changes
        for other in _rules_with_each_value(rules, name)
    )


def _rules_with_each_value(rules: Rules, name: str) -> Iterator[Rules]:
    """Yield the rules with each value of a field that makes sense in them."""
    for value in TOGGLES[name].values:
        try:
            yield rules.replace(**{name: value})
        except RuleError:
            continue


def is_included(rules: Rules, variation: Variation) -> bool:
    return variation.is_on(rules) or variation.is_on(rules.in_force)


def included_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the variations that this game already includes."""
    return tuple(
        each.name
        for each in VARIATIONS.values()
        if is_included(rules, each) and rules.players in each.players and has_effect(rules, each)
    )


def variations_to_offer(rules: Rules) -> dict[str, Variation]:
    """Return the variations that these rules do not have yet, for their number of players."""
    return {
        key: each
        for key, each in VARIATIONS.items()
        if rules.players in each.players and not is_included(rules, each)
    }
