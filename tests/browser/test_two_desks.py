"""Ruth and Hanna type at two laptops at once."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from party.models import Entry
from tests.browser.organiser import Organiser
from tests.browser.page_checks import page_faults
from tests.evening import HANDS, create_user, enter, helper_of, party_with, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def party(sign_in):
    ruth = create_user()
    sign_in(ruth)
    party = party_with(8, by=ruth)
    start(party)
    return party


@pytest.fixture
def ruth(page, party):
    return at_desk(page, party)


@pytest.fixture
def hanna(open_context, live_server, party):
    client = Client()  # another client leaves the session of Ruth alone
    client.force_login(helper_of(party))
    context = open_context()
    cookie = client.cookies["sessionid"]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    return at_desk(context.new_page(), party)


def at_desk(page, party):
    desk = Organiser(page)
    desk.party_url = reverse("party_hub", args=[party.pk])
    return desk


def open_table(*desks, table=1):
    for desk in desks:
        desk.open(f"rounds/1/entry/?table={table}")


def type_without_waiting(desk, text):
    desk.page.fill("[data-entry]", text)
    desk.page.keyboard.press("Enter")


def stored(table=1):
    rows = Entry.objects.in_force().filter(table__number=table).order_by("hand")
    return [(row.hand, row.bid, str(row.actor)) for row in rows]


def test_both_desks_type_the_next_hand_of_a_table(ruth, hanna):
    open_table(ruth, hanna)
    ruth.type_hand("8hn9")
    type_without_waiting(hanna, "7ce7")
    hanna.page.locator("#clash").wait_for()
    assert page_faults(hanna.page) == []
    message = hanna.page.inner_text("#clash")
    assert "8 Hearts by North, 9 tricks: made" in message
    assert "from the slip, Ruth" in message
    assert "7 Clubs by East, 7 tricks: made" in message
    hanna.press("Mine is another hand: save it as hand 2")
    assert stored() == [(1, "8H", "Ruth"), (2, "7C", "Hanna")]


def test_both_desks_type_the_last_hand_of_a_table(ruth, hanna, party):
    enter(party, "8hn9 7ce7 7sn6")
    open_table(ruth, hanna)
    type_without_waiting(hanna, "9dw8")
    expect(hanna.page.get_by_role("heading", name="Round 1, table 2")).to_be_visible()
    type_without_waiting(ruth, "9dw9")
    ruth.page.locator("#clash").wait_for()
    ruth.press("Keep both, and ask the table")
    assert "both are kept" in ruth.message
    ruth.page.get_by_role("button", name="This is right").nth(1).click()
    expect(ruth.page.locator("#said")).to_contain_text("decided")
    assert stored()[3] == (4, "9D", "Ruth")


def test_one_desk_closes_the_round_while_the_other_desk_types(ruth, hanna, party):
    enter(party, HANDS)
    enter(party, "8hn9 7ce7 7sn6", 2)
    open_table(ruth, hanna, table=2)
    hanna.page.fill("[data-entry]", "9dw9")
    ruth.type_hand("9dw8")
    ruth.open("live/")
    ruth.press("Stop and check the round")
    ruth.close_round()
    hanna.page.keyboard.press("Enter")
    hanna.page.wait_for_url("**/rounds/1/")
    alarm = hanna.page.inner_text("#alarm")
    assert "Round 1 was closed while you typed." in alarm
    assert "Table 2: nothing was stored. You typed: 9dw9" in alarm
    assert stored(2)[3] == (4, "9D", "Ruth")
