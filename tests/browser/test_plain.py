"""The main steps of an evening in a browser that runs no scripts."""

import pytest
from django.urls import reverse

from party.models import Entrant, Entry
from tests.browser.organiser import Organiser
from tests.evening import HANDS, add_people, party_with

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def party(sign_in):
    party = party_with(0)
    add_people(party, 10, state=Entrant.State.EXPECTED)
    sign_in(party.club.memberships.get().user)
    return party


@pytest.fixture
def ruth(party, plain_page):
    organiser = Organiser(plain_page)
    organiser.party_url = reverse("party_hub", args=[party.pk])
    return organiser


def tick_everybody_but(ruth, absent):
    for box in ruth.page.locator("[name^=here-]").all()[absent:]:
        box.check()
    ruth.press("Save ticks")


def type_hands(ruth, text):
    for hand in text.split():
        ruth.page.fill("[data-entry]", hand)
        ruth.press("Save and next")


def test_the_main_steps_of_an_evening_need_no_scripts(ruth):
    ruth.open("players/")
    tick_everybody_but(ruth, 1)
    assert "9 here" in ruth.page.inner_text("#door")
    ruth.draw(others="One person sits out each round, in turn")
    ruth.start_round(1)
    type_hands(ruth, "6hn9")
    assert "The lowest bid is 7 Spades" in ruth.page.inner_text("#errors")
    assert ruth.page.input_value("[data-entry]") == "6hn9"
    type_hands(ruth, f"{HANDS} {HANDS}")
    assert ruth.heading == "Round 1: everything is in"
    assert Entry.objects.in_force().count() == 8
    ruth.press("Go to the live page")
    ruth.press("Stop and check the round")
    ruth.press("Close round 1, seat round 2 later")
    ruth.press("Seat round 2")
    assert len(ruth.moves()) == 9
    ruth.start_round(2)
    assert "Round 2 has started." in ruth.message
