"""The set-up of a party in a real browser."""

import pytest
from playwright.sync_api import expect

from party.models import Party
from tests.evening import add_people, create_user, party_with

pytestmark = pytest.mark.django_db(transaction=True)


def test_offered_rounds_depend_on_people_and_rules(page, sign_in, assert_accessible):
    sign_in(create_user())
    page.goto("/parties/new/")
    page.fill("#id_time", "19:00")
    page.fill("#id_people", "12")
    page.press("#id_people", "Tab")
    rounds = page.locator("#id_rounds")
    rounds.get_by_text("As many rounds as there are tables: 3 rounds").wait_for(state="attached")
    rounds.select_option("6")
    panel = page.locator("#evening")
    panel.get_by_text("9:24").wait_for()
    page.get_by_label("North-west Iowa").check()
    words = "I’ll decide during the evening"
    rounds.get_by_text(words).wait_for(state="attached")
    page.get_by_text("Results", exact=True).click()
    page.get_by_label("Round totals").check()
    page.locator(".fold summary", has_text="Round totals").wait_for()
    page.fill("#id_people", "6")
    page.press("#id_people", "Tab")
    page.get_by_text("With one table nobody moves").wait_for()
    assert rounds.input_value() == "6"
    assert_accessible()
    page.fill("#id_name", "Autumn party")
    page.press("#id_name", "Enter")
    page.wait_for_url("**/parties/*/")
    assert Party.objects.get().rounds_planned == 6


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_next_step_of_a_new_party_is_in_sight(page, sign_in, size):
    sign_in(create_user())
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto("/parties/new/")
    create = page.get_by_role("button", name="Create the party")
    expect(create).to_be_in_viewport(ratio=1)
    create.click()
    expect(page.get_by_text("Type a name for the party.")).to_have_count(1)
    expect(page.locator("#id_name")).to_be_focused()
    expect(create).to_be_in_viewport(ratio=1)


def test_ticks_set_quickly_one_after_another_are_all_counted(page, sign_in):
    party = party_with(0)
    add_people(party, 12, state="expected")
    sign_in(party.club.memberships.get().user)
    page.goto(f"/parties/{party.pk}/players/")
    for tick in page.locator(".tick input").all():
        tick.check()
    page.get_by_text("12 here").wait_for()
    page.get_by_role("link", name="Go on to the draw").click()
    assert page.get_by_text("12 people are here: 3 tables.").is_visible()
