"""What is read once for a page, and anew for the next one."""

import pytest

from party.queries.evening.rounds import people
from party.queries.one_reading import one_reading
from tests.evening import party_with

pytestmark = pytest.mark.django_db


def test_a_page_reads_once_what_several_parts_of_it_need(django_assert_num_queries):
    party = party_with(4)
    with django_assert_num_queries(1), one_reading():
        first = people(party)
        with one_reading():
            assert people(party) == first
        assert people(party) == first


def test_the_next_page_reads_anew(django_assert_num_queries):
    party = party_with(4)
    with django_assert_num_queries(3):
        for _ in range(2):
            with one_reading():
                people(party)
        people(party)
