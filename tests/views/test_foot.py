import re

import pytest
from django.urls import reverse

from party.services.prizes import awards
from tests.addresses import argument_names
from tests.awards import add, party_of
from tests.evening import BY_PROGRAM, enter, start_next_round

pytestmark = pytest.mark.django_db

FOOT = ("party_help", "party_rules", "party_dispute")
NO_PAGE = {404, 405}
PAGES = 40  # at least this number of pages must be tested


@pytest.fixture
def party(client):
    party = party_of()
    client.force_login(party.club.memberships.get().user)
    row = add(party)
    awards.give_prize(party.pk, row.pk, party.entrants.get(number=2).pk, why="a cut", **BY_PROGRAM)
    start_next_round(party)
    enter(party, "8hn9")
    return party


def address(party, name):
    """Return an address of this party; other arguments are 1 or the first choice."""
    things = {
        "party_id": party.pk,
        "number": 2,
        "entrant_id": party.entrants.first().pk,
        "prize_id": party.prizes.first().pk,
        "kit": "cards",
        "kind": "csv",
        "what": "wishes",
        "verb": "draw",
    }
    return reverse(name, kwargs={key: things.get(key, 1) for key in argument_names()[name]})


def foot_of(page):
    foot = page.partition('<footer class="foot">')[2].partition("</footer>")[0]
    return re.findall(r'<a href="([^"]+)">', foot)


def test_the_foot_of_every_page_is_the_same(client, party):
    expected = [reverse(name, args=[party.pk]) for name in FOOT]
    seen = 0
    for name, keys in argument_names().items():
        if "party_id" not in keys or name.endswith(("pdf", "file", "picture")):
            continue
        answer = client.get(address(party, name), follow=True)
        if answer.status_code in NO_PAGE or not answer.content.startswith(b"<!doctype html>"):
            continue  # this is a button, a part of a page, or a missing row
        assert foot_of(answer.content.decode()) == expected, name
        seen += 1
    assert seen >= PAGES


def test_the_foot_outside_a_party_has_the_same_links(client, party):
    for name in ("home", "help", "systems", "series_list", "account"):
        page = client.get(reverse(name)).content.decode()
        assert foot_of(page) == [reverse("help"), reverse("systems"), reverse("dispute")], name
