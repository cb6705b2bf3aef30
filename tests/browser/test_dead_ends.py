"""Every link is followed and every button pressed, on every page of an evening in each state.

The answer must lead on: to a page, a file, or a refusal in words. After each press the database is
restored. In the state "playing" the browser opens each page itself, and papers are drawn; in the
other states it only parses the pages that the test client gets.
"""

import sqlite3
from collections import deque
from contextlib import closing
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse

from party.engine import read_entry
from party.middleware import NOTHING_DONE
from party.models import Party
from party.process_state import PROCESS
from party.services.evening import rounds
from party.services.hall import screen
from party.services.people import wishes
from party.services.phones import hands
from party.services.prizes import fifty_fifty, prizes
from party.views.papers import printing
from party.views.papers.paper import PaperOfParty
from tests.addresses import evening
from tests.evening import (
    BY_PROGRAM,
    add_people,
    draw,
    enter,
    helper_of,
    party_with,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up
from tests.phone import address

pytestmark = pytest.mark.django_db(transaction=True)

SHOW_AS_PAGE = """text => {
  const page = new DOMParser().parseFromString(text, 'text/html');
  document.body.replaceChildren(...page.body.childNodes);
}"""
LINKS_AND_BUTTONS = """() => {
  document.querySelectorAll('details').forEach(fold => { fold.open = true; });
  const isVisible = part => part.checkVisibility({visibilityProperty: true}) && !part.disabled;
  const seen = selector => [...document.querySelectorAll(selector)].filter(isVisible);
  return {
    links: seen('a[href]').map(link => link.getAttribute('href')),
    buttons: seen('button').filter(key => key.form && key.type === 'submit').map(key => ({
      to: key.getAttribute('formaction') || key.form.getAttribute('action') || '',
      method: key.form.method, words: key.textContent.trim(), name: key.name, value: key.value,
      sent: [...new FormData(key.form, key)].filter(([, text]) => typeof text === 'string')})),
  };
}"""
AS_A_PAGE = {"headers": {"accept": "text/html"}, "follow": True}
EXPECTED_STATUSES = {200, 422}  # A form with errors answers 422.
# Another value of these arguments is another page; another person, round or table is not.
PAGE_ARGUMENTS = ("kit", "kind", "what", "verb")
PAGE_PARAMETERS = {"form", "mode", "show"}


class Visitor:
    """Tries each kind of link and of button once."""

    opens_pages = False  # whether the browser opens each page
    leaves_party = False  # whether it also visits pages outside the party

    def __init__(self, client, page, restore_database):
        self.client, self.page, self.restore_database = client, page, restore_database
        self.cookies = client.cookies.copy()
        self.tried, self.dead_ends = set(), []

    def visit_pages(self, *starts):
        waiting = deque((start, "") for start in starts)
        while waiting:
            to, linked_from = waiting.popleft()
            if not self.is_new(to):
                continue
            answer = self.client.get(to, **AS_A_PAGE)
            self.check_answer(linked_from, to, answer)
            if not answer.get("Content-Type", "").startswith("text/html"):
                continue
            if self.opens_pages:
                self.page.goto(to)
            else:
                self.page.evaluate(SHOW_AS_PAGE, answer.content.decode())
            offered = self.page.evaluate(LINKS_AND_BUTTONS)
            waiting.extend((urljoin(to, link), to) for link in offered["links"])
            for button in offered["buttons"]:
                waiting.extend((address, to) for address in self.press(to, button))

    def press(self, here, button):
        """Press a button with its form as it is, and again with its empty fields filled.

        Return the address to which a GET form leads.
        """
        to, sent = urljoin(here, button["to"]), {}
        for name, text in button["sent"]:
            sent.setdefault(name, []).append(text)
        named = button["name"] and not button["value"].isdecimal()
        words = button["value"] if named else "" if button["name"] else button["words"]
        if not self.is_new(to, button["method"], button["name"], words, *sorted(sent)):
            return []
        filled = {name: [text or "1" for text in texts] for name, texts in sent.items()}
        for fields in (sent, filled) if filled != sent else (sent,):
            answer = getattr(self.client, button["method"])(to, fields, **AS_A_PAGE)
            self.check_answer(here, f"{button['words']}: {to}", answer)
            self.client.cookies = self.cookies.copy()  # the button may sign out
            self.restore_database()
        if button["method"] == "post":
            return []
        return [urljoin(to, f"?{urlencode(filled, doseq=True)}")]

    def is_new(self, to, *button):
        parts = urlsplit(to)
        if parts.netloc or parts.scheme:
            return False
        route = resolve(parts.path)
        if not (self.leaves_party or {"party_id", "code"} & route.kwargs.keys()):
            return False
        asked = [
            pair if pair[0] in PAGE_PARAMETERS else pair[0] for pair in parse_qsl(parts.query)
        ]
        kind = (route.url_name, *map(route.kwargs.get, PAGE_ARGUMENTS), *asked, *button)
        is_new = kind not in self.tried
        self.tried.add(kind)
        return is_new

    def check_answer(self, here, what, answer):
        if answer.status_code not in EXPECTED_STATUSES or NOTHING_DONE in text_of(answer):
            self.dead_ends.append(f"{here or 'start'}: {what} answers {answer.status_code}")


def text_of(answer):
    is_page = answer.get("Content-Type", "").startswith("text/html")
    return answer.content.decode() if is_page else ""


def create_full_party():
    """Make a party with phones, guests, a fee, prizes, tickets and a wish."""
    party = party_with(9, phones=True, guests=True, guest_names="full", fee=500, clock_minutes=20)
    add_people(party, 1, state="expected")
    prizes.add_preset(party.pk, "podium", **BY_PROGRAM)
    prize = fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    fifty_fifty.sell_tickets(party.pk, prize.pk, 3, submission=uuid4(), **BY_PROGRAM)
    wishes.add_wish(party.pk, "stay", party.entrants.first().pk, None, **BY_PROGRAM)
    return party


def make_blind(party):
    with setting_up():
        Party.objects.filter(pk=party.pk).update(cards="blind")


def play_half(party):
    """The first table has a rare bid and two results for a hand, and calls the host."""
    enter(party, "10nn2 8hn9")
    other = read_entry(party.rules, "8hn7")
    hands.record_hand(spot(party), other, hand=2, submission=uuid4(), **BY_PROGRAM)
    hands.call_host(spot(party), is_called=True, **BY_PROGRAM)


def tie_table_1(party):
    """Leave table 1 with a tie, and table 2 without a slip."""
    enter(party, "8hn9 8he9 7sn7 7se7")


def run_verb(verb):
    return lambda party: verb(party.pk, **BY_PROGRAM)


def rounds_played(count):
    return lambda party: play_rounds(party, count)


EVERYTHING = "one of everything"
STATES = {
    "set-up": (),
    "blind": (make_blind,),
    "seated": (draw,),
    "playing": (start, play_half),
    "bell": (start, tie_table_1, run_verb(rounds.ring_bell)),
    "checking": (start, tie_table_1, run_verb(rounds.ring_bell), run_verb(rounds.check_round)),
    "closed": (rounds_played(1),),
    "moving": (rounds_played(1), seat_next, run_verb(screen.announce_seats)),
    "finished": (rounds_played(3), run_verb(rounds.finish)),
    EVERYTHING: (),
}
STATES_FOR_HELPERS = {"playing", "finished", EVERYTHING}  # Helpers see fewer pages.
FEWEST = {"organiser": 70, "helper": 40, "guest": 4, "phone": 2}  # kinds of links and buttons


@pytest.fixture
def database(transactional_db):
    """Return two functions: one copies the database, and one restores that copy."""
    file = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(":memory:")) as kept, closing(sqlite3.connect(file)) as now:

        def restore_database():
            kept.backup(now)
            PROCESS.reset()  # After a restore the same revisions come again.

        yield lambda: now.backup(kept), restore_database


@pytest.mark.skipif(connection.vendor != "sqlite", reason="puts back a file")
@pytest.mark.parametrize("state", STATES)
def test_no_link_leads_to_a_dead_end(state, page, live_server, database, monkeypatch):
    if state == EVERYTHING:  # with a series, a record, an invitation, an earlier party
        party = Party.objects.get(pk=evening("Ruth", "autumnparty")[1]["party_id"])
        prizes.add_preset(party_with(4, name="Winter party").pk, "podium", **BY_PROGRAM)
    else:
        party = create_full_party()
    for step in STATES[state]:
        step(party)
    if state != "playing":
        monkeypatch.setattr(PaperOfParty, "draw", lambda *_: b"%PDF")
        monkeypatch.setattr(printing, "pack_pdf", lambda *_: b"%PDF")
    desk = ("/", reverse("party_hub", args=[party.pk]))
    starts = {
        "organiser": desk,
        "helper": desk,
        "guest": (reverse("guest", args=[party.code]), reverse("hall", args=[party.code])),
        "phone": (address(party), reverse("phone_test", args=[party.code])),
    }
    if state not in STATES_FOR_HELPERS:
        del starts["helper"]
    clients = {who: Client() for who in starts}
    if "helper" in clients:
        clients["helper"].force_login(helper_of(party))
    clients["organiser"].force_login(party.club.memberships.get(role="organiser").user)
    page.goto(desk[0])
    keep, restore_database = database
    keep()
    for who, client in clients.items():
        page.context.clear_cookies()
        for cookie in client.cookies.values():
            cookie_fields = {"name": cookie.key, "value": cookie.value, "url": live_server.url}
            page.context.add_cookies([cookie_fields])
        visitor = Visitor(client, page, restore_database)
        visitor.opens_pages, visitor.leaves_party = state == "playing", state == EVERYTHING
        visitor.visit_pages(*starts[who])
        assert visitor.dead_ends == [], who
        assert len(visitor.tried) >= FEWEST[who]
