import re

import pytest
from django.urls import reverse

from tests.evening import helper_of

pytestmark = pytest.mark.django_db

HELPER_HAS = {"live", "checkin", "standings", "pictures", "log"}
ORGANISER_HAS = HELPER_HAS | {
    "players",
    "prizes",
    "prints",
    "party_hub",
    "draw",
    "guests",
    "phones",
}


def bar_of(client, page):
    text = client.get(page).content.decode()
    return text.partition('<header class="bar">')[2].partition("</header>")[0]


def pages_in(bar):
    return set(re.findall(r'<a href="(/parties/[^"]+)"', bar))


def addresses(party, names):
    return {reverse(name, args=[party.pk]) for name in names}


def test_the_bar_links_an_organiser_to_every_page_of_the_party(client, party):
    bar = bar_of(client, reverse("live", args=[party.pk]))

    assert pages_in(bar) == addresses(party, ORGANISER_HAS)
    assert party.name in bar[bar.index('id="bar-call"') :]
    assert bar.count('aria-current="page"') == 2  # in the bar and in a phone's menu


def test_the_bar_links_a_helper_to_the_pages_of_helpers(client, party):
    client.force_login(helper_of(party))

    bar = bar_of(client, reverse("live", args=[party.pk]))

    assert pages_in(bar) == addresses(party, HELPER_HAS)
    assert all(client.get(page).status_code == 200 for page in pages_in(bar))


def test_the_bar_has_no_pages_and_no_sign_out_for_an_anonymous_visitor(client):
    bar = bar_of(client, reverse("login"))

    assert not pages_in(bar)
    assert "Sign out" not in bar
    assert "Dark screen" in bar


def test_outside_a_party_the_bar_links_to_the_pages_of_the_club(client, party):
    bar = bar_of(client, reverse("home"))

    club_pages = [reverse(name, args=[party.club_id]) for name in ("club_players", "club_people")]
    for page in (reverse("home"), reverse("series_list"), *club_pages):
        assert bar.count(f'<li><a href="{page}"') == 2, page  # in the bar and in a phone's menu
        assert client.get(page).status_code == 200
    assert 'aria-current="page">Parties</a>' in bar
