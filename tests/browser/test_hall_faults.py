"""Faults in a hall: no hand is lost, and no hand counts twice.

The table of faults in tests/faults/README.md names these tests.
"""

import re
import signal
import sqlite3
from datetime import timedelta

import pytest
from django.db import connection
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from party.engine import PRESETS
from party.models import Entry, Party, Place, Table
from party.queries.phones.table import token_of
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.values.accounts import PROGRAM
from tests.browser.bookkeeper import Bookkeeper
from tests.browser.hall_night import (
    HallNight,
    Ledger,
    name_people,
    open_pad,
    organiser_of,
    parts_of,
)
from tests.browser.page_checks import axe_faults
from tests.browser.phone import READY, TablePhone
from tests.evening import HANDS, close, draw, enter, party_with, seat_next, start
from tests.laptop import Laptop

pytestmark = pytest.mark.django_db(transaction=True)

FIRST, SECOND, THIRD, FOURTH = HANDS.split()
UNSENT = "Kept on this phone"
NO_NET = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE"]
ASLEEP = timedelta(minutes=10)


@pytest.fixture
def compare_at_end(request):
    """Return a function that takes a ledger; after the test the database must agree with it."""
    ledgers = []

    def compare_at_end(ledger, database=None):
        ledgers.append((ledger, database or connection))
        return ledger

    yield compare_at_end
    for ledger, database in ledgers:
        lost, doubled = ledger.lost_and_doubled(database)
        database.close()
        counts = f"tried {len(ledger.hands)}, lost {len(lost)}, doubled {len(doubled)}"
        print(f"\n{request.node.name}: {counts}")  # noqa: T201 -- a figure to read
        assert (lost, doubled) == ([], [])
        assert ledger.hands


@pytest.fixture
def hall(page, sign_in, open_context, compare_at_end, expected_errors):
    """Return a function that makes an evening in its first round; Ruth sits at the desk."""
    expected_errors += NO_NET

    def hall(players=8, preset="midway", *, phones=(1,), **fields):
        party = party_with(players, preset, phones=True, guests=True, **fields)
        draw(party)
        rounds.start_round(party.pk, actor=PROGRAM, at=timezone.now())
        sign_in(party.club.memberships.get().user)
        night = HallNight(party, organiser_of(party, page), open_context)
        compare_at_end(night.ledger)
        night.open_phones(phones)
        return night

    return hall


def play(night, text, *, hand=1, table=1, phone=None, note=True):
    """Tap a hand and its Save, without waiting for an answer."""
    phone = phone or night.phones[table]
    if note:
        night.ledger.note(1, table, hand, text)
    open_pad(phone)
    phone.play(*parts_of(text, night.party.rules))


def expect_saved(night, hand=1, table=1):
    expect(night.phones[table].status).to_contain_text(f"Hand {hand} is saved")


@pytest.mark.parametrize("is_stored", [False, True])
def test_wifi_fails_during_a_save(hall, is_stored):
    night = hall()
    phone = night.phones[1]

    def pull(route):
        if is_stored:  # The hand is stored, and only the answer is lost.
            route.fetch()
        phone.disconnect()
        route.abort("internetdisconnected")

    phone.page.route("**/send/", pull, times=1)
    play(night, FIRST)
    expect(phone.status).to_contain_text(UNSENT)
    assert Entry.objects.count() == int(is_stored)
    play(night, SECOND, hand=2)
    expect(phone.status).to_contain_text(UNSENT)
    expect(phone.page.locator("#where")).to_contain_text("hand 3/4")
    expect(phone.page.locator("#so-far")).to_contain_text("330")  # both hands are added up
    phone.reconnect()
    expect_saved(night, 2)
    assert Entry.objects.in_force().count() == 2


@pytest.fixture
def laptop(tmp_path, prepared):
    """Return a function that starts Head Table as a process, or starts it again."""
    started = []

    def start_laptop(*options):
        folder = prepared(tmp_path)
        started.append(Laptop(folder, "--no-browser", "--host", "127.0.0.1", *options))
        return started[-1]

    yield start_laptop
    for process in (laptop.process for laptop in started):
        process.kill()
        process.communicate()


@pytest.fixture
def sample(laptop, page, tmp_path, compare_at_end, expected_errors):
    """Return the laptop, a ledger, and the phone of a table that has two hands to play."""
    expected_errors += NO_NET
    running = laptop()
    database = sqlite3.connect(tmp_path / "headtable.sqlite3", timeout=20)
    with database:
        database.execute("UPDATE party_party SET phones = 1")
    code, *key = database.execute("SELECT code, id, phone_series FROM party_party").fetchone()
    secret = (tmp_path / "secret_key").read_text().strip()
    for table in range(1, 7):
        with override_settings(SECRET_KEY=secret):
            token = token_of(*key, table, 0)
        url = f"{running.address.rstrip('/')}/t/{code}/{table}/{token}/"
        state = page.request.get(f"{url}state/").json()
        if state["can"]["hands"] and state["limit"] - state["saved"] >= 2:
            break
    ledger = compare_at_end(Ledger(PRESETS["midway"]), database)
    return running, ledger, TablePhone(page, url=url), state


def play_at_sample(ledger, phone, state, hand, text):
    ledger.note(state["round"], state["table"], hand, text)
    open_pad(phone)
    phone.play(*parts_of(text, ledger.rules))


def test_server_is_killed_when_it_has_stored_a_hand_and_starts_again(sample, laptop):
    running, ledger, phone, state = sample
    hand = state["saved"] + 1

    def kill(route):
        route.fetch()
        running.stop(signal.SIGKILL)
        route.abort("connectionreset")

    phone.page.route("**/send/", kill, times=1)
    play_at_sample(ledger, phone, state, hand, FIRST)
    expect(phone.status).to_contain_text(UNSENT)
    play_at_sample(ledger, phone, state, hand + 1, SECOND)
    expect(phone.status).to_contain_text(UNSENT)
    laptop("--port", running.address.rstrip("/").rpartition(":")[2])
    expect(phone.status).to_contain_text(f"Hand {hand + 1} is saved")


def test_laptop_stops_answering_for_a_while(sample):
    running, ledger, phone, state = sample
    running.process.send_signal(signal.SIGSTOP)
    play_at_sample(ledger, phone, state, state["saved"] + 1, FIRST)
    expect(phone.status).to_contain_text(UNSENT)
    running.process.send_signal(signal.SIGCONT)
    expect(phone.status).to_contain_text(f"Hand {state['saved'] + 1} is saved")


def test_laptop_sleeps_for_ten_minutes(hall, monkeypatch):
    """A hand tapped during the sleep arrives later, and every clock of the round is right."""
    night = hall(clock_minutes=20)
    phone, screen = night.phones[1], night.open_screen("hall")
    awake = timezone.now
    phone.page.clock.install()
    for page in (phone.page, screen):
        page.route("**/*", lambda route: route.abort())
    play(night, FIRST)
    expect(phone.status).to_contain_text(UNSENT)
    monkeypatch.setattr(timezone, "now", lambda: awake() + ASLEEP)
    phone.page.clock.fast_forward(int(ASLEEP.total_seconds() * 1000))
    expect(phone.status).to_contain_text("write hand 1 on the slip")
    for page in (phone.page, screen):
        page.unroute("**/*")
    phone.tap("try")
    expect_saved(night)
    left = re.compile(r"\b(9|10):\d\d left")
    expect(phone.page.locator("#time")).to_have_text(left)
    night.ruth.open("live/")
    for page in (night.ruth.page, screen):
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(9|10):\d\d$"))


def test_double_tap_chooses_once_and_saves_once(hall):
    night = hall()
    phone = night.phones[1]
    night.ledger.note(1, 1, 1, FIRST)
    bidder, bid, tricks = parts_of(FIRST, night.party.rules)
    open_pad(phone)
    phone.page.locator(READY).wait_for()
    phone.page.locator(f"[name=bidder][value={bidder}]").dblclick()
    expect(phone.heading).to_have_text("What was the bid?")
    phone.tap("bid", bid)
    phone.tap("tricks", str(tricks))
    phone.page.locator(READY).wait_for()
    phone.page.locator("[data-do=save]").dblclick()
    expect_saved(night)
    expect(phone.heading).to_have_text("Who won the bid?")
    assert Entry.objects.count() == 1


def test_the_desk_decides_between_different_scores_of_two_phones(hall, expected_errors):
    expected_errors.append("status of 409")
    night = hall()
    phone = night.phones[1]
    other = night.open_phone(1)
    for device in (phone, other):
        open_pad(device)
    for device, text in ((phone, "8hn9"), (other, "8hn8")):
        # A phone must not learn the hand that the other phone sends.
        device.page.route("**/state/*", lambda route: route.abort())
        night.ledger.note(1, 1, 1, text)
        device.choose(*parts_of(text, night.party.rules))
    phone.tap("save")
    expect_saved(night)
    other.tap("save")
    expect(other.alarm).to_contain_text("Two different scores came in for hand 1")
    states = Entry.objects.order_by("pk").values_list("status", flat=True)
    assert list(states) == ["in force", "disputed"]
    for device in (phone, other):
        device.page.unroute("**/state/*")
        device.wake()
        expect(device.alarm).to_contain_text("Two different scores came in for hand 1")
        assert axe_faults(device.page) == ""
    night.ruth.open("rounds/1/checked/")
    night.ruth.press(re.compile("^This is right.*8 Hearts by North, 8 tricks"))
    for device in (phone, other):
        device.wake()
        expect(device.alarm).not_to_contain_text("Two different scores")
        assert device.stored_hands == ["8hn8"]
        expect(device.status).to_contain_text("The desk decided: 8 tricks, +300")
        device.tap("read")
        expect(device.status).not_to_contain_text("The desk decided")
    night.ledger.hands = [hand for hand in night.ledger.hands if hand.tricks == 8]


def test_a_hand_is_entered_with_the_keyboard_alone(hall):
    night = hall()
    phone = night.phones[1]
    night.ledger.note(1, 1, 1, "7he9")
    tab_to(phone.page, "[data-do=start]")
    for step, arrows in (("bidder", 1), ("bid", 3), ("tricks", 9)):
        phone.page.keyboard.press("Enter")
        phone.page.locator(READY).wait_for()
        tab_to(phone.page, f"[name={step}]")
        for _ in range(arrows):
            phone.page.keyboard.press("ArrowRight")
    phone.page.keyboard.press("Enter")
    phone.page.locator(READY).wait_for()
    tab_to(phone.page, "[data-do=save]")
    phone.page.keyboard.press("Enter")
    expect_saved(night)


def tab_to(page, match):
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(f'document.activeElement.matches("{match}")'):
            return
    raise AssertionError(f"{match} cannot be reached with the Tab key")


def test_web_address_of_a_table_is_renewed_during_a_hand(hall, expected_errors):
    """The old phone shows the hand that it could not send."""
    expected_errors.append("status of 410")
    night = hall()
    play(night, FIRST)
    expect_saved(night)
    phone = night.phones[1]
    open_pad(phone)
    phone.choose(*parts_of(SECOND, night.party.rules))
    night.ruth.open("phones/")
    night.ruth.page.get_by_text("New address for table 1", exact=True).click()
    night.ruth.press(re.compile("^Yes, a new address for table 1$"))
    phone.tap("save")
    main = phone.page.locator("main")
    expect(main).to_contain_text("This address is no longer in use.")
    expect(main).to_contain_text("Write it on the slip: round 1, hand 2: Carol bid 7 Clubs")
    assert axe_faults(phone.page) == ""
    night.type_slip(1, 1, SECOND, first=2)
    night.open_phones([1], series=1)
    play(night, THIRD, hand=3)
    expect_saved(night, 3)


def test_round_is_closed_while_a_hand_is_unsent(hall, expected_errors):
    """The late slip reaches the desk; the phone goes on with the next round."""
    expected_errors.append("status of 423")
    night = hall()
    phone = night.phones[1]
    for hand, text in enumerate((FIRST, SECOND, THIRD), 1):
        play(night, text, hand=hand)
        expect_saved(night, hand)
    phone.disconnect()
    play(night, FOURTH, hand=4)
    expect(phone.status).to_contain_text(UNSENT)
    enter(night.party, HANDS, table=2)
    night.ruth.open("live/")
    night.ruth.press("Ring the bell")
    night.ruth.open("live/")
    night.ruth.press("Stop and check the round")
    night.ruth.page.locator("#table-1 [value=EW]").first.click()
    night.ruth.press(re.compile("^Close round 1"))
    phone.reconnect()
    expect(phone.alarm).to_contain_text("kept for the desk")
    assert Entry.objects.get(status=Entry.Status.LATE).hand == 4
    night.ruth.open("live/")
    expect(night.ruth.page.locator("main")).to_contain_text(
        "Late slip of table 1, round 1, hand 4"
    )
    assert axe_faults(night.ruth.page) == ""
    night.ruth.press(re.compile("^Add it"))
    assert night.ruth.page.locator("[name=hand_4]").input_value() == FOURTH
    night.ruth.press("Add these hands")
    assert "Table 1 in round 1 is corrected." in night.ruth.message
    night.ruth.open("live/")
    expect(night.ruth.page.locator("main")).not_to_contain_text("Late slip")
    assert Entry.objects.in_force().get(table__number=1, hand=4).bid == "9D"


def test_iowa_tables_play_three_four_and_five_hands(hall):
    """The head table rings after hand 4; the other tables say which hand was their last."""
    night = hall(12, "iowa", phones=(1, 2, 3))
    hands = {1: "8hn9 6se6 7cs7 9dw9", 2: "8hn9 7se6 8ns8", 3: "8hn9 7ce7 6ds6 7hw7 9cn8"}
    for hand in range(1, 5):
        lines = {table: text.split() for table, text in hands.items()}
        night.tap(1, hand, {t: line[hand - 1] for t, line in lines.items() if len(line) >= hand})
    night.tap(1, 5, {3: "9cn8"})
    for table in (2, 3):
        night.phones[table].tap("last")
    for table, count in ((1, 4), (2, 3), (3, 5)):
        phone = night.phones[table]
        expect(phone.heading).to_have_text("Round 1: all right?")
        assert phone.page.locator("tbody tr").count() == count
    night.agree(1, 2, 3)
    assert list(Table.objects.order_by("number").values_list("hands", flat=True)) == [None, 3, 5]
    screen = night.open_screen("hall")
    expect(screen.locator(".tables .done")).to_have_count(3)
    night.ruth.open("live/")
    expect(night.ruth.page.locator("main")).to_contain_text("3 done")


# The phones of tables 2 and 5 lie, lose their network and come back.
TRUTH = {
    1: "8hn9 7ce7 7sn6 9dw9",
    2: "7hn7 8ds8 7ce8 10he10",
    3: "8cs8 7dn7 7hw6 8se9",
    4: "7nn9 8he8 9ss9 7cw8",
    5: "7sn10 8he8 7ds7 9cw6",
    6: "7dw7 7sn8 8cs7 8he9",
}
DIFFERING, CALLING = 2, 5
LIE = "7hn5"


def test_two_of_six_phones_lie_and_lose_their_network(hall, expected_errors):
    expected_errors.append("status of 409")
    night = hall(24, phones=(), rounds_planned=2, guest_standings="all", guest_names="full")
    name_people(night.party)
    night.open_phones(TRUTH)
    books, desk = Bookkeeper(night.party.rules), night.ruth.page
    desk.clock.install()
    note_round(books, 1)
    differ_until_the_desk_decides(night, 1)
    lie_until_the_desk_corrects(night, 1)
    rest = {table: text for table, text in TRUTH.items() if table not in {DIFFERING, CALLING}}
    tap_hand(night, 1, 1, rest)
    for hand in (2, 3, 4):
        tap_hand(night, 1, hand, TRUTH)
    night.agree(*TRUTH)
    close(night.party)
    seat_next(night.party)
    start(night.party)
    note_round(books, 2)
    tap_hand(night, 2, 1, TRUTH)
    for table, (_, *texts) in ((table, text.split()) for table, text in TRUTH.items()):
        for hand, text in enumerate(texts, start=2):
            night.ledger.note(2, table, hand, text)
        enter(night.party, " ".join(texts), table)
    close(night.party)
    reveal_the_truth(night, books)


def note_round(books, number):
    places = Place.objects.filter(round__number=number)
    seats = books.seats.setdefault(number, {})
    for table, seat, name in places.values_list("table__number", "seat", "entrant__name"):
        seats.setdefault(table, {})[seat] = name
    books.bench[number] = []
    for table, text in TRUTH.items():
        books.note_hands(number, table, text)


def tap_hand(night, number, hand, texts):
    night.tap(number, hand, {table: text.split()[hand - 1] for table, text in texts.items()})


def differ_until_the_desk_decides(night, number):
    """One phone of a table sends the truth; another one, offline until then, sends a lie."""
    table, truth = DIFFERING, TRUTH[DIFFERING].split()[0]
    honest, liar = night.phones[table], night.open_phone(table)
    night.ruth.open("players/")
    open_pad(liar)
    liar.disconnect()
    liar.play(*parts_of(LIE, night.party.rules))
    expect(liar.status).to_contain_text(UNSENT)
    night.tap(number, 1, {table: truth})
    liar.reconnect()
    expect(liar.alarm).to_contain_text("Two different scores came in for hand 1")
    expect_on_top(night, f"Table {table}: two results")
    night.ruth.press("Compare")
    night.ruth.press(re.compile("^This is right.*7 Hearts by North, 7 tricks"))
    for phone in (honest, liar):
        phone.wake()
        expect(phone.status).to_contain_text("The desk decided: 7 tricks")
        phone.tap("read")
    liar.page.close()


def lie_until_the_desk_corrects(night, number):
    """A phone sends a lie and gets no answer; the table calls the host, who corrects the hand."""
    table, truth = CALLING, TRUTH[CALLING].split()[0]
    phone = night.phones[table]
    night.ruth.open("prizes/")

    def lose_the_answer(route):
        route.fetch()
        phone.disconnect()
        route.abort("internetdisconnected")

    phone.page.route("**/send/", lose_the_answer, times=1)
    play(night, "7sn6", table=table, note=False)
    expect(phone.status).to_contain_text(UNSENT)
    phone.reconnect()
    expect_saved(night, table=table)
    phone.tap("call")
    expect(phone.page.locator("#news")).to_have_text("Waiting for the host")
    expect_on_top(night, f"Table {table} calls")
    night.ruth.press("I’m on my way")
    phone.wake()
    expect(phone.page.locator("#news")).to_have_text("The host is coming")
    night.ledger.note(number, table, 1, truth)
    night.ruth.page.goto(reverse("correct", args=[night.party.pk, number, table, 1]))
    night.ruth.fill("The hand as it was played", truth)
    night.ruth.press("Correct it")
    phone.wake()
    expect(phone.status).to_contain_text("The desk decided: 10 tricks")
    phone.tap("read")


def expect_on_top(night, words):
    """Expect these words on top of the open page of the desk, without a reload; press them."""
    night.ruth.page.clock.fast_forward(11_000)
    top = night.ruth.page.locator("#bar-call summary")
    expect(top).to_contain_text(words)
    top.click()


def reveal_the_truth(night, books):
    """Finish; nobody learns the winners before the host shows them."""
    screen = night.open_screen("hall")
    rounds.finish(night.party.pk, actor=PROGRAM, at=timezone.now())
    truth = books.standings()
    party = Party.objects.get()
    lines = standings(party).lines
    assert {line.person.name: line.total for line in lines} == truth
    best = max(truth, key=truth.__getitem__)
    expect(screen.locator("main")).to_contain_text("The winners are coming up")
    assert best not in screen.inner_text("main")
    night.ruth.open("prize-giving/")
    night.ruth.press("Show the whole list")
    expect(screen.locator("main")).to_contain_text(best)
