"""How often a password may be tried, and how many may wait for one to be hashed."""

import re
from datetime import timedelta
from hashlib import sha256
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
    forget_try,
    hashing_turn,
    password_limits,
    permit_try,
)
from tests.evening import AT, person

pytestmark = pytest.mark.django_db
KEY = re.compile("[0-9a-f]{64}")
HALL, ELSEWHERE = "203.0.113.7", "198.51.100.4"


def tries(count, name="Ruth", address=HALL, at=AT, **known):
    limits = password_limits(known.get("user"), name, address, known.get("browser", ""))
    return [permit_try(limits, at) for _ in range(count)]


def forget(name, address=HALL):
    forget_try(password_limits(None, name, address))


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
    assert all(tries(1, address=f"10.0.0.{number}") == [True] for number in range(100))
    assert tries(1, address=ELSEWHERE) == [False]
    assert tries(1, "Bert") == [True]


def test_account_is_counted_under_each_of_its_names_and_others_by_the_name():
    ruth = person()
    assert tries(10, user=ruth) == [True] * 10
    assert tries(1, "ruth@example.org", user=ruth) == [False]
    # An unknown name is counted in one spelling, however its letters were typed.
    assert tries(10, "Phİllip") == [True] * 10
    assert tries(1, "PHİLLIP") == [False]
    assert tries(1, "Phillip") == [True]


def test_browser_with_a_sign_in_has_a_count_of_its_own():
    ruth = person()
    assert tries(61, user=ruth)[10:] == [False] * 51
    assert tries(11, user=ruth, browser="b1") == [True] * 10 + [False]
    assert tries(1, user=ruth, browser="b2") == [True]
    assert tries(1, user=person("Hanna"), browser="b1") == [True]


def test_stored_counts_name_nobody():
    tries(1, "Ruth")
    plain = {sha256(text.encode()).hexdigest() for text in ("account\nname ruth", "name ruth")}
    assert not plain & {*SignInTries.objects.values_list("key", flat=True)}


@pytest.mark.parametrize("name", ["Ruth", "Bert", "Nora", "Ivy"])
def test_rows_are_locked_in_one_order(name):
    with CaptureQueriesContext(connection) as done:
        assert tries(1, name) == [True]
        forget(name)
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
    tried = [tries(1, f"Name {n}", place) for n, place in enumerate(places)]
    assert tried == [[True]] * 60 + [[False]]
    assert tries(1, address=other) == [True]


def test_refused_try_writes_nothing(django_assert_num_queries):
    tries(11)
    with django_assert_num_queries(1):
        assert tries(1) == [False]


def test_right_password_takes_back_its_own_try_alone():
    for number in range(60):
        assert tries(1, f"Name {number}") == [True]
        forget(f"Name {number}")
    tries(9)
    forget("Ruth")
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
