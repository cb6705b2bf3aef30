"""Requests that no page makes: impossible numbers get a page or a 404, never an error."""

import pytest
from django.urls import reverse

from party.views.people import players
from tests.evening import enter, party_with, start

pytestmark = pytest.mark.django_db

LONG, LONGER = "9" * 25, "9" * 5000
AMOUNTS = ("-1", "0", "abc", LONG, LONGER)


@pytest.fixture
def party(ruth):
    party = party_with(8, by=ruth)
    start(party)
    enter(party, "8hn9 7ce7")
    return party


@pytest.mark.parametrize(("name", "length"), [("players", 8), ("standings", 0)])
def test_the_length_of_a_page_cannot_be_requested(client, party, name, length):
    address = reverse(name, args=[party.pk])
    for asked in AMOUNTS:
        table = client.get(address, {"per_page": asked}).context["table"]
        assert len(table.page) == length
        assert client.get(address, {"page": asked}).context["table"].page.number == 1


def test_order_and_page_can_be_requested(client, party, monkeypatch):
    monkeypatch.setattr(players, "A_PAGE", 5)
    address = reverse("players", args=[party.pk])
    for asked, shown in (("2", (2, 3)), ("3", (2, 3)), ("1", (1, 5))):
        page = client.get(address, {"page": asked, "per_page": "8"}).context["table"].page
        assert (page.number, len(page)) == shown


@pytest.mark.parametrize("number", [LONG, LONGER, "0"])
def test_impossible_series_and_rounds_are_not_found(client, party, number):
    for kind in ("csv", "xlsx", "pdf"):
        assert client.get(f"/series/{number}/standings.{kind}").status_code == 404
    rules = reverse("print_pdf", args=[party.pk, "rules"])
    assert client.get(rules, {"round": number}).status_code == 404


@pytest.mark.parametrize("number", [LONG, LONGER])
def test_impossible_marks_tables_and_revisions_change_nothing(client, party, number):
    revision = party.__class__.objects.get(pk=party.pk).revision
    confirm = reverse("prizes_confirm", args=[party.pk])
    assert client.post(confirm, {"seen": number}, follow=True).status_code == 200
    assert client.get(reverse("pictures", args=[party.pk]), {"who": number}).status_code == 200
    decide = reverse("decide", args=[party.pk, 1, 1, 1])
    page = client.post(decide, {"right": number, "wrong": number}, follow=True)
    assert "Choose which of them is right." in page.content.decode()
    look = reverse("look_at", args=[party.pk, 1, 1, 1])
    page = client.post(look, {"seen": number}, follow=True)
    assert "Choose the hand that was looked at." in page.content.decode()
    again = reverse("type_again", args=[party.pk, 1, 1])
    sent = {"seen": number, "hand_1": "8hn9", "hand_2": "7ce7"}
    assert client.post(again, sent, follow=True).status_code == 200
    party.refresh_from_db()
    assert party.revision == revision
