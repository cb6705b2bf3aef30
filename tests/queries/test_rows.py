import pytest

from party.queries.evening.rounds import latest_round, people_of
from party.queries.shared_reads import share_reads
from tests.evening import party_with

pytestmark = pytest.mark.django_db


def test_no_ids_make_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert people_of(()) == {}


def test_people_are_read_by_party():
    one, other = party_with(4), party_with(5)
    read = people_of((one.pk, other.pk))
    assert {pk: len(people) for pk, people in read.items()} == {one.pk: 4, other.pk: 5}
    assert {person.ranked for person in read[one.pk].values()} == {True}


def test_a_page_reads_the_latest_round_once(django_assert_num_queries):
    party = party_with(8, rounds_planned=1)
    with django_assert_num_queries(1), share_reads():
        assert latest_round(party) == latest_round(party)
