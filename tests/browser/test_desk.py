"""The desk in a real browser: hands on the keyboard, and a live page that keeps itself fresh."""

import pytest
from django.urls import reverse

from party.models import Entry
from tests.evening import HANDS, enter, party_with, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def party(sign_in):
    party = party_with(9)
    sign_in(party.club.memberships.get().user)
    start(party)
    return party


def type_line(page, text):
    """Type where the cursor is, and wait until the desk has answered."""
    before = page.locator("[name=submission]").first.get_attribute("value")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "was => document.querySelector('[name=submission]')?.value !== was", arg=before
    )


def in_the_line(page):
    return page.evaluate("document.activeElement.matches('[data-entry]')")


def test_whole_round_is_typed_without_touching_the_mouse(page, party):
    page.goto(reverse("entry", args=[party.pk, 1]))
    for hand in [*HANDS.split(), *HANDS.split()]:
        assert in_the_line(page)
        type_line(page, hand)
    page.wait_for_selector("text=everything is in")
    assert Entry.objects.in_force().count() == 8
    assert "Saved: Table 2, hand 4: 9 Diamonds by West" in page.inner_text("#said")


def test_line_has_the_cursor_before_the_page_is_drawn(page, party):
    # The browser's own "autofocus" waits until then, and calls no script.
    page.add_init_script("""const focus = HTMLElement.prototype.focus;
    HTMLElement.prototype.focus = function () { window.given ??= this.id; focus.call(this); };
    addEventListener("DOMContentLoaded", () => { window.there = document.activeElement.id; });""")
    page.goto(reverse("entry", args=[party.pk, 1]))
    assert page.evaluate("[window.given, window.there]") == ["id_text", "id_text"]


def test_letters_typed_before_the_answer_came_begin_the_next_hand(page, party):
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.route("**/entry/?table=*", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.keyboard.type("8hn9")
    page.keyboard.press("Enter")
    page.keyboard.type("7ce7")
    page.wait_for_selector("#said:has-text('Saved')")
    page.unroute_all()
    assert page.input_value("#id_text") == "7ce7"
    type_line(page, "")
    assert Entry.objects.in_force().count() == 2


def test_echo_says_what_the_line_means(page, party):
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.type("8hn9")
    page.wait_for_selector("#echo:has-text('8 Hearts by North, 9 tricks: made')")
    assert "N-S +300, E-W +10" in page.inner_text("#echo")
    page.keyboard.press("Escape")
    assert page.input_value("#id_text") == ""
    assert in_the_line(page)


def test_fault_leaves_the_cursor_in_the_line(page, party, assert_accessible):
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#errors")
    assert in_the_line(page)
    assert page.input_value("#id_text") == "8xn9"
    assert page.title().startswith("Error: ")
    assert_accessible()
    page.keyboard.press("Escape")
    type_line(page, "8hn9")
    assert page.locator("#errors").count() == 0
    assert Entry.objects.get().bid == "8H"


def test_wrong_total_is_typed_over_where_it_stands(page, sign_in):
    party = party_with(8, capture="totals")
    sign_in(party.club.memberships.get().user)
    start(party)
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.type("310")
    page.keyboard.press("Tab")
    page.keyboard.type("3o0")
    page.keyboard.press("Enter")
    page.wait_for_selector("#errors")
    page.keyboard.type("300")
    page.keyboard.press("Enter")
    page.wait_for_selector("#said:has-text('Saved')")
    assert Entry.objects.values_list("ns", "ew").get() == (310, 300)


def test_points_are_asked_back_and_enter_takes_the_first(page, party, assert_accessible):
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.type("160 30")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Who bid?")
    assert_accessible()
    type_line(page, "")
    assert Entry.objects.values_list("bid", "bidder").get() == ("7C", "N")


def test_arrow_up_opens_the_hand_before(page, party):
    enter(party, "8hn9")
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.press("ArrowUp")
    page.wait_for_url(f"**{reverse('correct', args=[party.pk, 1, 1, 1])}")


def test_second_press_is_not_a_second_hand(page, party):
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.fill("#id_text", "8hn9")
    page.dblclick("text=Save and next")
    page.wait_for_selector("#said:has-text('Saved')")
    assert Entry.objects.count() == 1


def test_live_page_keeps_itself_fresh_and_moves_no_focus(page, party):
    page.clock.install()
    page.goto(reverse("live", args=[party.pk]))
    page.focus("text=All hands, fix a score")
    enter(party, "8hn9 7ce7")
    page.clock.fast_forward(10_000)
    page.wait_for_selector("text=●●○○")
    assert page.evaluate("document.activeElement.textContent") == "All hands, fix a score"
