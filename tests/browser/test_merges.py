"""Two players of a club are merged into one."""

import pytest
from django.urls import reverse

from party.models import Player
from tests.browser.organiser import Organiser
from tests.evening import create_user, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"


def test_players_are_merged_and_the_merge_is_undone(page, sign_in, live_server, read_checked_page):
    user = create_user()
    sign_in(user)
    club = user.memberships.get().club
    party = party_with(4, by=user)
    with setting_up():
        Player.objects.filter(entrants__party=party, name="Alma").update(name=LONG, sort_name=LONG)
        Player.objects.create(club=club, name=f"{LONG}s", sort_name=f"{LONG}s")
    ruth = Organiser(page)
    ruth.party_url = live_server.url + reverse("club_players", args=[club.pk])
    ruth.open()
    assert "The same person?" in read_checked_page()
    page.get_by_role("link", name="Merge…").first.click()
    read_checked_page()
    ruth.open()
    page.get_by_role("link", name="Look").first.click()
    read_checked_page()
    ruth.press("They are the same person")
    assert f"Merged into {LONG}." in read_checked_page()
    page.get_by_role("button", name="Undo the merge").click()
    page.wait_for_load_state()
    assert "They are two players again." in read_checked_page()
