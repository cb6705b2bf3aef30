"""The pages of guests on a phone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from party.models import Party
from party.process_state import PROCESS
from party.services.accounts import sign_in_throttle
from party.services.evening.rounds import finish
from party.services.hall.guests import set_guest_access
from tests.browser.page_checks import page_faults
from tests.evening import BY_PROGRAM, close, party_with, play, play_rounds, seat_next, start
from tests.guard import setting_up
from tests.guests import named_party
from tests.prize_giving import reveal

pytestmark = pytest.mark.django_db(transaction=True)

POLL = 30_000  # milliseconds: the longest time between two polls
LOGIN = "<html><body><main id='main'>Welcome to Free Wifi: sign in</main></body></html>"


@pytest.fixture(autouse=True)
def _reset_process():
    PROCESS.reset()


@pytest.fixture
def party():
    return named_party(9, standings="all", rounds_planned=2)


def path_of_seat(party, number=1):
    return reverse("guest_seat", args=[party.code, number])


def ask_for_news(page):
    with page.expect_response(lambda response: "v=" in response.url) as answer:
        page.clock.fast_forward(POLL)
    return answer.value


def test_a_guest_finds_her_seat_and_follows_the_evening(page, party, assert_accessible):
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.goto(reverse("guest", args=[party.code]))
    page.get_by_label("Three letters of your first or last name").fill("alm")
    page.keyboard.press("Enter")
    second = page.get_by_role("listitem").filter(has_text="Alma R. (2)")
    second.click(position={"x": 280, "y": 8})  # a click anywhere in the row opens the page
    page.get_by_role("link", name="Not Alma R. (2)?").click()
    page.get_by_label("Three letters of your first or last name").fill("smi")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Not Mary O.?")).to_be_visible()
    page.goto(reverse("guest", args=[party.code]))
    expect(page.locator("main")).to_contain_text("Seats at about 6:50 p.m.")
    assert_accessible()
    assert ask_for_news(page).status == 204

    start(party)
    assert ask_for_news(page).status == 200
    expect(page.locator("main")).to_contain_text("Round 1: you sit at")
    assert_accessible()
    play(party)
    close(party)
    ask_for_news(page)
    expect(page.locator("main")).to_contain_text("Round 1 is over")
    expect(page.locator(".tcard tbody tr").first).to_be_visible()


def test_every_page_fits_screens_of_any_size(page, party, assert_accessible):
    def check_pages(*paths):
        for path in paths:
            page.goto(path)
            assert_accessible()
            assert page_faults(page) == [], path

    find, standings = (reverse(name, args=[party.code]) for name in ("guest", "guest_standings"))
    check_pages(find, path_of_seat(party), standings, f"{find}?who=alm", f"{find}?who=zzz")
    play_rounds(party, 1)
    check_pages(path_of_seat(party), standings)
    seat_next(party)
    start(party)
    check_pages(*(path_of_seat(party, number) for number in (1, 4, 5, 9)), find)
    play(party)
    close(party)
    finish(party.pk, **BY_PROGRAM)
    check_pages(find, path_of_seat(party), standings)
    reveal(party)
    check_pages(find, standings, path_of_seat(party))
    page.get_by_text("A picture to keep or to send").click()
    expect(page.get_by_role("img", name="The tally card of")).to_have_js_property(
        "naturalWidth", 1080
    )
    assert page_faults(page) == []


def test_laptop_in_a_new_network_gives_guests_its_new_web_address(page, party, sign_in, settings):
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "192.168.7.20"]
    with setting_up():
        Party.objects.filter(pk=party.pk).update(hall_address="http://10.0.0.7:8000")
    sign_in(party.club.memberships.get().user)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("guests", args=[party.pk]))
    moved = page.get_by_role("region", name="This laptop’s address has changed")
    expect(moved).to_contain_text("Papers say http://10.0.0.7:8000")
    assert page_faults(page) == []
    moved.get_by_role("button", name="Use the new address").click()
    expect(page.get_by_text("Print the papers with the guests’ address again.")).to_be_visible()
    expect(moved).to_have_count(0)
    expect(page.get_by_label("For guests")).to_have_value(re.compile("http://192.168.7.20:"))


def test_the_points_beside_a_long_name_are_in_sight(page, party):
    with setting_up():
        party.entrants.filter(number=9).update(name="Wolfeschlegelsteinhausenbergerdorff")
    play_rounds(party, 2)
    page.set_viewport_size({"width": 360, "height": 740})
    for path in (
        reverse("guest_standings", args=[party.code]),
        path_of_seat(party, 1),
        path_of_seat(party, 9),
    ):
        page.goto(path)
        assert page.locator("html").evaluate("page => page.scrollWidth - page.clientWidth") <= 0


def test_a_web_address_that_is_not_in_use_is_explained(page, assert_accessible, expected_errors):
    expected_errors.append("status of 404")
    page.goto("/p/abcd2345/")
    assert_accessible()
    assert page_faults(page) == []


def test_the_last_view_stays_while_the_laptop_does_not_answer(page, party, expected_errors):
    expected_errors.append("ERR_FAILED")
    start(party)
    page.clock.install()
    page.goto(path_of_seat(party))
    notice = page.locator("#away")
    page.route("**/*v=*", lambda route: route.abort())
    page.clock.fast_forward(POLL)
    expect(notice).to_be_visible()
    expect(page.locator("main")).to_contain_text("Round 1: you sit at")
    page.unroute("**/*v=*")
    page.route("**/*v=*", lambda route: route.fulfill(body=LOGIN, content_type="text/html"))
    page.clock.fast_forward(POLL)
    expect(notice).to_be_visible()
    expect(page.locator("main")).to_contain_text("Round 1: you sit at")
    page.unroute("**/*v=*")
    assert ask_for_news(page).status == 204
    expect(notice).to_be_hidden()


def test_open_page_says_that_guests_may_no_longer_look(page, party, expected_errors, monkeypatch):
    expected_errors += ["status of 404", "status of 429"]
    page.clock.install()
    page.goto(path_of_seat(party))
    set_guest_access(party.pk, is_open=False, names="short", standings="all", **BY_PROGRAM)
    assert ask_for_news(page).status == 404
    expect(page.locator("main")).to_contain_text("This address is no longer in use.")
    monkeypatch.setattr(sign_in_throttle, "MOST_GUESSES", 1)
    assert ask_for_news(page).status == 429
    expect(page.locator("main")).to_contain_text("Wait 15 minutes")


def test_without_scripts_the_page_refreshes_by_itself(open_context, party):
    start(party)
    page = open_context(java_script_enabled=False).new_page()
    page.goto(path_of_seat(party))
    expect(page.locator("main")).to_contain_text("Round 1: you sit at")
    assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("main")).to_contain_text("Round 1: you sit at")


def test_an_organiser_chooses_what_guests_see(page, sign_in, assert_accessible):
    party = party_with(4)
    sign_in(party.club.memberships.get().user)
    page.goto(reverse("guests", args=[party.pk]))
    assert_accessible()
    page.get_by_text("Let guests look, at the address below").click()
    page.get_by_text("The first ten").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="See it as a guest")).to_be_visible()
    assert_accessible()
    assert page_faults(page) == []
    assert Party.objects.get(pk=party.pk).guest_standings == "top"
