"""The page of a table on its phone."""

import json
import re
from uuid import uuid4

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from party.engine import PRESETS, read_entry
from party.models import Entry, Party, Round, Table
from party.services.phones import addresses, hands
from party.services.rules import change_rules
from party.values.accounts import PROGRAM, table_actor
from tests.browser.page_checks import CURSOR, LARGE_LETTERS, SIDEWAYS
from tests.browser.phone import READY, TablePhone
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    draw,
    enter,
    party_with,
    play,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up
from tests.phone import address

pytestmark = pytest.mark.django_db(transaction=True)

HAND = ("N", "8H", 9)
UNSENT = "Kept on this phone"
# This finds rows of the pad with bids of two levels.
MIXED_ROWS = """() => {
  const rows = {};
  for (const key of document.querySelectorAll('[name=bid]')) {
    const level = parseInt(key.value), top = key.getBoundingClientRect().top;
    if (level && key.offsetParent) rows[top] = (rows[top] || new Set()).add(level);
  }
  return Object.values(rows).filter(levels => levels.size > 1).map(levels => [...levels]);
}"""
NO_STORAGE = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("barred", "SecurityError"); }
});
"""


@pytest.fixture
def party():
    party = party_with(8, phones=True)
    start(party)
    return party


@pytest.fixture
def phone(page, party):
    return TablePhone(page, party)


@pytest.fixture
def no_wifi(expected_errors):
    """Let a test expect console errors about requests that fail without a network."""
    expected_errors += ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_CONNECTION"]


def in_force(table=1):
    entries = Entry.objects.filter(table__number=table, status=Entry.Status.IN_FORCE)
    return [(entry.hand, entry.source) for entry in entries.order_by("pk")]


def test_hand_in_four_taps(phone, party):
    expect(phone.heading).to_have_text("Round 1: who sits here")
    phone.begin()
    expect(phone.heading).to_have_text("Who won the bid?")
    phone.taps = 0
    phone.choose(*HAND)
    expect(phone.heading).to_have_text("Alma bid 8 Hearts and took 9.")
    expect(phone.heading).to_be_focused()
    result = " ".join(phone.page.inner_text("#view").split())
    assert "made it" in result
    assert re.search(
        r"Alma & Bert\s+\+300\s+Carol & Dev\s+\+10\s+Carol or Dev: is that right\?", result
    )
    phone.tap("save")
    assert phone.taps == 4
    expect(phone.status).to_contain_text("Hand 1 is saved")
    expect(phone.heading).to_have_text("Who won the bid?")
    expect(phone.page.locator("#where")).to_have_text("Round 1 · hand 2/4")
    assert in_force() == [(1, Entry.Source.PHONE)]
    assert phone.stored_hands == ["8hn9"]

    phone.tap("undo")
    expect(phone.status).to_contain_text("Taken back: hand 1")
    expect(phone.page.locator("#where")).to_have_text("Round 1 · hand 1/4")
    expect(phone.status).not_to_contain_text("Sending")
    assert in_force() == []


def test_four_hands_are_entered_and_both_pairs_agree(phone, party, assert_accessible):
    phone.begin()
    phone.tap("passed")
    phone.tap("save")
    expect(phone.status).to_contain_text("Nobody bid: dealt again: saved")
    phone.taps, phone.waits, times = 0, True, []
    for hand, played in enumerate(
        [HAND, ("E", "7C", 7), ("S", "7NT", 6), ("W", "9D", 9)], start=1
    ):
        times.append(phone.play(*played))
        if hand < 4:
            expect(phone.status).to_contain_text(f"Hand {hand} is saved")
    phone.waits, seconds = False, sum(times) / 4
    print(f"{phone.taps / 4:g} taps a hand, {seconds:.1f} s")  # noqa: T201
    assert phone.taps == 4 * 4
    expect(phone.heading).to_have_text("Round 1: all right?")
    assert phone.page.locator("tbody tr").count() == 5
    assert_accessible()
    phone.tap("agree", "NS")
    phone.tap("agree", "EW")
    expect(phone.page.locator("main")).to_contain_text("Both pairs agreed")
    assert Table.objects.get(number=1).agreed_at
    phone.tap("unagree")
    expect(phone.page.get_by_role("button", name="it’s right")).to_have_count(2)
    phone.tap("edit")
    phone.tap("tricks", "7")
    phone.tap("save")
    expect(phone.page.locator("tbody")).to_contain_text("−300")
    assert phone.stored_hands[:2] == ["p", "8hn7"]


@pytest.mark.usefixtures("no_wifi")
def test_an_undo_without_wifi_reaches_the_server_later(phone, party):
    phone.begin()
    phone.disconnect()
    phone.play(*HAND)
    expect(phone.status).to_contain_text(UNSENT)
    phone.tap("undo")
    expect(phone.heading).to_have_text("Who won the bid?")
    phone.reconnect()
    expect(phone.status).not_to_contain_text("on this phone")
    assert Entry.objects.count() == 1
    assert in_force() == []


@pytest.mark.usefixtures("no_wifi")
def test_a_phone_sends_again_after_a_lost_or_foreign_answer(phone, party):
    sent = []

    def lose(route):
        sent.append(json.loads(route.request.post_data)["id"])
        if len(sent) == 1:  # the wifi answers with its own page: the server got nothing
            route.fulfill(
                status=200, content_type="text/html", body="<h1>Welcome to the wifi</h1>"
            )
        elif len(sent) == 2:  # the server gets the hand, but its answer is lost
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.begin()
    phone.page.route("**/send/", lose)
    phone.play(*HAND)
    expect(phone.status).to_contain_text("Hand 1 is saved")
    assert len(sent) == 3
    assert len(set(sent)) == 1
    assert in_force() == [(1, Entry.Source.PHONE)]


@pytest.mark.usefixtures("no_wifi")
def test_unsent_hand_and_kept_bid_survive_a_reload(phone, party):
    phone.begin()
    phone.page.route("**/send/", lambda route: route.abort())
    phone.play(*HAND)
    expect(phone.status).to_contain_text(UNSENT)
    phone.tap("bidder", "E")
    phone.tap("bid", "7C")
    phone.tap("keep")
    expect(phone.status).to_contain_text("The bid is kept on this phone")
    leaving = []

    def leave_page(dialog):
        leaving.append(dialog.type)
        dialog.accept()

    phone.page.on("dialog", leave_page)
    phone.page.reload()
    assert leaving == ["beforeunload"]
    expect(phone.heading).to_have_text("Tricks Carol & Dev took")
    expect(phone.status).to_contain_text(UNSENT)
    phone.page.unroute("**/send/")
    phone.tap("try")
    expect(phone.status).not_to_contain_text(UNSENT)
    phone.tap("tricks", "7")
    phone.tap("save")
    expect(phone.status).to_contain_text("Hand 2 is saved")
    assert phone.stored_hands == ["8hn9", "7ce7"]


def test_a_phone_shows_that_it_has_to_wait(phone, expected_errors):
    expected_errors.append("status of 429")
    answer = {"status": 429, "json": {"words": "Wait 15 minutes."}}
    phone.page.route("**/state/*", lambda route: route.fulfill(**answer))
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.page.locator("main")).to_contain_text("Wait 15 minutes.")


def test_a_refused_hand_stays_until_it_is_corrected(phone, party, expected_errors):
    refusal = {"outcome": "refused", "words": "That cannot be.", "state": None}

    def refuse(route):
        answer = refusal | {"id": json.loads(route.request.post_data)["id"]}
        route.fulfill(status=422, json=answer)

    phone.page.route("**/send/", refuse)
    phone.begin()
    phone.play("N", "8H", 7)
    expect(phone.alarm).to_contain_text("That cannot be.")
    phone.page.reload()
    expect(phone.alarm).to_contain_text("Not saved: Alma bid 8 Hearts and took 7")
    phone.page.unroute("**/send/")
    phone.tap("mend")
    phone.tap("tricks", "9")
    phone.tap("save")
    expect(phone.status).to_contain_text("Hand 1 is saved")
    expect(phone.alarm).to_be_empty()
    assert phone.stored_hands == ["8hn9"]


@pytest.mark.usefixtures("no_wifi")
def test_a_phone_that_refuses_cookies_and_storage_still_saves_hands(page, party):
    page.add_init_script(NO_STORAGE)
    phone = TablePhone(page, party)
    expect(phone.status).to_contain_text("Keep this page open")
    phone.begin()
    page.route("**/send/", lambda route: route.abort())
    phone.play(*HAND)
    expect(phone.status).to_contain_text("Not sent yet: it is lost if you close this page")
    page.unroute("**/send/")
    phone.tap("try")
    expect(phone.status).to_contain_text("Hand 1 is saved")
    assert in_force() == [(1, Entry.Source.PHONE)]
    assert page.context.cookies() == []


def test_a_phone_shows_the_next_seats_and_then_the_new_round(phone, party):
    enter(party, HANDS)
    enter(party, HANDS, table=2)
    expect(phone.heading).to_have_text("Round 1: all right?")
    close(party)
    seat_next(party)
    with setting_up():
        Round.objects.filter(number=2).update(announced_at=timezone.now())
        Party.objects.update(shared_revision=99)
    phone.wake()
    expect(phone.heading).to_have_text("Where to go next")
    moves = phone.page.locator("#plain .lines li")
    assert moves.count() == 4
    assert "Your partner is" in moves.first.inner_text()
    start(party)
    phone.wake()
    expect(phone.heading).to_have_text("Round 2: who sits here")
    names = phone.page.locator(".seats p").all_inner_texts()
    phone.begin()
    assert phone.page.locator("[name=bidder][value=N] + span").inner_text().split()[0] in names[0]


def test_a_phone_waits_for_the_start_and_calls_the_host(page):
    party = party_with(8, phones=True)
    draw(party)
    phone = TablePhone(page, party)
    expect(page.locator("main")).to_contain_text("Wait for the bell.")
    start(party)
    phone.wake()
    expect(phone.heading).to_have_text("Round 1: who sits here")
    phone.tap("call")
    line = page.locator("#news")
    expect(line).to_have_text("Waiting for the host")
    addresses.answer_call(party.pk, 1, actor=PROGRAM, at=timezone.now())
    phone.wake()
    expect(line).to_have_text("The host is coming")
    phone.tap("call")
    phone.tap("uncall")
    expect(page.get_by_role("button", name="Call the host")).to_be_enabled()


def test_an_unusual_hand_is_asked_about_before_it_is_saved(phone, party, assert_accessible):
    phone.begin()
    phone.choose("N", "8H", 4)
    expect(phone.heading).to_have_text("Set by 4. Is that right?")
    assert_accessible()
    phone.tap("save")
    expect(phone.status).to_contain_text("Hand 1 is saved")
    assert Entry.objects.get().checked == Entry.Checked.AT_TABLE


def test_two_results_are_settled_at_the_table(phone, party, assert_accessible):
    for text in ("8hn9", "8hn8"):
        entry = read_entry(party.rules, text)
        options = {"actor": table_actor(1), "at": AT, "submission": uuid4()}
        hands.record_hand(spot(party), entry, hand=1, **options)
    phone.wake()
    expect(phone.heading).to_have_text("Who won the bid?")
    phone.tap("settle")
    expect(phone.heading).to_have_text("Two results for hand 1")
    assert_accessible()
    phone.wait_for_ready()
    second = phone.page.locator("#view .card", has_text="took 8")
    second.locator("[value^=NS]").click()
    phone.page.locator("#view .card", has_text="took 9").locator("[value^=EW]").click()
    expect(phone.page.locator("#view")).to_contain_text("You do not agree yet.")
    second.locator("[value^=EW]").click()
    expect(phone.status).to_contain_text("Both pairs agreed: 8 tricks, +300")
    assert phone.stored_hands == ["8hn8"]


def test_a_tapped_hand_is_sent_after_phones_are_on_again(phone, party, expected_errors):
    expected_errors += ["status of 409", "status of 410"]
    phone.begin()
    phone.choose(*HAND)
    switch_phones(party, on=False)
    phone.tap("save")
    expect(phone.heading).to_have_text("Phones are off for now")
    expect(phone.status).to_contain_text("Write it on the slip too")
    assert in_force() == []
    switch_phones(party, on=True)
    phone.wake()
    expect(phone.page.locator("#so-far")).to_contain_text("Hand 1: Alma bid 8 Hearts and took 9.")
    expect(phone.status).to_be_empty()
    assert in_force() == [(1, Entry.Source.PHONE)]
    options = {"actor": PROGRAM, "at": timezone.now()}
    addresses.renew_addresses(party.pk, 1, **options)
    phone.wake()
    expect(phone.heading).to_have_text("This page has ended")
    addresses.undo_renewal(party.pk, 1, **options)
    phone.wake()
    expect(phone.heading).to_have_text("Who won the bid?")


def test_a_late_answer_does_not_reopen_the_page_of_an_old_web_address(
    phone, party, expected_errors
):
    expected_errors += ["status of 409", "status of 410"]
    phone.begin()
    phone.choose(*HAND)
    switch_phones(party, on=False)
    phone.tap("save")
    expect(phone.heading).to_have_text("Phones are off for now")
    held, url = [], phone.page.url
    phone.page.route(url, lambda route: held.append(route), times=1)  # noqa: PLW0108 -- Playwright marks it
    with phone.page.expect_request(url):  # the page asks by a poll, or because it is woken
        switch_phones(party, on=True)
        phone.wake()
    answer = phone.page.request.get(url).text()
    addresses.renew_addresses(party.pk, 1, actor=PROGRAM, at=timezone.now())
    phone.wake()
    expect(phone.heading).to_have_text("This page has ended")
    held[0].fulfill(body=answer, content_type="text/html")
    phone.page.evaluate("new Promise((done) => setTimeout(done, 200))")
    assert phone.heading.inner_text() == "This page has ended"


def test_a_phone_woken_during_a_poll_asks_again_after_the_poll(phone):
    held, state = [], "**/state/*"
    phone.page.route(state, lambda route: held.append(route), times=1)  # noqa: PLW0108 -- Playwright marks it
    with phone.page.expect_request(state):
        phone.wake()
    phone.wake()
    with phone.page.expect_request(state, timeout=4000):
        held[0].fulfill(status=204)


def switch_phones(party, *, on):
    addresses.switch_phones(party.pk, "http://10.0.0.2:8000", is_on=on, **BY_PROGRAM)


def test_a_hand_that_nobody_bid_and_a_slam_are_saved(page):
    party = party_with(8, preset="grand-slam", phones=True)
    start(party)
    phone = TablePhone(page, party)
    phone.begin()
    phone.tap("passed")
    phone.tap("save")
    expect(phone.status).to_contain_text("Nobody bid: dealt again: saved")
    phone.play("E", "10S slam", 10)
    expect(phone.status).to_contain_text("Hand 1 is saved")
    phone.play("W", "GRAND", 0)
    expect(phone.status).to_contain_text("Hand 2 is saved")
    assert phone.stored_hands == ["p", "10se10!", "gmw0"]


def test_an_open_page_follows_changes_of_people_and_rules(phone, party):
    page = phone.page
    phone.begin()
    with setting_up():
        party.entrants.filter(number=1).update(name="Zelda")
        Party.objects.update(shared_revision=F("shared_revision") + 100)
    phone.wake()
    expect(page.locator("#bidders")).to_contain_text("Zelda")

    phone.choose(*HAND)
    expect(page.locator("#view")).to_contain_text("+10")
    change_rules(party.pk, "canadian", PRESETS["canadian"], **BY_PROGRAM)
    phone.wake()
    expect(page.locator("#view")).not_to_contain_text("+10")
    phone.tap("change")
    phone.tap("bid")
    phone.tap("bid", "6S")
    phone.tap("tricks", "9")
    change_rules(party.pk, "midway", PRESETS["midway"], **BY_PROGRAM)
    phone.wake()
    expect(phone.heading).to_have_text("What was the bid?")
    phone.tap("bid", "8H")
    phone.tap("tricks", "9")
    phone.tap("save")
    expect(phone.status).to_contain_text("Hand 1 is saved")


def test_a_total_of_a_round_is_entered_and_corrected(page):
    party = party_with(8, capture="totals", phones=True)
    start(party)
    phone = TablePhone(page, party)
    phone.begin()
    page.locator("#total-ns").fill("490")
    phone.tap("check")
    expect(phone.alarm).to_contain_text("Type the points of Carol & Dev")
    page.locator("#total-ew").fill("60")
    page.get_by_role("button", name="plus or minus, East-West").click()
    phone.tap("check")
    expect(page.locator("#view")).to_contain_text("−60")
    phone.tap("save")
    expect(phone.heading).to_have_text("Round 1: all right?")
    assert Entry.objects.filter(ns=490, ew=-60).count() == 1
    page.locator(READY).wait_for()
    page.locator("[data-do=edit]").first.click()
    page.locator(READY).wait_for()
    page.locator("#total-ew").fill("60")
    phone.tap("check")
    phone.tap("save")
    expect(phone.heading).to_have_text("Round 1: all right?")
    expect(page.locator("#plain")).to_contain_text("+60")
    assert Entry.objects.get(status=Entry.Status.IN_FORCE).ew == 60


def test_a_tied_table_is_asked_for_the_cut(page):
    party = party_with(8, phones=True)
    start(party)
    enter(party, "8hn8 8he8 8ss8 8sw8")
    phone = TablePhone(page, party)
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate(LARGE_LETTERS)  # even then the points are in sight
    assert page.locator(".scroll").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    phone.tap("cut", "EW")
    expect(page.locator("main")).to_contain_text("High on the cut: Carol & Dev")
    assert Table.objects.get(number=1).cut == "EW"
    phone.tap("cut", "NS")
    expect(page.locator("main")).to_contain_text("High on the cut: Alma & Bert")
    assert Table.objects.get(number=1).cut == "NS"


def test_a_warning_names_a_begun_hand_when_the_round_closes(page):
    party = party_with(8, phones=True, rounds_planned=1)
    start(party)
    phone = TablePhone(page, party)
    phone.begin()
    phone.tap("bidder", "N")
    phone.tap("bid", "8H")
    phone.tap("keep")
    expect(phone.status).to_contain_text("The bid is kept")
    play(party)
    close(party)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.alarm).to_contain_text("Round 1 is closed.")
    expect(phone.alarm).to_contain_text("Hand 1: 8 Hearts by North")
    expect(phone.status).not_to_contain_text("The bid is kept")
    expect(phone.heading).to_have_text("The evening is over")


@pytest.mark.parametrize("missing", ["every script", "outbox.js"])
def test_a_hand_is_saved_if_a_script_is_missing(party, open_context, missing):
    plain = open_context(java_script_enabled=missing != "every script").new_page()
    plain.route(f"**/{missing}", lambda route: route.abort())
    plain.goto(address(party))
    for name, value in (("bidder", "N"), ("bid", "8H"), ("tricks", "9")):
        plain.locator(f"[name={name}][value='{value}']").check(force=True)
    plain.get_by_role("button", name="Save", exact=True).click()
    expect(plain.locator("#told")).to_contain_text("saved")
    assert in_force() == [(1, Entry.Source.PHONE)]
    plain.get_by_role("button", name="Save", exact=True).click()
    assert "Circle who bid" in plain.inner_text("#alarm")
    plain.goto(address(party))
    plain.get_by_role("button", name="Undo the last").click()
    expect(plain.locator("#told")).to_contain_text("saved")
    assert in_force() == []
    plain.get_by_role("button", name="Call the host").click()
    expect(plain.get_by_role("button", name="Take the call back")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_fits_a_small_phone_with_large_letters(party, page, assert_accessible, scheme):
    page.emulate_media(color_scheme=scheme)
    party = party_with(8, preset="lodige", phones=True)
    start(party)
    phone = TablePhone(page, party)
    check = check_page if scheme == "light" else check_colours
    for tap in (["start"], ["bidder", "N"], ["bid", "OPEN"], ["tricks", "0"], ["save"]):
        check(page, assert_accessible)
        phone.tap(*tap)
    expect(phone.status).to_contain_text("Hand 1 is saved")
    check(page, assert_accessible)


def check_colours(page, assert_accessible):
    page.locator(READY).wait_for()
    assert_accessible("color-contrast")


def check_page(page, assert_accessible):
    page.locator(READY).wait_for()
    assert_accessible()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(SIDEWAYS) == []
    page.evaluate(LARGE_LETTERS)
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(MIXED_ROWS) == []
    page.evaluate("document.documentElement.style.fontSize = ''")
    controls = page.locator("main input:not([type=hidden]), button, summary").filter(visible=True)
    for box in (control.bounding_box() for control in controls.all()):
        assert box["height"] >= 47.9, box
        assert box["width"] >= 40, box
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("Tab")
    assert page.evaluate(CURSOR.replace("'a[href], ", "'")) == []
