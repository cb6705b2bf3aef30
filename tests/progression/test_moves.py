from party.progression import MOVEMENTS, Leg, Movement, Seating, Wish, moves, next_seating
from tests.progression.test_movement import hall

WON = dict.fromkeys(range(1, 6), "NS")


def reasons(before, movement, **options):
    after = next_seating(before, ahead=WON, movement=movement, **options)
    replacing = options.get("replacing", {})
    moves_made = moves(before, after, ahead=WON, movement=movement, replacing=replacing)
    assert [each.entrant for each in moves_made] == list(after.everybody())
    assert all(each.new == after.chair(each.entrant) for each in moves_made)
    assert all(each.partner == after.partner(each.entrant) for each in moves_made)
    return {each.entrant: each.reason for each in moves_made}


def test_midway_gives_each_move_its_reason():
    reason_of = reasons(hall(5), MOVEMENTS["midway"])

    assert [reason_of[n] for n in (1, 3, 5, 7)] == ["won_stays"] * 4
    assert [reason_of[n] for n in (2, 4, 14, 16)] == ["lost_next"] * 4
    assert [reason_of[n] for n in (18, 20)] == ["lost_first"] * 2


def test_iowa_gives_each_move_its_reason():
    reason_of = reasons(hall(5), MOVEMENTS["iowa"])

    assert [reason_of[n] for n in (1, 3)] == ["won_head"] * 2
    assert [reason_of[n] for n in (2, 4)] == ["lost_last"] * 2
    assert [reason_of[n] for n in (5, 7, 17)] == ["won_up"] * 3
    assert [reason_of[n] for n in (6, 8, 20)] == ["lost_stays"] * 3


def test_another_movement_has_its_own_reasons():
    winners_on = Leg("high", "next")
    reason_of = reasons(hall(3), Movement("on", (winners_on, winners_on), split="every_table"))

    assert reason_of[1] == "won_next"
    assert reason_of[9] == "won_first"
    assert reason_of[2] == "lost_stays"


def test_the_move_of_a_stand_in_has_the_number_of_the_closed_table():
    before = hall(5)
    options = {"leaving": (9,), "due": (2, 6, 12), "replacing": {17: 30}}

    after = next_seating(before, ahead=WON, movement=MOVEMENTS["midway"], **options)
    moves_made = moves(before, after, ahead=WON, movement=MOVEMENTS["midway"], replacing={17: 30})
    move = next(each for each in moves_made if each.entrant == 30)

    assert (move.reason, move.closed, move.stands_in_for) == ("closed", 5, 17)


def test_a_leaver_has_no_move():
    assert 6 not in reasons(hall(2), MOVEMENTS["midway"], leaving=(6, 8, 1, 3))


def test_people_from_the_bench_and_arrivals_have_their_own_reasons():
    reason_of = reasons(
        hall(4, bench=(17,)), MOVEMENTS["stay"], leaving=(1,), arriving=(18,), due=(18,)
    )

    assert reason_of[17] == "off_bench"
    assert reason_of[18] == "arrived_bench"
    assert reason_of[2] == "nobody_moves"


def move_reasons(before, after, *, ahead=WON):
    moves_made = moves(before, after, ahead=ahead, movement=MOVEMENTS["midway"])
    return {each.entrant: each.reason for each in moves_made}


def test_only_exchanged_people_who_stay_at_their_table_count_as_moved_by_hand():
    before = hall(2)
    after = next_seating(before, ahead=WON, movement=MOVEMENTS["midway"])
    assert after.tables[0] == (1, 3, 6, 8)  # 1 and 3 stay at table 1; 6 and 8 are new there

    stayers_exchanged = Seating(((3, 1, 6, 8), after.tables[1]))
    newcomers_exchanged = Seating(((1, 3, 8, 6), after.tables[1]))

    reason_of = move_reasons(before, stayers_exchanged)
    assert [reason_of[n] for n in (1, 3, 6)] == ["by_hand", "by_hand", "lost_first"]
    reason_of = move_reasons(before, newcomers_exchanged)
    assert set(reason_of.values()) == {"won_stays", "lost_first", "lost_next"}


def test_a_keeper_and_the_person_who_moves_instead_count_as_moved_by_hand():
    reason_of = reasons(hall(2), MOVEMENTS["midway"], wishes=(Wish("stay", (2,)),))

    assert (reason_of[2], reason_of[3], reason_of[4], reason_of[1]) == (
        "by_hand", "by_hand", "lost_next", "won_stays"
    )  # fmt: skip


def test_nobody_from_table_1_counts_as_moved_by_hand_without_a_result_of_table_2():
    before = hall(2)
    after = next_seating(before, ahead=WON, movement=MOVEMENTS["midway"])

    assert "by_hand" not in {move_reasons(before, after, ahead={1: "NS"})[n] for n in (1, 2, 3, 4)}
