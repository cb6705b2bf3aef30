from collections import Counter

import pytest

from party.values.prizes.draws import draw_name, drawn_number, fingerprint, list_lines


def test_a_list_has_a_line_for_each_run_of_numbers():
    assert list_lines([(1, 3), (7, 7)]) == ("1 to 3", "7")
    assert list_lines([(-20, -20), (-10, -10)]) == ("-20", "-10")


@pytest.mark.parametrize(
    ("excluded", "lines"),
    [(1, ("2 to 3",)), (2, ("1", "3")), (3, ("1 to 2",)), (4, ("1 to 3",))],
)
def test_an_excluded_number_is_left_out_of_a_run_of_numbers(excluded, lines):
    assert list_lines([(1, 3)], excluded=excluded) == lines
    assert list_lines([(excluded, excluded)], excluded=excluded) == ()


def test_anybody_can_check_a_draw():
    """Run `printf '%s\\n%s\\n%s' 'a seed' '1 to 3' '7' | sha256sum`: it ends in …89d2cd."""
    lines = ("1 to 3", "7")
    assert fingerprint(lines) == "e8125b224a128aa79f9b6125fcc2636e"
    digest = 0xFED04ADA6135D724F87A8FDE7E2CC5ED46987E9AA42F664E614D01B42989D2CD
    assert drawn_number(lines, "a seed") == [1, 2, 3, 7][digest % 4]


def test_each_number_is_equally_likely():
    lines = list_lines([(-2, -1), (5, 5), (10, 16)])
    drawn = Counter(drawn_number(lines, str(seed)) for seed in range(5_000))
    assert sorted(drawn) == [-2, -1, 5, 10, 11, 12, 13, 14, 15, 16]
    assert max(abs(count - 500) for count in drawn.values()) < 100


@pytest.mark.parametrize("lines", [[], ["3 to 1"], ["x"], ["1 to x"]])
def test_a_draw_from_lines_that_are_no_numbers_is_refused(lines):
    with pytest.raises(ValueError):
        drawn_number(lines, "a seed")


def test_draws_are_named_in_words():
    assert [draw_name(draws) for draws in (2, 5, 6, 22)] == [
        "second draw",
        "fifth draw",
        "6th draw",
        "22nd draw",
    ]
