import pytest

from party.engine import (
    PRESETS,
    TOGGLES,
    VARIATIONS,
    Bid,
    HandResult,
    RuleError,
    Rules,
    differences,
    precondition,
    rule_sheet,
    score,
)

AUSTRALIAN = PRESETS["australian"]


@pytest.mark.parametrize("variation", VARIATIONS.values(), ids=VARIATIONS)
def test_every_variation_has_a_description_and_fits_a_preset(variation):
    assert variation.name
    assert variation.words.endswith(".")
    assert variation.section in {toggle.section for toggle in TOGGLES.values()}
    assert any(fits(variation, rules) for rules in PRESETS.values())


def fits(variation, rules):
    """Return whether the variation changes these rules, and check that nothing else changes."""
    if rules.players not in variation.players:
        return False
    try:
        varied = rules.replace(**variation.changes)
    except RuleError:
        return False
    assert variation.is_on(varied)
    assert {each.name for each, _, _ in differences(rules, varied)} <= set(variation.changes)
    return varied != rules


def test_variations_have_different_names():
    assert len({each.name for each in VARIATIONS.values()}) == len(VARIATIONS)


@pytest.mark.parametrize(
    ("key", "preset", "bid", "tricks", "points"),
    [
        ("roger-knights", "australian", "MIS", 0, (150, 0)),
        ("easton", "australian", "SUPER", 1, (-430, 0)),
        ("hi-lo", "australian", "HILO", 5, (350, 50)),
        ("patastrophe", "australian", "PAT", 0, (1000, 0)),
        ("grand-nullo", "midway", "GRAND", 0, (510, 0)),
        ("tasmanian-police", "australian", "8H", 7, (0, 300)),
        ("tens-only-if-set", "australian", "8H", 9, (300, 0)),
        ("no-slam-bonus", "youngstown", "8C", 10, (260, 0)),
        ("youngstown-bonus", "australian", "8C", 10, (360, 0)),
    ],
)
def test_variation_scores_as_its_source_says(key, preset, bid, tricks, points):
    rules = PRESETS[preset].replace(**VARIATIONS[key].changes)

    scored = score(rules, HandResult(bid=Bid.parse(bid), tricks=tricks))
    assert (scored.declarers, scored.defenders) == points


@pytest.mark.parametrize(
    ("key", "preset", "system"),
    [
        ("declare", "two2six", "declare"),
        ("grand-slam", "west-seventh", "grand-slam"),
    ],
)
def test_a_variation_with_its_own_preset_makes_the_rules_of_this_preset(key, preset, system):
    assert PRESETS[preset].replace(**VARIATIONS[key].changes) == PRESETS[system]


def test_a_variation_knows_its_numbers_of_players():
    assert VARIATIONS["pick-partner"].players == (5,)


def test_a_variation_that_clashes_with_the_preset_is_refused():
    with pytest.raises(RuleError, match="never scores for tricks"):
        PRESETS["tasmanian"].replace(**VARIATIONS["stop-at-490"].changes)


def test_each_difference_between_two_presets_has_the_toggle_and_both_values():
    found = differences(PRESETS["midway"], PRESETS["youngstown"])

    assert [(toggle.number, midway, youngstown) for toggle, midway, youngstown in found] == [
        ("T10", "exactly_one_ace_no_face_no_jk_partner_decides", "off"),
        ("T26", "st_paul", "youngstown"),
        ("T66", "250_minimum", "100_under_ten"),
    ]
    assert differences(AUSTRALIAN, PRESETS["new-zealand"]) == ()


def test_s9_with_inkles_in_the_american_game_the_same_dealer_deals_again():
    inkles = PRESETS["american"].replace(**VARIATIONS["inkle"].changes)
    assert inkles.all_pass == "same_dealer"
    assert "the same player deals again" in " ".join(
        line for part in rule_sheet(inkles) for line in part.lines if part.title == "The bidding"
    )


def test_t40_by_roger_knights_rules_misere_needs_no_earlier_bid_of_seven():
    assert (
        precondition(AUSTRALIAN.replace(**VARIATIONS["roger-knights"].changes), Bid(0, "MIS"))
        == "any_time"
    )


def test_a_game_without_misere_has_no_grand_nullo():
    rules = PRESETS["west-seventh"].replace(**VARIATIONS["no-misere"].changes)
    assert rules.grand_nullo == "off"
    assert VARIATIONS["no-misere"].players == (2, 3, 4, 5, 6)


def test_a_party_stored_before_a_house_rule_changed_keeps_its_rules():
    inkles = {**VARIATIONS["inkle"].changes, "all_pass": "throw_in_next_dealer"}
    schedule = {"roger_knights_schedule": "150_250_350", "misere_after": "a_seven"}
    for stored in (PRESETS["american"].replace(**inkles), AUSTRALIAN.replace(**schedule)):
        assert Rules.of(stored.values()) == stored
    stored_with_old_name = Rules.of({**PRESETS["easton"].values(), "name": "Easton’s misères"})
    assert stored_with_old_name.values() == PRESETS["easton"].values()


@pytest.mark.parametrize(
    ("key", "preset", "field", "value"),
    [
        ("name-no-trump", "australian-five", "call_restriction", "no_trump_at_all"),
        ("name-any-but-joker", "australian-five", "call_restriction", "anything_but_jk"),
        ("name-no-own-card", "australian-five", "call_restriction", "not_in_own_hand"),
        ("twenty-four-cards", "uspc-2", "kitty_size", 4),
        ("joker-of-three", "leaflet-3", "kitty_size", 3),
        ("joker-of-five", "leaflet-5", "kitty_size", 3),
    ],
)
def test_t83_t93_s20_variations_cover_other_numbers_of_players(key, preset, field, value):
    assert getattr(PRESETS[preset].replace(**VARIATIONS[key].changes), field) == value
