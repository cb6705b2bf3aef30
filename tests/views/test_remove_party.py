from functools import partial

import pytest
from django.urls import reverse

from party.forms.clubs import RemovePartyForm
from party.models import Party, User
from party.services.evening import rounds
from party.services.standings.series import create_series
from party.values.standings.series import SeriesPlan
from tests.evening import BY_PROGRAM, party_after_rounds, party_with
from tests.pages import press
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    party = party_after_rounds(1, 8)
    rounds.finish(party.pk, **BY_PROGRAM)
    create_series(party.club_id, SeriesPlan(name="Winter", parties=(party.pk,)), **BY_PROGRAM)
    client.force_login(User.objects.get())
    return party


def test_the_page_counts_what_will_be_lost_and_links_to_the_file(client, party):
    page = client.get(reverse("remove_party", args=[party.pk]))
    assert page.context["removal"].hands == 8
    assert "The season Winter then counts 0 evenings, not 1: 8 lines" in text_of(page)
    assert reverse("party_file", args=[party.pk]) in text_of(page)
    assert b'name="name"' not in page.content
    hub = client.get(reverse("party_hub", args=[party.pk]))
    assert reverse("remove_party", args=[party.pk]) in text_of(hub)


def test_the_page_says_that_only_a_plan_is_lost_if_nobody_is_on_the_list(client, party):
    empty = party_with(0, club=party.club)
    page = client.get(reverse("remove_party", args=[empty.pk]))
    assert "<li>Its plan; nobody is on the list.</li>" in text_of(page)


def test_the_party_is_removed_after_its_name_is_typed(client, party):
    page = press(client, party, "remove_party")
    assert b'name="name"' in page.content
    seen = page.context["removal"].revision
    assert Party.objects.exists()
    page = press(client, party, "remove_party", seen=seen, name="Spring party")
    assert "The party is called Autumn party. Nothing was removed." in text_of(page)
    page = press(client, party, "remove_party", seen=seen, name="")
    assert "Type the name of the party, to remove it." in text_of(page)
    assert Party.objects.exists()
    page = press(client, party, "remove_party", seen=seen, name=" autumn  party")
    assert page.redirect_chain == [(reverse("home"), 302)]
    assert "Autumn party is removed." in text_of(page)
    assert not Party.objects.exists()


def test_the_name_can_be_typed_without_special_characters():
    form = partial(RemovePartyForm, party="St Łukasz’s party")
    assert form({"name": "st lukasz's party", "seen": "1"}).is_valid()
    assert not form({"name": "st luka's party", "seen": "1"}).is_valid()


def test_an_old_page_removes_nothing(client, party):
    page = press(client, party, "remove_party", seen=1, name="Autumn party")
    assert page.redirect_chain == [(reverse("remove_party", args=[party.pk]), 302)]
    assert "Something changed while" in text_of(page)
    assert Party.objects.exists()
    assert press(client, party, "remove_party", name="Autumn party").status_code == 400
    assert press(client, party, "remove_party", seen="x", name="Autumn party").status_code == 400
