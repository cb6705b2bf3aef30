"""The live page asks for news by itself."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.evening import helper_of

pytestmark = pytest.mark.django_db(transaction=True)

POLL = 10_000  # milliseconds between two polls


@pytest.fixture
def live(page, party):
    page.clock.install()
    page.goto(reverse("live", args=[party.pk]))
    return page


@pytest.fixture
def other_desk(open_context, live_server, party):
    client = Client()
    client.force_login(helper_of(party))
    context = open_context()
    cookie = client.cookies["sessionid"]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    return context.new_page()


def ask_for_news(page):
    with page.expect_response(lambda response: "?v=" in response.url) as answer:
        page.clock.fast_forward(POLL)
    return answer.value


def test_a_poll_without_news_changes_nothing(live):
    link = live.get_by_role("link", name="Enter hands")
    link.focus()
    link.evaluate("link => { link.dataset.seen = 'before'; }")
    assert ask_for_news(live).status == 204
    assert ask_for_news(live).status == 204
    expect(link).to_be_focused()
    assert link.get_attribute("data-seen") == "before"


def test_a_hand_typed_at_a_second_desk_is_shown(live, party, other_desk):
    live.get_by_role("link", name="Enter hands").focus()
    other_desk.goto(reverse("entry", args=[party.pk, 1]))
    other_desk.keyboard.type("8hn9")
    other_desk.keyboard.press("Enter")
    other_desk.wait_for_selector("#said:has-text('Saved')")
    assert ask_for_news(live).status == 200
    expect(live.locator("#spot-1 .row-end")).to_have_text("1 of 4")


def test_a_silent_laptop_is_reported_until_it_answers(live, expected_errors):
    expected_errors += ["ERR_FAILED", "htmx:"]
    live.route("**/live/?v=*", lambda route: route.abort())
    live.clock.fast_forward(POLL)
    alarm = live.locator("#alarm")
    expect(alarm).to_contain_text("Head Table does not answer.")
    live.unroute("**/live/?v=*")
    ask_for_news(live)
    expect(alarm).to_be_empty()


def test_a_poll_while_signed_out_leads_to_the_sign_in_page(live, party, client):
    client.logout()
    live.clock.fast_forward(POLL)
    live.wait_for_url(f"**/login/?next={reverse('live', args=[party.pk])}")
