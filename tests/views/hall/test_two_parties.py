import pytest
from django.urls import reverse
from django.utils import timezone

from party.services.evening import rounds
from party.values.accounts import PROGRAM
from tests.desk import text_of
from tests.evening import party_with, start
from tests.phone import send, state

pytestmark = pytest.mark.django_db


def test_two_parties_on_one_laptop_have_separate_halls(client, ruth):
    upstairs, downstairs = (
        party_with(8, by=ruth, guests=True, phones=True, name=name)
        for name in ("Upstairs", "Downstairs")
    )
    for party in (upstairs, downstairs):
        start(party)
    before = state(client, downstairs).json()["v"]
    assert send(client, upstairs, "hand", hand=1, text="8hn9").status_code == 200
    rounds.ring_bell(upstairs.pk, actor=PROGRAM, at=timezone.now())
    above, below = (
        text_of(client.get(reverse("hall", args=[party.code]))) for party in (upstairs, downstairs)
    )
    assert "Finish this hand" in above
    assert "Finish this hand" not in below
    assert "Upstairs" not in below
    assert state(client, downstairs, v=before).status_code == 204
    assert state(client, upstairs).json()["stage"] == "bell"
