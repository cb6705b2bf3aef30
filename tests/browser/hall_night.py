"""A hall in a browser: the organiser's laptop, a phone at every table, a guest, the hall screen.

A ledger notes every hand that is tapped or typed. Afterwards the test compares it with the
database.
"""

import time
from collections import Counter
from typing import NamedTuple

from django.db import connection
from django.urls import reverse
from playwright.sync_api import expect

from party.engine import read_entry
from party.queries.phones.table import table_token
from tests.browser.organiser import Organiser
from tests.browser.phone import TablePhone
from tests.guard import setting_up
from tests.phone import address

PEOPLE = (
    *("Alma Rasmussen", "Bert Kowalski", "Carol Meyer", "Dev Patel", "Ed Olson", "Fay Lindqvist"),
    *("Gus Hansen", "Hilde Berg", "Ida Novak", "Jens Holm", "Kim Larsen", "Lena Ruiz"),
    *("Mo Ali", "Nils Dahl", "Olga Petrova", "Per Nygaard", "Quinn Adams", "Rosa Diaz"),
    *("Sam Okafor", "Tess Ahl", "Una Byrne", "Vic Moreau", "Wilma Storm", "Zoë Marchetti"),
)
HANDS = (  # The hands of one round, table by table.
    "8hn9 7ce7 7sn6 9dw9",
    "7hn7 8ds8 7ce8 10he10",
    "8cs8 7dn7 7hw6 8se9",
    "7nn9 8he8 9ss9 7cw8",
    "7sn10 8he8 7ds7 9cw6",
    "7dw7 7sn8 8cs7 8he9",
)
PHONE = {"viewport": {"width": 360, "height": 740}}
ROWS = """
SELECT r.number, t.number, e.hand, e.bid, e.bidder, e.tricks, e.status FROM party_entry e
JOIN party_table t ON t.id = e.table_id JOIN party_round r ON r.id = t.round_id
"""
KEPT_STATUSES = {"in force", "disputed", "late"}


class Hand(NamedTuple):
    round: int
    table: int
    hand: int
    bid: str
    bidder: str
    tricks: int


class Ledger:
    """The tapped and typed hands. A hand that was sent several times is noted once."""

    def __init__(self, rules):
        self.rules = rules
        self.hands = []

    def note(self, round_number, table, hand, text):
        result = read_entry(self.rules, text).result
        if result is not None:  # None: nobody bid
            parts = (str(result.bid), result.declarer, result.tricks)
            self.hands.append(Hand(round_number, table, hand, *parts))

    def lost_and_doubled(self, database=connection):
        """Return the hands that the database lacks, and those that count twice."""
        cursor = database.cursor()
        cursor.execute(ROWS)
        rows = [row for row in cursor.fetchall() if row[2] is not None]  # not thrown in
        cursor.close()
        kept = {Hand(*row) for *row, status in rows if status in KEPT_STATUSES}
        counts = Counter(Hand(*row) for *row, status in rows if status == "in force")
        first = {}
        for hand in self.hands:
            first.setdefault((hand.round, hand.table), hand.hand)
        lost = [hand for hand in self.hands if hand not in kept]
        doubled = [
            hand
            for hand, times in counts.items()
            if hand.hand >= first.get((hand.round, hand.table), hand.hand + 1)
            and (times > 1 or hand not in self.hands)
        ]
        return lost, doubled


def parts_of(text, rules):
    """Return the bidder, the bid and the tricks of a typed hand."""
    result = read_entry(rules, text).result
    return result.declarer, str(result.bid), result.tricks


def name_people(party, people=PEOPLE):
    with setting_up():
        for entrant in party.entrants.all():
            entrant.name = people[entrant.number - 1]
            entrant.sort_name = ", ".join(reversed(entrant.name.split()))
            entrant.save()


class HallNight:
    """All screens of a party, with a phone for each opened table."""

    def __init__(self, party, ruth, open_context, take=lambda page, name: None):
        self.party = party
        self.ruth = ruth
        self.take = take
        self.ledger = Ledger(party.rules)
        self.phones = {}
        self.seconds = []
        self._open_context = open_context

    def open_phones(self, tables, **options):
        for table in tables:
            self.phones[table] = self.open_phone(table, **options)

    def open_phone(self, table, *, series=0):
        """Open the page of a table; `series` is the number of its renewed addresses."""
        url = address(self.party, table, token=table_token(self.party, table, series))
        return TablePhone(self._open_context(**PHONE).new_page(), url=url)

    def open_screen(self, name, *, number=None, **options):
        page = self._open_context(**options).new_page()
        parts = [self.party.code] if number is None else [self.party.code, number]
        page.goto(reverse(name, args=parts))
        return page

    def wake_phones(self):
        for phone in self.phones.values():
            phone.wake()

    def tap(self, round_number, hand, texts):
        """Tap a hand at some tables at the same time; `texts` has the hand of each table."""
        phones = {table: self.phones[table] for table in texts}
        rules = self.party.rules
        steps = {}
        for table, text in texts.items():
            self.ledger.note(round_number, table, hand, text)
            bidder, bid, tricks = parts_of(text, rules)
            steps[table] = (("bidder", bidder), ("bid", bid), ("tricks", str(tricks)), ("save",))
        for phone in phones.values():
            open_pad(phone, hand)
        for step in range(4):
            for table, phone in phones.items():
                phone.tap(*steps[table][step])
        for phone in phones.values():
            expect(phone.status).to_contain_text(f"Hand {hand} is saved")

    def time_a_hand(self, round_number, table, hand, text):
        phone = self.phones[table]
        phone.waits = True
        self.ledger.note(round_number, table, hand, text)
        open_pad(phone, hand)
        before, began = phone.taps, time.perf_counter()
        phone.play(*parts_of(text, self.party.rules))
        expect(phone.status).to_contain_text(f"Hand {hand} is saved")
        self.seconds.append(time.perf_counter() - began)
        phone.waits = False
        assert phone.taps - before == 4

    def type_slip(self, round_number, table, hands, first=1):
        """Type the slip of a table, from hand `first` on."""
        for hand, text in enumerate(hands.split(), first):
            self.ledger.note(round_number, table, hand, text)
        self.ruth.open(f"rounds/{round_number}/entry/?table={table}")
        self.ruth.type_hands(hands)

    def agree(self, *tables):
        """Confirm the results for both pairs."""
        for pair in ("NS", "EW"):
            for table in tables:
                self.phones[table].tap("agree", pair)
        for table in tables:
            main = self.phones[table].page.locator("main")
            expect(main).to_contain_text("Both pairs agreed")

    def print_times(self):
        """Print the times of the timed hands, which `pytest -s` shows."""
        seconds = sorted(self.seconds)
        print(  # noqa: T201 -- a figure to read
            f"\n4 taps a hand; {len(seconds)} hands timed: "
            f"{seconds[len(seconds) // 2]:.1f} s in the middle, {seconds[-1]:.1f} s at most"
        )


def open_pad(phone, hand=""):
    """Open the pad for a hand; after a hand typed by the desk it is already open."""
    phone.wake()
    phone.wait_for_ready()
    start = phone.page.locator("[data-do=start]", has_text=f"Start hand {hand}" if hand else "")
    pad = phone.page.locator("[data-step=bidder]")
    start.or_(pad).filter(visible=True).first.wait_for()
    if start.filter(visible=True).count():
        phone.begin()


def organiser_of(party, page):
    ruth = Organiser(page)
    ruth.party_url = reverse("party_hub", args=[party.pk])
    return ruth
