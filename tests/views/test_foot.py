import re

import pytest
from django.urls import reverse

from tests.addresses import addresses, argument_names, evening

pytestmark = pytest.mark.django_db

FOOT = ("party_help", "party_rules", "party_dispute")
PAGES = 40  # at least this number of pages must be tested


def foot_of(page):
    foot = page.partition('<footer class="foot">')[2].partition("</footer>")[0]
    return re.findall(r'<a href="([^"]+)">', foot)


def test_all_pages_of_a_party_have_the_same_links_at_the_foot(client):
    ruth, arguments = evening("Ruth", "autumnparty")
    client.force_login(ruth)
    expected = [reverse(name, args=[arguments["party_id"]]) for name in FOOT]
    rows = [name for name, keys in argument_names().items() if "party_id" in keys]
    feet = {}
    for row, url in addresses(arguments, rows):
        answer = client.get(url, follow=True)
        # Other answers are a file, a button, a part of a page, or a missing row.
        if answer.status_code == 200 and answer.content.startswith(b"<!doctype html>"):
            feet[row] = foot_of(answer.content.decode())
    assert {row: foot for row, foot in feet.items() if foot != expected} == {}
    assert len(feet) >= PAGES


def test_all_pages_outside_a_party_have_the_same_links_at_the_foot(client, ruth):
    for name in ("home", "help", "systems", "series_list", "account"):
        page = client.get(reverse(name)).content.decode()
        assert foot_of(page) == [reverse("help"), reverse("systems"), reverse("dispute")], name
