"""The oracle, against cases of the rule catalogue that were worked out by hand."""

import pytest

from tests.oracle.evening import pair_ahead, room_average, sheet_of_evening
from tests.oracle.fixtures import NAMES, read_evening, read_expected
from tests.oracle.moving import change_bench, first_room, iowa_room, midway_room
from tests.oracle.scoring import hand_points, table_points
from tests.oracle.sheet import write_sheet

TWENTY = first_room(list(range(1, 21)), 5)
WON = ["NS", "EW", "NS", "EW", "NS"]


def seats(room):
    return [" ".join(f"{chair}{table[chair]}" for chair in "NESW") for table in room]


@pytest.mark.parametrize(
    ("rules", "word", "points"),
    [
        ("youngstown", "8cn10", (360, 0)),  # W7
        ("youngstown", "7se10", (0, 240)),  # W8
        ("youngstown", "9sn10", (440, 0)),  # W9
        ("youngstown", "10ss10", (440, 0)),  # W9
        ("youngstown", "9nn10", (520, 0)),  # W10
        ("midway", "7hn8", (200, 20)),  # as W1
        ("midway", "8cw7", (30, -260)),  # as W2
        ("midway", "8ss10", (250, 0)),  # as W4
        ("iowa", "8cn10", (260, 0)),  # as W5
        ("iowa", "10ne9", (10, -520)),  # as W11
        ("iowa", "6ns5.", (-120, 50)),  # as W13
    ],
)
def test_a_hand_has_its_points_in_the_printed_table(rules, word, points):
    assert hand_points(rules, word) == points


def test_hands_thrown_in_add_nothing_to_the_points_of_a_table():
    assert table_points("youngstown", ["8hn9", "p", "7CE6", "."]) == (300 + 40, 10 - 160)


def test_midway_moves_the_low_pairs_as_case_m1_says():
    assert seats(midway_room(TWENTY, WON)) == [
        "N1 E3 S18 W20",
        "N8 E6 S4 W2",
        "N9 E11 S5 W7",
        "N16 E14 S12 W10",
        "N17 E19 S13 W15",
    ]


def test_iowa_moves_the_winners_as_case_m3_says():
    assert seats(iowa_room(TWENTY, WON)) == [
        "N1 E6 S3 W8",
        "N5 E7 S9 W11",
        "N12 E10 S16 W14",
        "N13 E15 S17 W19",
        "N20 E18 S4 W2",
    ]


@pytest.mark.parametrize(
    ("move", "table", "changed"),
    [(midway_room, 0, "N1 E21 S18 W20"), (iowa_room, 0, "N1 E6 S21 W8")],
)
def test_people_from_the_bench_take_chairs_as_case_m11_says(move, table, changed):
    rota = [21, 22, 3, 14, *(n for n in range(1, 21) if n not in {3, 14})]
    times_out = dict.fromkeys(range(1, 23), 0) | {21: 1, 22: 1}
    room = move(TWENTY, WON)

    bench = change_bench(room, [21, 22], rota, times_out)

    assert bench == [3, 14]
    assert seats(room)[table] == changed
    assert "22" in seats(room)[3 if move is midway_room else 2]


def test_a_tie_needs_a_cut():
    assert pair_ahead(310, 310, "EW") == "EW"
    with pytest.raises(ValueError, match="tie without a cut"):
        pair_ahead(310, 310, "")


@pytest.mark.parametrize("name", NAMES)
def test_expected_sheets_are_up_to_date(name):
    assert write_sheet(sheet_of_evening(read_evening(name))) == read_expected(name)


def test_the_average_of_the_room_is_rounded_and_halves_go_up():
    assert room_average([(10, 20)]) == 20
    assert room_average([(-10, -20)]) == -10
    assert room_average([(100, 40), (60, 60)]) == 70  # the mean is 65
