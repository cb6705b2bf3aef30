"""Variations switched on over a game: each is played, or refused with the reason."""

from itertools import combinations
from random import Random

import pytest

from party.engine import PRESETS, VARIATIONS, RuleError, rule_sheet
from party.values.rules.house_rules import (
    included_names,
    is_included,
    named_rules_with,
    variations_to_offer,
)


@pytest.mark.parametrize(
    ("preset", "names", "said"),
    [
        (
            "australian",
            ["no-misere", "misere-any-time"],
            "“Misère at any time” changes nothing where “Without misère” is played",
        ),
        (
            "australian",
            ["no-misere", "misere-any-time", "paul-pinn"],
            "“Paul Pinn” changes nothing where “Without misère” is played",
        ),
        (
            "midway",
            ["one-bid-each", "bid-after-passing"],
            "“One bid each” and “Bid again after a pass” cannot both be played",
        ),
        (
            "australian",
            ["without-joker", "mcnabb"],
            "“McNabb” changes nothing where “Without the joker” is played",
        ),
        ("leaflet-4", ["gadd"], "“Roger Gadd” changes nothing in this game"),
        ("midway", ["stop-at-490"], "“Stop at 490” changes nothing in this game"),
    ],
)
def test_what_says_nothing_is_refused(preset, names, said):
    with pytest.raises(RuleError, match=said) as refused:
        named_rules_with(PRESETS[preset], names)
    assert {fault.place for fault in refused.value.faults} == {"on"}


@pytest.mark.parametrize("most", [60, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("preset", ["midway", "australian", "leaflet-4", "australian-five"])
def test_any_two_are_both_played_or_refused(preset, most):
    rules = PRESETS[preset]
    plain = rule_sheet(rules)
    pairs = list(combinations(variations_to_offer(rules), 2))
    for names in Random(500).sample(pairs, min(most, len(pairs))):
        try:
            changed = named_rules_with(rules, names)
        except RuleError:
            continue
        assert all(is_included(changed, VARIATIONS[each]) for each in names)
        assert rule_sheet(changed) != plain
        assert all(VARIATIONS[each].name in changed.name for each in names)


def test_what_another_brings_as_well_is_played():
    both = named_rules_with(PRESETS["australian"], ["wilkinson-chambers", "misere-any-time"])
    assert both.name == "Australian, Wilkinson and Chambers, Misère at any time"


def test_none_leaves_the_game_as_it_is():
    assert named_rules_with(PRESETS["midway"], []) == PRESETS["midway"]


def test_what_nobody_could_hear_of_is_no_part_of_the_game():
    assert "One bid each" in included_names(PRESETS["midway"])
    assert "Misère at any time" not in included_names(PRESETS["midway"])
    assert "Misère at any time" in included_names(PRESETS["west-seventh"])


def test_one_that_another_needs_is_played():
    both = named_rules_with(PRESETS["canadian"], ["walker", "stop-at-490"])
    assert both.defenders_cap == "capped_at_490"
    assert both.name.endswith("Walker Ultimate 500, Stop at 490")
