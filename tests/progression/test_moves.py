"""The codes of moves; their sentences are tested with party.values.seats.words."""

from party.progression import MOVEMENTS, Leg, Movement, Seating, Wish, moves, next_seating
from tests.progression.test_movement import hall

WON = dict.fromkeys(range(1, 6), "NS")


def reasons(before, movement, **options):
    after = next_seating(before, ahead=WON, movement=movement, **options)
    replacing = options.get("replacing", {})
    made = moves(before, after, ahead=WON, movement=movement, replacing=replacing)
    assert [each.entrant for each in made] == list(after.everybody())
    assert all(each.new == after.chair(each.entrant) for each in made)
    assert all(each.partner == after.partner(each.entrant) for each in made)
    return {each.entrant: each.reason for each in made}


def test_reasons_at_midway():
    found = reasons(hall(5), MOVEMENTS["midway"])

    assert [found[n] for n in (1, 3, 5, 7)] == ["won_stays"] * 4
    assert [found[n] for n in (2, 4, 14, 16)] == ["lost_next"] * 4
    assert [found[n] for n in (18, 20)] == ["lost_first"] * 2


def test_reasons_at_iowa():
    found = reasons(hall(5), MOVEMENTS["iowa"])

    assert [found[n] for n in (1, 3)] == ["won_head"] * 2
    assert [found[n] for n in (2, 4)] == ["lost_last"] * 2
    assert [found[n] for n in (5, 7, 17)] == ["won_up"] * 3
    assert [found[n] for n in (6, 8, 20)] == ["lost_stays"] * 3


def test_reasons_of_another_movement():
    winners_on = Leg("high", "next")
    found = reasons(hall(3), Movement("on", (winners_on, winners_on), split="every_table"))

    assert found[1] == "won_next"
    assert found[9] == "won_first"
    assert found[2] == "lost_stays"


def test_a_stand_ins_move_names_the_closed_table():
    before = hall(5)
    options = {"leaving": (9,), "due": (2, 6, 12), "replacing": {17: 30}}

    after = next_seating(before, ahead=WON, movement=MOVEMENTS["midway"], **options)
    made = moves(before, after, ahead=WON, movement=MOVEMENTS["midway"], replacing={17: 30})
    move = next(each for each in made if each.entrant == 30)

    assert (move.reason, move.closed, move.stands_in_for) == ("closed", 5, 17)


def test_leavers_have_no_move():
    assert 6 not in reasons(hall(2), MOVEMENTS["midway"], leaving=(6, 8, 1, 3))


def test_a_leaver_and_an_arrival_among_seventeen():
    found = reasons(
        hall(4, bench=(17,)), MOVEMENTS["stay"], leaving=(1,), arriving=(18,), due=(18,)
    )

    assert found[17] == "off_bench"
    assert found[18] == "arrived_bench"
    assert found[2] == "nobody_moves"


def move_reasons(before, after, *, ahead=WON):
    made = moves(before, after, ahead=ahead, movement=MOVEMENTS["midway"])
    return {each.entrant: each.reason for each in made}


def test_another_chair_at_the_right_table_is_by_hand():
    before = hall(2)
    after = next_seating(before, ahead=WON, movement=MOVEMENTS["midway"])
    assert after.tables[0] == (1, 3, 6, 8)

    swapped = move_reasons(before, Seating(((3, 1, 6, 8), after.tables[1])))
    newcomers = move_reasons(before, Seating(((1, 3, 8, 6), after.tables[1])))

    assert (swapped[1], swapped[3], swapped[6]) == ("by_hand", "by_hand", "lost_first")
    assert set(newcomers.values()) == {"won_stays", "lost_first", "lost_next"}


def test_another_player_moves_in_place_of_a_keeper():
    found = reasons(hall(2), MOVEMENTS["midway"], wishes=(Wish("stay", (2,)),))

    assert (found[2], found[3], found[4], found[1]) == (
        "by_hand", "by_hand", "lost_next", "won_stays"
    )  # fmt: skip


def test_without_results_no_chair_is_by_hand():
    before = hall(2)
    after = next_seating(before, ahead=WON, movement=MOVEMENTS["midway"])

    assert "by_hand" not in {move_reasons(before, after, ahead={1: "NS"})[n] for n in (1, 2, 3, 4)}
