from party.progression import Seating, meetings

FIRST = Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
SECOND = Seating(((1, 4, 3, 5), (2, 6, 8, 7)), (9,))
THIRD = Seating(((1, 2, 3, 6), (5, 4, 7, 8)), (9,))


def rounds_met(seating, past, *people):
    return {
        tuple(sorted(each.people)): (each.are_partners, each.before)
        for each in meetings(seating, past, people)
    }


def test_meetings_list_the_earlier_rounds():
    assert rounds_met(THIRD, (FIRST, SECOND), 1) == {
        (1, 2): (False, (1,)),
        (1, 3): (True, (1, 2)),
        (1, 6): (False, ()),
    }


def test_earlier_opponents_do_not_count_as_partners():
    assert rounds_met(Seating(((1, 3, 2, 4),)), (FIRST,), 1)[1, 2] == (True, ())


def test_a_meeting_of_two_people_is_listed_once():
    assert len(meetings(THIRD, (), (1, 2))) == 5


def test_people_on_the_bench_meet_nobody():
    assert meetings(THIRD, (FIRST,), (9, 99)) == ()


def test_a_person_at_a_table_can_exchange_places_with_somebody_on_the_bench():
    assert FIRST.exchanged(1, 6) == Seating(((6, 2, 3, 4), (5, 1, 7, 8)), (9,))
    assert FIRST.exchanged(1, 9) == Seating(((9, 2, 3, 4), (5, 6, 7, 8)), (1,))
