"""The question before a move if those who are here fill no last table."""

import pytest
from django.urls import reverse

from party.models import Round
from party.queries.evening.rounds import latest_round, seatings
from party.services.people import arrivals
from party.values.accounts import PROGRAM
from tests.evening import AT, add_people, draw, party_with, play, play_rounds, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db
WHO = {"actor": PROGRAM, "at": AT}


def leave(party, count=1):
    here = latest_round(party).places.filter(entrant__state="here", table__number=2)
    for place in list(here[:count]):
        arrivals.go_home(party.pk, place.entrant_id, **WHO)


@pytest.fixture
def party(ruth):
    party = party_with(12)
    play_rounds(party, 1)
    leave(party)
    return party


def address(party, number=2, name="turnout"):
    return reverse(name, args=[party.pk, number])


def post(client, party, number=2, **sent):
    page = client.get(address(party, number))
    seen = page.context["form"]["seen"].value() if page.context else ""
    return client.post(address(party, number), {"seen": seen, **sent}, follow=True)


def test_seating_the_next_round_asks_first(client, party):
    shown = client.post(address(party, name="seat_next_round"), follow=True)
    text = text_of(shown)
    assert latest_round(party).number == 1
    assert "11 players: close table 3 and three sit out, or seat a house player?" in text
    assert text.index("Seat a house player, in the chair of") < text.index("Close table 3 and")
    assert 'value="House 1"' in text


def test_closing_and_seating_with_one_press_asks_too(client, ruth):
    party = party_with(12)
    start(party)
    play(party)
    leave(party)
    page = reverse("close_round", args=[party.pk, 1])
    shown = client.post(page, {"then": "seat"}, follow=True)
    assert latest_round(party).state == Round.State.CLOSED
    assert "or seat a house player?" in text_of(shown)


def test_house_player_is_seated(client, party):
    shown = text_of(post(client, party, odd="house", house_1="Ivy"))
    assert "Round 2 is seated." in shown
    assert "closed" not in shown
    assert len(seatings(party)[-1].tables) == 3


def test_table_closes(client, party):
    text = text_of(post(client, party, odd="rota"))
    assert len(seatings(party)[-1].tables) == 2
    assert text.index("Table 3 is closed from now on.") < text.index("Read aloud")
    assert "from table 3" not in text.lower()
    assert client.get(address(party)).status_code == 302


@pytest.mark.parametrize(
    ("sent", "text"),
    [({"odd": ""}, "Choose what those who fill no table do."), ({"odd": "house"}, "Give the")],
)
def test_what_is_missing_is_asked_for(client, party, sent, text):
    assert text in text_of(post(client, party, **sent))
    assert latest_round(party).number == 1


def test_people_who_go_meanwhile_are_told(client, party):
    seen = client.get(address(party)).context["form"]["seen"].value()
    leave(party)
    shown = client.post(address(party), {"seen": seen, "odd": "rota"})
    assert "Somebody has come or gone since you looked at this." in text_of(shown)
    assert "10 players: close table 3 and two sit out" in text_of(shown)


def test_seated_round_is_asked_about_too(client, ruth):
    party = party_with(12)
    draw(party)
    leave(party)
    page = client.get(reverse("draw", args=[party.pk])).context["page"]
    sent = {"seen": page.changes.mark}
    shown = client.post(address(party, 1, "reseat_round"), sent, follow=True)
    assert "11 players: close table 3 and three sit out" in text_of(shown)
    assert "Round 1 is seated." in text_of(post(client, party, 1, odd="house", house_1="Ivy"))
    assert len(seatings(party)[-1].tables) == 3


def test_arrival_is_asked_about(client, ruth):
    party = party_with(12)
    play_rounds(party, 1)
    add_people(party, 1, state="expected")
    arrivals.arrive_late(party.pk, party.entrants.get(number=13).pk, **WHO)
    text = text_of(client.get(address(party)))
    assert "13 players: one sits out, or open table 4 with three house players?" in text


def test_newcomer_takes_the_chair_of_the_house_player(client, party):
    """The message after the arrival says so, and the house player's chair is the first offer."""
    post(client, party, odd="house", house_1="Ivy")
    add_people(party, 1, state="expected")
    late = party.entrants.get(state="expected")
    arrived = reverse("player_act", args=[party.pk, late.pk, "arrived"])
    told = text_of(client.post(arrived, follow=True))
    assert f"{late} can take the chair of Ivy: you are asked before round 2 is seated." in told
    shown = text_of(client.get(address(party)))
    text = f"{late} takes the chair of Ivy, who goes home"
    assert shown.index(text) < shown.index("One sits out each round, in turn")
    post(client, party, odd="newcomer")
    assert party.entrants.get(name="Ivy").state == "left"
    assert seatings(party)[-1].chair(late.pk)


def test_nobody_over_is_not_asked_about(client, ruth):
    party = party_with(12)
    play_rounds(party, 1)
    assert client.get(address(party)).url == reverse("moves", args=[party.pk, 1])
    client.post(address(party, name="seat_next_round"))
    assert latest_round(party).number == 2


def test_round_that_has_begun_is_not_asked_about(client, ruth):
    party = party_with(12)
    start(party)
    for number in (1, 2):
        shown = client.get(address(party, number), follow=True)
        assert f"Round {number} is not to be seated now." in text_of(shown)
