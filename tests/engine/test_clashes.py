"""Every combination that makes no sense is refused with its reason; nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import PRESETS, TOGGLES, RuleError, Rules
from party.engine.clashes import CLASHES

# (preset, changes) -> the rule and the field it is told at, and a part of the reason.
CLASHING = [
    ("australian", {"players": 5}, "T1", "pack", "43 cards are not enough: 5 players need 50"),
    ("two-handed", {"pack": 33}, "T1", "pack", "33 cards are not enough: 2 players need 40"),
    ("australian", {"players": 3}, "T5", "pack", "a kitty of 13, and it has at most six"),
    ("australian", {"pack": 53}, "T5", "pack", "choose a smaller pack for 4 players"),
    ("australian", {"jokers": 0}, "T3", "jokers", "No pack of 43 cards"),
    ("australian", {"pack": 42}, "T3", "jokers", "No pack of 42 cards"),
    ("canadian", {"jokers": 1}, "T3", "jokers", "No pack of 46 cards"),
    (
        "leaflet-2",
        {"pack": 25, "jokers": 1},
        "T93",
        "two_hand_form",
        "A kitty of 5 cannot be shared by two players",
    ),
    (
        "australian",
        {"second_pack_sixes": "on"},
        "T8",
        "second_pack_sixes",
        "only for six players",
    ),
    (
        "leaflet-6",
        {"second_pack_sixes": "on"},
        "T8",
        "second_pack_sixes",
        "there are 62 cards, and a joker if you like: not 60",
    ),
    (
        "australian-six",
        {"six_pack_thirteens": "four_13s"},
        "T9",
        "six_pack_thirteens",
        "A pack of 63 has two 13s",
    ),
    ("australian-six", {"pack": 65}, "T9", "six_pack_thirteens", "A pack of 65 has all four"),
    (
        "australian-three",
        {"ace_no_face": "on"},
        "T10",
        "ace_no_face",
        "3 players have no one partner",
    ),
    (
        "australian-six",
        {"ace_no_face": "on"},
        "T10",
        "ace_no_face",
        "6 players have no one partner",
    ),
    (
        "australian",
        {"grand_nullo": 510, "misere_allowed": "no"},
        "T46",
        "grand_nullo",
        "but misère itself is not played",
    ),
    (
        "australian",
        {"open_misere_rank": "7nt_o_8s", "open_misere_after": "an_eight_bid"},
        "T35",
        "open_misere_after",
        "could never be bid",
    ),
    (
        "american",
        {"stop_when_misere_fails": "stop"},
        "T50",
        "stop_when_misere_fails",
        "count for the other side",
    ),
    (
        "lodige",
        {"stop_when_misere_fails": "stop"},
        "T50",
        "stop_when_misere_fails",
        "ralphing counts",
    ),
    (
        "canadian",
        {"joker_nt_nomination": "misere_only"},
        "T58",
        "joker_nt_nomination",
        "With two jokers",
    ),
    ("australian", {"gadd_joker": "on"}, "T62", "gadd_joker", "belongs to no suit beforehand"),
    (
        "australian",
        {"slam_and_bonus_stack": "yes"},
        "T67",
        "slam_and_bonus_stack",
        "choose that rule as well",
    ),
    (
        "tasmanian",
        {"defenders_cap": 490},
        "T65",
        "defenders_cap",
        "nothing that could stop at a total",
    ),
    ("tasmanian", {"walker_bust": "on"}, "T78", "walker_bust", "both win and lose"),
]


@pytest.mark.parametrize(("preset", "changes", "rule", "place", "reason"), CLASHING)
def test_clash_is_refused_with_its_reason(preset, changes, rule, place, reason):
    with pytest.raises(RuleError) as refused:
        PRESETS[preset].replace(**changes)

    (fault,) = refused.value.faults
    assert (fault.code, fault.rule, fault.place) == ("rules-clash", rule, place)
    assert reason in fault.text


def test_every_clash_is_tried():
    tried = {(rule, place) for _, _, rule, place, _ in CLASHING}
    assert tried == {(each.rule, each.place) for each in CLASHES}


def test_all_clashes_are_told_at_once():
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
def test_t1_t5_packs_of_the_catalogue_can_be_chosen(preset, changes, kitty):
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
def test_what_does_not_matter_is_no_clash(field, value):
    assert getattr(PRESETS["australian-three"].replace(**{field: value}), field) == value


CHANGES = [(name, value) for name, toggle in TOGGLES.items() for value in toggle.values]


@given(preset=st.sampled_from(sorted(PRESETS)), change=st.sampled_from(CHANGES))
def test_any_change_of_one_field_works_or_says_why_not(preset, change):
    name, value = change
    try:
        changed = PRESETS[preset].replace(**{name: value})
    except RuleError as refused:
        faults = refused.faults
    else:
        faults = ()
        assert getattr(changed, name) == value
        assert changed.in_force.in_force == changed.in_force
        assert 0 <= changed.kitty_size <= 6
        assert Rules.of(changed.values()).values() == changed.values()

    assert all(fault.code == "rules-clash" and fault.text.endswith(".") for fault in faults)
