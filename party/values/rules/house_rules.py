"""Named house rules (variations), which an organiser adds to a game.

A variation is *idle* if it changes nothing in play: without it the rule sheet is the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from types import MappingProxyType

from party.engine import (
    TOGGLES,
    VARIATIONS,
    Fault,
    RuleError,
    Rules,
    Variation,
    fault,
    rule_sheet,
)

NO_FIELDS: Mapping[str, str | int] = MappingProxyType({})


def rules_with(
    rules: Rules, chosen: Sequence[Variation], *, fields: Mapping[str, str | int] = NO_FIELDS
) -> Rules:
    """Return the rules with all of these variations.

    `fields` are set before the variations. Raises RuleError for each variation that is idle or
    conflicts with another.
    """
    if faults := list(conflicts(chosen)):
        raise RuleError(*faults)
    changed = _rules_with(rules, chosen, fields)
    idle = [variation for variation in chosen if _is_idle(rules, chosen, variation, fields)]
    if faults := [_idle_fault(rules, chosen, variation, fields) for variation in idle]:
        raise RuleError(*faults)
    return changed


def _rules_with(
    rules: Rules, chosen: Sequence[Variation], fields: Mapping[str, str | int]
) -> Rules:
    changes = dict(fields)
    for variation in chosen:
        changes |= variation.changes
    return rules.replace(**changes)


def conflicts(chosen: Sequence[Variation]) -> Iterator[Fault]:
    """Yield a fault for every two variations that set the same rule differently."""
    for first, second in combinations(chosen, 2):
        if any(second.changes.get(name, value) != value for name, value in first.changes.items()):
            text = "“{first}” and “{second}” cannot both be played: choose one of them."
            yield fault(
                "variations-disagree", text, place="on", first=first.name, second=second.name
            )


def _idle_fault(
    rules: Rules, chosen: Sequence[Variation], idle: Variation, fields: Mapping[str, str | int]
) -> Fault:
    if _is_idle(rules, [idle], idle, fields):
        text = "“{name}” changes nothing in this game ({including}): leave it out."
        including = rules.name
    else:
        text = "“{name}” changes nothing where “{including}” is played: choose one of them."
        including = " and ".join(
            other.name
            for other in _all_but(chosen, idle)
            if _is_idle(rules, [other, idle], idle, fields)
        )
    return fault("variation-idle", text, place="on", name=idle.name, including=including)


def _is_idle(
    rules: Rules,
    chosen: Sequence[Variation],
    variation: Variation,
    fields: Mapping[str, str | int],
) -> bool:
    try:
        without = _rules_with(rules, _all_but(chosen, variation), fields)
        with_all = _rules_with(rules, chosen, fields)
    except RuleError:  # one of the two is invalid: the variation is not idle
        return False
    # If another variation sets the same rule, the rule also applies without this variation.
    is_set_anyway = variation.is_on(without.in_force)
    return not is_set_anyway and rule_sheet(without) == rule_sheet(with_all)


def _all_but(chosen: Sequence[Variation], omitted: Variation) -> list[Variation]:
    return [variation for variation in chosen if variation is not omitted]


def has_effect(rules: Rules, variation: Variation) -> bool:
    """Return whether another value of one of its fields would change the game."""
    sheet = rule_sheet(rules)
    return any(
        rule_sheet(changed) != sheet
        for name in variation.changes
        for changed in _rules_with_each_value(rules, name)
    )


def _rules_with_each_value(rules: Rules, name: str) -> Iterator[Rules]:
    for value in TOGGLES[name].values:
        try:
            yield rules.replace(**{name: value})
        except RuleError:
            continue


def is_included(rules: Rules, variation: Variation) -> bool:
    return variation.is_on(rules) or variation.is_on(rules.in_force)


def included_names(rules: Rules) -> tuple[str, ...]:
    included = (variation for variation in VARIATIONS.values() if is_included(rules, variation))
    return tuple(
        variation.name
        for variation in included
        if rules.players in variation.players and has_effect(rules, variation)
    )


@lru_cache(maxsize=64)
def variations_to_offer(rules: Rules) -> Mapping[str, Variation]:
    """Return the variations not yet in these rules that can apply to them."""
    return {
        key: variation
        for key, variation in VARIATIONS.items()
        if rules.players in variation.players
        and not is_included(rules, variation)
        and _can_apply(rules, variation)
    }


def _can_apply(rules: Rules, variation: Variation) -> bool:
    """Return whether the rules are valid with the variation, alone or beside another one."""
    pairs = (
        [variation, other]
        for other in VARIATIONS.values()
        if rules.players in other.players and not any(conflicts([variation, other]))
    )
    return any(_is_valid(rules, chosen) for chosen in chain([[variation]], pairs))


def _is_valid(rules: Rules, chosen: Sequence[Variation]) -> bool:
    try:
        _rules_with(rules, chosen, NO_FIELDS)
    except RuleError:
        return False
    return True
