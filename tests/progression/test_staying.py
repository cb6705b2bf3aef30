"""A keeper keeps table and chair: examples computed by hand, table by table."""

import pytest

from party.progression import MOVEMENTS, Seating, Wish, next_seating, unkept

HALL = Seating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))


def following(*keepers, ahead="NS", movement="midway", hall=HALL, **options):
    return next_seating(
        hall,
        ahead=dict.fromkeys(range(1, len(hall.tables) + 1), ahead),
        movement=MOVEMENTS[movement],
        wishes=(Wish("stay", keepers),),
        **options,
    )


# Table 2 is N5 E6 S7 W8. N-S ahead: the losers 6 and 8 should move on, 2 and 4 come instead.
@pytest.mark.parametrize(
    ("keeper", "ahead", "table_2", "table_3"),
    [
        # Her pair stays: she is the one who keeps the chair, her partner shifts.
        (5, "NS", (5, 7, 2, 4), (9, 11, 6, 8)),
        (7, "NS", (2, 5, 7, 4), (9, 11, 6, 8)),
        (6, "EW", (8, 6, 3, 1), (12, 10, 7, 5)),
        (8, "EW", (6, 1, 3, 8), (12, 10, 7, 5)),
        # Her pair should move: East or South of the staying pair goes in her place.
        (6, "NS", (5, 6, 4, 2), (9, 11, 7, 8)),
        (8, "NS", (5, 2, 4, 8), (9, 11, 6, 7)),
        (5, "EW", (5, 3, 1, 8), (12, 10, 7, 6)),
        (7, "EW", (1, 3, 7, 8), (12, 10, 6, 5)),
    ],
)
def test_she_keeps_her_chair_and_both_pairs_part(keeper, ahead, table_2, table_3):
    after = following(keeper, ahead=ahead)

    assert after.chair(keeper) == HALL.chair(keeper)
    assert after.tables[1] == table_2
    assert after.tables[2] == table_3


def test_both_of_the_staying_pair_keep_their_chairs():
    after = following(5, 7)

    assert after.tables[1] == (5, 2, 7, 4)


def test_both_of_the_moving_pair_stay_and_the_winners_go():
    after = following(6, 8)

    assert after.tables[1] == (2, 6, 4, 8)
    assert after.tables[2] == (9, 11, 7, 5)


def test_one_of_each_pair_stays_and_the_others_go():
    after = following(6, 7)  # 7 is a keeper as well, so North goes in the place of 6

    assert after.tables[1] == (4, 6, 7, 2)
    assert after.tables[2] == (9, 11, 5, 8)


def test_four_at_one_table_keep_their_chairs():
    after = following(5, 6, 7, 8)

    assert after.tables[1] == (5, 6, 7, 8)
    assert sorted(after.everybody()) == list(range(1, 13))


def test_she_stays_at_a_head_table_that_does_not_split():
    after = following(2, movement="iowa")  # the losers 2 and 4 should go to table 3

    assert after.tables[0] == (1, 2, 7, 5)
    assert after.tables[2] == (12, 10, 4, 3)


def test_on_a_fixed_path_she_exchanges_with_the_next_owner_of_her_chair():
    plain = next_seating(HALL, ahead={}, movement=MOVEMENTS["path"])
    after = following(7, movement="path")

    assert plain.chair(7) == (1, "S")
    assert after.chair(7) == (2, "S")
    assert after.chair(plain.tables[1][2]) == (1, "S")


def test_one_table():
    lone = Seating(((1, 2, 3, 4),))

    assert following(2, hall=lone).tables == ((1, 2, 4, 3),)


# By chairs the first newcomer, 2 or 1, faces her.
@pytest.mark.parametrize(
    ("keeper", "ahead", "met", "table_2"),
    [
        (7, "NS", 2, (4, 5, 7, 2)),
        (6, "NS", 2, (5, 6, 2, 4)),
        (8, "NS", 2, (5, 4, 2, 8)),
        (8, "EW", 1, (6, 3, 1, 8)),
        (5, "EW", 1, (5, 1, 3, 8)),
    ],
)
def test_fresh_partners_exchange_the_newcomers_at_her_table(keeper, ahead, met, table_2):
    strangers = [each for each in range(1, 13) if each not in (keeper, met)]
    first = Seating(
        ((keeper, strangers[0], met, strangers[1]), tuple(strangers[2:6]), tuple(strangers[6:]))
    )

    after = following(keeper, ahead=ahead, past=(first, HALL), partners="fresh")

    assert after.tables[1] == table_2
    assert after.partner(keeper) != met


def test_fresh_partners_leave_a_table_alone_whose_pairs_both_stay():
    assert following(5, 7, partners="fresh").tables[1] == (5, 2, 7, 4)


def test_off_the_bench_she_has_her_chair_again():
    past = (Seating(HALL.tables, (13,)),)
    rota = (13, 6, *range(1, 6), *range(7, 13))
    out = following(6, hall=past[-1], past=past, rota=rota)
    assert out.bench == (6,)
    assert [each.reason for each in unkept(out, (Wish("stay", (6,)),), past)] == ["bench"]

    after = following(6, hall=out, past=(*past, out), rota=rota)

    assert after.chair(6) == (2, "E")


def test_her_table_closes():
    past = (HALL,)
    after = following(12, leaving=(1, 2, 5, 6), past=past)

    (unkept_wish,) = unkept(after, (Wish("stay", (12,)),), past)
    assert (unkept_wish.reason, unkept_wish.entrants) == ("closed", (12,))


def test_a_new_arrival_has_no_chair_to_keep():
    after = following(13, arriving=(13, 14, 15, 16))

    assert after.chair(13) == (4, "N")
    assert unkept(after, (Wish("stay", (13,)),), (HALL,)) == ()


def test_a_chair_wished_by_two_goes_to_its_present_owner():
    past = (Seating(HALL.tables, (13,)), Seating(((1, 2, 3, 4), (5, 13, 7, 8)), (6,)))
    wishes = (Wish("stay", (13, 6)),)

    after = next_seating(
        past[-1], ahead={}, movement=MOVEMENTS["stay"], past=past, due=(4,), wishes=wishes
    )

    assert after.chair(13) == (2, "E")
    assert [each.entrants for each in unkept(after, wishes, past)] == [(6,)]
