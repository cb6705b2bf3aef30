"""Wishes, swaps, a leaver before the round, and an extra table."""

import pytest

from party.queries.evening.rounds import latest_round, live
from tests.browser.organiser import Organiser
from tests.evening import create_user, party_with

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def party(sign_in):
    user = create_user()
    sign_in(user)
    return party_with(10, by=user)


@pytest.fixture
def ruth(page, party, live_server):
    organiser = Organiser(page)
    organiser.party_url = f"{live_server.url}/parties/{party.pk}/"
    return organiser


def chairs(party):
    return {
        person.name: (table.number, seat)
        for table in live(party).tables
        for seat, person in table.seats.items()
    }


TWO_SIT_OUT = "2 people sit out each round, in turn"


def test_a_wish_is_added_and_two_people_are_swapped_by_hand(ruth, party, check_sizes):
    ruth.open("draw/wishes/")
    ruth.choose("Two people never sit at one table")
    ruth.fill("Who?", "alma")
    ruth.fill("And who?", "bert")
    ruth.press("Add the wish")
    assert "It counts from the next seats" in ruth.message
    check_sizes()

    ruth.draw(others=TWO_SIT_OUT)
    seats = chairs(party)
    one, other = (name for name, (_, seat) in seats.items() if seat == "E")

    ruth.unfold("Change the seats")
    ruth.press("Swap two people")
    ruth.fill("This person", one)
    ruth.fill("and this person", other)
    ruth.press("Show what it changes")
    check_sizes()
    ruth.press(f"Swap {one} and {other}")
    assert f"{one} and {other} have changed places." in ruth.message
    check_sizes()
    assert chairs(party)[one] == seats[other]

    ruth.press("Take the last swap back")
    assert chairs(party) == seats


def test_an_extra_table_stays_after_a_person_leaves_before_the_round(ruth, party, check_sizes):
    ruth.draw(others=TWO_SIT_OUT)
    seats = chairs(party)
    ruth.unfold("Change the seats")
    ruth.press("Open or close a table")
    check_sizes()
    ruth.press("Open an extra table")
    assert "An extra table is open." in ruth.message
    assert {name: chairs(party)[name] for name in seats} == seats
    assert len(live(party).tables) == 3

    leaver = party.entrants.get(name=next(iter(seats)))
    ruth.open(f"players/{leaver.pk}/")
    ruth.press("Goes home")
    assert "can be seated again on the Draw page" in ruth.message
    ruth.open("draw/")
    check_sizes()
    ruth.press("Seat round 1 again")
    check_sizes()
    ruth.press("Seat round 1")  # a house player fills the empty chair
    assert leaver.name not in chairs(party)
    assert len(live(party).tables) == 3

    ruth.start_round(1)
    assert latest_round(party).state == "playing"
