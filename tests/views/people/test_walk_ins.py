import pytest
from django.urls import reverse

from party.models import Player
from tests.door import HERE, organised_party, person_row, shown_names, url_of, walk_in
from tests.evening import party_with
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client)


def test_walk_in_is_here_at_once(client, party):
    page = walk_in(client, party, "Ek, Zoë", prize_group="women")
    assert "Zoë Ek is on the list and here." in text_of(page)
    assert person_row(party, "Zoë Ek") == (HERE, 1000, "cash", None)
    walk_in(client, party, "Dev", paid="later")
    assert person_row(party, "Dev") == (HERE, 0, "cash", None)


def test_a_walk_in_pays_in_the_way_that_was_chosen_last(client, party):
    sent = {"name": "Eve", "prize_group": "", "paid": "later", "how": "later"}
    answer = client.post(reverse("walk_in", args=[party.pk]), sent)
    assert answer.url == f"{url_of(party)}?how=later"
    page = client.get(url_of(party), {"how": "card"})
    assert 'name="paid" value="card">Here, $10</button>' in page.text
    answer = client.post(reverse("walk_in", args=[party.pk]), sent | {"name": ""})
    assert answer.context["page"].search.how == "later"


def test_a_walk_in_at_a_party_without_a_fee_has_no_payment(client):
    party = organised_party(client, fee=0)
    page = client.get(url_of(party))
    assert "paid" not in page.context["form"].fields
    assert ">Here</button>" in text_of(page).split('id="walk-in"')[1]
    walk_in(client, party, "Zoë")
    assert person_row(party, "Zoë") == (HERE, 0, "cash", None)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": ""}, "Type a name."),
        ({"name": "Ann & Bob Ek"}, "That is more than one person: Ann Ek and Bob Ek."),
        ({"name": "x" * 121}, "Name: at most 120 letters."),
        ({"paid": ""}, "Say whether the fee is paid."),
        ({"prize_group": "g" * 41}, "A prize group has at most 40 letters."),
    ],
)
def test_refused_walk_in_keeps_the_typed_text(client, party, sent, words):
    sent = {"name": "Zoë", "prize_group": "women", **sent}
    page = walk_in(client, party, **sent)
    assert words in text_of(page)
    assert page.context["form"]["prize_group"].value() == sent["prize_group"]
    assert party.entrants.count() == 3


def test_known_walk_in_is_asked_about(client):
    party_with(players=4)
    party = organised_party(client, expected=0)
    page = walk_in(client, party, "Carol", paid="card")
    assert "The club knows those with a tick." in text_of(page)
    assert party.entrants.count() == 0
    asked = page.context["form"].mark
    walk_in(client, party, "Carol", paid="card", asked=asked, same="0")
    assert person_row(party, "Carol") == (HERE, 1000, "card", None)
    assert Player.objects.filter(name="Carol").count() == 1


def test_walk_in_whose_name_is_on_the_list_is_looked_up_there(client, party):
    page = walk_in(client, party, "alma")
    assert "Same person as the Alma on tonight’s list: look for them on the list" in text_of(page)
    asked = page.context["form"].mark
    page = walk_in(client, party, "alma", asked=asked, **{"who-0": "leave-out"})
    assert shown_names(page) == ["Alma"]
    assert party.entrants.count() == 3


def test_the_page_says_why_a_walk_in_is_refused(client):
    party = organised_party(client, expected=0, cards="blind")
    page = walk_in(client, party, "Zoë")
    assert page.context["form"]["name"].value() == "Zoë"
    assert "Type names against the numbers." in text_of(page)
