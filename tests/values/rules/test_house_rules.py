from itertools import combinations
from random import Random

import pytest

from party.engine import PRESETS, VARIATIONS, RuleError, rule_sheet
from party.forms.rules.compare import rules_with_named
from party.values.rules.house_rules import included_names, is_included, variations_to_offer


@pytest.mark.parametrize(
    ("preset", "names", "message"),
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
def test_a_variation_that_changes_nothing_is_refused(preset, names, message):
    with pytest.raises(RuleError, match=message) as refused:
        rules_with_named(PRESETS[preset], names)
    assert {fault.place for fault in refused.value.faults} == {"on"}


@pytest.mark.parametrize("limit", [60, pytest.param(3_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("preset", ["midway", "australian", "leaflet-4", "australian-five"])
def test_two_variations_together_are_both_played_or_the_choice_is_refused(preset, limit):
    rules = PRESETS[preset]
    plain = rule_sheet(rules)
    pairs = list(combinations(variations_to_offer(rules), 2))
    for names in Random(500).sample(pairs, min(limit, len(pairs))):
        try:
            changed = rules_with_named(rules, names)
        except RuleError:
            continue
        assert all(is_included(changed, VARIATIONS[each]) for each in names)
        assert rule_sheet(changed) != plain
        assert all(VARIATIONS[each].name in changed.name for each in names)


def test_a_variation_that_another_variation_partly_includes_is_played():
    combined = rules_with_named(PRESETS["australian"], ["wilkinson-chambers", "misere-any-time"])
    assert combined.name == "Australian, Wilkinson and Chambers, Misère at any time"


def test_without_variations_the_game_does_not_change():
    assert rules_with_named(PRESETS["midway"], []) == PRESETS["midway"]


def test_a_variation_without_effect_does_not_count_as_included():
    assert "One bid each" in included_names(PRESETS["midway"])
    assert "Misère at any time" not in included_names(PRESETS["midway"])
    assert "Misère at any time" in included_names(PRESETS["west-seventh"])


def test_a_variation_that_only_another_variation_makes_possible_is_played():
    combined = rules_with_named(PRESETS["canadian"], ["walker", "stop-at-490"])
    assert combined.defenders_cap == "capped_at_490"
    assert combined.name.endswith("Walker Ultimate 500, Stop at 490")


@pytest.mark.parametrize(
    ("preset", "keys"),
    [
        ("australian-three", {"without-joker", "five-card-kitty", "ace-no-face"}),
        ("canadian", {"five-card-kitty"}),
        ("midway", set()),
    ],
)
def test_a_house_rule_that_never_fits_is_not_offered(preset, keys):
    rules = PRESETS[preset]
    for_this_many_players = {
        key for key, each in VARIATIONS.items() if rules.players in each.players
    }
    missing = for_this_many_players - set(variations_to_offer(rules))
    assert {key for key in missing if not is_included(rules, VARIATIONS[key])} == keys
    assert PRESETS["american"].replace(**VARIATIONS["without-joker"].changes).kitty_size == 2
