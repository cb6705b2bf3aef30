from datetime import UTC, datetime, timedelta

import pytest

from party.queries.phones.phones_page import PhonesPage, TableAddress, last_poll_text
from party.values.phones.addresses import short_address

NOW = datetime(2026, 11, 14, 20, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(None, "not heard from yet"), (0, "here now"), (4, "4 min ago"), (180, "3 hours ago")],
)
def test_the_time_since_a_phone_was_last_heard_from_is_told_in_words(minutes, words):
    seen = None if minutes is None else NOW - timedelta(minutes=minutes)
    assert last_poll_text(seen, NOW) == words


def page(address, choices, tables=()):
    return PhonesPage(address=address, choices=choices, tables=tables, test_path="/t/x/")


def test_the_phones_page_notices_that_the_laptop_has_another_web_address():
    assert page("http://10.0.0.2:8000", ("http://10.0.0.3:8000",)).has_moved
    assert not page("http://10.0.0.2:8000", ("http://10.0.0.2:8000",)).has_moved
    assert not page("", ("http://10.0.0.2:8000",)).has_moved


def test_the_page_counts_the_tables_whose_phones_have_been_heard_from():
    tables = (TableAddress(1, "/t/x/1/k/", "k", NOW), TableAddress(2, "/t/x/2/l/", "l"))
    assert page("", (), tables).heard_text == "1 of 2 tables heard from"


def test_a_short_web_address_leaves_out_http():
    assert short_address("http://10.0.0.2:8000", "/t/abc/") == "10.0.0.2:8000/t/abc"
    assert short_address("https://cards.example", "/t/abc/") == "https://cards.example/t/abc"
