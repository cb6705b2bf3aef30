import random

from party.slip_reader.slip_code import COLUMNS, ROWS, SlipCode, party_key, read_code


def test_the_code_of_a_slip_is_the_same_after_printing_and_reading():
    ours = SlipCode(party_key("7"), 3, 5, 12)
    for code in (SlipCode(0, 0), SlipCode(8191, 511, 99, 1000), ours):
        assert len(code.bits) == COLUMNS * ROWS
        assert read_code(code.bits) == code


def test_up_to_three_wrong_squares_are_noticed():
    chance = random.Random(3)
    bits = SlipCode(party_key("7"), 99, 3, 12).bits
    for number in range(1, 4):
        for _ in range(300):
            wrong = set(chance.sample(range(len(bits)), number))
            assert read_code([bit ^ (place in wrong) for place, bit in enumerate(bits)]) is None


def test_a_code_field_that_is_all_white_or_all_black_is_no_code():
    assert read_code([False] * COLUMNS * ROWS) is None
    assert read_code([True] * COLUMNS * ROWS) is None


def test_a_slip_with_numbers_too_large_for_the_code_has_unknown_numbers():
    assert read_code(SlipCode(1, 2, 3, 1024).bits) == SlipCode(1, 2, 0, 0)
