import pytest
from django.urls import reverse

from party.queries.evening.rounds import latest_round, live, seatings
from party.services.people import arrivals
from tests.evening import (
    BY_PROGRAM,
    add_people,
    drawn_party,
)
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return drawn_party(10)


def address(party, name="room"):
    return reverse(name, args=[party.pk, latest_round(party).number])


def test_an_extra_table_opens(client, party):
    text = text_of(client.get(address(party)))
    assert "2 sit out now. With 2 house players nobody does." in text
    sent = {"house_1": "Ivy", "house_2": "Jo"}
    result = text_of(client.post(address(party), sent, follow=True))
    assert "An extra table is open." in result
    assert len(live(party).tables) == 3


def test_a_table_closes(client, party):
    client.post(address(party), {"house_1": "Ivy", "house_2": "Jo"})
    text = text_of(client.get(address(party)))
    assert "Ivy and Jo play for the house. Without them:" in text
    assert "10 people are here: 2 tables, and 2 sit out. Table 3 closes." in text
    result = text_of(client.post(address(party, "close_table"), follow=True))
    assert "The house players go home, and the round is seated again." in result
    assert len(live(party).tables) == 2


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"house_1": "Ivy", "house_2": ""}, "Give the house player a name."),
        ({"house_1": "Ivy", "house_2": "x" * 121}, "at most 120 letters."),
    ],
)
def test_wrong_house_players_are_refused_and_stay_in_their_fields(client, party, sent, text):
    page_text = text_of(client.post(address(party), sent))
    assert text in page_text
    assert 'value="Ivy"' in page_text
    assert party.entrants.count() == 10


def test_the_page_of_seats_lists_people_who_have_come_and_gone_since(client, party):
    leaver = seatings(party)[0].tables[0][0]
    arrivals.go_home(party.pk, leaver, **BY_PROGRAM)
    add_people(party, 1, state="expected")
    latecomer = party.entrants.get(number=11)
    arrivals.arrive_late(party.pk, latecomer.pk, **BY_PROGRAM)
    page = reverse("draw", args=[party.pk])
    text = text_of(client.get(page))
    assert f"{party.entrants.get(pk=leaver)} has gone home." in text
    assert f"{latecomer} has come." in text
    assert "10 people are here: 2 tables, and 2 sit out." in text
    result = client.post(reverse("reseat_round", args=[party.pk, 1]), follow=True)
    assert "The seats of round 1 are worked out again." in text_of(result)
    assert "Seats of round 1" in text_of(result)
    assert "Since these seats were made" not in text_of(client.get(page))
