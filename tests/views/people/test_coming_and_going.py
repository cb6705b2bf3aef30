import pytest
from django.urls import reverse

from party.queries.evening.rounds import live
from tests.evening import draw, helper_of, party_with, play_round, play_rounds, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(8, rounds_planned=6)


@pytest.fixture
def press(client, party):

    def press(name, verb, **sent):
        entrant = party.entrants.get(name=name).pk
        page, more = ("player_stand_in", ()) if verb == "stand-in" else ("player_act", (verb,))
        address = reverse(page, args=[party.pk, entrant, *more])
        return text_of(client.post(address, sent, follow=True))

    return press


def seated(party):
    return {person.name for table in live(party).tables for person in table.seats.values()} | {
        person.name for person in live(party).bench
    }


def test_after_somebody_leaves_before_a_round_new_seats_are_offered(client, party, press):
    draw(party)
    page_text = press("Alma", "home")
    assert "Round 1 has not begun: it can be seated again on the Draw page." in page_text
    assert "Since these seats were made" in text_of(client.get(reverse("draw", args=[party.pk])))
    client.post(reverse("reseat_round", args=[party.pk, 1]))
    play_rounds(party, 1)
    client.post(reverse("seat_next_round", args=[party.pk, 2]))
    page_text = press(live(party).tables[0].seats["N"].name, "home")
    assert "it can be seated again where the moves are announced" in page_text


def test_page_of_a_person_says_what_happens_to_the_points_when_they_leave(client, party):
    alma = party.entrants.get(name="Alma")
    page = reverse("player", args=[party.pk, alma.pk])
    draw(party)
    assert "Round 1 has not begun." in text_of(client.get(page))
    start(party)
    assert "Alma keeps the points of this round" in text_of(client.get(page))
    play_round(party)
    assert "Round 1 is over." in text_of(client.get(page))


def test_helper_can_mark_people_as_back_but_cannot_send_them_home(client, party, press):
    start(party)
    ruth, alma = party.club.memberships.get().user, party.entrants.get(name="Alma")
    page = reverse("player", args=[party.pk, alma.pk])
    assert "Goes home" in text_of(client.get(page))

    client.force_login(helper_of(party))
    text = text_of(client.get(page))
    assert "Goes home" not in text
    assert "Somebody takes the chair" not in text
    for verb in ("home", "stand-in"):
        assert "Only an organiser can do this." in press("Alma", verb)
    assert party.entrants.get(name="Alma").state == "here"

    client.force_login(ruth)
    press("Alma", "home")
    client.force_login(helper_of(party, "Hugo"))
    assert "Is back" in text_of(client.get(page))
    assert "Alma is back." in press("Alma", "back")
