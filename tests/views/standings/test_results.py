"""Results to send: texts on the end page, and pictures."""

import pytest
from django.urls import reverse

from party.services.evening import rounds
from tests.desk import text_of
from tests.evening import BY_PROGRAM, party_with, play_rounds

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG"


@pytest.fixture
def party(client):
    party = party_with(5, rounds_planned=1)
    client.force_login(party.club.memberships.get().user)
    play_rounds(party, 1)
    return party


def picture(client, party, name, **query):
    return client.get(reverse(name, args=[party.pk]), query)


@pytest.mark.parametrize("name", ["results_picture", "card_picture"])
def test_before_the_finish_there_is_no_picture(client, party, name):
    person = party.entrants.first().pk
    answer = picture(client, party, name, person=person)
    assert answer.url == reverse("finish", args=[party.pk])
    rounds.finish(party.pk, **BY_PROGRAM)
    answer = picture(client, party, name, person=person)
    assert answer.content.startswith(PNG)
    assert ".png" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("person", ["0", "x", str(2**64)])
def test_a_card_of_nobody_is_not_there(client, party, person):
    rounds.finish(party.pk, **BY_PROGRAM)
    assert picture(client, party, "card_picture", person=person).status_code == 404


def test_texts_are_on_the_end_page(client, party):
    assert "Results to send" not in text_of(client.get(reverse("finish", args=[party.pk])))
    rounds.finish(party.pk, **BY_PROGRAM)
    page = text_of(client.get(reverse("finish", args=[party.pk])))
    assert "Autumn party: 5 people played 1 round of Five Hundred on" in page
    assert "Autumn party, 14 Nov" in page
