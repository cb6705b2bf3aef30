"""Somebody forgot the password."""

import pytest

from party.services.accounts.users import set_password
from tests.evening import AT, create_user, party_with

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_link_leads_to_a_new_password(page, sign_in, open_context, assert_accessible):
    party = party_with(4)
    nora = create_user("Nora", club=party.club)
    set_password(nora, "seven no trump", at=AT)

    phone = open_context(viewport={"width": 360, "height": 740}).new_page()
    phone.goto("/login/")
    phone.get_by_role("link", name="No password yet, or forgotten it?").click()
    phone.get_by_text("Ask an organiser of your club for a new link").wait_for()

    sign_in(party.club.memberships.exclude(user=nora).get().user)
    page.goto(f"/clubs/{party.club_id}/people/")
    page.get_by_role("button", name="New link for Nora").click()
    assert_accessible()
    link = page.locator("#link").input_value()

    phone.goto(link)
    phone.get_by_role("button", name="Sign in").click()
    phone.get_by_label("New password").fill("eight hearts by south")
    phone.get_by_role("button", name="Save password").click()
    phone.get_by_text("Your password is set.").wait_for()
    phone.context.clear_cookies(name="sessionid")
    phone.goto("/login/")
    phone.get_by_label("Name or e-mail address").fill("nora")
    phone.get_by_label("Password").fill("eight hearts by south")
    phone.get_by_role("button", name="Sign in").click()
    phone.wait_for_url("**/")
    page.goto(f"/clubs/{party.club_id}/sign-ins/")
    assert page.locator("ol.lines li").count() == 2
    page.get_by_text("Chrome on Linux, from 127.0.0.1").first.wait_for()
    assert_accessible()
