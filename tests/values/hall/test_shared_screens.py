import pytest

from party.values.hall.lists import ListLine
from party.values.hall.shared_screens import SharedScreens, half_words, halves

ONE, TWO = "aaaaaa", "bbbbbb"


def test_the_first_two_screens_that_ask_take_the_halves():
    shared = SharedScreens().changed("two")
    assert [shared.missing, shared.half(ONE), shared.wants(ONE)] == [2, None, True]
    shared = shared.with_screen(ONE)
    assert [shared.missing, shared.half(ONE), shared.wants(ONE)] == [1, None, False]
    shared = SharedScreens.of(str(shared.with_screen(TWO)))
    assert [shared.half(ONE), shared.half(TWO), shared.half("cccccc")] == [0, 1, None]
    assert not shared.wants("cccccc")
    assert shared.changed("two") == shared.changed("") == shared
    assert shared.changed("swap").half(ONE) == 1
    assert str(shared.changed("one")) == ""


def test_a_screen_learns_of_its_half():
    marks = []
    shared = SharedScreens().changed("two")
    for key in (ONE, TWO):
        marks.append(shared.mark(ONE))
        shared = shared.with_screen(key)
    marks += [shared.mark(ONE), shared.changed("swap").mark(ONE), SharedScreens().mark(ONE)]
    assert marks == ["new", "None", "0", "1", "None"]


@pytest.mark.parametrize("stored", ["", "aaaaaa", "a,b", "aaaaaa,bbbbbb,cccccc", "<b>,"])
def test_wrong_keys_share_nothing(stored):
    assert SharedScreens.of(stored).keys == ()
    assert not SharedScreens.of(",").wants(stored[:3])


def lines_of(names):
    return [ListLine(name, "", "") for name in names.split()]


@pytest.mark.parametrize(
    ("names", "first", "words"),
    [
        ("Ahl Abel Berg Cole", 2, "A on this screen, B–C on the other."),
        ("Ahl Berg Bo Bolt Cole", 1, "A on this screen, B–C on the other."),
        ("Ahl Adams Alm Axt Bo", 2, "A on this screen, A–B on the other."),  # B is too far away
        ("Ahl Ahn", 1, "A on this screen, A on the other."),
        ("1 2 3 4", 2, "The other names are on the other screen."),
    ],
)
def test_a_list_is_cut_near_its_middle(names, first, words):
    lines = lines_of(names)
    here, there = halves(lines)
    assert [*here, *there] == lines
    assert len(here) == first
    assert half_words(lines, 0) == words


def test_each_half_names_its_own_letters_first():
    assert half_words(lines_of("Ahl Zander"), 1) == "Z on this screen, A on the other."
