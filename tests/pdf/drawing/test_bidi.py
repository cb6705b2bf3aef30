import pytest

from party.pdf.drawing.bidi import visual_order


@pytest.mark.parametrize("text", ["Alma Rasmussen", "Łukasz (27)", "王 小明", ""])
def test_text_from_left_to_right_stays_as_it_is(text):
    assert visual_order(text) == text


def test_a_hebrew_name_is_reversed():
    assert visual_order("דוד לוי") == "דוד לוי"[::-1]


def test_hebrew_letters_between_latin_letters_keep_their_place():
    assert visual_order("1. דוד + Alma") == "1. " + "דוד"[::-1] + " + Alma"


def test_hebrew_and_arabic_vowel_marks_are_left_out():
    assert visual_order("ש\u05c1ל") == "לש"
    assert visual_order("مُحم") == visual_order("محم")
    assert visual_order("Nguye\u0302n") == "Nguye\u0302n"


def test_arabic_letters_are_joined():
    # From left to right: the final, the medial and the initial form.
    assert visual_order("محم") == "\ufee2\ufea4\ufee3"


def test_the_letter_after_an_arabic_dal_stays_unjoined():
    assert visual_order("دم") == "\ufee1\ufea9"


def test_arabic_lam_and_alef_become_one_letter():
    assert visual_order("لا") == "\ufefb"
    assert visual_order("علا") == "\ufefc\ufecb"
