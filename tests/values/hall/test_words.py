import pytest

from party.progression import FORMATS
from party.values.evening.live import Night, Stage
from party.values.hall.words import instructions, playing_foot
from party.values.seats.words import RAISE_HAND


def lines_for_hall(chosen_format, tables):
    return [(line.sign, line.words, line.details) for line in instructions(chosen_format, tables)]


@pytest.mark.parametrize(
    ("preset", "tables", "lines"),
    [
        (
            "midway",
            6,
            [
                ("→", "Lower pair: next table", "From table 6 go to table 1."),
                ("=", "Higher pair: stay", "One of you changes chair: see the list."),
                ("&", "All: a new partner", RAISE_HAND),
            ],
        ),
        (
            "iowa",
            20,
            [
                ("→", "Winners: up one table", "At tables 2 to 20. To the next lower number."),
                (
                    "=",
                    "Losers: stay",
                    "At tables 2 to 20. One of you changes chair: see the list.",
                ),
                ("1", "Losers: to table 20", "At table 1. Winners stay there."),
                ("&", "A new partner", f"At tables 2 to 20. {RAISE_HAND}"),
            ],
        ),
        ("midway", 1, [("&", "All: a new partner", RAISE_HAND)]),
        ("iowa", 1, [("=", "Nobody moves", "There is only one table.")]),
    ],
)
def test_the_hall_screen_states_the_moves_of_the_format_in_short_lines(preset, tables, lines):
    assert lines_for_hall(FORMATS[preset], tables) == lines


def test_other_movements_have_lines_for_the_hall():
    midway = FORMATS["midway"]
    details = "Up is the next higher number; after table 6 comes table 1."
    assert lines_for_hall(midway.with_movement("path"), 6) == [
        ("=", "North: stay", ""),
        ("→", "East: one up", details),
        ("→", "South: one down", details),
        ("→", "West: two up", details),
    ]
    nobody = [("=", "Nobody moves", "Keep your seat and your partner.")]
    assert lines_for_hall(midway.with_movement("stay"), 6) == nobody
    assert lines_for_hall(midway.with_movement("path"), 1) == nobody


def test_the_hall_screen_states_that_partners_stay_together():
    assert lines_for_hall(FORMATS["midway"].replace(split="never"), 6) == [
        ("→", "Lower pair: next table", "From table 6 go to table 1."),
        ("=", "Higher pair: stay", ""),
        ("&", "Partners stay", "Newcomers take the two empty chairs."),
    ]


@pytest.mark.parametrize("preset", sorted(FORMATS))
@pytest.mark.parametrize("tables", [1, 2, 3, 40])
def test_moves_for_the_hall_are_at_most_four_lines(preset, tables):
    assert 1 <= len(instructions(FORMATS[preset], tables)) <= 4


@pytest.mark.parametrize(
    ("preset", "number", "words"),
    [
        ("midway", 1, "Four hands, then wait for the bell."),
        ("midway", 2, "Four hands, then wait for the bell. Then a break."),
        ("midway", 6, "Four hands, then wait for the bell. This is the last round."),
        ("iowa", 1, "Table 1 rings after hand 4. The others play on until then."),
    ],
)
def test_the_foot_of_the_screen_says_how_long_the_round_is_and_what_follows(preset, number, words):
    night = Night(Stage.PLAYING, number, 6, break_after=2)
    assert playing_foot(FORMATS[preset], night) == words


@pytest.mark.parametrize(
    ("hands", "words"),
    [(1, "One hand, then wait for the bell."), (12, "12 hands, then wait for the bell.")],
)
def test_the_foot_of_the_screen_states_any_number_of_hands(hands, words):
    chosen = FORMATS["midway"].replace(hands_per_round=hands)
    assert playing_foot(chosen, Night(Stage.PLAYING, 1, None)) == words
