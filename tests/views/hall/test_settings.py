import pytest
from django.urls import reverse

from party.models import Party
from tests.evening import party_with, set_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db

SENT = {
    "guests": "on",
    "guest_names": "short",
    "guest_standings": "top",
    "reveal": "at once",
}


@pytest.fixture
def party(ruth):
    return party_with(4, code="abcd2345")


def page(client, party, **sent):
    url = reverse("guests", args=[party.pk])
    return client.post(url, sent, follow=True) if sent else client.get(url)


def test_the_page_shows_the_web_address_for_guests(client, party):
    assert "See it as a guest" not in text_of(page(client, party))
    text = text_of(page(client, party, **SENT))
    assert "Guests may look now." in text
    assert "/p/abcd2345/" in text
    assert 'src="data:image/png;base64,' in text
    assert "See it as a guest" in text
    party_now = Party.objects.get(pk=party.pk)
    assert (party_now.guests, party_now.guest_standings, party_now.reveal) == (
        True,
        "top",
        "at once",
    )
    assert not party_now.phone_ranking
    page(client, party, **SENT | {"phone_ranking": "on"})
    assert Party.objects.get(pk=party.pk).phone_ranking
    off = page(client, party, **SENT | {"guests": "", "guest_standings": "none"})
    assert "Guests see nothing now." in text_of(off)


def test_a_refusal_is_shown_beside_the_field(client, party):
    text = text_of(page(client, party, **SENT | {"guest_standings": "best"}))
    assert "Standings: choose one of those shown." in text
    assert not Party.objects.get(pk=party.pk).guests


def test_the_link_has_the_hall_address_of_the_party(client, ruth):
    party = party_with(4, code="abcd2345", hall_address="http://10.0.0.7:8000", phones=True)
    assert page(client, party).context["link"] == "http://10.0.0.7:8000/p/abcd2345/"


def test_the_hub_and_the_menu_link_to_the_settings(client, party):
    url = reverse("guests", args=[party.pk])
    hub = client.get(reverse("party_hub", args=[party.pk]))
    assert text_of(hub).count(url) == 2
    assert "Off" in text_of(hub)
    page(client, party, **SENT)
    hub = client.get(reverse("party_hub", args=[party.pk]))
    assert "They see seats. Standings: the first ten. Winners at once" in text_of(hub)


def test_the_web_address_is_left_off_where_the_organiser_says(client, party):
    text = text_of(page(client, party, **SENT, address_left_out=["screen"]))
    assert "Guests may look now." in text
    party_now = Party.objects.get(pk=party.pk)
    assert party_now.address_left_out == "screen"
    assert party_now.hall_address == "http://testserver"
    boxes = page(client, party).context["form"]["address_left_out"]
    assert [box.data["selected"] for box in boxes] == [True, False, False, False]
    text = text_of(page(client, party, **SENT, address_left_out=["moon"]))
    assert "Error: What guests see" in text


def test_in_another_network_one_press_replaces_the_web_address_of_the_laptop(client, party):
    page(client, party, **SENT)
    assert "address has changed" not in text_of(page(client, party))
    set_party(party, hall_address="http://10.0.0.7:8000")
    text = text_of(page(client, party))
    assert "Papers say <b>http://10.0.0.7:8000</b>" in text
    text = text_of(page(client, party, take="new"))
    assert "Print the papers with the guests’ address again." in text
    assert "address has changed" not in text
    assert Party.objects.get(pk=party.pk).hall_address == "http://testserver"
