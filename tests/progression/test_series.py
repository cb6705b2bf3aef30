import pytest

from party.progression import dropped, rank_points


@pytest.mark.parametrize(("rank", "points"), [(1, 10), (3, 6), (4, 0), (99, 0)])
def test_each_rank_has_its_points(rank, points):
    assert rank_points(rank, (10, 8, 6)) == points


def test_without_a_limit_of_evenings_no_evening_is_dropped():
    assert dropped({"a": 5, "b": -60}, None) == frozenset()


def test_the_lowest_evenings_are_dropped():
    assert dropped({"a": 5, "b": -60, "c": 90, "d": 10}, 2) == {"a", "b"}


def test_the_later_of_two_equal_evenings_is_dropped():
    assert dropped({"a": 5, "b": 5, "c": 5}, 2) == {"c"}


def test_fewer_evenings_than_the_limit_all_count():
    assert dropped({"a": 5}, 3) == frozenset()
