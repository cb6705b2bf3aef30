import pytest

from party.pdf.kit.bidi import visual


@pytest.mark.parametrize("text", ["Alma Rasmussen", "Łukasz (27)", "王 小明", ""])
def test_text_from_left_to_right_stays_as_it_is(text):
    assert visual(text) == text


def test_hebrew_name_is_turned_round():
    assert visual("דוד לוי") == "דוד לוי"[::-1]


def test_hebrew_between_latin_keeps_its_place():
    assert visual("1. דוד + Alma") == "1. " + "דוד"[::-1] + " + Alma"


def test_points_are_left_out_where_they_would_stand_wrong():
    assert visual("ש\u05c1ל") == "לש"
    assert visual("مُحم") == visual("محم")
    assert visual("Nguye\u0302n") == "Nguye\u0302n"


def test_arabic_letters_are_joined():
    # Three letters that join on both sides: final, medial, initial from left to right.
    assert visual("محم") == "\ufee2\ufea4\ufee3"


def test_arabic_letter_that_joins_only_backwards_ends_the_stroke():
    assert visual("دم") == "\ufee1\ufea9"


def test_lam_and_alef_become_one():
    assert visual("لا") == "\ufefb"
    assert visual("علا") == "\ufefc\ufecb"
