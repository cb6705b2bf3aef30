import pytest

from party.progression import (
    MOVEMENTS,
    Seating,
    SeatingError,
    draw,
    due_next,
    next_seating,
    sit_outs,
)

HALL = Seating(((1, 2, 3, 4), (5, 6, 7, 8)))
WON = {1: "NS", 2: "NS"}


def next_seats(seating=HALL, movement="midway", ahead=WON, **options):
    return next_seating(seating, ahead=ahead, movement=MOVEMENTS[movement], **options)


def refusal(call, *args, **options):
    with pytest.raises(SeatingError) as caught:
        call(*args, **options)
    return caught.value


def test_the_draw_fills_the_tables_in_order():
    assert draw((8, 7, 6, 5, 4, 3, 2, 1), ()) == Seating(((8, 7, 6, 5), (4, 3, 2, 1)))


def test_the_first_people_of_the_rota_who_are_here_are_on_the_bench():
    order = tuple(range(1, 12))

    assert draw(order, (5, 99, 2, 11, 3)) == Seating(((1, 3, 4, 6), (7, 8, 9, 10)), (5, 2, 11))


def test_the_draw_needs_four_people():
    assert str(refusal(draw, (1, 2, 3), (1, 2, 3))) == "A table needs four people; 3 are here."


def test_the_draw_needs_enough_people_who_may_sit_out():
    error = refusal(draw, (1, 2, 3, 4, 5, 6), (1,))

    assert str(error) == "2 must sit out, but only 1 of those here may. Take house players."


def test_the_draw_refuses_a_person_who_is_listed_twice():
    assert refusal(draw, (1, 2, 3, 4, 4), ()).code == "twice"


def test_people_sit_out_in_the_order_of_the_rota():
    first = draw(tuple(range(1, 10)), tuple(range(9, 0, -1)))
    past = [first]
    for _ in range(9):
        past.append(next_seats(past[-1], past=tuple(past), rota=tuple(range(9, 0, -1))))

    assert [seating.bench for seating in past] == [(n,) for n in (9, 8, 7, 6, 5, 4, 3, 2, 1, 9)]


def test_without_other_rounds_only_the_last_seating_decides_who_sits_out():
    seating = Seating(HALL.tables, (9,))

    assert next_seats(seating, rota=(9, 1, 2)).bench == (1,)


def test_house_players_never_sit_out():
    past = [Seating(HALL.tables, (9,))]
    for _ in range(4):
        past.append(next_seats(past[-1], past=tuple(past), rota=(9, 1)))

    assert [seating.bench for seating in past] == [(9,), (1,), (9,), (1,), (9,)]


def test_a_person_who_is_due_to_sit_out_again_stays_on_the_bench():
    seating = Seating(HALL.tables, (9, 10))

    after = next_seats(seating, due=(9, 3))

    assert after.bench == (9, 3)
    assert after.chair(10) == (1, "E")  # 3, who sits out, leaves this chair


@pytest.mark.parametrize("due", [(), (1, 2), (99,), (3, 3)])
def test_people_who_cannot_sit_out_are_refused_as_people_due(due):
    error = refusal(next_seats, Seating(HALL.tables, (9,)), due=due)

    assert error.code in {"due", "twice"}


def test_a_late_arrival_starts_with_the_highest_count_of_sit_outs():
    rota = tuple(range(1, 12))
    past = (Seating(HALL.tables, (9,)), Seating(((9, 2, 3, 4), (5, 6, 7, 8)), (1,)))

    assert sit_outs(past, rota) == {9: 1, 1: 1, **dict.fromkeys(range(2, 9), 0)}
    assert sit_outs(past, rota, [*range(1, 10), 10])[10] == 1
    assert due_next(past, rota, range(1, 11)) == (2, 3)


def test_a_returning_person_starts_with_the_highest_count_of_sit_outs():
    rota = tuple(range(1, 11))
    without_ten = Seating(HALL.tables, (9,))
    past = (Seating(HALL.tables, (9, 10)), without_ten, without_ten)

    assert sit_outs(past, rota)[9] == 3
    assert 10 not in sit_outs(past, rota)
    assert sit_outs(past, rota, range(1, 11))[10] == 3


def test_a_late_arrival_goes_to_the_end_of_the_rota():
    assert next_seats(arriving=(9,), rota=(*range(1, 9), 9)).bench == (1,)


def test_a_person_from_the_bench_takes_the_chair_of_a_leaver():
    seating = Seating(HALL.tables, (9,))

    after = next_seats(seating, leaving=(6,))

    assert after == Seating(((1, 3, 9, 8), (5, 7, 2, 4)))


def test_people_from_the_bench_take_empty_chairs_in_the_order_of_the_rota():
    seating = Seating(HALL.tables, (9, 10))

    after = next_seats(seating, leaving=(6, 8), rota=(10, 1, 2, 3, 4, 5, 7, 9), due=())

    assert after.chair(10) == (1, "S")
    assert after.chair(9) == (1, "W")


def test_old_partners_may_rejoin_if_nobody_else_waits():
    after = next_seats(leaving=(1, 3, 6, 8), movement="stay")

    assert after == Seating(((5, 2, 7, 4),))


def test_people_of_the_last_closed_table_are_seated_first():
    hall = Seating(tuple(tuple(range(4 * k + 1, 4 * k + 5)) for k in range(3)))

    after = next_seats(hall, "stay", {}, leaving=(1, 2, 3, 4, 5, 6, 7, 8))

    assert after == Seating(((9, 10, 12, 11),))  # 9 and 11 were partners in the last round


def test_people_of_the_highest_closed_table_are_seated_first():
    hall = Seating(tuple(tuple(range(4 * k + 1, 4 * k + 5)) for k in range(4)))

    after = next_seats(hall, "stay", {}, leaving=(1, 2, 3, 4, 5, 7, 9, 11))

    # 10 and 12 were partners in the last round, so 10 exchanges chairs with 13.
    assert after == Seating(((10, 14, 16, 15), (13, 6, 12, 8)))


def test_a_stand_in_takes_exactly_the_leavers_chair():
    without_stand_in = next_seats()
    with_stand_in = next_seats(replacing={6: 9}, leaving=(6,))

    assert with_stand_in.chair(9) == without_stand_in.chair(6)
    assert {e: with_stand_in.chair(e) for e in (1, 2, 3, 4, 5, 7, 8)} == {
        e: without_stand_in.chair(e) for e in (1, 2, 3, 4, 5, 7, 8)
    }


def test_a_stand_in_for_a_person_without_chair_is_refused():
    error = refusal(next_seats, Seating(HALL.tables, (9,)), replacing={9: 10}, rota=(1, 2))

    assert str(error) == "Without a chair, so nobody can take their place: 9."


def test_a_stand_in_with_a_chair_is_refused():
    assert refusal(next_seats, replacing={6: 7}).code == "twice"


def test_an_absent_person_cannot_leave():
    assert str(refusal(next_seats, leaving=(99,))) == "Not here, so they cannot go home: 99."


def test_a_seated_person_cannot_arrive():
    assert refusal(next_seats, arriving=(8, 9, 10, 11)).code == "twice"


def test_fewer_than_four_people_are_refused():
    assert refusal(next_seats, leaving=(1, 2, 3, 4, 5)).code == "few"


def test_fresh_partners_take_the_pairing_that_repeats_fewer_partnerships():
    past = (Seating(((1, 2, 6, 8), (5, 3, 7, 4))), HALL)  # 1 and 6 were partners

    chairs = next_seats(past=past)
    fresh = next_seats(past=past, partners="fresh")

    assert chairs.tables[0] == (1, 3, 6, 8)
    assert fresh.tables[0] == (1, 3, 8, 6)
    assert fresh.tables[1] == chairs.tables[1]


def test_between_equal_pairings_fresh_partners_repeat_fewer_opponents():
    # 1 and 8 were opponents; with chairs they are opponents again.
    past = (Seating(((1, 8, 9, 10), (3, 11, 12, 13))), HALL)

    assert next_seats(past=past, partners="fresh").tables[0] == (1, 3, 8, 6)


def test_fresh_partners_do_not_join_the_partners_of_the_last_round():
    hall = Seating((*HALL.tables, (9, 10, 11, 12)))
    with_nine = Seating(((9, 1, 10, 2), (3, 4, 5, 6), (7, 8, 11, 12)))  # 9 and 10 were partners
    options = {"ahead": {**WON, 3: "NS"}, "leaving": (1, 12, 5, 7)}

    after = next_seats(hall, past=(with_nine, with_nine, hall), partners="fresh", **options)

    # Table 3 has closed. Its partners 9 and 11 sit at N and W, and fresh does not rejoin them.
    assert after.tables[0] == (9, 3, 10, 11)


def test_a_late_arrival_starts_with_the_highest_count_even_if_a_leaver_has_it():
    last_seating = Seating(((1, 2, 3, 4), (5, 6, 7, 9)), (8,))
    past = (
        Seating(HALL.tables, (10,)),
        Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (10, 9)),
        last_seating,
    )

    assert sit_outs(past, (1, 9))[9] == 2  # 9 started with the count of 10, who left
