"""A keeper is a person whose wish is to keep the chair. All examples were worked out by hand."""

import pytest

from party.progression import MOVEMENTS, Seating, Wish, next_seating, unkept

HALL = Seating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))


def next_seats(*keepers, ahead="NS", movement="midway", hall=HALL, **options):
    return next_seating(
        hall,
        ahead=dict.fromkeys(range(1, len(hall.tables) + 1), ahead),
        movement=MOVEMENTS[movement],
        wishes=(Wish("stay", keepers),),
        **options,
    )


# Table 2 is N5 E6 S7 W8. If N-S are ahead, 6 and 8 move on, and 2 and 4 come from table 1.
@pytest.mark.parametrize(
    ("keeper", "ahead", "table_2", "table_3"),
    [
        # Here the keeper belongs to the pair that stays: the partner moves to another chair.
        (5, "NS", (5, 7, 2, 4), (9, 11, 6, 8)),
        (7, "NS", (2, 5, 7, 4), (9, 11, 6, 8)),
        (6, "EW", (8, 6, 3, 1), (12, 10, 7, 5)),
        (8, "EW", (6, 1, 3, 8), (12, 10, 7, 5)),
        # Here the keeper belongs to the pair that moves on: a winner moves on instead.
        (6, "NS", (5, 6, 4, 2), (9, 11, 7, 8)),
        (8, "NS", (5, 2, 4, 8), (9, 11, 6, 7)),
        (5, "EW", (5, 3, 1, 8), (12, 10, 7, 6)),
        (7, "EW", (1, 3, 7, 8), (12, 10, 6, 5)),
    ],
)
def test_a_keeper_keeps_the_chair_and_both_pairs_split(keeper, ahead, table_2, table_3):
    after = next_seats(keeper, ahead=ahead)

    assert after.chair(keeper) == HALL.chair(keeper)
    assert after.tables[1] == table_2
    assert after.tables[2] == table_3


def test_two_keepers_of_the_staying_pair_keep_their_chairs():
    after = next_seats(5, 7)

    assert after.tables[1] == (5, 2, 7, 4)


def test_two_keepers_of_the_pair_that_moves_stay_and_the_winners_move():
    after = next_seats(6, 8)

    assert after.tables[1] == (2, 6, 4, 8)
    assert after.tables[2] == (9, 11, 7, 5)


def test_a_keeper_of_each_pair_stays_and_the_others_move():
    after = next_seats(6, 7)  # 5 moves on in place of 6, because 7 is a keeper too

    assert after.tables[1] == (4, 6, 7, 2)
    assert after.tables[2] == (9, 11, 5, 8)


def test_four_keepers_at_one_table_keep_their_chairs():
    after = next_seats(5, 6, 7, 8)

    assert after.tables[1] == (5, 6, 7, 8)
    assert sorted(after.everybody()) == list(range(1, 13))


def test_a_keeper_stays_at_a_head_table_at_which_pairs_do_not_split():
    after = next_seats(2, movement="iowa")  # without the wish 2 and 4 move to table 3

    assert after.tables[0] == (1, 2, 7, 5)
    assert after.tables[2] == (12, 10, 4, 3)


def test_on_a_fixed_path_a_keeper_exchanges_with_the_next_person_in_the_chair():
    without_wish = next_seating(HALL, ahead={}, movement=MOVEMENTS["path"])
    after = next_seats(7, movement="path")

    assert without_wish.chair(7) == (1, "S")
    assert after.chair(7) == (2, "S")
    assert after.chair(without_wish.tables[1][2]) == (1, "S")


def test_a_keeper_at_a_single_table_keeps_the_chair():
    one_table = Seating(((1, 2, 3, 4),))

    assert next_seats(2, hall=one_table).tables == ((1, 2, 4, 3),)


# With chairs the first newcomer (2 or 1) is the partner of the keeper.
@pytest.mark.parametrize(
    ("keeper", "ahead", "old_partner", "table_2"),
    [
        (7, "NS", 2, (4, 5, 7, 2)),
        (6, "NS", 2, (5, 6, 2, 4)),
        (8, "NS", 2, (5, 4, 2, 8)),
        (8, "EW", 1, (6, 3, 1, 8)),
        (5, "EW", 1, (5, 1, 3, 8)),
    ],
)
def test_fresh_partners_exchange_newcomers_at_a_keepers_table(keeper, ahead, old_partner, table_2):
    strangers = [each for each in range(1, 13) if each not in (keeper, old_partner)]
    first = Seating(
        (
            (keeper, strangers[0], old_partner, strangers[1]),
            tuple(strangers[2:6]),
            tuple(strangers[6:]),
        )
    )

    after = next_seats(keeper, ahead=ahead, past=(first, HALL), partners="fresh")

    assert after.tables[1] == table_2
    assert after.partner(keeper) != old_partner


def test_fresh_partners_do_not_change_a_table_of_two_keepers():
    assert next_seats(5, 7, partners="fresh").tables[1] == (5, 2, 7, 4)


def test_a_keeper_who_sat_out_gets_the_chair_back():
    past = (Seating(HALL.tables, (13,)),)
    rota = (13, 6, *range(1, 6), *range(7, 13))
    without_6 = next_seats(6, hall=past[-1], past=past, rota=rota)
    assert without_6.bench == (6,)
    assert [each.reason for each in unkept(without_6, (Wish("stay", (6,)),), past)] == ["bench"]

    after = next_seats(6, hall=without_6, past=(*past, without_6), rota=rota)

    assert after.chair(6) == (2, "E")


def test_a_wish_to_stay_at_a_closed_table_is_unkept():
    past = (HALL,)
    after = next_seats(12, leaving=(1, 2, 5, 6), past=past)

    (unkept_wish,) = unkept(after, (Wish("stay", (12,)),), past)
    assert (unkept_wish.reason, unkept_wish.entrants) == ("closed", (12,))


def test_a_new_arrival_has_no_chair_to_keep():
    after = next_seats(13, arriving=(13, 14, 15, 16))

    assert after.chair(13) == (4, "N")
    assert unkept(after, (Wish("stay", (13,)),), (HALL,)) == ()


def test_of_two_people_who_want_a_chair_the_person_in_the_chair_keeps_it():
    past = (Seating(HALL.tables, (13,)), Seating(((1, 2, 3, 4), (5, 13, 7, 8)), (6,)))
    wishes = (Wish("stay", (13, 6)),)

    after = next_seating(
        past[-1], ahead={}, movement=MOVEMENTS["stay"], past=past, due=(4,), wishes=wishes
    )

    assert after.chair(13) == (2, "E")
    assert [each.entrants for each in unkept(after, wishes, past)] == [(6,)]
