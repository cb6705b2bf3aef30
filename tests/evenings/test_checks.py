"""After a verb, each check finds the fault that it is for, and nothing where all is well.

What the checks of the whole party find is tested in tests/queries/test_consistency_*.
"""

from dataclasses import replace

import pytest

from party.models import Entrant, Entry, Place, Round, Wish
from party.progression import Wish as Considered
from party.services.seats.draw import exchange_places
from tests.evening import draw, party_with, play_rounds, seat_next
from tests.evenings.new_seats import lone_wish_troubles, made_troubles, move_troubles
from tests.evenings.watching import now, planted
from tests.guard import setting_up


@pytest.fixture
def played(db):
    """Return a party of nine after two rounds, both closed."""
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    return party


def entries(round_number, table, **kept):
    at = {"table__round__number": round_number, "table__number": table}
    return Entry.objects.filter(**at, **kept)


def test_a_plain_evening_has_no_trouble(played):
    with planted(played) as nothing:
        pass

    assert nothing.said == ""
    then = now(played)
    for troubles in (made_troubles(then, 2), move_troubles(then, 2)):
        assert list(troubles) == []


# Seats, at the moment when they are made


def test_an_empty_chair_is_found(played):
    seat_next(played)
    with planted(played, "reseat_round") as chair:
        Place.objects.filter(round__number=3, table__number=1, seat="N").delete()

    assert "Round 3, table 1: the seats are ['E', 'S', 'W']." in chair.said
    assert "are here or seated, but not both" in chair.said


def test_somebody_here_without_a_place_is_found(played):
    with setting_up():
        Entrant.objects.filter(pk=played.entrants.first().pk).update(state=Entrant.State.LEFT)

    said = " ".join(made_troubles(now(played), 2))
    assert "['Alma'] are here or seated, but not both" in said
    assert "1 sit out of 8" in said


def test_a_move_from_the_wrong_results_is_found(played):
    with setting_up():
        entries(1, 1).filter(hand=4).update(ns=1000)

    [said] = move_troubles(now(played), 2)
    assert said.startswith("Round 2 was seated from ")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"due": ()}, "Round 2 was seated with () due to sit out."),
        ({"rota": ()}, "Round 2 was seated with another order of sitting out."),
    ],
)
def test_a_round_seated_with_other_turns_is_found(played, changed, words):
    round_ = played.rounds.get(number=2)
    round_.made_from = replace(round_.made_from, **changed)
    with setting_up():
        round_.save()

    assert words in " ".join(move_troubles(now(played), 2))


def test_the_one_wish_that_seats_do_not_keep_is_found(db):
    seated = party_with(8)
    draw(seated)
    one, other = Place.objects.filter(table__number=1).order_by("entrant")[:2]
    with setting_up():
        Wish.objects.create(party=seated, kind="apart", one=one.entrant, other=other.entrant)
        round_ = Round.objects.get()
        considered = (Considered("apart", (one.entrant_id, other.entrant_id)),)
        round_.made_from = replace(round_.made_from, wishes=considered)
        round_.save()

    assert list(lone_wish_troubles(now(seated), 1)) == [
        "Round 1: the one wish that is asked for (apart) is not kept."
    ]


# Results: the tables at which something has changed, or all of them under other rules


def test_points_that_are_not_the_engines_are_found(played):
    with planted(played, "override_rules") as points:
        entries(1, 2, hand=1).update(ns=520)

    assert "Round 1, table 2, hand 1: 520 and" in points.said


def test_a_gap_in_the_hands_is_found(played):
    with planted(played) as gap:
        entries(1, 1, hand=2).update(status=Entry.Status.UNDONE)

    assert "Round 1, table 1: the hands in force are [1, 3, 4]." in gap.said
    assert "save_hand has changed table 1 of round 1, which is closed." in gap.said


def test_an_entry_that_says_something_else_is_found(played):
    with planted(played) as total:
        entries(1, 1, hand=4).update(hand=0, bid="", tricks=None, bidder="")

    assert "says something else now" in total.said


# History and footprints


def test_an_entry_that_is_gone_is_found(played):
    with planted(played) as gone:
        entries(2, 1, hand=4).delete()

    assert "save_hand: entry [" in gone.said
    assert "has touched -entry" in gone.said


def test_an_entry_that_comes_back_is_found(played):
    with setting_up():
        entries(2, 1, hand=4).update(status=Entry.Status.UNDONE)
    with planted(played) as back:
        entries(2, 1, hand=4).update(status=Entry.Status.IN_FORCE)

    assert "was undone, and is in force now." in back.said


def test_people_who_change_places_in_a_closed_round_are_found(played):
    with planted(played, "swap_seats") as places:
        exchange_places(*Place.objects.filter(round__number=1, table__number=1)[:2])

    assert "swap_seats has changed the seats of round 1, which is closed." in places.said


def test_what_is_none_of_a_verbs_business_is_found(played):
    with planted(played, "ring_bell") as bell:
        Entrant.objects.filter(number=1).update(paid=500)

    assert bell.said.startswith("ring_bell has touched entrant.paid (id ")
