import pytest

from party.models import Party
from party.process_state import PROCESS
from party.queries.evening.rounds import people
from party.queries.shared_reads import share_reads
from party.queries.standings.standings import final_standings, standings
from party.services.evening.rounds import finish
from party.services.write import party_act
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from tests.evening import AT, BY_PROGRAM, party_after_rounds, party_with, play_rounds

pytestmark = pytest.mark.django_db


def test_a_function_marked_read_once_queries_only_once_in_a_block_of_shared_reads(
    django_assert_num_queries,
):
    party = party_with(4)
    with django_assert_num_queries(1), share_reads():
        first = people(party)
        with share_reads():
            assert people(party) == first
        assert people(party) == first


def test_a_function_marked_read_once_queries_again_in_the_next_block(django_assert_num_queries):
    party = party_with(4)
    with django_assert_num_queries(3):
        for _ in range(2):
            with share_reads():
                people(party)
        people(party)


def party_after_a_round():
    party = party_after_rounds(1, 4)
    return Party.objects.get(pk=party.pk)


def test_standings_are_cached_until_the_next_revision_of_the_party(django_assert_num_queries):
    party = party_after_a_round()
    first = standings(party)
    with django_assert_num_queries(0):
        assert standings(party) is first
    finish(party.pk, **BY_PROGRAM)
    assert standings(Party.objects.get(pk=party.pk)) is not first


def test_standings_are_read_again_after_a_write_even_with_an_old_party_object():
    party = party_after_a_round()
    before = standings(party)
    play_rounds(party, 1)
    assert (before.rounds, standings(party).rounds) == (1, 2)


def test_a_refused_act_remembers_the_revision_that_another_worker_wrote():
    party = party_after_a_round()
    PROCESS.reset()
    with pytest.raises(Refused), party_act(party.pk, PROGRAM, AT, party.revision - 1):
        pass
    assert PROCESS.newest_revisions == {party.pk: party.revision}


def test_standings_are_not_reused_for_another_party_with_the_same_id():
    party = party_after_a_round()
    first = standings(party)
    party.code = "another"  # a restore can give the id to another party
    assert standings(party) is not first
    assert final_standings([party])[party.pk] is not first
    PROCESS.uses_other_database.set(True)  # as during the check of a backup
    assert standings(party) is not standings(party)
    assert final_standings([party]) is not final_standings([party])
    PROCESS.uses_other_database.set(False)


def test_standings_read_within_an_act_are_not_cached_as_the_act_may_be_rolled_back():
    with party_act(party_after_a_round().pk, PROGRAM, AT) as act:
        assert standings(act.party) is not standings(act.party)
