from datetime import UTC, datetime

import pytest

from party.values.numbers import MOST_ID, moment, number_of, ordinal


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
def test_a_number_is_read_up_to_the_limit(text, number):
    assert number_of(text, 99) == number


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (22, "22nd")],
)
def test_an_ordinal_number_has_its_ending(number, written):
    assert ordinal(number) == written


@pytest.mark.parametrize(("day", "words"), [(14, "6:41 p.m."), (15, "14 Nov, 6:41 p.m.")])
def test_a_moment_of_another_day_has_its_date(day, words):
    at = datetime(2026, 11, 14, 18, 41, tzinfo=UTC)
    assert moment(at, at.replace(day=day), UTC) == words


def test_a_number_above_the_limit_with_as_many_digits_is_refused():
    assert number_of("100", 250) == 100
    assert number_of("300", 250) is None


def test_a_number_too_large_for_a_column_is_none():
    assert number_of(str(MOST_ID)) == MOST_ID
    assert number_of(str(MOST_ID + 1)) is None
