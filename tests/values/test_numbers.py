"""Numbers in requests, whatever was typed."""

import pytest

from party.values.numbers import MOST_ID, number_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("12", 12),
        ("99", 99),
        ("100", None),
        ("９", 9),
        ("²", None),
        ("-1", None),
        ("1.5", None),
        ("twelve", None),
        ("", None),
        (None, None),
        ("9" * 5000, None),
    ],
)
def test_number_is_read_up_to_the_most(text, number):
    assert number_of(text, 99) == number


def test_number_as_long_as_the_most_may_be_too_large():
    assert number_of("100", 250) == 100
    assert number_of("300", 250) is None


def test_number_that_no_column_holds_is_none():
    assert number_of(str(MOST_ID)) == MOST_ID
    assert number_of(str(MOST_ID + 1)) is None
