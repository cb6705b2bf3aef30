"""How often a password may be tried, and how many may wait for one to be hashed."""

import re
from datetime import timedelta
from itertools import cycle, islice
from threading import Thread
from time import sleep

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from party.models import SignInTries
from party.process_state import PROCESS
from party.services.accounts.sign_in_throttle import (
    BusyError,
    forget_tries,
    hashing_turn,
    permit_try,
)
from tests.evening import AT

pytestmark = pytest.mark.django_db
KEY = re.compile("[0-9a-f]{64}")
HALL, ELSEWHERE = "203.0.113.7", "198.51.100.4"


def tries(count, name="Ruth", address=HALL, at=AT):
    return [permit_try(name, address, at) for _ in range(count)]


def test_name_may_be_tried_ten_times_from_one_address():
    assert tries(11) == [True] * 10 + [False]
    assert tries(1, " RUTH ") == [False]
    assert tries(1, address=ELSEWHERE) == [True]
    assert tries(1, "Bert") == [True]


def test_a_quarter_of_an_hour_later_it_begins_again():
    tries(11)
    assert tries(1, at=AT + timedelta(minutes=14)) == [False]
    assert tries(1, at=AT + timedelta(minutes=15)) == [True]
    assert SignInTries.objects.count() == 3


def test_clock_that_was_set_back_keeps_nobody_out():
    tries(11)
    assert tries(1, at=AT - timedelta(minutes=10)) == [False]  # another worker's may be late
    assert tries(11, at=AT - timedelta(days=3000)) == [True] * 10 + [False]
    assert SignInTries.objects.count() == 3


def test_name_may_be_tried_a_hundred_times_from_everywhere():
    assert all(permit_try("Ruth", f"10.0.0.{number}", AT) for number in range(100))
    assert tries(1, address=ELSEWHERE) == [False]
    assert tries(1, "Bert") == [True]


def test_name_is_counted_for_its_club_and_an_email_address_for_all():
    for name, still in (("Ruth", True), ("ruth@example.org", False)):
        ten = [permit_try(name, HALL, AT, "Tuesday cards") for _ in range(10)]
        assert ten == [True] * 10
        assert not permit_try(name, HALL, AT, " TUESDAY cards")
        assert permit_try(name, HALL, AT, "Friday cards") is still
    forget_tries("Ruth", HALL, "tuesday cards")
    assert permit_try("Ruth", HALL, AT, "Tuesday cards")


@pytest.mark.parametrize("name", ["Ruth", "Bert", "Nora", "Ivy"])
def test_rows_are_locked_in_one_order(name):
    with CaptureQueriesContext(connection) as done:
        assert tries(1, name) == [True]
        forget_tries(name, HALL)
    written = [each["sql"] for each in done.captured_queries if each["sql"].lstrip()[0] in "IUD"]
    keys = [key for sql in written for key in KEY.findall(sql)]
    assert keys == sorted(set(keys)) * 2


@pytest.mark.parametrize(
    ("addresses", "other"),
    [
        ([HALL], ELSEWHERE),
        ([f"2001:db8::{number:x}" for number in range(60)], "2001:db8:0:1::1"),
        (["unknown"], ""),
    ],
)
def test_ever_new_names_are_stopped_by_the_address(addresses, other):
    places = islice(cycle(addresses), 61)
    tried = [permit_try(f"Name {n}", place, AT) for n, place in enumerate(places)]
    assert tried == [True] * 60 + [False]
    assert tries(1, address=other) == [True]


def test_refused_try_writes_nothing(django_assert_num_queries):
    tries(11)
    with django_assert_num_queries(1):
        assert tries(1) == [False]


def test_right_password_takes_back_its_own_try_alone():
    for number in range(60):
        assert tries(1, f"Name {number}") == [True]
        forget_tries(f"Name {number}", HALL)
    tries(9)
    forget_tries("Ruth", HALL)
    assert tries(10) == [True] * 10
    # Those of the name and of the address: all but the right one.
    assert SignInTries.objects.filter(tries=18).count() == 2


def test_few_wait_while_one_password_is_hashed():
    with hashing_turn():
        waiting = [Thread(target=take_turn) for _ in range(2)]
        for each in waiting:
            each.start()
        while PROCESS.hashing_queue._value:
            sleep(0.001)
        with pytest.raises(BusyError):
            take_turn()
    for each in waiting:
        each.join()
    take_turn()


def take_turn():
    with hashing_turn():
        pass
