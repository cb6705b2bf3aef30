import re

import pytest
from django.urls import reverse
from django.utils import timezone

from party.services.evening import rounds
from party.values.accounts import PROGRAM
from tests.evening import party_with, start
from tests.phone import send, state

pytestmark = pytest.mark.django_db


def text_of(page):
    content = page.content.decode().partition("<main")[2].partition("<nav")[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", content).split())


def hall(client, party, **query):
    return text_of(client.get(reverse("hall", args=[party.code]), query))


def live(client, party):
    return text_of(client.get(reverse("live", args=[party.pk])))


def party_of(ruth, count=8, preset="midway", **fields):
    open_to_all = {"guests": True, "guest_standings": "all", "phones": True}
    return party_with(count, preset, by=ruth, **open_to_all, **fields)


def send_hands(client, party, texts, table):
    for hand, text in enumerate(texts.split(), start=1):
        answer = send(client, party, "hand", table=table, hand=hand, text=text)
        assert answer.status_code == 200


def test_two_parties_on_one_laptop_have_separate_halls(client, ruth):
    upstairs, downstairs = party_of(ruth, name="Upstairs"), party_of(ruth, name="Downstairs")
    for party in (upstairs, downstairs):
        start(party)
    before = state(client, downstairs).json()["v"]
    send_hands(client, upstairs, "8hn9 7ce7 7sn6 9dw9", 1)
    rounds.ring_bell(upstairs.pk, actor=PROGRAM, at=timezone.now())
    assert "Finish this hand" in hall(client, upstairs)
    below = hall(client, downstairs)
    assert "0 of 2 tables are in" in below
    assert "Upstairs" not in below
    assert state(client, downstairs, v=before).status_code == 204
    assert state(client, upstairs).json()["stage"] == "bell"
    assert "Hands in 0 of 8" in live(client, downstairs)


# Tables with three hands and with five.
