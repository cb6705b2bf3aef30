"""The desk in a real browser: hands on the keyboard, and a live page that keeps itself fresh."""

import pytest
from django.urls import reverse

from party.models import Entry
from party.services import rounds
from tests.evening import AT, HANDS, enter, party_with, play_rounds, seat_next, start

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


@pytest.fixture
def plain_page(browser, context, live_server):
    """A page in a browser that runs no scripts."""
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    plain.add_cookies(context.cookies())
    yield plain.new_page()
    plain.close()


def test_desk_works_without_scripts(party, plain_page):
    plain_page.goto(reverse("entry", args=[party.pk, 1]))
    for hand in HANDS.split():
        plain_page.fill("#id_text", hand)
        plain_page.click("text=Save and next")
    assert plain_page.inner_text("h1") == "Round 1, table 2"
    assert Entry.objects.in_force().count() == 4


def test_every_page_of_the_night_is_accessible(page, party, assert_accessible):
    enter(party, "10nn2 8hn9 8he9 p")
    rounds.check_round(party.pk, by=None, at=AT)
    for name, *where in (
        ("draw",),
        ("live",),
        ("log",),
        ("finish",),
        ("entry", 1),
        ("round", 1),
        ("close_round", 1),
        ("stop_table", 1, 2),
        ("correct", 1, 1, 1),
    ):
        page.goto(reverse(name, args=[party.pk, *where]))
        assert_accessible()


def test_moves_are_accessible(page, sign_in, assert_accessible):
    party = party_with(9)
    sign_in(party.club.memberships.get().user)
    play_rounds(party, 1)
    seat_next(party)
    page.goto(reverse("moves", args=[party.pk, 1]))
    assert_accessible()
