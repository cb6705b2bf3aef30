"""The pages of series and pictures."""

import pytest
from django.urls import reverse

from party.services.evening import rounds
from party.services.standings.series import create_series
from party.values.standings.series import SeriesPlan
from tests.browser.page_checks import page_faults
from tests.evening import BY_PROGRAM, create_user, party_with, play_rounds
from tests.guard import setting_up

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"


@pytest.fixture
def party(sign_in):
    """Return a finished party of nine people and three rounds; one person has a long name."""
    ruth = create_user()
    sign_in(ruth)
    party = party_with(9)
    with setting_up():
        party.entrants.filter(number=2).update(name=LONG)
        party.club.players.filter(entrants__number=2).update(name=LONG)
    play_rounds(party, 3)
    rounds.finish(party.pk, **BY_PROGRAM)
    return party


@pytest.fixture
def series(party):
    plan = SeriesPlan(name="Winter 2026", best=1, least=2, parties=(party.pk,))
    return create_series(party.club_id, plan, **BY_PROGRAM)


@pytest.fixture
def open_checked_page(page, assert_accessible):
    def open_checked_page(path, *buttons, open_all=False, **typed):
        page.goto(path)
        for name, text in typed.items():
            page.locator(f"[name={name}]").fill(text)
        for label in buttons:
            with page.expect_navigation():
                page.get_by_role("button", name=label, exact=True).click()
        if open_all:
            for fold in page.locator("main summary").all():
                fold.click()
        assert_accessible()
        assert page_faults(page) == [], f"{path} {buttons}"
        return page.inner_text("main")

    return open_checked_page


def test_pages_of_series_are_faultless(open_checked_page, party, series):
    assert "Winter 2026" in open_checked_page("/series/")
    assert "came 1 of 2 times" in open_checked_page(reverse("series", args=[series.pk]))
    open_checked_page(reverse("series_new", args=[party.club_id]))
    wrong = {"name": "", "ladder": "8 10", "best": "0"}
    text = open_checked_page(reverse("series_new", args=[party.club_id]), "Create season", **wrong)
    assert "Type a name for the season." in text
    open_checked_page(reverse("series_change", args=[series.pk]), open_all=True)


@pytest.mark.parametrize("cookies", [{}, {"theme": "dark", "suits": "4"}])
def test_pages_of_pictures_are_faultless(open_checked_page, party, context, live_server, cookies):
    for name, value in cookies.items():
        context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    path = reverse("pictures", args=[party.pk])
    assert "Bids by trump" in open_checked_page(path, open_all=True)
    assert "Only the leaders" in open_checked_page(f"{path}?all=1")
    assert "Partner in each round" in open_checked_page(f"{path}?numbers=partners")


def test_a_person_is_chosen_for_the_pictures_without_a_mouse(page, party):
    page.goto(reverse("pictures", args=[party.pk]))
    select = page.get_by_label("Mark", exact=True)
    select.focus()
    select.select_option(LONG)
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator(".matrix .mine th").text_content() == LONG
