"""The presets, field by field, against the systems of the rule catalogue (S1 to S25)."""

import pytest

from party.engine import PRESETS, TOGGLES, pack

# A source describes a system by the fields in which it differs from another system.
AMERICAN = {
    "deal_pattern": "3_3_4_3",
    "rounds_of_bidding": "one_turn_each",
    "misere_after": "any_time",
    "misere_rank": "8s_m_8c",
    "misere_defenders_score": "10_per_declarer_trick",
    "open_misere_allowed": "no",
    "joker_nt_nomination": "never",
    "joker_follow_when_void": "never_compulsory",
    "joker_lead": "any_suit_not_shown_void",
    "win_needs_contract": "no",
}
TWO2SIX = {
    "all_pass": "same_dealer",
    "open_misere_after": "an_eight_bid",
    "open_misere_rank": "below_10nt_only",
    "joker_nt_nomination": "never",
    "joker_follow_when_void": "never_compulsory",
    "joker_lead": "any_suit_not_shown_void",
    "renege_rule": "on_nt_and_misere",
    "back_door": "only_if_other_side_not_negative",
}
WEST_SEVENTH = {
    "pack": 45,
    "deal_pattern": "3_3_2_2_3_2",
    "first_dealer": "first_jack_drawn",
    "ace_no_face": "exactly_one_ace_no_face_no_jk_partner_decides",
    "all_pass": "same_dealer",
    "six_bid_meaning": "inkle",
    "inkle_seats": "first_two_players",
    "no_six_played": "on",
    "min_contract": 7,
    "no_vs_no_trump_signal": "st_paul",
    "grand_nullo": 510,
}
NO_MINUS = {
    "defenders_score": "never",
    "fail_rule": "value_to_opponents",
    "target": 1000,
    "win_needs_contract": "no",
    "back_door": "off",
}
FIVE_OPENLY = {
    "players": 5,
    "pack": 53,
    "partner_reveal": "at_once",
    "partner_share": "full_each",
}
RACE = {"defenders_race": "first_to_500_in_trick_order"}
LEAFLET = {"jokers": 0, "misere_allowed": "no"}
CHANGES = {
    "S1": ("australian", "australian", {}),
    "S2": ("new-zealand", "australian", {}),
    "S3": ("australian-three", "australian", {"players": 3, "pack": 33}),
    "S4": ("australian-five", "australian", {"players": 5, "pack": 53}),
    "S5": ("australian-six", "australian", {"players": 6, "pack": 63}),
    "S6": (
        "two-handed",
        "australian",
        {"players": 2, "misere_after": "any_time", "open_misere_allowed": "no"},
    ),
    "S7": ("american", "australian", AMERICAN),
    "S8": ("american-three", "american", {"players": 3, "pack": 33} | RACE),
    "S9": ("west-seventh", "american", WEST_SEVENTH),
    "S10": ("grand-slam", "west-seventh", {"grand_slam": "on"}),
    "S11": (
        "midway",
        "west-seventh",
        {"misere_allowed": "no", "grand_nullo": "off", "target": "none"},
    ),
    "S12": (
        "youngstown",
        "midway",
        {
            "ace_no_face": "off",
            "no_vs_no_trump_signal": "youngstown",
            "slam_rule": "100_under_ten",
        },
    ),
    "S13 S14": (
        "iowa",
        "american",
        {
            "pack": 45,
            "deal_pattern": "3_3_4_2_3",
            "misere_allowed": "no",
            "all_pass": "dealer_stuck",
            "joker_lead": "any_trick_any_suit",
        },
    ),
    "S15": (
        "canadian",
        "two2six",
        {"pack": 46, "jokers": 2, "deal_pattern": "3_3_3_3_4", "all_pass": "throw_in_next_dealer"}
        | NO_MINUS,
    ),
    "S16": (
        "hay",
        "american",
        {
            "misere_allowed": "no",
            "joker_lead": "any_trick_any_suit",
            "slam_rule": "none",
            "target_inclusive": "no",
        },
    ),
    "S17": ("two2six", "australian", TWO2SIX),
    "S18": (
        "lodige",
        "australian",
        {
            "all_pass": "redeal_max_twice_then_next",
            "misere_after": "any_time",
            "blind_misere": "bid_before_looking",
            "patastrophe": 1000,
            "grand_nullo": 510,
            "grand_nullo_precondition": "may_be_called_alone",
            "hi_lo": 350,
            "j5": "on",
            "ralphing": "on",
            "joker_nt_nomination": "never",
            "joker_follow_when_void": "never_compulsory",
            "joker_lead": "any_trick_any_suit",
            "slam_rule": "none",
            "win_needs_contract": "no",
        },
    ),
    "S19": (
        "tasmanian",
        "australian",
        {"open_misere_rank": "10nt_first_come", "open_misere_score": 520} | NO_MINUS,
    ),
    "S20 two": (
        "leaflet-2",
        "american",
        LEAFLET | {"players": 2, "pack": 24, "two_hand_form": "24_cards_with_2_each"},
    ),
    "S20 three": ("leaflet-3", "american", LEAFLET | {"players": 3, "pack": 32} | RACE),
    "S20 four": ("leaflet-4", "american", LEAFLET | {"pack": 44}),
    "S20 five": (
        "leaflet-5",
        "american",
        LEAFLET | FIVE_OPENLY | {"pack": 52, "partner_mode": "pick_player"} | RACE,
    ),
    "S20 six": ("leaflet-6", "american", LEAFLET | {"players": 6, "pack": 60}),
    "S21 two": (
        "uspc-2",
        "american-three",
        {"players": 2, "two_hand_form": "dead_third_hand"},
    ),
    "S21 three": ("uspc-3", "american-three", {}),
    "S21 four": ("uspc-4", "american", {"pack": 42, "jokers": 0}),
    "S21 five": (
        "uspc-5",
        "american-three",
        FIVE_OPENLY | {"partner_mode": "pick_two_players_at_8"},
    ),
    "S21 six": ("uspc-6", "american", {"players": 6, "pack": 63}),
    "S22": (
        "walker",
        "two2six",
        {
            "target": "exactly_500",
            "win_needs_contract": "no",
            "back_door": "at_minus_500",
            "walker_bust": "1000_loses",
        },
    ),
    "S23": ("declare", "two2six", {"declare": "on"}),
    "S24": (
        "easton",
        "australian",
        {
            "misere_allowed": "no",
            "open_misere_rank": "7nt_o_8s",
            "open_misere_score": 230,
            "super_open_misere": 430,
        },
    ),
    "S25": (
        "five-wikipedia",
        "two2six",
        FIVE_OPENLY | {"call_restriction": "anything_but_jk", "misere_5p": "barred"},
    ),
}


def test_the_australian_preset_has_the_values_of_the_catalogue():
    """Every other preset is compared with it, directly or by another preset."""
    rules = PRESETS["australian"]

    assert (rules.six_bid_meaning, rules.all_pass) == ("real_contract", "throw_in_next_dealer")
    assert (rules.misere_allowed, rules.open_misere_allowed) == ("yes", "yes")
    assert (rules.slam_rule, rules.grand_nullo) == ("250_minimum", "off")
    points = (rules.defenders_score, rules.fail_rule)
    assert points == ("10_per_trick_always", "minus_own_value")


def test_every_system_is_a_preset():
    assert set(PRESETS) == {preset for preset, _, _ in CHANGES.values()}


@pytest.mark.parametrize("system", CHANGES)
def test_presets_change_exactly_the_fields_of_their_system(system):
    preset, base, changes = CHANGES[system]
    before, after = PRESETS[base], PRESETS[preset]

    changed_fields = {name for name in TOGGLES if getattr(after, name) != getattr(before, name)}
    assert {name: getattr(after, name) for name in changed_fields} == changes


def test_presets_have_different_names():
    assert len({rules.name for rules in PRESETS.values()}) == len(PRESETS)
    assert all(rules.where != "under these rules" for rules in PRESETS.values())


def test_only_new_zealand_and_uspc_three_have_the_rules_of_another_preset():
    assert PRESETS["new-zealand"] == PRESETS["australian"]
    assert PRESETS["uspc-3"] == PRESETS["american-three"]
    assert len(set(PRESETS.values())) == len(PRESETS) - 2


@pytest.mark.parametrize(
    ("name", "word"),
    [("midway", "Nullo"), ("american", "Nullo"), ("australian", "Misère"), ("lodige", "Misère")],
)
def test_each_preset_has_the_local_word_for_misere(name, word):
    assert PRESETS[name].misere_word == word


def test_t2_a_pack_with_two_fours_has_only_the_red_fours():
    fours = [card for card in pack(PRESETS["australian"]) if card.rank == "4"]
    assert fours == ["4D", "4H"]
