import re

import pytest
from django.conf import settings
from django.urls import reverse

from party.models import Club, Membership, Party, User
from tests.evening import create_user, helper_of, party_with
from tests.guard import setting_up
from tests.pages import press
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def add(client, party, name="Hanna", where="party"):
    sent = {"name": name, "where": where}
    return client.post(reverse("helpers", args=[party.pk]), sent)


def path_in(shown):
    return re.search(r"/in/[\w-]+/", shown.context["link"]["to"]).group()


def test_a_helper_signs_in_with_the_shown_link(client, party):
    response = add(client, party)
    assert 'src="data:image/png;base64,' in text_of(response)
    assert response.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")

    client.logout()
    client.post(path_in(response))
    hub = client.get(reverse("party_hub", args=[party.pk]))
    assert str(hub.wsgi_request.user) == "Hanna"


@pytest.mark.parametrize(("where", "parties"), [("party", 1), ("club", 2)])
def test_a_helper_sees_this_party_or_all_parties(client, party, where, parties):
    party_with(club=party.club)
    add(client, party, where=where)
    assert Party.objects.for_user(User.objects.get(name="Hanna")).count() == parties


def test_the_link_is_shown_only_once(client, party):
    path = path_in(add(client, party))
    page = client.get(reverse("helpers", args=[party.pk]))
    assert path not in text_of(page)
    assert "Hanna</b><small>At this party only, not signed in yet" in text_of(page)


@pytest.mark.parametrize(
    ("name", "where", "words"),
    [
        ("", "party", "Type the helper’s name."),
        ("H" * 81, "party", "A name has at most 80 letters."),
        ("Hanna", "", "Choose where they help."),
        ("Ruth", "party", "Somebody named Ruth works here already."),
    ],
)
def test_a_refused_helper_gets_no_link(client, party, name, where, words):
    response = add(client, party, name, where)
    assert words in text_of(response)
    assert "link-title" not in text_of(response)


def test_nobody_makes_a_link_for_an_organiser_or_for_another_club(client, party):
    ruth = User.objects.get(name="Ruth")
    assert press(client, party, "helper_link", ruth.pk).status_code == 404
    hanna = helper_of(party)
    with setting_up():
        Membership.objects.create(user=hanna, club=Club.objects.create(name="Away"), role="helper")
    assert press(client, party, "helper_link", hanna.pk).status_code == 404
    link = reverse("helper_link", args=[party.pk, hanna.pk])
    for page in ("helpers", "party_hub"):
        assert link not in text_of(client.get(reverse(page, args=[party.pk])))
    mallory = create_user("Mallory")
    assert press(client, party, "helper_link", mallory.pk).status_code == 404
    assert press(client, party, "helper_remove", mallory.pk).status_code == 404


def test_the_party_hub_names_the_helpers(client, party):
    address = reverse("party_hub", args=[party.pk])
    assert "Just you so far" in text_of(client.get(address))
    hanna = helper_of(party)
    assert "Hanna" in text_of(client.get(address))
    assert reverse("helpers", args=[party.pk]) in text_of(client.get(address))
    press(client, party, "helper_remove", hanna.pk)
    assert "Just you so far" in text_of(client.get(address))


@pytest.mark.parametrize(
    ("host", "start"),
    [
        ("localhost:8000", "http://192.168.1.7:8000/in/"),
        ("192.168.1.8:8000", "http://192.168.1.8:8000/in/"),
        ("cards.example.org", "http://cards.example.org/in/"),
    ],
)
def test_the_link_has_an_address_that_a_phone_can_open(client, party, monkeypatch, host, start):
    hosts = ["localhost", "192.168.1.7", "192.168.1.8", "cards.example.org"]
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", hosts)
    client.defaults["HTTP_HOST"] = host
    assert add(client, party).context["link"]["to"].startswith(start)
