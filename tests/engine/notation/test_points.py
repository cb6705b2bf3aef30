from math import inf
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.engine import (
    PRESETS,
    Bid,
    HandResult,
    entries_from_points,
    pair_points,
    possible_totals,
    write_entry,
)
from party.engine.notation.points import possible_results, results_by_points
from tests.engine.strategies import four_handed, results_of
from tests.sampling import examples, one_in

FOUR_HANDED = [name for name, each in PRESETS.items() if each.players == 4]


def keyboard_forms(rules, ns, ew):
    return [write_entry(entry) for entry in entries_from_points(rules, ns, ew)]


def test_the_points_of_a_hand_determine_its_bid_and_its_tricks():
    assert keyboard_forms(PRESETS["midway"], 200, 20) == ["7hn8"]
    assert keyboard_forms(PRESETS["midway"], 40, -320) == ["8ne6"]


def test_every_hand_with_the_same_points_is_returned():
    assert keyboard_forms(PRESETS["youngstown"], 440, 0) == ["9sn10", "10sn10"]
    assert keyboard_forms(PRESETS["canadian"], 300, 0) == ["8hn8", "8hn9", "8hn10"] + [
        f"8he{tricks}" for tricks in range(8)
    ]


@pytest.mark.parametrize(("ns", "ew"), [(205, 20), (200, 200), (0, 0), (9999, 0)])
def test_impossible_points_return_no_hand(ns, ew):
    assert keyboard_forms(PRESETS["midway"], ns, ew) == []


def test_hands_with_an_announcement_are_found_from_their_points():
    rules = PRESETS["midway"].replace(grand_slam="on")

    assert "8hn10!" in keyboard_forms(rules, 500, 0)
    assert "10hn10" in keyboard_forms(rules, 500, 0)


def test_hands_without_a_bid_are_found_from_their_points():
    rules = PRESETS["american"].replace(all_pass="play_nt_10_per_trick")

    assert keyboard_forms(rules, 60, 40) == ["6cn6", "p6"]


@pytest.mark.parametrize("name", one_in(6, FOUR_HANDED))
def test_every_result_is_found_from_its_points(name):
    rules = PRESETS[name]

    for result in possible_results(rules):
        found = entries_from_points(rules, *pair_points(rules, result))
        assert result in [entry.result for entry in found]
        assert all(
            pair_points(rules, entry.result) == pair_points(rules, result) for entry in found
        )
        assert len({write_entry(entry) for entry in found}) == len(found)


@given(data=st.data(), rules=four_handed, hands=st.integers(0, 6))
@settings(deadline=None, max_examples=examples(40))  # the first totals of each preset are slow
def test_totals_of_hands_that_were_played_are_possible(data, rules, hands):
    points = [pair_points(rules, data.draw(results_of(rules))) for _ in range(hands)]

    assert possible_totals(rules, hands, sum(p[0] for p in points), sum(p[1] for p in points))


def test_the_possible_totals_of_two_hands_are_exact():
    rules = PRESETS["hay"]
    after_one = {pair_points(rules, result) for result in possible_results(rules)}
    after_two = {(a[0] + b[0], a[1] + b[1]) for a in after_one for b in after_one}

    for ns in range(-1100, 1101, 50):
        for ew in range(-1100, 1101, 50):
            assert possible_totals(rules, 2, ns, ew) == ((ns, ew) in after_two)


def test_the_possible_totals_of_an_odd_number_of_hands_are_exact():
    rules = PRESETS["canadian"]
    sums = {(0, 0)}
    for _ in range(3):
        sums = {(a + c, b + d) for a, b in sums for c, d in results_by_points(rules)}

    for ns in range(-1560, 1561, 130):
        for ew in range(-1560, 1561, 90):
            assert possible_totals(rules, 3, ns, ew) == ((ns, ew) in sums)


def test_totals_of_24_hands_are_checked_fast():
    rules = PRESETS["lodige"]
    results_by_points(rules)

    began = process_time()
    assert possible_totals(rules, 24, 500, 120)
    assert not possible_totals(rules, 24, 24_000, 10)
    assert process_time() - began < 10  # a set of bits takes 2 seconds, other algorithms 43


def test_a_total_is_checked_only_by_its_bounds_if_the_exact_check_is_too_large(monkeypatch):
    impossible = 14, 14 * 520, 10
    assert not possible_totals(PRESETS["canadian"], *impossible)

    monkeypatch.setattr("party.engine.notation.points.MAX_BITS", 1_000)

    assert possible_totals(PRESETS["canadian"], *impossible)


def test_totals_can_be_floats():
    midway = PRESETS["midway"]

    assert possible_totals(midway, 4, 100.0, 20)
    assert not possible_totals(midway, 4, 100.5, 20)
    assert not possible_totals(midway, 4, inf, 20)


@pytest.mark.parametrize(
    ("hands", "ns", "ew"),
    [
        (4, 305, 20),  # not a multiple of ten
        (4, 300, 25),
        (4, 2090, 0),  # more than four times 10 No Trump
        (4, 0, -2090),
        (0, 10, 0),
        (-1, 0, 0),
        (1, 0, 0),
        (1, 330, 0),
        (4, 2080, 10),
    ],
)
def test_impossible_totals_are_recognized(hands, ns, ew):
    assert not possible_totals(PRESETS["midway"], hands, ns, ew)


@pytest.mark.parametrize(
    ("hands", "ns", "ew"), [(0, 0, 0), (4, 2080, 0), (4, -2080, 400), (1, 300, 20)]
)
def test_possible_totals_are_recognized(hands, ns, ew):
    assert possible_totals(PRESETS["midway"], hands, ns, ew)


def test_the_possible_totals_of_more_than_twelve_hands_are_exact():
    assert possible_totals(PRESETS["canadian"], 14, 14 * 520, 0)
    assert not possible_totals(PRESETS["canadian"], 14, 14 * 520, 10)


def test_the_total_of_very_many_hands_is_checked_only_by_its_bounds():
    assert possible_totals(PRESETS["midway"], 1000, 1000 * 520, 10)
    assert not possible_totals(PRESETS["midway"], 1000, 1000 * 520 + 10, 0)


def test_a_hand_found_from_its_points_names_north_for_north_south():
    (entry,) = entries_from_points(PRESETS["midway"], 200, 20)

    assert entry.result == HandResult(bid=Bid(7, "H"), tricks=8, declarer="N")
