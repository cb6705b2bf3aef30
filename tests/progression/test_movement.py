"""The worked movements of the catalogue for people 1 to 20: table k seats 4k-3 to 4k."""

import pytest

from party.progression import MOVEMENTS, Leg, Movement, Seating, SeatingError, next_seating

WINNERS = {1: "NS", 2: "EW", 3: "NS", 4: "EW", 5: "NS"}


def hall(tables, bench=()):
    return Seating(tuple(tuple(range(4 * k - 3, 4 * k + 1)) for k in range(1, tables + 1)), bench)


def tables(text):
    """Read tables like "1 3 18 20 | 8 6 4 2", each as N E S W."""
    return tuple(tuple(int(word) for word in part.split()) for part in text.split("|"))


M1 = tables("1 3 18 20 | 8 6 4 2 | 9 11 5 7 | 16 14 12 10 | 17 19 13 15")


def seats_after(seating, movement, ahead=WINNERS, **options):
    return next_seating(seating, ahead=ahead, movement=MOVEMENTS[movement], **options)


@pytest.mark.parametrize("name", ["midway", "youngstown"])
@pytest.mark.parametrize("partners", ["chairs", "fresh"])
def test_m1_low_pairs_go_to_the_next_table_and_every_pair_splits(name, partners):
    after = seats_after(hall(5), name, partners=partners)

    assert after == Seating(M1)


def test_m3_at_iowa_winners_go_up_and_pairs_at_the_head_table_do_not_split():
    after = seats_after(hall(5), "iowa")

    expected = "1 6 3 8 | 5 7 9 11 | 12 10 16 14 | 13 15 17 19 | 20 18 4 2"
    assert after.tables == tables(expected)


@pytest.mark.parametrize(("high", "expected"), [("NS", "1 3 2 4"), ("EW", "4 2 3 1")])
def test_m6_at_midway_the_partners_of_a_single_table_change(high, expected):
    assert seats_after(hall(1), "midway", {1: high}).tables == tables(expected)


def test_m6_only_fresh_partners_reach_the_third_pairing():
    for policy, pairings in {"chairs": 2, "fresh": 3}.items():
        past = [hall(1)]
        for _ in range(2):
            past.append(
                seats_after(past[-1], "midway", {1: "NS"}, partners=policy, past=tuple(past))
            )
        assert len({seating.partner(1) for seating in past}) == pairings


@pytest.mark.parametrize("ahead", [{}, {1: "NS"}, {1: "EW"}])
def test_m6_at_iowa_nobody_moves_or_splits_at_a_single_table(ahead):
    assert seats_after(hall(1), "iowa", ahead) == hall(1)


def test_m7_on_a_fixed_path_everybody_moves_as_worked_out_by_hand():
    after = seats_after(hall(5), "path", {})

    expected = "1 18 7 16 | 5 2 11 20 | 9 6 15 4 | 13 10 19 8 | 17 14 3 12"
    assert after.tables == tables(expected)


@pytest.mark.parametrize("count", range(2, 12))
def test_m7_no_partners_meet_again_before_the_rounds_outnumber_the_tables(count):
    past = [hall(count)]
    for _ in range(count - 1):
        past.append(seats_after(past[-1], "path", {}))

    couples = [
        frozenset(pair) for each in past for n, e, s, w in each.tables for pair in [(n, s), (e, w)]
    ]
    assert len(couples) == len(set(couples)) == 2 * count * count


def test_nobody_moves_in_the_movement_called_stay():
    assert seats_after(hall(3), "stay", {}) == hall(3)


def test_m10_every_table_without_a_winner_is_named():
    with pytest.raises(SeatingError) as caught:
        seats_after(hall(5), "midway", {1: "NS", 2: "EW", 4: None, 5: "NS"})

    assert caught.value.tables == (3, 4)
    assert str(caught.value) == "Tables 3, 4: who was ahead? Enter the score, or who won the cut."


@pytest.mark.parametrize("name", ["path", "stay"])
def test_m10_a_movement_without_winners_needs_no_results(name):
    assert len(seats_after(hall(5), name, {}).tables) == 5


def test_m11_people_from_the_bench_take_the_chairs_of_people_who_sit_out():
    seating = hall(5, bench=(21, 22))

    midway = seats_after(seating, "midway", due=(3, 14))
    iowa = seats_after(seating, "iowa", due=(3, 14))

    assert midway == Seating(
        tables("1 21 18 20 | 8 6 4 2 | 9 11 5 7 | 16 22 12 10 | 17 19 13 15"), (3, 14)
    )
    assert iowa == Seating(
        tables("1 6 21 8 | 5 7 9 11 | 12 10 16 22 | 13 15 17 19 | 20 18 4 2"), (3, 14)
    )


@pytest.mark.parametrize("partners", ["chairs", "fresh"])
def test_m12_a_table_closes_when_one_person_goes_home(partners):
    after = seats_after(hall(5), "midway", leaving=(9,), due=(2, 6, 12), partners=partners)

    assert after == Seating(
        tables("1 3 18 20 | 8 17 4 13 | 19 11 5 7 | 16 14 15 10"), bench=(2, 6, 12)
    )


def test_m13_a_table_opens_when_four_people_arrive():
    after = seats_after(hall(5), "midway", arriving=(21, 22, 23, 24))
    next_round = seats_after(after, "midway", dict.fromkeys(range(1, 7), "NS"))

    assert after == Seating((*M1, (21, 22, 23, 24)))
    table_5s_low_pair = {19, 15}
    assert set(next_round.tables[5]) == {21, 23} | table_5s_low_pair
    assert {22, 24} < set(next_round.tables[0])


def test_the_second_of_two_tables_is_both_the_next_and_the_last():
    for name in ("midway", "iowa"):
        after = seats_after(hall(2), name, {1: "NS", 2: "NS"})
        assert {frozenset(table) for table in after.tables} == (
            {frozenset({1, 3, 6, 8}), frozenset({5, 7, 2, 4})}
            if name == "midway"
            else {frozenset({1, 3, 5, 7}), frozenset({6, 8, 2, 4})}
        )


def test_east_and_west_keep_their_chairs_if_they_win_at_the_head_table_of_iowa():
    after = seats_after(hall(2), "iowa", {1: "EW", 2: "NS"})

    assert after.tables[0] == (5, 2, 7, 4)


def test_a_movement_that_leaves_a_table_incomplete_is_refused():
    impossible = Movement("crossed", (Leg("low", "last"), Leg("low", "last")), split="never")

    with pytest.raises(SeatingError, match="one pair to each table"):
        next_seating(hall(3), ahead=WINNERS, movement=impossible)
