import pytest
from django.urls import reverse

from tests.evening import party_with, start
from tests.lists import organised_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def address_of(party, name, page="player"):
    return reverse(page, args=[party.pk, party.entrants.get(name=name).pk])


@pytest.mark.parametrize(("house", "ranked"), [("yes", False), ("no", True)])
def test_stand_in_takes_the_chair(client, house, ranked):
    party = organised_party(client, players=4)
    start(party)
    assert "Somebody takes the chair" in text_of(client.get(address_of(party, "Alma")))

    sent = {"chair-name": "Zoë Ek", "chair-house": house}
    page = client.post(address_of(party, "Alma", "player_stand_in"), sent, follow=True)

    assert "Zoë Ek takes the chair of Alma from the next round." in text_of(page)
    assert party.entrants.get(name="Zoë Ek").ranked is ranked
    assert "Takes the chair of Alma in round 2" in text_of(client.get(address_of(party, "Zoë Ek")))
    assert "Zoë Ek" in text_of(client.get(address_of(party, "Alma")))


def test_stand_in_needs_a_new_name_or_is_another_person_with_a_word(client):
    party = organised_party(client, players=4)
    start(party)
    address = address_of(party, "Alma", "player_stand_in")
    page = client.post(address, {"chair-name": "", "chair-house": "no"})
    assert "Type the name of the person who takes the chair." in text_of(page)
    sent = {"chair-name": "Bert", "chair-house": "no"}
    asked = client.post(address, sent).context["form"].mark
    page = client.post(address, {**sent, "asked": asked, "who-0": "leave-out"})
    assert "Bert is on the list already." in text_of(page)
    assert 'value="Bert"' in text_of(page)
    assert party.entrants.get(name="Alma").state == "here"
    client.post(address, {**sent, "asked": asked, "who-0": "new", "word-0": "Oak St"})
    assert str(party.entrants.get(stands_in_for__name="Alma")) == "Bert, Oak St"


def test_known_stand_in_is_asked_about(client):
    zoe = party_with(players=9).entrants.get(name="Guest 9").player
    party = organised_party(client, players=4)
    start(party)
    address, sent = address_of(party, "Alma", "player_stand_in"), {"chair-name": "Guest 9"}

    page = client.post(address, {**sent, "chair-house": "no"})
    assert "The club knows those with a tick." in text_of(page)
    assert 'name="chair-name" value="Guest 9"' in text_of(page)
    asked = page.context["form"].mark
    client.post(address, {**sent, "chair-house": "no", "asked": asked, "same": "0"})

    assert party.entrants.get(player=zoe).stands_in_for.name == "Alma"
