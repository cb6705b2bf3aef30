"""Corrections, second versions and final cards."""

import pytest
from django.urls import reverse

from tests.evening import close, create_user, enter, party_with, play, seat_next, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ruth(sign_in):
    user = create_user()
    sign_in(user)
    return user


def press(page, words):
    with page.expect_navigation():
        page.get_by_role("button", name=words, exact=True).first.click()


def test_a_correction_changes_who_was_ahead(page, ruth, read_checked_page):
    party = party_with(9)
    start(party)
    play(party)
    close(party)
    seat_next(party)
    page.goto(reverse("correct", args=[party.pk, 1, 1, 4]))
    assert "Round 1 is closed." in read_checked_page()
    page.fill("[name=text]", "9dw0")
    page.locator("#echo").get_by_text("took none").wait_for()
    page.locator("[name=reason]").first.fill("misread the slip")
    press(page, "Correct it")
    assert "would sit elsewhere" in read_checked_page()
    press(page, "Correct it")
    assert "Corrected at table 1" in page.inner_text("#said")


def test_a_slip_is_typed_a_second_time(page, ruth, read_checked_page):
    party = party_with(8)
    start(party)
    enter(party, "8hn9 10nn10")
    page.goto(reverse("checked", args=[party.pk, 1]))
    read_checked_page()
    page.get_by_role("link", name="Type it again").first.click()
    assert "8hn9 8 Hearts by North" in read_checked_page()
    page.locator("[name=hand_1]").press_sequentially("8hn9")
    page.keyboard.press("Enter")  # Enter goes to the next empty box
    page.keyboard.type("10nn9")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Table 1, hand 2: which is it?").wait_for()
    assert "10 No Trump by North, 9 tricks" in read_checked_page()
    with page.expect_navigation():
        page.get_by_role("button", name="This is right").nth(1).click()
    assert "checked" in read_checked_page()


def test_leading_pairs_and_then_final_cards_are_typed(page, ruth, read_checked_page):
    party = party_with(8, capture="cards")
    start(party)
    page.goto(f"{reverse('entry', args=[party.pk, 1])}?table=1")
    read_checked_page()
    for place, letter in (("Round 1, table 2", "n"), ("everything is in", "e")):
        page.locator("[data-entry]").fill(letter)
        page.keyboard.press("Enter")
        page.get_by_role("heading", name=place).wait_for()
    close(party)
    page.goto(reverse("tallies", args=[party.pk]))
    assert "8 cards still to come" in read_checked_page()
    page.get_by_role("link", name="Type the next card: Alma").click()
    read_checked_page()
    page.fill("[name=boxes]", "310")
    page.fill("[name=total]", "300")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Bert’s card").wait_for()
    page.goto(reverse("tallies", args=[party.pk]))
    assert "It adds up to 310, the card says 300." in read_checked_page()
