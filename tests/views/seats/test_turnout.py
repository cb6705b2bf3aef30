import pytest
from django.urls import reverse

from party.models import Round
from party.queries.evening.rounds import latest_round, seatings
from party.services.people import arrivals
from tests.evening import (
    BY_PROGRAM,
    add_people,
    drawn_party,
    party_after_rounds,
    play,
    started_party,
)
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def leave(party, count=1):
    people_of_table_2 = latest_round(party).places.filter(entrant__state="here", table__number=2)
    for place in list(people_of_table_2[:count]):
        arrivals.go_home(party.pk, place.entrant_id, **BY_PROGRAM)


@pytest.fixture
def party(ruth):
    party = party_after_rounds(1, 12)
    leave(party)
    return party


def address(party, number=2, name="turnout"):
    return reverse(name, args=[party.pk, number])


def post(client, party, number=2, **sent):
    page = client.get(address(party, number))
    mark = page.context["form"]["seen"].value() if page.context else ""
    return client.post(address(party, number), {"seen": mark, **sent}, follow=True)


def test_seating_the_next_round_asks_first_if_too_few_people_are_here(client, party):
    response = client.post(address(party, name="seat_next_round"), follow=True)
    text = text_of(response)
    assert latest_round(party).number == 1
    assert "11 players: close table 3 and three sit out, or seat a house player?" in text
    assert text.index("Seat a house player, in the chair of") < text.index("Close table 3 and")
    assert 'value="House 1"' in text


def test_closing_a_round_and_seating_the_next_asks_between_the_two(client, ruth):
    party = started_party(12)
    play(party)
    leave(party)
    page = reverse("close_round", args=[party.pk, 1])
    response = client.post(page, {"then": "seat"}, follow=True)
    assert latest_round(party).state == Round.State.CLOSED
    assert "or seat a house player?" in text_of(response)


def test_the_last_table_closes_if_people_sit_out(client, party):
    text = text_of(post(client, party, odd="rota"))
    assert len(seatings(party)[-1].tables) == 2
    assert text.index("Table 3 is closed from now on.") < text.index("Read aloud")
    assert "from table 3" not in text.lower()
    assert client.get(address(party)).status_code == 302


@pytest.mark.parametrize(
    ("sent", "text"),
    [({"odd": ""}, "Choose what those who fill no table do."), ({"odd": "house"}, "Give the")],
)
def test_a_missing_answer_is_refused(client, party, sent, text):
    assert text in text_of(post(client, party, **sent))
    assert latest_round(party).number == 1


def test_an_answer_is_refused_if_somebody_has_left_since(client, party):
    mark = client.get(address(party)).context["form"]["seen"].value()
    leave(party)
    response = client.post(address(party), {"seen": mark, "odd": "rota"})
    assert "have come or gone since you opened this page." in text_of(response)
    assert latest_round(party).number == 1


def test_seating_a_round_again_asks_first_if_too_few_people_are_here(client, ruth):
    party = drawn_party(12)
    leave(party)
    page = client.get(reverse("draw", args=[party.pk])).context["page"]
    sent = {"seen": page.changes.mark}
    response = client.post(address(party, 1, "reseat_round"), sent, follow=True)
    assert "11 players: close table 3 and three sit out" in text_of(response)
    assert "Round 1 is seated." in text_of(post(client, party, 1, odd="house", house_1="Ivy"))
    assert len(seatings(party)[-1].tables) == 3


def test_a_newcomer_takes_the_chair_of_the_house_player(client, party):
    """The message after the arrival offers this exchange, which is the default answer."""
    post(client, party, odd="house", house_1="Ivy")
    add_people(party, 1, state="expected")
    newcomer = party.entrants.get(state="expected")
    arrived = reverse("player_act", args=[party.pk, newcomer.pk, "arrived"])
    message = text_of(client.post(arrived, follow=True))
    assert (
        f"{newcomer} can take the chair of Ivy: you are asked before round 2 is seated." in message
    )
    page = text_of(client.get(address(party)))
    text = f"{newcomer} takes the chair of Ivy, who goes home"
    assert page.index(text) < page.index("One sits out each round, in turn")
    post(client, party, odd="newcomer")
    assert party.entrants.get(name="Ivy").state == "left"
    assert seatings(party)[-1].chair(newcomer.pk)


def test_full_tables_are_seated_without_a_question(client, ruth):
    party = party_after_rounds(1, 12)
    assert client.get(address(party)).url == reverse("moves", args=[party.pk, 1])
    client.post(address(party, name="seat_next_round"))
    assert latest_round(party).number == 2


def test_a_started_round_is_not_seated_again(client, ruth):
    party = started_party(12)
    for number in (1, 2):
        response = client.get(address(party, number), follow=True)
        assert f"Round {number} is not to be seated now." in text_of(response)
