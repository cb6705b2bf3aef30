import pytest

from party.engine import PRESETS, VARIATIONS, RuleError
from party.progression import FORMATS
from party.values.papers import Heading
from party.values.rules.own_words import OWN_WORDS
from party.values.rules.sheets import (
    AT_A_PARTY,
    NULLO_GAMES,
    SWITCHES,
    changes_at_a_party,
    house_rules,
    rule_sheet_of,
    rules_in_short,
    rules_named,
    switch_rules,
    switches_on,
    without_nullo,
)

MIDWAY = PRESETS["midway"]


def fields(rules, **changed):
    return {name: getattr(rules, name) for name in AT_A_PARTY} | changed


def switched_on_and_off(base, key):
    """Return the rules with the switch turned on, then off; or None if the rules refuse it."""
    try:
        on = switch_rules(base, base, on=[key], off=[])
    except RuleError:
        return None
    return on, switch_rules(on, base, on=[], off=[key])


@pytest.mark.parametrize("key", SWITCHES)
def test_every_switch_can_be_turned_on_and_off_in_a_game(key):
    games = [PRESETS[name] for name in FORMATS]
    ways = {base.name: switched_on_and_off(base, key) for base in games}
    for base in games:
        if ways[base.name]:
            on, off = ways[base.name]
            assert key in switches_on(on)
            assert key not in switches_on(off)
            assert off == base or key in switches_on(base)
    assert any(ways.values())


def test_a_switch_leaves_fields_that_no_party_needs_unchanged():
    tasmania = switch_rules(MIDWAY, MIDWAY, on=["tasmanian-police"], off=[])
    assert (tasmania.fail_rule, tasmania.target) == ("value_to_opponents", MIDWAY.target)
    assert "target" not in changes_at_a_party(VARIATIONS["tasmanian-police"])


@pytest.mark.parametrize("key", ["walker", "any-points-win", "stop-at-490", "three-pairs"])
def test_a_variation_for_whole_games_or_other_numbers_of_players_is_no_switch(key):
    assert key not in SWITCHES


def test_a_later_switch_replaces_an_earlier_one():
    first = switch_rules(MIDWAY, MIDWAY, on=["no-tens"], off=[])
    then = switch_rules(first, MIDWAY, on=["tens-only-if-set"], off=[])
    assert {"no-tens", "tens-only-if-set"} & set(switches_on(then)) == {"tens-only-if-set"}


def test_two_switches_that_disagree_are_refused_together():
    with pytest.raises(
        RuleError, match="“No tens” and “Tens only when the bid fails” cannot both"
    ):
        switch_rules(MIDWAY, MIDWAY, on=["no-tens", "tens-only-if-set"], off=[])


@pytest.mark.parametrize(
    ("preset", "on", "message"),
    [
        ("midway", ["cheaper-miseres"], "“Cheaper misères” changes nothing in this game"),
        (
            "australian",
            ["no-misere", "paul-pinn"],
            "“Paul Pinn” changes nothing where “Without misère” is played",
        ),
    ],
)
def test_a_switch_that_changes_nothing_is_refused(preset, on, message):
    with pytest.raises(RuleError, match=message) as refused:
        switch_rules(PRESETS[preset], PRESETS[preset], on=on, off=[])
    assert {fault.place for fault in refused.value.faults} == {"on"}


def test_a_switch_turned_off_at_the_same_time_does_not_conflict():
    switched_off = switch_rules(
        PRESETS["australian"], PRESETS["australian"], on=["no-misere"], off=[]
    )
    with pytest.raises(RuleError, match="changes nothing"):
        switch_rules(switched_off, PRESETS["australian"], on=["paul-pinn"], off=[])
    pinned = switch_rules(switched_off, PRESETS["australian"], on=["paul-pinn"], off=["no-misere"])
    assert pinned.misere_allowed == "yes"


def test_all_faults_of_house_rules_are_reported_at_once_with_their_fields():
    wrong = fields(MIDWAY, jokers=2, slam_rule="none", slam_and_bonus_stack="yes")
    with pytest.raises(RuleError) as refused:
        house_rules("midway", "", "", **wrong)
    places = {fault.place for fault in refused.value.faults}
    assert places == {"jokers", "joker_nt_nomination", "slam_and_bonus_stack"} & places
    assert {"jokers", "slam_and_bonus_stack"} <= places


def test_rules_without_tens_have_no_cap():
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
def test_house_rules_cannot_have_the_name_of_a_preset(typed, changed, name):
    rules = MIDWAY.replace(slam_rule="none") if changed else MIDWAY
    assert rules_named("midway", rules, typed).name == name


def test_rules_in_short_give_an_answer_to_each_question():
    assert ("All ten tricks on a lower bid", "at least 250") in rules_in_short(MIDWAY)
    assert ("Lowest contract", "six tricks") in rules_in_short(PRESETS["iowa"])


def test_the_sheet_uses_the_words_of_its_game():
    heading = Heading(party="Party")
    for preset, word in (
        ("midway", "the middle"),
        ("midway", "inkle"),
        ("iowa", "the blind"),
        ("american", "the widow"),
        ("canadian", "the pot"),
        ("australian", "back door"),
        ("walker", "scab points"),
    ):
        (words,) = (
            part.lines
            for part in rule_sheet_of(PRESETS[preset], preset=preset).parts
            if part.title == "Other words for it"
        )
        assert word in " ".join(words), preset
    party = rule_sheet_of(PRESETS["australian"], heading, preset="australian")
    assert "back door" not in " ".join(line for part in party.parts for line in part.lines)
    assert set(OWN_WORDS) <= set(PRESETS)


def test_west_seventh_without_nullo_keeps_west_seventh_in_its_name():
    rules = without_nullo(PRESETS["west-seventh"])
    assert (rules.misere_allowed, rules.grand_nullo) == ("no", "off")
    assert rules.name == "West Seventh Street without Nullo"
    assert set(NULLO_GAMES) == {"west-seventh", "grand-slam", "american", "uspc-4"}
