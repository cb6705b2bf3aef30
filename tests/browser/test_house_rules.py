"""House rules in a browser."""

import pytest
from django.urls import reverse

from party.models import Party
from tests.browser.page_checks import page_faults
from tests.evening import enter, party_with, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def party(sign_in):
    party = party_with(8)
    sign_in(party.club.memberships.get().user)
    return party


@pytest.fixture
def rules_page(page, party):
    page.goto(reverse("change_rules", args=[party.pk]))
    return page


def unfold(page, words):
    page.locator("summary", has_text=words).first.click()


def test_a_changed_field_shows_its_effect_at_once(rules_page, assert_accessible):
    page = rules_page
    unfold(page, "Misère and its family")
    page.locator("[name=misere_allowed]").focus()
    page.locator("[name=misere_allowed]").select_option("yes")
    page.locator("#preview").get_by_text("1 rule changed from St Paul Midway.").wait_for()
    assert "Nullo" in page.inner_text("#preview table.bids")
    assert page.evaluate("document.activeElement.name") == "misere_allowed"
    assert Party.objects.get().rules.misere_allowed == "no"
    assert_accessible()


def test_a_switch_sets_its_fields_and_keeps_the_scroll_position(rules_page):
    page = rules_page
    unfold(page, "House rules with a name")
    box = page.locator("[name=on][value=hi-lo]")
    box.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    box.check()
    page.locator("#preview").get_by_text("1 rule changed from St Paul Midway.").wait_for()
    assert page.locator("[name=hi_lo]").input_value() == "350"
    assert page.evaluate("document.activeElement.value") == "hi-lo"
    assert page.evaluate("scrollY") == before


def test_a_contradiction_in_the_rules_is_shown_before_they_are_saved(rules_page):
    page = rules_page
    unfold(page, "Scoring")
    page.locator("[name=slam_and_bonus_stack]").select_option("yes")
    page.get_by_text("These rules don’t fit together").wait_for()
    page.get_by_role("button", name="Save these rules").click()
    page.locator("#house-form .wrong").first.wait_for()
    assert page.locator("[name=slam_and_bonus_stack]").input_value() == "yes"
    assert page.locator("details[open]").count() == 1
    assert page_faults(page) == []


def test_a_rule_is_found_while_its_words_are_typed(rules_page, assert_accessible):
    page = rules_page
    unfold(page, "Scoring")
    page.locator("[name=slam_rule]").select_option("none")
    page.locator("#preview").get_by_text("1 rule changed from St Paul Midway.").wait_for()
    page.get_by_label("Find a rule").press_sequentially("bridge")
    page.locator("#found-count").get_by_text("No rules match.").wait_for()
    page.get_by_label("Find a rule").fill("ralph")
    page.locator("#found-count").get_by_text("2 of").wait_for()  # a field and its switch
    assert page.evaluate("document.activeElement.name") == "find"
    assert page.locator("#found select:visible").count() == 1
    assert page.locator("[name=slam_rule]").input_value() == "none"
    assert_accessible()

    page.get_by_label("Find a rule").fill("")
    page.get_by_text("Only what differs").click()
    page.locator("[name=slam_rule]").wait_for(state="visible")
    assert "2 of" in page.inner_text("#found-count")
    assert page_faults(page) == []
    page.get_by_role("button", name="Save these rules").click()
    page.locator("#said").get_by_text("The rules are saved").wait_for()
    assert Party.objects.get().rules.slam_rule == "none"


def test_hands_are_scored_again_after_a_change_of_rules(page, party, assert_accessible):
    start(party)
    enter(party, "7sn10 8hn9")
    page.goto(reverse("change_rules", args=[party.pk]))
    assert_accessible()
    unfold(page, "Scoring")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("[name=slam_rule]").select_option("none")
    with page.expect_navigation():
        page.get_by_role("button", name="Show what would change").click()
    assert "+250 → +140" in page.inner_text("main")
    assert_accessible()
    assert page_faults(page) == []
    page.get_by_label("Why do the rules change now?").fill("announced at the start")
    with page.expect_navigation():
        page.get_by_role("button", name="Change the rules and rescore 1 hand").click()
    assert "1 hand rescored" in page.inner_text("#said")
    assert Party.objects.get().rules.slam_rule == "none"
    assert_accessible()
    assert page_faults(page) == []
