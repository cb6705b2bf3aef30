import pytest

from party.values.hall.lists import ListLine
from party.values.hall.shared_screens import NUMBERS_NEEDED, SharedScreens, half_words, halves

ONE, TWO = "482", "117"


def test_each_of_two_screens_shows_half_of_a_list_and_a_third_shows_the_whole_list():
    shared = SharedScreens.from_stored(f"{ONE},{TWO}")
    assert [shared.half(each) for each in (ONE, TWO, "999", "")] == [0, 1, None, None]
    assert str(shared) == f"{ONE},{TWO}"
    assert [shared.mark(ONE), shared.mark("999")] == ["0", "None"]


def test_while_the_desk_asks_each_screen_shows_its_number_and_the_whole_list():
    asked = SharedScreens.from_stored(str(NUMBERS_NEEDED))
    assert [asked.shows_number(each) for each in (ONE, "", "<b>")] == [True, False, False]
    assert [asked.half(ONE), asked.half("")] == [None, None]
    assert asked.mark(ONE) != SharedScreens().mark(ONE)


@pytest.mark.parametrize("stored", ["", "1,2", "482,117,300", "482,", "abcdef,ghijkl"])
def test_no_list_is_shared_if_the_stored_numbers_of_the_screens_are_wrong(stored):
    assert SharedScreens.from_stored(stored).numbers == ()


def lines_of(names):
    return [ListLine(name, "", "") for name in names.split()]


@pytest.mark.parametrize(
    ("names", "first", "words"),
    [
        ("Ahl Abel Berg Cole", 2, "A on this screen, B–C on the other."),
        ("Ahl Berg Bo Bolt Cole", 1, "A on this screen, B–C on the other."),
        ("Ahl Adams Alm Axt Bo", 2, "A on this screen, A–B on the other."),  # B begins too late
        ("Ahl Ahn", 1, "A on this screen, A on the other."),
        ("1 2 3 4", 2, "The other names are on the other screen."),
    ],
)
def test_a_list_is_cut_near_its_middle(names, first, words):
    lines = lines_of(names)
    left_half, right_half = halves(lines)
    assert [*left_half, *right_half] == lines
    assert len(left_half) == first
    assert half_words(lines, 0) == words


def test_each_half_of_a_list_names_its_own_letters_first():
    assert half_words(lines_of("Ahl Zander"), 1) == "Z on this screen, A on the other."
