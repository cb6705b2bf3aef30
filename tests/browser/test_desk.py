"""The desk in a real browser."""

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from playwright.sync_api import expect

from party.models import Entry, Round
from party.services.scores import tables
from party.values.scores.tables import Spot
from tests.browser.page_checks import LARGE_LETTERS, SIDEWAYS
from tests.evening import BY_PROGRAM, HANDS, enter, party_with, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db(transaction=True)

READING_TIME = 900  # milliseconds until the desk takes keys as an answer


@pytest.fixture
def desk(page, party):
    page.goto(reverse("entry", args=[party.pk, 1]))


def type_line(page, text):
    """Type where the cursor is, and wait for the answer of the desk."""
    before = page.locator("[name=submission]").first.get_attribute("value")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "was => document.querySelector('[name=submission]')?.value !== was", arg=before
    )


def is_cursor_in_line(page):
    return page.evaluate("document.activeElement.matches('[data-entry]')")


def test_line_has_the_cursor_before_the_page_is_drawn(page, party):
    # "autofocus" alone would give it the cursor only when the page is drawn.
    page.add_init_script("""const focus = HTMLElement.prototype.focus;
    HTMLElement.prototype.focus = function () { window.firstFocus ??= this.id; focus.call(this); };
    const note = () => { window.focusAtLoad = document.activeElement.id; };
    addEventListener("DOMContentLoaded", note);""")
    page.goto(reverse("entry", args=[party.pk, 1]))
    assert page.evaluate("[window.firstFocus, window.focusAtLoad]") == ["id_text", "id_text"]


# Typing while a hand is being saved


def delay_answers(page, milliseconds):
    if milliseconds:
        page.route(
            "**/entry/**", lambda route: (page.wait_for_timeout(milliseconds), route.continue_())
        )


def stored():
    rows = Entry.objects.in_force().order_by("table__number", "hand")
    return list(rows.values_list("table__number", "hand", "bid", "bidder", "tricks"))


ROUND = [("8H", "N", 9), ("7C", "E", 7), ("7S", "N", 6), ("9D", "W", 9)]
BOTTOMS = "keys => keys.map(key => key.getBoundingClientRect().bottom)"
COLOURS = "buttons => buttons.map(button => getComputedStyle(button).backgroundColor)"


@pytest.mark.parametrize("wait", [0, 250, 900])
def test_a_round_is_typed_at_full_speed_and_no_key_is_lost(page, desk, wait):
    page.evaluate("window.line = document.querySelector('[data-entry]')")
    delay_answers(page, wait)
    typed = [*HANDS.split(), *HANDS.split()]
    for hand in typed[:-1]:
        page.keyboard.type(hand, delay=30)
        page.keyboard.press("Enter", delay=30)
        assert page.evaluate("document.activeElement === window.line")
    page.keyboard.type(typed[-1], delay=30)
    expect(page.locator("#said")).to_contain_text("Table 2, hand 3")
    expect(page.locator("#id_text")).to_have_value(typed[-1])
    page.keyboard.press("Enter")
    page.wait_for_selector("text=everything is in")
    assert stored() == [
        (table, hand, *played) for table in (1, 2) for hand, played in enumerate(ROUND, 1)
    ]


@pytest.mark.parametrize("wait", [0, 400])
def test_a_refused_line_waits_beside_the_line_being_typed(page, desk, wait):
    delay_answers(page, wait)
    for line in ("8xn9", "7ce7", "7s"):
        page.keyboard.type(line, delay=30)
        if line != "7s":
            page.keyboard.press("Enter")
    held = page.locator("#held")
    expect(held).to_contain_text("Not saved: “8xn9”.")
    expect(held).to_contain_text("Kept: “7ce7”.")
    page.keyboard.type("n6", delay=30)
    assert page.input_value("#id_text") == "7sn6"
    assert stored() == []
    page.click("text=Type it again")
    assert page.input_value("#id_text") == "8xn9"
    page.keyboard.type("8hn9", delay=30)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 2")
    expect(page.locator("#id_text")).to_have_value("7sn6")
    expect(held).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 3")
    assert stored() == [(1, hand, *played) for hand, played in enumerate(ROUND[:3], 1)]


def test_refused_line_can_be_left_out(page, desk):
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.keyboard.type("8hn9", delay=30)
    page.keyboard.press("Enter")
    page.click("text=Leave it out")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 1")
    assert is_cursor_in_line(page)
    assert stored() == [(1, 1, *ROUND[0])]


def test_letters_typed_right_after_a_refusal_belong_to_the_next_hand(page, desk):
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#errors")
    page.keyboard.type("7ce7", delay=30)
    assert page.input_value("#id_text") == "7ce7"
    expect(page.locator("#held")).to_contain_text("Not saved: “8xn9”.")
    page.keyboard.press("Enter")
    assert stored() == []


def test_typing_after_a_pause_replaces_a_refused_line(page, desk):
    before = page.locator("#id_text").bounding_box()["y"]
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.wait_for_function("() => getSelection().toString() === '8xn9'")
    assert abs(page.locator("#id_text").bounding_box()["y"] - before) < 1
    expect(page.get_by_text("is not a suit")).to_have_count(1)
    page.keyboard.type("8hn9")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 1")
    assert stored() == [(1, 1, *ROUND[0])]


@pytest.mark.parametrize("wait", [0, 400])
def test_a_double_enter_saves_once(page, desk, wait):
    delay_answers(page, wait)
    for line in ("8hn9", "7ce7"):
        page.keyboard.type(line, delay=30)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 2")
    assert page.locator("#errors").count() == 0
    assert stored() == [(1, hand, *played) for hand, played in enumerate(ROUND[:2], 1)]


def test_a_line_that_cannot_be_sent_comes_back_into_its_field(page, party, expected_errors):
    expected_errors += ["ERR_FAILED"]
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.route("**/entry/?table=*", lambda route: route.abort())
    page.keyboard.type("8hn9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#alarm:has-text('Not saved')")
    page.unroute_all()
    page.wait_for_function("() => getSelection().toString() === '8hn9'")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 1")
    assert stored() == [(1, 1, *ROUND[0])]


# A round whose tables are entered in two ways


def enter_cards(party, number):
    tables.set_table_capture(Spot(party.pk, 1, number), "cards", **BY_PROGRAM)


def test_the_line_asks_for_the_leading_pair_after_a_table_with_hands(page, party):
    enter_cards(party, 2)
    enter(party, "8hn9 7ce7 7sn6")
    page.goto(reverse("entry", args=[party.pk, 1]))
    delay_answers(page, 400)
    page.keyboard.type("9dw9")
    page.keyboard.press("Enter")
    page.keyboard.type("e", delay=30)
    expect(page.locator("h1")).to_have_text("Round 1, table 2")
    assert is_cursor_in_line(page)
    assert page.input_value("input[data-entry]") == "e"
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 2: East-West were ahead")
    assert stored()[3:] == [(1, 4, *ROUND[3])]


def test_the_line_asks_for_hands_after_a_table_with_final_cards(page, party):
    enter_cards(party, 1)
    page.goto(reverse("entry", args=[party.pk, 1]))
    delay_answers(page, 400)
    for line in ("e", "8hn9"):
        page.keyboard.type(line, delay=30)
        page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 2, hand 1")
    assert is_cursor_in_line(page)
    assert stored() == [(2, 1, *ROUND[0])]


def test_a_warning_names_lines_that_a_closed_round_did_not_store(page, desk):
    delay_answers(page, 400)
    with setting_up():
        Round.objects.update(state="closed")
    for line in ("8hn9", "7ce7"):
        page.keyboard.type(line, delay=20)
        page.keyboard.press("Enter")
    expect(page.locator("#alarm")).to_contain_text("Not saved: “7ce7”.")
    expect(page.locator("#alarm")).to_contain_text("You typed: 8hn9")
    assert stored() == []


def test_the_browser_asks_before_it_leaves_a_page_with_unsaved_lines(page, desk, party):
    delay_answers(page, 400)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    for line in ("8hn9", "7ce7", "7sn6"):
        page.keyboard.type(line, delay=10)
        page.keyboard.press("Enter")
    page.click("text=Live page", no_wait_after=True)
    expect(page.locator("#said")).to_contain_text("Table 1, hand 3")
    assert asked == ["beforeunload"]
    assert stored() == [(1, hand, *played) for hand, played in enumerate(ROUND[:3], 1)]
    page.click("text=Live page")
    page.wait_for_url(f"**{reverse('live', args=[party.pk])}")


@pytest.mark.parametrize("typed", [["8hn9"], ["8hn9", "7ce7"]])
def test_a_warning_names_lines_typed_while_signed_out(page, desk, typed):
    delay_answers(page, 200)
    with setting_up():
        Session.objects.all().delete()
    for line in typed:
        page.keyboard.type(line, delay=10)
        page.keyboard.press("Enter")
    named = ", ".join(f"“{line}”" for line in typed)
    alarm = page.locator("#alarm")
    expect(alarm).to_have_text(f"You are signed out. Not saved: {named}.")
    page.wait_for_timeout(600)  # by then the server has refused the request for the echo as well
    expect(alarm).to_have_text(f"You are signed out. Not saved: {named}.")
    assert stored() == []


def postpone_a_line(page):
    """Begin the next hand while a line is refused, then take the refused line back."""
    delay_answers(page, 300)
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.keyboard.type("7sn", delay=20)
    expect(page.locator("#held")).to_contain_text("Not saved: “8xn9”.")
    page.click("text=Type it again")


def test_a_begun_hand_comes_back_after_a_second_refusal(page, desk):
    postpone_a_line(page)
    page.keyboard.type("8yn9")
    page.keyboard.press("Enter")
    page.wait_for_function("() => getSelection().toString() === '8yn9'")
    page.keyboard.type("8hn9")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 1")
    expect(page.locator("#id_text")).to_have_value("7sn")
    page.unroute_all(behavior="ignoreErrors")  # the echo may be late
    assert stored() == [(1, 1, *ROUND[0])]


def test_a_begun_hand_comes_back_after_a_line_is_postponed_twice(page, desk):
    postpone_a_line(page)
    for line in ("8yn9", "7xe7"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator("#held")).to_contain_text("Not saved: “8yn9”. Enter")
    page.click("text=Type it again")
    page.keyboard.type("8hn9")
    page.keyboard.press("Enter")
    page.wait_for_function("() => getSelection().toString() === '7xe7'")
    page.keyboard.type("7ce7")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Table 1, hand 2")
    expect(page.locator("#id_text")).to_have_value("7sn")
    page.unroute_all(behavior="ignoreErrors")  # the echo may be late


def test_the_echo_belongs_to_the_current_table(page, party):
    enter(party, "8hn9 7ce7 7sn6")
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.type("9dw9")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Round 1, table 2")
    with page.expect_request("**/echo/?table=2&**"):
        page.keyboard.type("8hn9", delay=30)


def test_an_undo_returns_to_the_table_of_the_hand(page, party):
    enter(party, "8hn9 7ce7 7sn6")
    page.goto(reverse("entry", args=[party.pk, 1]))
    type_line(page, "9dw9")
    expect(page.locator("h1")).to_have_text("Round 1, table 2")
    page.click("#said >> text=Undo")
    expect(page.locator("#said")).to_contain_text("Taken back: table 1, hand 4")
    expect(page.locator("h1")).to_have_text("Round 1, table 1")
    assert is_cursor_in_line(page)
    assert len(stored()) == 3


@pytest.mark.parametrize("touch", [False, True])
def test_the_desk_fits_a_phone_with_letters_twice_as_large(open_context, context, party, touch):
    phone = open_context(has_touch=touch)
    phone.add_cookies(context.cookies())
    page = phone.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.evaluate(LARGE_LETTERS)
    assert page.evaluate(SIDEWAYS) == []
    page.click("text=Type it instead")
    page.wait_for_url("**form=line*")
    page.evaluate(LARGE_LETTERS)
    assert page.evaluate(SIDEWAYS) == []
    save = page.get_by_role("button", name="Save and next").bounding_box()
    assert save["height"] < 300  # the text breaks between words, not in words


@pytest.mark.parametrize("preset", ["midway", "australian"])
def test_the_pad_on_a_laptop_is_in_sight_after_every_save(page, sign_in, preset):
    party = party_with(8, preset)
    sign_in(party.club.memberships.get().user)
    start(party)
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.click("text=Tap it instead")
    for hand in (1, 2, 3):
        expect(page.get_by_role("button", name=f"Save hand {hand}")).to_be_visible()
        keys = page.locator(".pad-open .key").evaluate_all(BOTTOMS)
        save = page.get_by_role("button", name=f"Save hand {hand}").bounding_box()
        assert len(keys) >= 4 + 20 + 11
        assert max(*keys, save["y"] + save["height"]) <= 800
        assert page.locator("[data-entry]").count() == 0
        page.evaluate("scrollTo(0, 9999)")
        for key in ("bidder_1", "bid_6", "tricks_9"):
            page.locator(f"label.key[for=circle_{key}]").click()
        page.get_by_role("button", name=f"Save hand {hand}").click()
        expect(page.locator("#said")).to_contain_text(f"hand {hand}")
        assert page.locator("#said").bounding_box()["y"] >= 0
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.click("text=Type it instead")
    expect(page.locator("[data-entry]")).to_be_focused()
    page.goto(reverse("entry", args=[party.pk, 1]))
    expect(page.locator("[data-entry]")).to_be_focused()


def test_a_phone_shows_only_the_pad_until_a_press_opens_the_line(page, party):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("entry", args=[party.pk, 1]))
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    expect(page.locator("[data-entry]")).to_be_hidden()
    page.click("text=Type it instead")
    expect(page.locator(".pad-box")).to_have_count(0)
    type_line(page, "8hn9")
    page.click("text=Tap it instead")
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()


def test_a_readable_line_removes_the_error_message(page, desk):
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#errors")
    page.wait_for_function("() => getSelection().toString() === '8xn9'")
    page.keyboard.type("8hn", delay=30)
    page.wait_for_selector("#echo:has-text('tricks')")
    expect(page.locator("#errors")).to_be_visible()
    page.keyboard.type("9")
    page.wait_for_selector("#echo:has-text('took 9')")
    expect(page.locator("#errors, .wrong")).to_have_count(0)
    assert page.locator("[aria-invalid]").count() == 0


def test_a_complete_hand_on_the_pad_removes_the_error_message(page, party):
    page.goto(reverse("entry", args=[party.pk, 1]) + "?form=circle")
    page.locator("label.key[for=circle_bidder_1]").click()
    page.get_by_role("button", name="Save hand 1").click()
    page.wait_for_selector(".wrong")
    for key in ("bid_6", "tricks_9"):
        expect(page.locator(".wrong").first).to_be_visible()
        page.locator(f"label.key[for=circle_{key}]").click()
    expect(page.locator("#pad-echo")).to_contain_text("took 9")
    expect(page.locator("#errors, .wrong, .field-bad")).to_have_count(0)


def test_a_hand_is_tapped_on_a_phone(open_context, context, party):
    phone = open_context(has_touch=True, is_mobile=True)
    phone.add_cookies(context.cookies())
    page = phone.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("entry", args=[party.pk, 1]))
    assert not is_cursor_in_line(page)
    last = page.locator("label.key").last.bounding_box()
    assert last["y"] + last["height"] <= page.locator(".pad-foot").bounding_box()["y"]
    colours = page.locator(".btn-next:visible").evaluate_all(COLOURS)
    assert colours.count(colours[0]) == 1  # only the Save of the pad is yellow
    for key in ("bidder_0", "bid_6", "tricks_9"):
        page.locator(f"label.key[for=circle_{key}]").tap()
    expect(page.locator("#pad-echo")).to_contain_text("took 9")
    save = page.get_by_role("button", name="Save hand 1")
    box = save.bounding_box()
    assert box["y"] + box["height"] <= 740
    save.tap()
    expect(page.locator("#said")).to_contain_text("Table 1, hand 1")
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert len(stored()) == 1


def test_the_echo_explains_the_line(page, desk):
    page.keyboard.type("8hn9")
    page.wait_for_selector("#echo:has-text('bid 8 Hearts, took 9 made')")
    assert "+300" in page.inner_text("#echo")
    assert page.locator("#bid-card svg").count() == 1
    page.keyboard.press("Escape")
    assert page.input_value("#id_text") == ""
    assert is_cursor_in_line(page)


def test_the_cursor_stays_in_the_line_after_an_error(page, desk, assert_accessible):
    page.keyboard.type("8xn9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#errors")
    assert is_cursor_in_line(page)
    assert page.input_value("#id_text") == "8xn9"
    assert page.title().startswith("Error: ")
    assert_accessible()
    page.keyboard.press("Escape")
    type_line(page, "8hn9")
    assert page.locator("#errors").count() == 0
    assert Entry.objects.get().bid == "8H"


def test_typing_again_replaces_a_wrong_total(page, sign_in):
    party = party_with(8, capture="totals")
    sign_in(party.club.memberships.get().user)
    start(party)
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.type("310")
    page.keyboard.press("Tab")
    page.keyboard.type("3o0")
    page.keyboard.press("Enter")
    page.wait_for_selector(".wrong")
    page.wait_for_timeout(READING_TIME)
    page.keyboard.type("300")
    page.keyboard.press("Enter")
    page.wait_for_selector("#said:has-text('Saved')")
    assert Entry.objects.values_list("ns", "ew").get() == (310, 300)


@pytest.fixture
def totals(page, sign_in):
    party = party_with(8, capture="totals")
    sign_in(party.club.memberships.get().user)
    start(party)
    page.goto(reverse("entry", args=[party.pk, 1]))
    delay_answers(page, 400)


def type_totals(page, *points):
    for text in points:
        page.keyboard.type(text, delay=20)
        page.keyboard.press("Enter")


def stored_totals():
    return list(Entry.objects.order_by("table__number").values_list("ns", "ew"))


def test_totals_are_typed_at_full_speed_and_no_key_is_lost(page, totals):
    type_totals(page, "310", "300", "620", "180")
    page.wait_for_selector("text=everything is in")
    assert stored_totals() == [(310, 300), (620, 180)]


def test_a_deleted_digit_is_not_in_the_next_total(page, totals):
    type_totals(page, "310", "300")
    page.keyboard.type("625", delay=20)
    page.keyboard.press("Backspace")
    type_totals(page, "0", "180")
    page.wait_for_selector("text=everything is in")
    assert stored_totals() == [(310, 300), (620, 180)]


def test_a_total_typed_right_after_a_refusal_belongs_to_the_next_table(page, totals):
    type_totals(page, "310", "3o0", "620")
    page.wait_for_selector(".wrong")
    page.keyboard.type("18", delay=20)
    expect(page.locator("#held")).to_contain_text("Kept for the next table: “620 18”.")
    page.wait_for_timeout(READING_TIME)
    type_totals(page, "300")
    expect(page.locator("#said")).to_contain_text("Table 1")
    expect(page.locator("#id_ew")).to_have_value("18")
    type_totals(page, "0")
    page.wait_for_selector("text=everything is in")
    assert stored_totals() == [(310, 300), (620, 180)]


def test_a_total_kept_for_the_next_table_can_be_left_out(page, totals):
    type_totals(page, "310", "3o0", "620")
    page.wait_for_selector(".wrong")
    expect(page.locator("#held")).to_contain_text("Kept for the next table: “620”.")
    expect(page.get_by_role("button", name="Type it again")).to_be_hidden()
    page.get_by_role("button", name="Leave it out").click()
    expect(page.locator("#held")).to_be_hidden()
    page.wait_for_timeout(READING_TIME)
    page.locator("#id_ew").fill("")
    page.locator("#id_ew").focus()
    type_totals(page, "300")
    expect(page.locator("#said")).to_contain_text("Table 1")
    assert stored_totals() == [(310, 300)]
    expect(page.locator("#id_ns")).to_have_value("")


def test_enter_chooses_the_first_hand_that_has_the_typed_points(page, desk, assert_accessible):
    page.keyboard.type("160 30")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Who bid?")
    assert_accessible()
    page.wait_for_timeout(READING_TIME)
    type_line(page, "")
    assert Entry.objects.values_list("bid", "bidder").get() == ("7C", "N")


def test_arrow_up_opens_the_previous_hand(page, party):
    enter(party, "8hn9")
    page.goto(reverse("entry", args=[party.pk, 1]))
    page.keyboard.press("ArrowUp")
    page.wait_for_url(f"**{reverse('correct', args=[party.pk, 1, 1, 1])}")


def test_a_double_click_saves_only_one_hand(page, desk):
    page.fill("#id_text", "8hn9")
    page.dblclick("text=Save and next")
    page.wait_for_selector("#said:has-text('Saved')")
    assert Entry.objects.count() == 1


def test_the_live_page_refreshes_without_moving_the_focus(page, party):
    page.clock.install()
    page.goto(reverse("live", args=[party.pk]))
    page.focus("text=All hands · correct a score")
    enter(party, "8hn9 7ce7")
    page.clock.fast_forward(10_000)
    page.wait_for_selector("#spot-1:has-text('2 of 4')")
    assert page.evaluate("document.activeElement.textContent") == "All hands · correct a score"
