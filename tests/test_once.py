import pytest
from django.db import connection, transaction

from party.models import Entry, LogLine, Party, Round
from party.services.evening import rounds
from party.values.refusals import Refused
from tests.evening import AT, BY_PROGRAM, close, draw, enter, party_with, play, play_rounds, start
from tests.guard import setting_up
from tests.once import MEMORY

pytestmark = pytest.mark.django_db
FIRST: list[list] = []


def evening_rows():
    """Return the rows of an evening with their ids."""
    return [
        list(model.objects.order_by("pk").values()) for model in (Party, Round, Entry, LogLine)
    ]


@pytest.mark.parametrize("time", ["first", "second"])
def test_a_replay_has_the_rows_of_the_first_run(time):
    party = party_with(12)
    play_rounds(party, 1)
    FIRST.append(evening_rows())
    assert FIRST[0] == evening_rows()
    rounds.finish(party.pk, **BY_PROGRAM)
    assert Party.objects.get().finished_at == AT


def test_a_step_after_another_write_runs_again():
    party = party_with(8)
    count = len(MEMORY.recorded)
    with setting_up():
        party.entrants.filter(number=1).update(name="Somebody else entirely")
    draw(party)
    assert len(MEMORY.recorded) == count + 1


def test_a_step_in_a_transaction_of_the_test_is_not_replayed():
    party = party_with(8)
    start(party)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        start(party)


def test_a_step_is_not_replayed_after_a_rollback():
    party = party_with(8)
    start(party)
    with pytest.raises(Refused):
        enter(party, "8hn9", table=9)
    assert MEMORY.history is None
    play(party)
    close(party)
    assert Entry.objects.count() == 8


def test_a_test_that_patches_replays_nothing(monkeypatch):
    assert MEMORY.history is None


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_replays_nothing():
    assert MEMORY.history is None
    start(party_with(8))
    assert not connection.in_atomic_block
    assert Round.objects.get().state == Round.State.PLAYING
