"""Reads that run once for a page."""

import pytest

from party.queries.evening.rounds import people
from party.queries.one_reading import one_reading
from tests.evening import party_with

pytestmark = pytest.mark.django_db


def test_a_shared_read_runs_once_within_a_reading(django_assert_num_queries):
    party = party_with(4)
    with django_assert_num_queries(1), one_reading():
        first = people(party)
        with one_reading():
            assert people(party) == first
        assert people(party) == first


def test_the_next_reading_reads_again(django_assert_num_queries):
    party = party_with(4)
    with django_assert_num_queries(3):
        for _ in range(2):
            with one_reading():
                people(party)
        people(party)
