import re

import pytest
from django.urls import reverse

from party.services.people.players import name_numbers, remove_entrant, rename_entrant
from party.values.people.attendance import Newcomer
from tests.awards import pk
from tests.evening import BY_PROGRAM, draw, party_with, start
from tests.guard import setting_up
from tests.guests import named_party

pytestmark = pytest.mark.django_db

LUKASZ, MARY = 3, 4


def find(client, party, **query):
    return client.get(reverse("guest", args=[party.code]), query, follow=True)


def seat(client, party, number, **query):
    return client.get(reverse("guest_seat", args=[party.code, number]), query, follow=True)


def page_opened(client, party):
    """Return the name on the page that the party's address opens on this phone, or ""."""
    mine = find(client, party).context.get("my_page")
    return str(mine.person) if mine else ""


def links(answer):
    """Return the addresses of the links of a page, by their words."""
    found = re.findall(r'<a[^>]* href="([^"]+)">([^<]+)</a>', answer.content.decode())
    return {words: address for address, words in found}


def test_the_first_guest_found_is_remembered_until_the_user_says_no(client):
    party = named_party()
    assert page_opened(client, party) == ""
    mine = find(client, party, who="nguyen")
    assert page_opened(client, party) == "Łukasz N."
    client.get(links(mine)["Not Łukasz N.?"])
    assert page_opened(client, party) == ""


def test_one_of_several_hits_becomes_the_guest_of_this_phone(client):
    party = named_party()
    hits = find(client, party, who="alm").content.decode()
    (second,) = re.findall(r'href="([^"]+)"><b>Alma R. \(2\)', hits)
    client.get(second)
    assert page_opened(client, party) == "Alma R. (2)"


def test_looking_for_somebody_else_does_not_change_the_guest_of_the_phone(client):
    party = named_party()
    find(client, party, who="nguyen")
    search = find(client, party, who="")
    assert "Are you" not in search.content.decode()
    assert links(search)["Back to Łukasz N."] == reverse("guest_seat", args=[party.code, LUKASZ])
    looked = find(client, party, who="mary")
    assert "This is the page of Mary O." in looked.content.decode()
    assert links(looked)["Back to Łukasz N."] == reverse("guest_seat", args=[party.code, LUKASZ])
    assert page_opened(client, party) == "Łukasz N."
    assert "?me=1" not in find(client, party, who="alm").content.decode()
    seat(client, party, MARY, me=1)
    assert page_opened(client, party) == "Mary O."


def test_a_guest_page_opened_by_its_web_address_is_not_remembered(client):
    party = named_party()
    sent = seat(client, party, MARY)
    assert page_opened(client, party) == ""
    assert links(sent)["I am Mary O."] == "?me=1"


def test_the_cookie_is_only_for_this_party_and_has_no_name(client):
    party, other = named_party(), party_with(8, guests=True)
    find(client, party, who="nguyen")
    cookie = client.cookies["guest"]
    assert cookie["path"] == reverse("guest", args=[party.code])
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 259_200)
    assert re.fullmatch(r"3\.[0-9a-f]{16}", cookie.value)
    client.cookies["guest"]["path"] = "/"  # the other party has another guest No. 3
    assert page_opened(client, other) == ""


def test_if_the_number_has_another_name_the_phone_asks_who_the_guest_is(client):
    party = named_party()
    find(client, party, who="nguyen")
    rename_entrant(party.pk, pk(party, LUKASZ), "ŁUKASZ NGUYEN", **BY_PROGRAM)
    assert page_opened(client, party) != ""
    rename_entrant(party.pk, pk(party, LUKASZ), "Lucy Nygaard", **BY_PROGRAM)
    question = find(client, party)
    assert "Are you <b>Lucy N.</b>?" in question.content.decode()
    client.get(links(question)["Yes, that is me"])
    assert page_opened(client, party) == "Lucy N."


def test_the_phone_says_that_its_guest_was_taken_off_the_list(client):
    party = named_party()
    find(client, party, who="nguyen")
    remove_entrant(party.pk, pk(party, LUKASZ), **BY_PROGRAM)
    answer = find(client, party)
    assert "is no longer on tonight’s list" in answer.content.decode()
    find(client, party, who="mary")
    assert page_opened(client, party) == "Mary O."


@pytest.mark.parametrize("cookie", ["", "3", "-1.0", "99999999999999999999.a", "3.é"])
def test_a_cookie_that_somebody_made_up_opens_the_search(client, cookie):
    client.cookies["guest"] = cookie
    assert page_opened(client, named_party()) == ""


def test_when_a_blind_number_gets_a_name_the_phone_asks_who_the_guest_is(client):
    party = party_with(8, cards="blind", guests=True)
    with setting_up():
        party.entrants.update(name="", sort_name="", player=None)
    find(client, party, who="7")
    draw(party, handed_out=8)
    start(party)
    assert page_opened(client, party) == "No. 7"
    name_numbers(party.pk, {7: Newcomer("Cher")}, **BY_PROGRAM)
    assert "Are you <b>Cher</b>?" in find(client, party).content.decode()
