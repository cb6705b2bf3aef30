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
    forget_try,
    hashing_turn,
    password_limits,
    permit_try,
)
from party.values.refusals import Refused
from tests.evening import AT, create_user

pytestmark = pytest.mark.django_db
KEY = re.compile("[0-9a-f]{64}")
HALL, ELSEWHERE = "203.0.113.7", "198.51.100.4"


def try_passwords(count, name="Ruth", address=HALL, at=AT, **known):
    limits = password_limits(known.get("user"), name, address, known.get("browser", ""))
    return [permit_try(limits, at) for _ in range(count)]


def forget(name, address=HALL):
    forget_try(password_limits(None, name, address))


def test_a_name_may_be_tried_10_times_from_one_ip_address():
    assert try_passwords(11) == [True] * 10 + [False]
    assert try_passwords(1, " RUTH ") == [False]
    assert try_passwords(1, address=ELSEWHERE) == [True]
    assert try_passwords(1, "Bert") == [True]


def test_the_count_of_tries_starts_again_after_15_minutes():
    try_passwords(11)
    assert try_passwords(1, at=AT + timedelta(minutes=14)) == [False]
    assert try_passwords(1, at=AT + timedelta(minutes=15)) == [True]
    assert SignInTries.objects.count() == 3


def test_a_clock_that_was_set_back_locks_nobody_out():
    try_passwords(11)
    # A worker whose clock is ten minutes behind refuses the try as well.
    assert try_passwords(1, at=AT - timedelta(minutes=10)) == [False]
    assert try_passwords(11, at=AT - timedelta(days=3000)) == [True] * 10 + [False]
    assert SignInTries.objects.count() == 3


def test_a_name_may_be_tried_100_times_from_all_ip_addresses():
    assert all(try_passwords(1, address=f"10.0.0.{number}") == [True] for number in range(100))
    assert try_passwords(1, address=ELSEWHERE) == [False]
    assert try_passwords(1, "Bert") == [True]


def test_all_names_of_an_account_share_one_count_of_tries():
    ruth = create_user()
    assert try_passwords(10, user=ruth) == [True] * 10
    assert try_passwords(1, "ruth@example.org", user=ruth) == [False]
    # Spellings of an unknown name that differ only in letter case share one count.
    assert try_passwords(10, "Phİllip") == [True] * 10
    assert try_passwords(1, "PHİLLIP") == [False]
    assert try_passwords(1, "Phillip") == [True]


def test_a_browser_that_signed_in_before_has_its_own_count_of_tries():
    ruth = create_user()
    assert try_passwords(61, user=ruth)[10:] == [False] * 51
    assert try_passwords(11, user=ruth, browser="b1") == [True] * 10 + [False]
    assert try_passwords(1, user=ruth, browser="b2") == [True]
    assert try_passwords(1, user=create_user("Hanna"), browser="b1") == [True]


def test_stored_counts_of_tries_contain_no_names():
    try_passwords(1, "Ruth")
    plain = {sha256(text.encode()).hexdigest() for text in ("account\nname ruth", "name ruth")}
    assert not plain & {*SignInTries.objects.values_list("key", flat=True)}


@pytest.mark.parametrize("name", ["Ruth", "Bert", "Nora", "Ivy"])
def test_counts_of_tries_are_always_locked_in_the_same_order(name):
    with CaptureQueriesContext(connection) as queries:
        assert try_passwords(1, name) == [True]
        forget(name)
    written = [
        each["sql"] for each in queries.captured_queries if each["sql"].lstrip()[0] in "IUD"
    ]
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
def test_an_ip_address_has_a_limit_for_all_names_together(addresses, other):
    cycled_addresses = islice(cycle(addresses), 61)
    outcomes = [try_passwords(1, f"Name {n}", place) for n, place in enumerate(cycled_addresses)]
    assert outcomes == [[True]] * 60 + [[False]]
    assert try_passwords(1, address=other) == [True]


def test_a_refused_try_stores_nothing(django_assert_num_queries):
    try_passwords(11)
    with django_assert_num_queries(1):
        assert try_passwords(1) == [False]


def test_a_right_password_removes_only_its_own_try():
    for number in range(60):
        assert try_passwords(1, f"Name {number}") == [True]
        forget(f"Name {number}")
    try_passwords(9)
    forget("Ruth")
    assert try_passwords(10) == [True] * 10
    # The name and the IP address each count 18 of the 19 tries: the right password is left out.
    assert SignInTries.objects.filter(tries=18).count() == 2


def test_a_password_is_refused_while_the_queue_for_hashing_is_full():
    with hashing_turn():
        waiting = [Thread(target=take_turn) for _ in range(2)]
        for each in waiting:
            each.start()
        while PROCESS.hashing_queue._value:
            sleep(0.001)
        with pytest.raises(Refused):
            take_turn()
    for each in waiting:
        each.join()
    take_turn()


def take_turn():
    with hashing_turn():
        pass
