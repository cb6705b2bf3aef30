import pytest

from tests.oracle.evening import sheet_of_evening
from tests.oracle.fixtures import NAMES, read_evening, read_expected
from tests.oracle.scoring import table_points
from tests.oracle.sheet import write_sheet


def hands_of(line):
    return [word for word in line.words if word not in {"p", "."}]


@pytest.mark.parametrize("name", NAMES)
def test_expected_sheets_are_up_to_date(name):
    assert write_sheet(sheet_of_evening(read_evening(name))) == read_expected(name)


@pytest.mark.parametrize(
    ("name", "people", "rounds", "hands"),
    [("youngstown-24", 24, 10, 240), ("midway-20", 20, 5, 100)],
)
def test_each_table_plays_four_hands_in_each_round(name, people, rounds, hands):
    evening = read_evening(name)

    lines = [line for tables in evening.played for line in tables]

    assert (len(evening.people), len(evening.played), evening.rounds) == (people, rounds, rounds)
    assert {len(hands_of(line)) for line in lines} == {4}
    assert sum(len(hands_of(line)) for line in lines) == hands


@pytest.mark.parametrize("name", ["youngstown-24", "midway-20"])
def test_nobody_plays_a_six_if_sixes_are_signals(name):
    words = [
        word for tables in read_evening(name).played for line in tables for word in line.words
    ]

    assert [word for word in words if word.startswith("6")] == []
    assert "p" in words


def test_at_iowa_the_head_plays_four_hands_and_other_tables_three_to_five():
    evening = read_evening("iowa-22")

    assert {len(hands_of(tables[0])) for tables in evening.played} == {4}
    others = [line for tables in evening.played for line in tables[1:]]
    assert {len(hands_of(line)) for line in others} == {3, 4, 5}
    assert {line.words[-1][-1] for line in others} == {"."}
    assert sorted(evening.rota) == list(range(1, 23))


@pytest.mark.parametrize("name", NAMES)
def test_every_tie_that_decides_a_move_has_a_cut(name):
    evening = read_evening(name)

    ties = 0
    for number, tables in enumerate(evening.played, start=1):
        for line in tables:
            ns, ew = table_points(evening.rules, line.words)
            assert bool(line.cut) == (ns == ew and number < evening.rounds)
            ties += ns == ew
    assert ties >= 2


def test_youngstown_winner_ends_between_5000_and_6000():
    totals = sheet_of_evening(read_evening("youngstown-24")).totals

    assert 5000 <= max(totals.values()) <= 6000


def test_rosters_have_difficult_names():
    names = [person.name for name in NAMES for person in read_evening(name).people]

    assert {"Łukasz Nguyễn", "Þór Jónsdóttir", "Ōtani Ayumi", "王 伟"} <= set(names)
    assert max(len(name) for name in names) == 60
    assert names.count("Mary Olson") == 2
