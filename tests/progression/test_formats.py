import json

import pytest

from party.progression import (
    CHOICES,
    FORMATS,
    MOVEMENTS,
    Format,
    SeatingError,
    default_rounds,
    rounds_offered,
)

FOR_FOUR = (
    "midway youngstown iowa west-seventh american australian canadian tasmanian hay two2six lodige"
    " grand-slam new-zealand walker declare easton leaflet-4 uspc-4"
)
MIDWAY = FORMATS["midway"]


def faults(call, *args, **fields):
    with pytest.raises(SeatingError) as caught:
        call(*args, **fields)
    return {fault.place: fault.text for fault in caught.value.faults}


def test_every_preset_for_four_has_a_format():
    assert set(FORMATS) == set(FOR_FOUR.split())


@pytest.mark.parametrize("key", FORMATS)
def test_a_format_is_the_same_after_storage_as_json(key):
    stored = json.loads(json.dumps(FORMATS[key].values()))

    assert Format.of(stored) == FORMATS[key]
    assert stored["version"] == 1


def test_stored_format_of_another_version_is_refused():
    with pytest.raises(SeatingError, match="another version") as caught:
        Format.of({"version": 2})

    assert caught.value.params == {"version": 2}


def test_missing_fields_have_their_default():
    assert Format.of({"rounds": 10}) == FORMATS["youngstown"]


@pytest.mark.parametrize("number", range(94, 105))
def test_each_number_from_t94_to_t104_has_a_choice(number):
    assert f"T{number}" in {choice.number for choice in CHOICES.values()}


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES)
def test_every_choice_of_a_format_has_its_texts(choice):
    assert choice.label
    assert all(choice.answers.values())
    assert choice.answers or choice.numbers


def test_t94_m9_iowa_fixes_the_number_of_hands_only_at_the_head_table():
    assert [FORMATS["iowa"].hands_at(table) for table in (1, 2, 9)] == [4, None, None]
    assert [MIDWAY.hands_at(table) for table in (1, 2)] == [4, 4]


def test_t95_c30_m8_each_preset_has_its_number_of_rounds():
    assert default_rounds(MIDWAY, 5) == 5
    assert default_rounds(FORMATS["youngstown"], 6) == 10
    assert default_rounds(FORMATS["iowa"], 6) is None


@pytest.mark.parametrize(
    ("tables", "offers"),
    [(1, (1, 2, 3)), (4, (4, 8, 12)), (5, (5,)), (10, (10,)), (11, (11, 10)), (20, (20, 10))],
)
def test_m8_the_rounds_offered_at_midway_depend_on_the_tables(tables, offers):
    assert rounds_offered(MIDWAY, tables) == offers


def test_youngstown_offers_ten_rounds_and_iowa_offers_no_number_of_rounds():
    assert rounds_offered(FORMATS["youngstown"], 3) == (10,)
    assert rounds_offered(FORMATS["iowa"], 3) == ()
    stored = MIDWAY.values() | {"rounds": "clock"}  # only an earlier version stored this
    assert rounds_offered(Format.of(stored), 3) == ()


def test_t96_t97_c20_c21_each_preset_has_its_movement():
    assert MIDWAY.movement == MOVEMENTS["midway"]
    assert FORMATS["youngstown"].movement == MOVEMENTS["youngstown"]
    assert FORMATS["iowa"].movement == MOVEMENTS["iowa"]
    assert MOVEMENTS["iowa"].split == "all_but_head"
    assert MOVEMENTS["midway"].split == "every_table"


@pytest.mark.parametrize("name", MOVEMENTS)
@pytest.mark.parametrize("key", ["midway", "iowa"])
def test_with_movement_returns_a_format_with_the_given_movement(name, key):
    assert FORMATS[key].with_movement(name).movement == MOVEMENTS[name]


def test_a_change_to_a_movement_without_splits_ends_fresh_partners():
    fresh = MIDWAY.replace(which_partner_shifts="fresh")

    assert fresh.with_movement("iowa").which_partner_shifts == "fresh"
    assert fresh.with_movement("path").which_partner_shifts == "chairs"


def test_an_unknown_movement_is_refused():
    with pytest.raises(SeatingError, match="no movement called waltz"):
        MIDWAY.with_movement("waltz")


def test_midway_in_which_pairs_never_split_is_another_movement():
    movement = MIDWAY.replace(split="never").movement

    assert movement != MOVEMENTS["midway"]
    assert not movement.splits(2)


def test_t99_by_default_people_cut_cards_after_a_tie():
    assert {each.tie_at_table for each in FORMATS.values()} == {"cut"}


def test_t102_hands_thrown_in_do_not_count_in_any_preset():
    assert {each.thrown_in_hand_counts for each in FORMATS.values()} == {"no"}


def test_count_back_names_its_measures_in_order():
    all_three = MIDWAY.replace(count_back="rounds_won_best_round_fewest_sets")

    assert all_three.count_back_measures == ("rounds_won", "best_round", "fewest_sets")
    assert MIDWAY.count_back_measures == ()


def test_the_numbers_of_a_format_may_be_given_as_text():
    assert MIDWAY.replace(rounds="10", hands_per_round="8").values()["rounds"] == 10


def test_all_faults_are_reported():
    faults_by_field = faults(
        MIDWAY.replace, hands_per_round=0, rounds="many", split=None, decks=2, seat_draw=True
    )

    assert set(faults_by_field) == {"hands_per_round", "rounds", "split", "decks", "seat_draw"}
    assert faults_by_field["decks"] == "A party has no setting called decks."
    assert faults_by_field["hands_per_round"] == (
        "Hands in a round: “0” cannot be chosen (a number from 1 to 40)."
    )
    assert "tables, organiser, a number from 1 to 100" in faults_by_field["rounds"]


def test_the_constructor_of_a_format_refuses_an_unknown_value():
    assert set(faults(Format, who_moves="everybody")) == {"who_moves"}


def test_all_impossible_combinations_are_refused_at_once():
    faults_by_field = faults(
        MIDWAY.replace,
        who_moves="nobody",
        round_credit="wins_only",
    )

    assert set(faults_by_field) == {"split", "sit_out_credit"}


def test_fresh_partners_are_refused_if_pairs_never_split():
    assert set(faults(MIDWAY.replace, split="never", which_partner_shifts="fresh")) == {
        "which_partner_shifts"
    }


def test_a_format_that_counts_rounds_won_may_give_a_fixed_credit():
    wins = MIDWAY.replace(round_credit="wins_only", sit_out_credit="fixed", sit_out_points=1)

    assert wins.sit_out_points == 1
