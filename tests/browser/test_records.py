"""The record of a hand in a real browser."""

from uuid import uuid4

import pytest
from django.urls import reverse

from party.services.scores import records
from tests.browser.page_checks import page_faults
from tests.evening import BY_PROGRAM, enter, party_with, spot, start
from tests.guard import setting_up
from tests.hands import REVOKE, WHOLE

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"
DARK_RULES = ("color-contrast",)  # a dark page has the same elements as a light one
OVERBID = WHOLE.replace("8H Pass Pass Pass", "8H 7S Pass Pass")


@pytest.fixture
def party(sign_in):
    party = party_with(8)
    sign_in(party.club.memberships.get().user)
    with setting_up():
        party.entrants.filter(number=2).update(name=LONG)
    start(party)
    return party


def url_of(name, party, *options):
    return reverse(name, args=[party.pk, 1, 1, *options])


def press(page, words):
    with page.expect_navigation():
        page.get_by_role("button", name=words).first.click()


def paste(page, party, text):
    page.goto(url_of("records", party))
    page.get_by_label("The record (PTN)", exact=True).fill(text)
    press(page, "Attach it")


def attach(party, *texts):
    records.attach_records(spot(party), texts, first=1, submission=uuid4(), **BY_PROGRAM)


def test_the_page_of_a_pasted_record_shows_the_revoke(page, party):
    paste(page, party, REVOKE)
    (marked,) = page.locator("td.bad").all()
    assert marked.inner_text().startswith("▲")
    assert marked.evaluate("cell => cell.cellIndex") == 3
    why = "South has Clubs and plays the 9 of Spades: a revoke."
    assert why in page.locator("#trick-4 + .why").inner_text()
    page.get_by_role("link", name="Trick 4, South").click()
    assert page.url.endswith("#trick-4")


@pytest.mark.parametrize("theme", ["", "dark"])
def test_record_pages_are_faultless(page, party, context, live_server, assert_accessible, theme):
    context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])

    def check(path=None):
        if path:
            page.goto(path)
        assert_accessible(*DARK_RULES if theme else ())
        assert theme or page_faults(page) == [], page.url

    check(url_of("records", party))
    attach(party, REVOKE, WHOLE, OVERBID)
    enter(party, "8hn9 8hn8")
    check(url_of("records", party))
    for hand in (1, 2, 3):
        check(url_of("record", party, hand))
    check(url_of("record_replace", party, 1))
    check(reverse("entry", args=[party.pk, 1]) + "?table=1")
    paste(page, party, "[Deal oops]\nmumble")
    check()
