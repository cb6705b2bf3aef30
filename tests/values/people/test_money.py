import pytest

from party.values.people.money import exact_money, money, read_money, typed_money


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1200),
        ("12.5", 1250),
        ("12.50", 1250),
        ("12,50", 1250),
        ("$12.50", 1250),
        (" $ 3 ", 300),
        ("0", 0),
        ("0.05", 5),
        ("", None),
        ("a lot", None),
        ("-5", None),
        ("1.234", None),
        ("1234567", None),
        ("１２", 1200),  # full-width digits of a Japanese keyboard
    ],
)
def test_amounts_are_read_to_the_cent(text, cents):
    assert read_money(text, "$") == cents


@pytest.mark.parametrize(
    ("cents", "words"), [(1250, "$12.50"), (1200, "$12"), (5, "$0.05"), (123456, "$1,234.56")]
)
def test_an_amount_of_money_is_written_with_its_currency(cents, words):
    assert money(cents, "$") == words
    assert exact_money(cents, "$") == (words if "." in words else f"{words}.00")


@pytest.mark.parametrize(("cents", "text"), [(None, ""), (0, "0"), (123456, "1234.56")])
def test_an_amount_is_written_as_it_is_typed(cents, text):
    assert typed_money(cents) == text
    assert read_money(text) == cents
