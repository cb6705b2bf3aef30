"""Whose parties are shown to whom."""

import pytest

from party.queries.evening.parties import parties_of
from tests.evening import party_with, person

pytestmark = pytest.mark.django_db


def test_each_sees_the_parties_of_the_own_club_the_latest_first(django_assert_num_queries):
    ruth, mallory = person(), person("Mallory")
    first, second = (party_with(4, by=ruth, name=name) for name in ("First", "Second"))
    other = party_with(4, by=mallory)
    with django_assert_num_queries(1):
        assert [each.id for each in parties_of(ruth)] == [second.pk, first.pk]
    assert [each.id for each in parties_of(mallory)] == [other.pk]
