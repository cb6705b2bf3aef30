"""What guests see, as the organiser chooses it."""

import pytest
from django.urls import reverse

from party.models import Party
from tests.evening import party_with
from tests.reading import text_of

pytestmark = pytest.mark.django_db

SENT = {"guests": "on", "guest_names": "short", "guest_standings": "top"}


@pytest.fixture
def party(ruth):
    return party_with(4, code="abcd2345")


def page(client, party, **sent):
    url = reverse("guests", args=[party.pk])
    return client.post(url, sent, follow=True) if sent else client.get(url)


def test_switched_on_it_shows_where_to_look(client, party):
    assert "Look as a guest" not in text_of(page(client, party))
    shown = text_of(page(client, party, **SENT))
    assert "Guests may look now." in shown
    assert "/p/abcd2345/" in shown
    assert 'src="data:image/png;base64,' in shown
    assert "Look as a guest" in shown
    stored = Party.objects.get(pk=party.pk)
    assert (stored.guests, stored.guest_standings) == (True, "top")
    off = page(client, party, guest_names="full", guest_standings="none")
    assert "Guests see nothing now." in text_of(off)


def test_refusal_stands_beside_the_field(client, party):
    shown = text_of(page(client, party, **SENT | {"guest_standings": "best"}))
    assert "Standings: choose one of those shown." in shown
    assert not Party.objects.get(pk=party.pk).guests


def test_address_of_the_hall_is_the_organisers_own(client, ruth):
    party = party_with(4, code="abcd2345", hall_address="http://10.0.0.7:8000")
    assert page(client, party).context["link"] == "http://10.0.0.7:8000/p/abcd2345/"


def test_hub_and_menu_lead_there(client, party):
    url = reverse("guests", args=[party.pk])
    hub = client.get(reverse("party_hub", args=[party.pk]))
    assert text_of(hub).count(url) == 2
    assert "Off" in text_of(hub)
    page(client, party, **SENT)
    hub = client.get(reverse("party_hub", args=[party.pk]))
    assert "They see seats. Standings: the first ten" in text_of(hub)


def test_next_party_is_like_the_last(client, party):
    page(client, party, **SENT)
    shown = client.get(reverse("party_new"))
    assert "Guests may look, as there." in text_of(shown)
    form = shown.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None}
    client.post(reverse("party_new"), sent | {"name": "The next"})
    again = Party.objects.get(name="The next")
    assert (again.guests, again.guest_standings) == (True, "top")
