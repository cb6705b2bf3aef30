import pytest

from party.engine import PRESETS
from party.progression import CHOICES, FORMATS
from party.values.rules import evening
from party.values.rules.evening import TOURNAMENTS, card_text, evening_section, tent_text
from party.values.rules.sheets import rule_sheet_of

MIDWAY = FORMATS["midway"]


def lines(preset, planned=None, tables=None, **changes):
    format_ = FORMATS[preset].replace(**changes)
    return evening_section(PRESETS[preset], format_, planned, tables).lines


@pytest.mark.parametrize("preset", ["midway", "youngstown"])
def test_s11_s12_the_sheet_states_the_hands_the_moves_the_partners_and_the_winner(preset):
    text = lines(preset)
    assert text[0] == "A round is four hands: everybody deals once.†"
    assert (
        "Lower pair: stand, go to the next higher number. From the last table go to table 1.†"
        in text
    )
    assert "Higher pair: stay at your table." in text
    assert "Everybody gets a new partner: former partners play against each other." in text
    assert "The highest total of all rounds wins." in " ".join(text)
    assert "A round can bring any number of points, even more than 500. No total ends it." in text


@pytest.mark.parametrize(
    ("preset", "rounds", "line"),
    [
        ("midway", None, "There are as many rounds as tables."),
        ("youngstown", None, "Ten rounds are played."),
        ("iowa", None, "The host says how many rounds are played, or when the time is up."),
        ("midway", 1, "One round is played."),
        ("midway", 6, "Six rounds are played."),
    ],
)
def test_t95_the_sheet_states_the_number_of_rounds(preset, rounds, line):
    assert line in lines(preset, rounds)


def test_s14_the_sheet_says_that_the_head_table_rings_and_winners_go_up():
    text = lines("iowa")
    assert text[:2] == (
        "When table 1, the head table, has played four hands, it rings.",
        "The other tables finish the hand they are on. That ends the round.",
    )
    assert "Winners at the other tables: stand, go up one table, to the next lower number." in text
    assert "Losers at table 1: stand, go to the last table." in text
    assert "At table 1 partners stay together: newcomers take the two empty chairs." in text
    assert "The lowest total may get a prize too." in text
    assert not [line for line in text if "thrown in" in line]  # nobody throws a hand in


def test_a_sentence_that_has_no_published_source_ends_with_a_dagger():
    marked = [line for line in lines("midway") if line.endswith("†")]
    for part in (
        "Staying pair",
        "Newcomers",
        "table tie",
        "Equal totals",
        "multiple of four",
    ):
        assert [line for line in marked if part in line], part
    assert not [line for line in lines("iowa") if "up one table" in line and "†" in line]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"hands_per_round": 1}, "A round is one hand."),
        ({"hands_per_round": 8}, "A round is eight hands."),
        (
            {"round_credit": "both"},
            "won wins; if those are equal, the most points.",
        ),
        ({"count_back": "rounds_won"}, "Equal totals are decided by more rounds won.†"),
        ({"thrown_in_hand_counts": "yes"}, "thrown in counts as one of the hands."),
        ({"non_multiple_of_4": "refuse"}, "The number of players must be a multiple of four.†"),
    ],
)
def test_the_sentences_of_the_sheet_depend_on_the_format(changes, line):
    assert line in "\n".join(lines("midway", **changes))


def test_s22_the_sheet_says_which_rules_of_walker_do_not_end_a_round():
    assert "none of these ends a round here" in " ".join(lines("walker"))
    assert "Walker" not in " ".join(lines("two2six"))


def test_no_sentence_mentions_ties_on_a_fixed_path_or_moves_at_a_single_table():
    path = evening_section(PRESETS["midway"], MIDWAY.with_movement("path")).lines
    assert "After the last table comes table 1 again." in " ".join(path)
    assert "level" not in " ".join(path)
    assert "There is only one table: everybody stays at it." in lines("midway", tables=1)


def test_tents_and_cards_describe_the_evening_in_a_few_words():
    assert tent_text(MIDWAY) == (
        "Four hands a round. Lower pair goes to the next table, higher pair stays. "
        "Partners split up and play against each other. Tie: cut the cards."
    )
    assert tent_text(FORMATS["iowa"]).startswith(
        "Four hands at table 1, then the bell: finish your hand. Winners go up one table,"
    )
    assert card_text(MIDWAY) == (
        "4 hands a round. Lower pair goes to the next table, higher pair stays. Partners become "
        "opponents. Tie: cut."
    )
    assert card_text(FORMATS["iowa"]).startswith("4 hands at table 1, then the bell. Winners")
    assert card_text(MIDWAY.with_movement("stay")) == "4 hands a round. Nobody moves."


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("round_credit", "TOTALS"),
        ("tie_at_table", "TIES"),
        ("tie_at_table", "TIES_BRIEFLY"),
        ("tie_at_table", "TIES_ON_A_CARD"),
        ("split", "PARTNERS_BRIEFLY"),
        ("split", "PARTNERS_ON_A_CARD"),
        ("thrown_in_hand_counts", "THROWN_IN"),
        ("rounds", "ROUNDS"),
    ],
)
def test_every_answer_has_a_sentence(name, texts):
    assert set(CHOICES[name].answers) == set(getattr(evening, texts))


def test_the_rule_sheet_ends_with_the_part_about_the_evening_and_its_note():
    for preset in TOURNAMENTS:
        section = evening_section(PRESETS[preset], FORMATS[preset])
        sheet = rule_sheet_of(PRESETS[preset], evening=section)
        assert sheet.parts[-1] == section
        assert sheet.note == "† Our reading: the published rules do not say."
    assert rule_sheet_of(PRESETS["american"]).note == ""
