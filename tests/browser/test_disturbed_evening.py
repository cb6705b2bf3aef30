"""A disturbed evening in a real browser: all that a night throws at the desk, pressed and typed.

Midway with house rules and 22 people, two of them sitting out. Whatever the pages say of points is
compared with a second account that the engine alone adds up. Every page is looked at once: no
error, nothing wider than a phone, everything within reach of the keyboard.
"""

import secrets

import pytest
from django.utils import timezone

from party.services.accounts.users import make_link
from party.values.accounts import PROGRAM
from tests.browser import disturbed_doors as doors
from tests.browser import disturbed_prizes as prizes
from tests.browser import disturbed_rounds as rounds
from tests.browser import disturbed_seats as seats
from tests.browser.bookkeeper import Bookkeeper
from tests.browser.organiser import Organiser
from tests.browser.watchful import Watchful
from tests.evening import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ruth(page, expected_errors, monkeypatch, assert_accessible):
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)  # the same draw every time
    # A PDF that opens in the browser has no page that could say where its icon is.
    expected_errors.append("/favicon.ico")
    organiser = Watchful(page, assert_accessible)
    organiser.sign_in(make_link(person(), actor=PROGRAM, at=timezone.now()))
    return organiser


@pytest.fixture
def hanna(open_context):
    """The second desk, on a laptop of its own."""
    return Organiser(open_context().new_page())


def test_disturbed_evening(ruth, hanna):
    books = Bookkeeper(rounds.BEFORE)
    doors.prepare(ruth)
    doors.let_in(ruth)
    seats.wish_and_draw(ruth)
    rounds.play_round_1(ruth, hanna, books)
    gone = rounds.play_round_2(ruth, books)
    rounds.play_round_3(ruth, books, gone)
    rounds.play_round_4(ruth, books, gone)
    prizes.finish(ruth, books)
    prizes.look_at_pictures(ruth)
    prizes.print_papers(ruth, books)
    prizes.count_the_season(ruth, books)
