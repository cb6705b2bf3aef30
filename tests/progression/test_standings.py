from party.progression import (
    Standing,
    in_every_round,
    own_average,
    rank,
    rank_from_low,
    room_average,
)

TOTALS = {"Alma": 900, "Bert": 1200, "Carol": 900, "Dev": 500, "House": 2000}
WON = {"Alma": 2, "Bert": 3, "Carol": 3, "Dev": 0}


def ranks(standings):
    return [(line.rank, line.entrant) for line in standings]


def test_equal_totals_share_a_rank():
    assert rank(TOTALS, unranked={"House"}) == [
        Standing(1, "Bert", 1200),
        Standing(2, "Alma", 900),
        Standing(2, "Carol", 900),
        Standing(4, "Dev", 500),
    ]


def test_negative_totals_rank_below_zero():
    assert ranks(rank({"Alma": -10, "Bert": 0})) == [(1, "Bert"), (2, "Alma")]


def test_without_totals_there_are_no_standings():
    assert rank({}) == []


def test_count_back_uses_the_chosen_measures_only():
    measures = {"rounds_won": WON}

    without_count_back = rank(TOTALS, measures=measures, unranked={"House"})
    counted_back = rank(TOTALS, measures=measures, unranked={"House"}, count_back=("rounds_won",))

    assert [line.rank for line in without_count_back] == [1, 2, 2, 4]
    assert ranks(counted_back) == [(1, "Bert"), (2, "Carol"), (3, "Alma"), (4, "Dev")]


def test_the_next_measure_counts_only_within_a_tie():
    totals = dict.fromkeys(("Alma", "Bert", "Carol", "Dev"), 700)
    measures = {
        "rounds_won": {"Alma": 3, "Bert": 2, "Carol": 2, "Dev": 2},
        "best_round": {"Alma": 10, "Bert": 300, "Carol": 400, "Dev": 300},
    }

    lines = rank(totals, count_back=("rounds_won", "best_round"), measures=measures)

    assert ranks(lines) == [(1, "Alma"), (2, "Carol"), (3, "Bert"), (3, "Dev")]


def test_count_back_by_fewest_sets_ranks_the_lower_number_first():
    lines = rank(
        {"Alma": 700, "Bert": 700},
        count_back=("fewest_sets",),
        measures={"fewest_sets": {"Alma": 4, "Bert": 1}},
    )

    assert ranks(lines) == [(1, "Bert"), (2, "Alma")]


def test_fewest_sets_is_skipped_if_one_tied_person_has_no_count_of_sets():
    totals = {"Alma": 700, "Bert": 700, "Carol": 900, "Dev": 900}
    sets = {"Alma": 4, "Carol": 2, "Dev": 1}  # Bert has a round without hands

    lines = rank(totals, count_back=("fewest_sets",), measures={"fewest_sets": sets})

    assert ranks(lines) == [(1, "Dev"), (2, "Carol"), (3, "Alma"), (3, "Bert")]


def test_an_unknown_measure_is_skipped():
    assert ranks(rank({"Alma": 1, "Bert": 1}, count_back=("best_round",))) == [
        (1, "Alma"),
        (1, "Bert"),
    ]


def test_ranks_from_low_have_only_people_with_every_round():
    low = rank_from_low(TOTALS, complete={"Alma", "Bert", "Carol", "House"}, unranked={"House"})

    assert low == [
        Standing(1, "Alma", 900),
        Standing(1, "Carol", 900),
        Standing(3, "Bert", 1200),
    ]


def test_people_on_the_bench_count_as_present_in_a_round():
    past = ({1, 2, 3, 4, 5}, {1, 2, 3, 5, 6})

    assert in_every_round(past) == {1, 2, 3, 5}
    assert in_every_round(past, late_credited=True) == {1, 2, 3, 5, 6}
    assert in_every_round(()) == frozenset()


def test_the_average_of_the_room_is_rounded_to_tens_and_halves_go_up():
    assert room_average([60, 70]) == 70
    assert room_average([60, 60, 70]) == 60
    assert room_average([-10, -20]) == -10
    assert room_average([-20, -20, -10]) == -20
    assert room_average([]) == 0


def test_the_average_of_the_room_counts_for_a_person_without_a_played_round():
    assert own_average([100, 250], 90) == 180
    assert own_average([], 90) == 90
