from uuid import uuid4

import pytest

from party.models import Entry
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.values.refusals import Refused
from party.values.scores.tables import SavedAs
from tests.evening import (
    BY_PROGRAM,
    correct,
    enter,
    enter_total,
    entry_in_force,
    play_round,
    started_party,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party(players=8, rounds_planned=3)


def test_a_correction_replaces_the_result_and_keeps_the_old_row(party):
    enter(party, "8hn9 7ce7")
    correct(party, "8hn7")
    assert entry_in_force(party).tricks == 7
    assert table_scores(party, 1)[1].ns == -300 + 30
    assert Entry.objects.filter(status=Entry.Status.REPLACED).count() == 1


def test_a_correction_with_the_same_values_changes_nothing(party):
    enter(party, "8hn9")
    assert correct(party, "8hn9").outcome == SavedAs.ALREADY
    assert Entry.objects.count() == 1


def test_a_repeated_correction_gets_the_same_answer(party):
    enter(party, "8hn9")
    seen, submission = entry_in_force(party).pk, uuid4()
    correct(party, "8hn7", seen=seen, submission=submission)
    again = correct(party, "8hn7", seen=seen, submission=submission)
    assert again.outcome == SavedAs.ALREADY
    assert again.ns == -300


def test_a_correction_of_a_corrected_hand_is_refused(party):
    enter(party, "8hn9")
    seen = entry_in_force(party).pk
    correct(party, "8hn7", seen=seen)
    with pytest.raises(Refused) as refused:
        correct(party, "9hn9", seen=seen)
    assert refused.value.faults[0].code == "changed"
    assert entry_in_force(party).tricks == 7


def test_a_correction_in_a_closed_round_needs_a_reason(party):
    play_round(party)
    with pytest.raises(Refused) as refused:
        correct(party, "8hn7")
    assert refused.value.faults[0].field == "reason"


def test_a_correction_after_the_finish_is_refused(party):
    play_round(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    with pytest.raises(Refused):
        correct(party, "8hn7", reason="late")


def test_a_total_that_the_hands_cannot_give_is_refused():
    party = started_party(players=4, capture="totals")
    enter_total(party, 310, 250)

    with pytest.raises(Refused, match="Look at the slip again"):
        correct(party, (5000, 0), 0)
    correct(party, (250, 310), 0)
    assert table_scores(party, 1)[1].ahead == "EW"


def test_a_hand_cannot_become_a_thrown_in_hand():
    party = started_party(players=4)
    enter(party, "8hn9")
    with pytest.raises(Refused, match="8hn9"):
        correct(party, "p")
