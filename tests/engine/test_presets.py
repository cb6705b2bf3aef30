"""The presets, field by field, against the table of the rule catalogue (section 3b)."""

import pytest

from party.engine import PRESETS

TABLE = {
    #               six       misère  open   no bid            sweep            tens    failed
    "midway": ("inkle", "no", "no", "same_dealer", "250_minimum", "always", "minus"),
    "youngstown": ("inkle", "no", "no", "same_dealer", "100_under_ten", "always", "minus"),
    "iowa": ("real", "no", "no", "dealer_stuck", "250_minimum", "always", "minus"),
    "west-seventh": ("inkle", "yes", "no", "same_dealer", "250_minimum", "always", "minus"),
    "american": ("real", "yes", "no", "throw_in", "250_minimum", "always", "minus"),
    "australian": ("real", "yes", "yes", "throw_in", "250_minimum", "always", "minus"),
    "canadian": ("real", "yes", "yes", "throw_in", "250_minimum", "never", "value"),
    "tasmanian": ("real", "yes", "yes", "throw_in", "250_minimum", "never", "value"),
    "hay": ("real", "no", "no", "throw_in", "none", "always", "minus"),
    "two2six": ("real", "yes", "yes", "same_dealer", "250_minimum", "always", "minus"),
    "lodige": ("real", "yes", "yes", "redeal", "none", "always", "minus"),
}


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_as_in_the_table(name):
    rules = PRESETS[name]
    six, misere, opened, no_bid, sweep, tens, failed = TABLE[name]

    assert rules.six_bid_meaning.startswith(six)
    assert (rules.misere_allowed, rules.open_misere_allowed) == (misere, opened)
    assert rules.all_pass.startswith(no_bid)
    assert rules.slam_rule == sweep
    assert rules.defenders_score.endswith(tens)
    assert rules.fail_rule.startswith(failed)


def test_presets_are_those_of_the_parties_issue():
    assert set(PRESETS) == set(TABLE)


def test_presets_differ():
    assert len(set(PRESETS.values())) == len(PRESETS)
    assert len({rules.name for rules in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    ("name", "word"),
    [("midway", "Nullo"), ("american", "Nullo"), ("australian", "Misère"), ("lodige", "Misère")],
)
def test_misere_has_the_word_of_the_place(name, word):
    assert PRESETS[name].misere_word == word


def test_grand_nullo_is_played_only_at_west_seventh_and_lodige():
    assert {name for name, rules in PRESETS.items() if rules.grand_nullo != "off"} == {
        "west-seventh",
        "lodige",
    }


@pytest.mark.parametrize(
    ("name", "signal"),
    [("west-seventh", "st_paul"), ("youngstown", "youngstown"), ("iowa", "off")],
)
def test_t26_no_as_a_signal(name, signal):
    assert PRESETS[name].no_vs_no_trump_signal == signal
