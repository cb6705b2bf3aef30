"""House rules as values: what matters at a party, switches on and off, the name."""

import pytest

from party.engine import PRESETS, VARIATIONS, RuleError
from party.progression import FORMATS
from party.values.rules.sheets import (
    AT_A_PARTY,
    SWITCHES,
    changes_at_a_party,
    house_rules,
    rules_in_short,
    rules_named,
    switch_rules,
    switches_on,
)

MIDWAY = PRESETS["midway"]


def fields(rules, **changed):
    return {name: getattr(rules, name) for name in AT_A_PARTY} | changed


def there_and_back(base, key):
    """Return the rules with the switch on, and off again; None where that is refused."""
    try:
        on = switch_rules(base, base, on=[key], off=[])
    except RuleError:
        return None
    return on, switch_rules(on, base, on=[], off=[key])


@pytest.mark.parametrize("key", SWITCHES)
def test_every_switch_goes_on_and_off_over_every_game(key):
    games = [PRESETS[name] for name in FORMATS]
    ways = {base.name: there_and_back(base, key) for base in games}
    for base in games:
        if ways[base.name]:
            on, off = ways[base.name]
            assert key in switches_on(on)
            assert key not in switches_on(off)
            assert off == base or key in switches_on(base)
    assert any(ways.values())


def test_a_switch_changes_nothing_that_no_party_needs():
    tasmania = switch_rules(MIDWAY, MIDWAY, on=["tasmanian-police"], off=[])
    assert (tasmania.fail_rule, tasmania.target) == ("value_to_opponents", MIDWAY.target)
    assert "target" not in changes_at_a_party(VARIATIONS["tasmanian-police"])


@pytest.mark.parametrize("key", ["walker", "any-points-win", "stop-at-490", "three-pairs"])
def test_what_is_about_whole_games_or_other_numbers_is_no_switch(key):
    assert key not in SWITCHES


def test_the_later_switch_takes_the_place_of_the_earlier():
    first = switch_rules(MIDWAY, MIDWAY, on=["no-tens"], off=[])
    then = switch_rules(first, MIDWAY, on=["tens-only-if-set"], off=[])
    assert {"no-tens", "tens-only-if-set"} & set(switches_on(then)) == {"tens-only-if-set"}


def test_two_switches_that_disagree_are_refused_together():
    with pytest.raises(
        RuleError, match="“No tens” and “Tens only when the bid fails” cannot both"
    ):
        switch_rules(MIDWAY, MIDWAY, on=["no-tens", "tens-only-if-set"], off=[])


@pytest.mark.parametrize(
    ("preset", "on", "said"),
    [
        ("midway", ["cheaper-miseres"], "“Cheaper misères” changes nothing in this game"),
        (
            "australian",
            ["no-misere", "paul-pinn"],
            "“Paul Pinn” changes nothing where “Without misère” is played",
        ),
    ],
)
def test_a_switch_that_changes_nothing_is_refused(preset, on, said):
    with pytest.raises(RuleError, match=said) as refused:
        switch_rules(PRESETS[preset], PRESETS[preset], on=on, off=[])
    assert {fault.place for fault in refused.value.faults} == {"on"}


def test_what_is_turned_off_at_the_same_time_is_no_hindrance():
    without = switch_rules(PRESETS["australian"], PRESETS["australian"], on=["no-misere"], off=[])
    with pytest.raises(RuleError, match="changes nothing"):
        switch_rules(without, PRESETS["australian"], on=["paul-pinn"], off=[])
    pinned = switch_rules(without, PRESETS["australian"], on=["paul-pinn"], off=["no-misere"])
    assert pinned.misere_allowed == "yes"


def test_house_rules_have_every_fault_at_once_with_its_field():
    wrong = fields(MIDWAY, jokers=2, slam_rule="none", slam_and_bonus_stack="yes")
    with pytest.raises(RuleError) as refused:
        house_rules("midway", "", "", **wrong)
    places = {fault.place for fault in refused.value.faults}
    assert places == {"jokers", "joker_nt_nomination", "slam_and_bonus_stack"} & places
    assert {"jokers", "slam_and_bonus_stack"} <= places


def test_without_tens_nothing_is_left_to_stop_them():
    changed = house_rules("midway", "", "", **fields(MIDWAY, defenders_score="never"))
    assert changed.defenders_cap == "none"


@pytest.mark.parametrize(
    ("typed", "changed", "name"),
    [
        ("", False, "St Paul Midway"),
        ("", True, "House rules"),
        ("St Paul Midway", True, "House rules"),
        ("House rules", False, "St Paul Midway"),
        ("Youngstown", False, "St Paul Midway"),
        (" Legion rules ", True, "Legion rules"),
        ("Legion rules", False, "Legion rules"),
    ],
)
def test_rules_are_named(typed, changed, name):
    rules = MIDWAY.replace(slam_rule="none") if changed else MIDWAY
    assert rules_named("midway", rules, typed).name == name


def test_in_short_gives_each_rule_its_answer():
    assert ("All ten tricks on a lower bid", "at least 250") in rules_in_short(MIDWAY)
    assert ("Lowest contract", "six tricks") in rules_in_short(PRESETS["iowa"])
