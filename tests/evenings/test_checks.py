"""Each check after a verb finds the fault that it is for, and no fault in a correct party."""

from dataclasses import replace

import pytest

from party.models import Entrant, Entry, Place, Round, Wish
from party.progression import Wish as DrawnWish
from party.queries.standings.pictures import read_pictures
from party.services.seats.draw import exchange_places
from tests.evening import drawn_party, party_after_rounds, seat_next
from tests.evenings import partners
from tests.evenings.new_seats import lone_wish_troubles, move_troubles, seating_troubles
from tests.evenings.partners import partner_differences
from tests.evenings.watching import checked_fault, snapshot_of
from tests.guard import setting_up


@pytest.fixture
def party(db):
    return party_after_rounds(2, 9, rounds_planned=4)


def entries(round_number, table, **filters):
    of_table = {"table__round__number": round_number, "table__number": table}
    return Entry.objects.filter(**of_table, **filters)


def test_an_undisturbed_party_has_no_troubles(party):
    with checked_fault(party) as watch:
        pass

    assert watch.troubles == ""
    snapshot = snapshot_of(party)
    assert list(seating_troubles(snapshot, 2)) == []
    assert list(move_troubles(snapshot, 2)) == []


# Seats when they are made


def test_an_empty_chair_is_found(party):
    seat_next(party)
    with checked_fault(party, "reseat_round") as watch:
        Place.objects.filter(round__number=3, table__number=1, seat="N").delete()

    assert "Round 3, table 1: the seats are ['E', 'S', 'W']." in watch.troubles
    assert "are here or seated, but not both" in watch.troubles


def test_a_seated_person_who_is_not_here_is_found(party):
    with setting_up():
        Entrant.objects.filter(pk=party.entrants.first().pk).update(state=Entrant.State.LEFT)

    troubles = " ".join(seating_troubles(snapshot_of(party), 2))
    assert "['Alma'] are here or seated, but not both" in troubles
    assert "1 sit out of 8" in troubles


def test_a_move_from_the_wrong_results_is_found(party):
    with setting_up():
        entries(1, 1).filter(hand=4).update(ns=1000)

    [troubles] = move_troubles(snapshot_of(party), 2)
    assert troubles.startswith("Round 2 was seated from ")


@pytest.mark.parametrize("preset", ["midway", "iowa"])
def test_two_people_in_wrong_chairs_are_found(db, preset):
    party = party_after_rounds(2, 10, preset)
    assert list(move_troubles(snapshot_of(party), 2)) == []
    chairs = Place.objects.filter(round__number=2, seat="N").order_by("table__number")
    with setting_up():
        exchange_places(*chairs[:2])

    troubles = list(move_troubles(snapshot_of(party), 2))
    assert len(troubles) == 2
    assert all(", and belongs at (" in each for each in troubles)


@pytest.mark.parametrize(
    ("new_values", "trouble"),
    [
        ({"due": ()}, "Round 2 was seated with () due to sit out."),
        ({"rota": ()}, "Round 2 was seated with another order of sitting out."),
    ],
)
def test_a_round_with_wrong_turns_to_sit_out_is_found(party, new_values, trouble):
    round_ = party.rounds.get(number=2)
    round_.stored_draw = replace(round_.stored_draw, **new_values)
    with setting_up():
        round_.save()

    assert trouble in " ".join(move_troubles(snapshot_of(party), 2))


def test_a_single_wish_that_is_not_kept_is_found(db):
    party = drawn_party(8)
    one, other = Place.objects.filter(table__number=1).order_by("entrant")[:2]
    with setting_up():
        Wish.objects.create(party=party, kind="apart", one=one.entrant, other=other.entrant)
        round_ = Round.objects.get()
        wishes = (DrawnWish("apart", (one.entrant_id, other.entrant_id)),)
        round_.stored_draw = replace(round_.stored_draw, wishes=wishes)
        round_.save()

    assert list(lone_wish_troubles(snapshot_of(party), 1)) == [
        "Round 1: the one wish that is asked for (apart) is not kept."
    ]


def test_wrong_partners_on_the_page_are_found(party, monkeypatch):
    first, *others = read_pictures(party).lines
    changed_page = replace(
        read_pictures(party),
        lines=(replace(first, partners=("Nobody", "Nobody")), *others),
    )
    monkeypatch.setattr(partners, "read_pictures", lambda _party: changed_page)

    [line] = partner_differences(snapshot_of(party), party)
    assert line.startswith(f"The partners of {first.name} are shown as ('Nobody', 'Nobody'), but ")


# Results


def test_wrong_points_are_found(party):
    with checked_fault(party, "override_rules") as watch:
        entries(1, 2, hand=1).update(ns=520)

    assert "Round 1, table 2, hand 1: 520 and" in watch.troubles


def test_a_gap_in_the_hands_is_found(party):
    with checked_fault(party) as watch:
        entries(1, 1, hand=2).update(status=Entry.Status.UNDONE)

    assert "Round 1, table 1: the hands in force are [1, 3, 4]." in watch.troubles
    assert "save_hand has changed table 1 of round 1, which is closed." in watch.troubles


def test_an_entry_with_changed_values_is_found(party):
    with checked_fault(party) as watch:
        entries(1, 1, hand=4).update(hand=0, bid="", tricks=None, bidder="")

    assert "says something else now" in watch.troubles


# The history of rows, and the tables that a verb may change


def test_a_deleted_entry_is_found(party):
    with checked_fault(party) as watch:
        entries(2, 1, hand=4).delete()

    assert "save_hand: entry [" in watch.troubles
    assert "has touched -entry" in watch.troubles


def test_an_undone_entry_that_is_back_in_force_is_found(party):
    with setting_up():
        entries(2, 1, hand=4).update(status=Entry.Status.UNDONE)
    with checked_fault(party) as watch:
        entries(2, 1, hand=4).update(status=Entry.Status.IN_FORCE)

    assert "was undone, and is in force now." in watch.troubles


def test_new_seats_in_a_closed_round_are_found(party):
    with checked_fault(party, "swap_seats") as watch:
        exchange_places(*Place.objects.filter(round__number=1, table__number=1)[:2])

    assert "swap_seats has changed the seats of round 1, which is closed." in watch.troubles


def test_a_change_that_a_verb_may_not_make_is_found(party):
    with checked_fault(party, "ring_bell") as watch:
        Entrant.objects.filter(number=1).update(paid=500)

    assert watch.troubles.startswith("ring_bell has touched entrant.paid (id ")
