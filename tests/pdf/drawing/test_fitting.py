import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.pdf.drawing.fitting import fit, wrap, wrap_name
from party.pdf.drawing.fonts import width
from tests.pdf.cast import LONG

WORDS = st.text(alphabet="abcWŁễ-", min_size=1, max_size=25)


def test_a_short_name_has_the_full_size_on_one_line():
    assert fit("Alma", 200, 20, floor=12).lines == ("Alma",)
    assert fit("Alma", 200, 20, floor=12).size == 20


def test_a_longer_name_gets_smaller_before_it_is_broken():
    found = fit("Alma Rasmussen the Younger", 200, 20, floor=12)
    assert found.lines == ("Alma Rasmussen the Younger",)
    assert 12 <= found.size < 20


def test_a_name_of_sixty_letters_is_readable_and_broken_between_words():
    found = fit(LONG, 215, 20, floor=12, bold=True)
    assert " ".join(found.lines) == LONG
    assert len(found.lines) == 2
    assert found.size >= 12


def test_a_hyphen_stays_on_the_first_line():
    assert fit("Schillingsfürst-Hohenfels", 100, 14, floor=12).lines == (
        "Schillingsfürst-",
        "Hohenfels",
    )


def test_a_single_long_word_is_broken_and_printed_below_the_least_size():
    found = fit("W" * 60, 100, 20, floor=12)
    assert found.lines == ("W" * 30, "W" * 30)
    assert 0 < found.size < 12


@given(st.lists(WORDS, min_size=1, max_size=6), st.floats(60, 400))
def test_a_fitted_name_keeps_every_letter_inside_its_space(words, space):
    text = " ".join(words)
    found = fit(text, space, 20, floor=12)
    assert "".join(found.lines).replace(" ", "") == text.replace(" ", "")
    assert max(width(line, found.size) for line in found.lines) <= space + 0.01


@pytest.mark.parametrize("space", [60, 120, 300])
def test_a_sentence_is_wrapped_within_its_space(space):
    sentence = "Lower pair moves to the next table. Higher pair stays."
    lines = wrap(sentence, space, 12)
    assert " ".join(lines) == sentence
    assert max(width(line, 12) for line in lines) <= space


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("Wolfeschlegelsteinhausen-Featherstonehaugh", 2),
        ("W" * 40, 3),
    ],
)
def test_a_word_wider_than_its_space_is_broken(word, lines):
    found = wrap(f"by {word}", 200, 16)
    assert "".join(found) == f"by{word}"
    assert len(found) == lines + 1
    assert max(width(line, 16) for line in found) <= 200


def test_a_word_is_broken_after_its_hyphen():
    assert wrap("Schillingsfürst-Hohenfels", 130, 16) == ("Schillingsfürst-", "Hohenfels")


def test_a_word_stays_whole_if_there_is_no_room_for_a_single_letter():
    assert wrap("Wolf", 1, 16) == ("Wolf",)


def test_an_empty_sentence_takes_no_line():
    assert wrap("", 100, 12) == ()


def test_a_name_with_a_wide_word_is_printed_smaller_with_whole_words():
    name = "Hubert Wolfeschlegelsteinhausenbergerdorff"
    assert fit(name, 120, 20, floor=12).lines == tuple(name.split())
    assert 6 <= fit(name, 120, 20, floor=12).size < 12
    assert wrap_name(name, 120, 12) == fit(name, 120, 12, floor=12)
    assert wrap_name("Alma Rasmussen", 200, 12).size == 12
