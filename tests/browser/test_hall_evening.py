"""A whole evening in the hall: six tables, six phones, a laptop, a guest and the hall screen.

All screens and slips name the same next seat for a person. The standings equal the sums that
`Bookkeeper` computes with the engine alone. `python -m tests.evening_pictures FOLDER` saves
pictures of the evening.
"""

import csv
import io
import os
import re
from itertools import count
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from party.engine import SEAT_NAMES
from party.models import Entry, Party
from party.queries.evening.rounds import latest_round
from party.rosters import sort_name
from party.views.papers.next_moves import next_move_sheet
from tests.browser.bookkeeper import PAIRS, Bookkeeper
from tests.browser.hall_night import HANDS, HallNight, name_people, organiser_of, parts_of
from tests.browser.page_checks import axe_faults
from tests.evening import party_with, play, start

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 2
TAPPED, MIXED, ON_SLIPS = (1, 2, 3, 4), 5, 6
SIZES = ((360, 740), (1280, 800), (1920, 1080))


@pytest.fixture
def take():
    """Return a function that saves a picture of a page, if EVENING_PICTURES names a folder."""
    folder = os.environ.get("EVENING_PICTURES")
    numbers = count(1)

    def take(page, name):
        if folder:
            page.wait_for_timeout(700)  # by then nothing on the page moves
            page.screenshot(path=Path(folder) / f"{next(numbers):02} {name}.png")

    return take


@pytest.fixture
def night(page, sign_in, open_context, take):
    party = party_with(24, rounds_planned=ROUNDS, clock_minutes=20, name="Tuesday Five Hundred")
    name_people(party)
    sign_in(party.club.memberships.get().user)
    return HallNight(party, organiser_of(party, page), open_context, take)


def test_evening_of_six_tables(night):
    books = Bookkeeper(night.party.rules)
    let_phones_and_guests_in(night)
    take_seats(night, books)
    for number in range(1, ROUNDS + 1):
        begin_round(night, number)
        play_round(night, books, number)
        if number < ROUNDS:
            seat_next_round(night, books, number)
    finish(night, books)
    assert night.ledger.lost_and_doubled() == ([], [])
    assert len(night.ledger.hands) == Entry.objects.count() == 4 * 6 * ROUNDS
    night.print_times()


def test_a_hand_from_a_phone_is_seen_on_every_screen(page, sign_in, open_context):
    party = party_with(8, phones=True, guests=True, clock_minutes=20)
    start(party)
    sign_in(party.club.memberships.get().user)
    night = HallNight(party, organiser_of(party, page), open_context)
    night.open_phones([1])
    hall = night.open_screen("hall")
    night.time_a_hand(1, 1, 1, "8hn9")
    night.print_times()
    night.ruth.open("live/")
    expect(page.locator("main")).to_contain_text("1 of 4")
    expect(hall.locator(".tables li").first).to_contain_text("1 of 4")
    assert night.ledger.lost_and_doubled() == ([], [])
    night.ruth.open("log/")
    expect(page.locator(".lines-log > li").first).to_contain_text("table 1’s phone")


def test_the_yellow_buttons_alone_show_everybody_where_to_go(page, sign_in, open_context):
    party = party_with(8, rounds_planned=2, phones=True, guests=True, hall_mode="standings")
    sign_in(party.club.memberships.get().user)
    night = HallNight(party, organiser_of(party, page), open_context)
    hall, guest = night.open_screen("hall"), night.open_screen("guest_seat", number=1)
    yellow, pressed = page.locator(".btn-next:visible"), []
    night.ruth.open()
    while not Party.objects.get(pk=party.pk).finished_at:
        latest = latest_round(party)
        if latest and latest.state == "playing" and not Entry.objects.filter(table__round=latest):
            play(party)
        if not yellow.count() or (pressed and pressed[-1].startswith("Start")):
            night.ruth.open("live/")
        pressed.append(yellow.inner_text())
        if pressed[-1].startswith("Start"):
            expect_seats_on_every_screen(night, hall, guest, latest.number)
        with page.expect_navigation():
            yellow.click()
    assert [words for words in pressed if words.startswith(("Show", "Start"))] == [
        *("Show the seats", "Start round 1", "Show the moves", "Start round 2"),
    ]


def expect_seats_on_every_screen(night, hall, guest, number):
    expect(hall.locator("h1")).to_have_text(
        "Find your seat" if number == 1 else f"Round {number - 1} is over"
    )
    assert hall.locator(".columns li").count() == 8
    assert hall.locator(".moves").count() == number - 1
    guest.reload()
    expect(guest.locator(".felt-panel")).to_contain_text(f"Round {number}: you sit at")
    phone = night.open_phone(1)
    words = "Round 1: who sits here" if number == 1 else "Where to go next"
    expect(phone.heading).to_have_text(words)
    shows = "the seats" if number == 1 else "the moves and the seats"
    assert f"The hall screen shows {shows}." in night.ruth.page.inner_text("main")


def check_accessibility(page):
    assert axe_faults(page) == "", page.url


def let_phones_and_guests_in(night):
    ruth = night.ruth
    ruth.open("phones/")
    ruth.press("Let the tables enter hands on a phone")
    ruth.open("guests/")
    for choice in ("Let guests look, at the address below", "Full names", "Everybody"):
        ruth.page.get_by_text(choice, exact=True).click()
    ruth.press("Save")
    check_accessibility(ruth.page)
    night.party = Party.objects.get()
    night.hall = night.open_screen("hall", viewport={"width": 1280, "height": 720})
    night.take(night.hall, "hall screen before the draw")
    night.guest = night.open_screen("guest", viewport={"width": 360, "height": 740})
    night.take(night.guest, "guest looks for her name")


def take_seats(night, books):
    ruth = night.ruth
    ruth.draw()
    note_seats(ruth, books, 1)
    night.open_phones(range(1, 7))
    for phone in night.phones.values():
        expect(phone.page.locator("main")).to_contain_text("Wait for the bell.")
    ruth.open("phones/")
    check_accessibility(ruth.page)
    night.take(ruth.page, "laptop with the phones at the tables")
    ruth.open("draw/")
    ruth.press("Show the seats")
    night.wake_phones()
    for table, phone in night.phones.items():
        expect(phone.heading).to_have_text("Round 1: who sits here")
        for name in books.seats[1][table].values():
            expect(phone.page.locator("main")).to_contain_text(name)
    expect(night.hall.locator("h1")).to_have_text("Find your seat")
    show_screens(night, "seats of round 1")


def begin_round(night, number):
    ruth = night.ruth
    ruth.press(f"Start round {number}")
    night.wake_phones()
    for phone in night.phones.values():
        expect(phone.page.locator("main")).to_contain_text(f"Round {number}: who sits here")
    if number == 1:
        night.take(night.phones[1].page, "phone of table 1 as the round begins")


def play_round(night, books, number):
    hands = {table: HANDS[(table + number) % 6] for table in range(1, 7)}
    for table, text in hands.items():
        books.note_hands(number, table, text)
        assert len(set(books.points(number, table))) == 2, "a tie asks for a cut"
    desk = hands[MIXED].split()
    night.type_slip(number, MIXED, " ".join(desk[:2]))
    night.time_a_hand(number, 1, 1, hands[1].split()[0])
    tap_tables(night, number, 1, hands, (2, 3, 4))
    if number == 1:
        step_through(night, hands[3].split()[1])
        tap_tables(night, number, 2, hands, (1, 2, 4))
    else:
        tap_tables(night, number, 2, hands, TAPPED)
    night.time_a_hand(number, MIXED, 3, desk[2])
    tap_tables(night, number, 3, hands, TAPPED)
    ring_the_bell(night, number)
    tap_tables(night, number, 4, hands, (*TAPPED, MIXED))
    night.type_slip(number, ON_SLIPS, hands[ON_SLIPS])
    check_accessibility(night.phones[2].page)
    night.take(night.phones[2].page, f"phone of table 2, round {number} to check")
    night.agree(*TAPPED, MIXED)
    check_accessibility(night.phones[2].page)


def ring_the_bell(night, number):
    night.ruth.open("live/")
    check_accessibility(night.ruth.page)
    night.take(night.ruth.page, f"laptop while round {number} is played")
    night.take(night.hall, f"hall screen with the clock of round {number}")
    night.ruth.press("Ring the bell")
    night.wake_phones()
    expect(night.hall.locator("main")).to_contain_text("Finish this hand")


def step_through(night, text):
    """Check every step of a hand for accessibility."""
    phone = night.phones[3]
    night.ledger.note(1, 3, 2, text)
    bidder, bid, tricks = parts_of(text, night.party.rules)
    steps = [("bidder", bidder), ("bid", bid), ("tricks", str(tricks)), ("save",)]
    for name, tap in zip(("who", "the bid", "the tricks", "the check"), steps, strict=True):
        check_accessibility(phone.page)
        night.take(phone.page, f"phone of table 3, {name}")
        phone.tap(*tap)
    expect(phone.status).to_contain_text("Hand 2 is saved")
    check_accessibility(phone.page)
    night.take(phone.page, "phone of table 3, saved")


def tap_tables(night, number, hand, hands, tables):
    night.tap(number, hand, {table: hands[table].split()[hand - 1] for table in tables})


def seat_next_round(night, books, number):
    """Seat the next round; slips, phones, guests and the page of moves name the same seats."""
    ruth = night.ruth
    slips = {
        slip.name: slip for slip in next_move_sheet(night.party, latest_round(night.party)).slips
    }
    ruth.open("live/")
    ruth.press("Stop and check the round")
    ruth.press(f"Close round {number} and seat round {number + 1}")
    note_seats(ruth, books, number + 1)
    moves = dict(ruth.moves())
    night.wake_phones()
    for phone in night.phones.values():
        expect(phone.page.locator("main")).to_contain_text("Wait for the host")
    ruth.press("Show the moves")
    night.take(ruth.page, f"laptop, moves to round {number + 1}")
    night.wake_phones()
    seats = books.places(number + 1)
    check_phones(night, seats)
    check_guests(night, seats, number + 1)
    for name, (table, seat) in seats.items():
        assert moves[sort_name(name)].endswith(f"{table} {SEAT_NAMES[seat]}")
        check_slip(slips[name], outcome_of(books, number, name), table, SEAT_NAMES[seat])
    check_hall(night, seats)
    show_screens(night, f"moves to round {number + 1}")


def check_phones(night, seats):
    """The phone at a person's last table names their next seat and partner."""
    expect(night.phones[1].heading).to_have_text("Where to go next")
    check_accessibility(night.phones[1].page)
    seen = {}
    for phone in night.phones.values():
        expect(phone.heading).to_have_text("Where to go next")
        for line in phone.page.locator("#plain .lines li").all():
            name = line.locator("b").inner_text()
            seen[name] = (line.locator(".plate").inner_text(), line.inner_text())
    assert seen.keys() == seats.keys()
    for name, (table, seat) in seats.items():
        plate, words = seen[name]
        assert plate.split()[-1] == str(table)
        assert f"seat {SEAT_NAMES[seat]}" in words
        assert words.endswith(f"Your partner is {partner_of(seats, table, seat)}.")


def check_guests(night, seats, number):
    """Each guest's page names the same seat and the same partner."""
    for entrant in night.party.entrants.all():
        table, seat = seats[entrant.name]
        night.guest.goto(reverse("guest_seat", args=[night.party.code, entrant.number]))
        panel = night.guest.locator(".felt-panel")
        expect(panel).to_contain_text(f"Round {number}: you sit at")
        assert panel.locator(".plate").inner_text().split()[-1] == str(table)
        move_text = " ".join(panel.locator(".seat-now p").inner_text().split())
        assert move_text == f"{SEAT_NAMES[seat]} with {partner_of(seats, table, seat)}"
    check_accessibility(night.guest)


def check_hall(night, seats):
    """The pages of the hall screen together name every seat."""
    expect(night.hall.locator("header")).to_contain_text("Move now")
    lines = night.hall.locator(".columns li").all_text_contents()
    for name, (table, seat) in seats.items():
        (line,) = (line for line in lines if sort_name(name) in line)
        assert re.search(rf"\b{table}\b.*{SEAT_NAMES[seat]}", line.removeprefix(sort_name(name)))


def check_slip(slip, outcome, table, chair):
    """Check that the slip named this table, and this chair unless it left a choice."""
    move = next(move for move in slip.outcomes if move.when in {"", f"If you are {outcome}"})
    assert move.table == table
    assert chair in move.text or "Sit across" in move.text or "Stay where" in move.text


def partner_of(seats, table, seat):
    places = {place: name for name, place in seats.items()}
    pair = next(pair for pair in PAIRS.values() if seat in pair)
    return places[table, pair[0] if seat == pair[1] else pair[1]]


def outcome_of(books, number, name):
    table, seat = books.places(number)[name]
    ns, ew = books.points(number, table)
    return "ahead" if (ns > ew) == (seat in PAIRS["NS"]) else "behind"


def note_seats(ruth, books, number):
    """Note who sits where, from the file of the seats."""
    kind = "moves" if number > 1 else "seats"
    with ruth.page.expect_download() as download_info:
        ruth.page.get_by_role("link", name=f"CSV of the {kind}", exact=True).click()
    text = download_info.value.path().read_text(encoding="utf-8-sig")
    books.note_seats(number, list(csv.DictReader(io.StringIO(text))))


def finish(night, books):
    """Finish, and compare the standings of Ruth and of the guests with the books."""
    ruth = night.ruth
    ruth.open("live/")
    ruth.press("Stop and check the round")
    ruth.press(re.compile(f"^Close round {ROUNDS}"))
    expected = books.standings()
    ruth.open("standings/")
    shown = {row[2]: points(row[3]) for row in ruth.rows("Everybody")}
    assert shown == expected
    night.guest.goto(reverse("guest_standings", args=[night.party.code]))
    expect(night.guest.locator("main tr")).to_have_count(0)
    ruth.open("prize-giving/")
    ruth.press("Show the whole list")
    night.guest.goto(reverse("guest_standings", args=[night.party.code]))
    check_accessibility(night.guest)
    lines = [" ".join(row.split()) for row in night.guest.locator("main tr").all_inner_texts()]
    for name, total in expected.items():
        assert any(name in line and line.endswith(f" {total:,}") for line in lines), (name, lines)
    night.wake_phones()
    for phone in night.phones.values():
        expect(phone.heading).to_have_text("The evening is over")
    show_screens(night, "the end")


def points(text):
    return int(text.split()[0].replace("−", "-").replace(",", ""))


def show_screens(night, name):
    """Save pictures of a phone, a guest's page and the hall screen, light and dark."""
    night.take(night.phones[2].page, f"phone of table 2, {name}")
    check_accessibility(night.hall)
    if not os.environ.get("EVENING_PICTURES"):
        return
    save_pictures(night, night.guest, f"guest, {name}", SIZES)
    night.guest.emulate_media(color_scheme="dark")
    save_pictures(night, night.guest, f"guest, {name}, dark", SIZES)
    night.guest.emulate_media(color_scheme="light")
    for look, other_look in (("light", "Dark"), ("dark", "Light")):
        save_pictures(night, night.hall, f"hall screen, {name}, {look}", SIZES[1:])
        night.hall.locator("main").hover()  # the mouse makes the buttons visible
        night.hall.get_by_role("link", name=other_look).click()


def save_pictures(night, page, name, sizes):
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        night.take(page, f"{name}, {width}")
    page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
