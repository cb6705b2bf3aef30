"""A whole hand pasted in a real browser: the revoke is seen, the result entered, the desk told."""

from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry, Record
from party.services.scores import records
from party.values.accounts import PROGRAM
from tests.browser.page_checks import page_faults
from tests.evening import AT, enter, party_with, spot, start
from tests.guard import setting_up
from tests.hands import REVOKE, WHOLE

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"
IN_THE_DARK = ("color-contrast",)  # the parts of a page are the same
OVERBID = WHOLE.replace("8H Pass Pass Pass", "8H 7S Pass Pass")


@pytest.fixture
def party(sign_in):
    party = party_with(8)
    sign_in(party.club.memberships.get().user)
    with setting_up():
        party.entrants.filter(number=2).update(name=LONG)
    start(party)
    return party


def at(name, party, *where):
    return reverse(name, args=[party.pk, 1, 1, *where])


def press(page, words):
    with page.expect_navigation():
        page.get_by_role("button", name=words).first.click()


def paste(page, party, text):
    page.goto(at("records", party))
    page.get_by_label("The record (PTN)", exact=True).fill(text)
    press(page, "Attach it")


def carry(party, *texts):
    records.attach_records(spot(party), texts, first=1, submission=uuid4(), actor=PROGRAM, at=AT)


def test_pasted_hand_shows_the_revoke(page, party):
    paste(page, party, REVOKE)
    (marked,) = page.locator("td.bad").all()
    assert marked.inner_text().startswith("▲")
    assert marked.evaluate("cell => cell.cellIndex") == 3
    why = "South has Clubs and plays the 9 of Spades: a revoke."
    assert why in page.locator("#trick-4 + .why").inner_text()
    page.get_by_role("link", name="Trick 4, South").click()
    assert page.url.endswith("#trick-4")


def test_result_of_a_pasted_hand_is_entered_and_a_changed_one_told_at_the_desk(page, party):
    paste(page, party, WHOLE)
    press(page, "Enter 8 Hearts by North, 9 tricks: made")
    assert "Entered as hand 1" in page.inner_text("#said")
    assert Entry.objects.in_force().values_list("bid", "bidder", "tricks").get() == ("8H", "N", 9)
    page.goto(at("correct", party, 1))
    page.get_by_label("The hand as it was played").fill("8hn8")
    press(page, "Correct it")
    told = page.get_by_text("Table 1, hand 1: its record says 8 Hearts by North, 9 tricks")
    told.get_by_role("link", name="Look at the record").click()
    page.get_by_role("link", name="Correct the hand").click()
    press(page, "Correct it")
    assert Entry.objects.in_force().get().tricks == 9
    assert not page.get_by_text("its record says").count()


def test_line_that_cannot_be_read_keeps_what_was_pasted(page, party):
    text = WHOLE.replace("HK D7", "HK oops")
    paste(page, party, text)
    assert "Line 16: “oops” is not a card." in page.inner_text("#errors")
    field = page.get_by_label("The record (PTN)", exact=True)
    assert field.input_value() == text
    field.fill(text.replace("oops", "D7"))
    press(page, "Attach it")
    assert Record.objects.get().text == WHOLE


def test_hand_is_attached_and_entered_without_scripts(party, plain_page, tmp_path):
    file = tmp_path / "hand.ptn"
    file.write_text(WHOLE, encoding="utf-16")
    plain_page.goto(at("records", party))
    plain_page.get_by_label("Or a file with it").set_input_files(file)
    press(plain_page, "Attach it")
    press(plain_page, "Enter 8 Hearts by North")
    assert Entry.objects.in_force().get().tricks == 9


@pytest.mark.parametrize("theme", ["", "dark"])
def test_pages_are_accessible_and_fit(page, party, context, live_server, assert_accessible, theme):
    context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])

    def look(path=None):
        if path:
            page.goto(path)
        assert_accessible(*IN_THE_DARK if theme else ())
        assert theme or page_faults(page) == [], page.url

    look(at("records", party))
    carry(party, REVOKE, WHOLE, OVERBID)
    enter(party, "8hn9 8hn8")
    look(at("records", party))
    for hand in (1, 2, 3):
        look(at("record", party, hand))
    look(at("record_replace", party, 1))
    look(reverse("entry", args=[party.pk, 1]) + "?table=1")
    paste(page, party, "[Deal oops]\nmumble")
    look()
