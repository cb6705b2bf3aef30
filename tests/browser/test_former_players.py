"""A person leaves the club's list."""

import pytest
from django.urls import reverse

from party.models import Player
from tests.browser.page_checks import page_faults
from tests.evening import create_user, party_with
from tests.leaving import finish_all, with_full_name

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_player_is_removed_from_the_list(page, sign_in, live_server, assert_accessible):
    user = create_user()
    sign_in(user)
    party = party_with(4, by=user)
    with_full_name(party)
    finish_all(party.club)
    page.goto(live_server.url + reverse("club_players", args=[party.club_id]))

    def check_page():
        assert_accessible()
        assert page_faults(page) == []

    page.get_by_role("link", name="Alma Rasmussen", exact=True).click()
    check_page()
    page.locator("summary", has_text="Merge, save or remove").click()
    check_page()
    page.get_by_role("link", name="Remove from the list").click()
    check_page()
    page.get_by_label("The name of the person").fill("alma rasmussen")
    page.get_by_role("button", name="Remove the name for good").click()
    page.wait_for_load_state()
    check_page()
    text = page.inner_text("main")
    assert "it is Former player 1 everywhere now" in text
    assert "Rasmussen" not in text
    assert not Player.objects.filter(name__contains="Rasmussen").exists()
