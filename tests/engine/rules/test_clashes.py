import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import PRESETS, TOGGLES, RuleError, Rules
from party.engine.rules.clashes import CLASHES
from tests.clashing import CLASHING


@pytest.mark.parametrize(("preset", "changes", "rule", "place", "reason"), CLASHING)
def test_clash_is_refused_with_its_reason(preset, changes, rule, place, reason):
    with pytest.raises(RuleError) as refused:
        PRESETS[preset].replace(**changes)

    (fault,) = refused.value.faults
    assert (fault.code, fault.rule, fault.place) == ("rules-clash", rule, place)
    assert reason in fault.text


def test_every_clash_has_an_example():
    tried = {(rule, place) for _, _, rule, place, _ in CLASHING}
    assert tried == {(each.rule, each.place) for each in CLASHES}


def test_every_clash_is_reported_at_once():
    with pytest.raises(RuleError) as refused:
        Rules(slam_and_bonus_stack="yes", defenders_cap=460, defenders_score="never")

    assert {fault.rule for fault in refused.value.faults} == {"T65", "T67"}


@pytest.mark.parametrize(
    ("preset", "changes", "kitty"),
    [
        ("american", {"pack": 42, "jokers": 0}, 2),
        ("american", {"pack": 44, "jokers": 0}, 4),
        ("canadian", {"pack": 44}, 4),
        ("australian-six", {"second_pack_sixes": "on"}, 3),
        ("australian-six", {"second_pack_sixes": "on", "pack": 62, "jokers": 0}, 2),
        ("australian-six", {"pack": 61}, 1),
        ("australian-six", {"pack": 65, "six_pack_thirteens": "four_13s"}, 5),
        ("australian-six", {"six_teams": "3x2", "ace_no_face": "on"}, 3),
        ("australian-three", {"pack": 45, "three_hand_dead_hand": "on"}, 5),
        ("uspc-2", {"pack": 24, "jokers": 0, "two_hand_form": "24_cards_with_4_widow"}, 4),
        ("uspc-2", {"pack": 25, "two_hand_form": "24_cards_with_4_widow"}, 5),
    ],
)
def test_t1_t5_every_pack_of_the_catalogue_can_be_chosen(preset, changes, kitty):
    assert PRESETS[preset].replace(**changes).kitty_size == kitty


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("six_teams", "3x2"),
        ("six_pack_thirteens", "four_13s"),
        ("two_hand_form", "24_cards_with_2_each"),
        ("patastrophe", 1000),
    ],
)
def test_a_choice_that_has_no_effect_is_accepted(field, value):
    assert getattr(PRESETS["australian-three"].replace(**{field: value}), field) == value


CHANGES = [(name, value) for name, toggle in TOGGLES.items() for value in toggle.values]


@given(preset=st.sampled_from(sorted(PRESETS)), change=st.sampled_from(CHANGES))
def test_any_change_of_a_single_field_is_accepted_or_reports_a_clash(preset, change):
    name, value = change
    try:
        rules = PRESETS[preset].replace(**{name: value})
    except RuleError as refused:
        faults = refused.faults
    else:
        faults = ()
        assert getattr(rules, name) == value
        assert rules.in_force.in_force == rules.in_force
        assert 0 <= rules.kitty_size <= 6
        assert Rules.of(rules.values()).values() == rules.values()

    assert all(fault.code == "rules-clash" and fault.text.endswith(".") for fault in faults)
