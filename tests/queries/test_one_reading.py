"""Reads that run once for a page."""

import pytest

from party.models import Party
from party.process_state import PROCESS
from party.queries.evening.rounds import people
from party.queries.one_reading import one_reading
from party.queries.standings.standings import final_standings, standings
from party.services.evening.rounds import finish, reopen_party
from party.services.write import party_act
from party.values.accounts import PROGRAM
from tests.evening import AT, BY_PROGRAM, party_with, play_rounds

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


def finished_party():
    party = party_with(4)
    play_rounds(party, 1)
    finish(party.pk, **BY_PROGRAM)
    return Party.objects.get(pk=party.pk)


def test_the_standings_of_a_finished_party_are_kept_until_its_next_revision(
    django_assert_num_queries,
):
    party = finished_party()
    first = standings(party)
    with django_assert_num_queries(0):
        assert standings(party) is first
    reopen_party(party.pk, **BY_PROGRAM)
    finish(party.pk, **BY_PROGRAM)
    assert standings(Party.objects.get(pk=party.pk)) is not first


def test_standings_are_not_shared_with_another_party_of_the_same_id():
    party = finished_party()
    first = standings(party)
    party.code = "another"  # as after a restore, when ids are given out again
    assert standings(party) is not first
    assert final_standings([party])[party.pk] is not first
    PROCESS.uses_other_database.set(True)  # while a backup is checked
    assert standings(party) is not standings(party)
    assert final_standings([party]) is not final_standings([party])
    PROCESS.uses_other_database.set(False)


def test_a_write_keeps_nothing_because_it_may_be_rolled_back():
    with party_act(finished_party().pk, PROGRAM, AT) as act:
        assert standings(act.party) is not standings(act.party)
