from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import LogLine
from party.queries.scores.consistency import score_differences
from party.queries.scores.late_slips import late_results
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.phones import hands
from party.services.scores import entries, late_hands, tables
from party.values.accounts import table_actor
from party.values.refusals import Refused
from party.values.scores.tables import Spot
from party.values.seats.corrections import SeatsAnswer
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    correct,
    enter,
    party_with,
    spot,
    started_party,
)
from tests.services.scores.test_late_hands import add_late

pytestmark = pytest.mark.django_db
PHONE = {"actor": table_actor(1), "at": AT}


@pytest.fixture
def party():
    """Round 1 is closed; table 1 stopped after three hands, and its phone sends the fourth."""
    party = started_party(8, rounds_planned=1)
    enter(party, "8hn9 7ce7 7sn6")
    tables.finish_table(spot(party), reason="bell", **BY_PROGRAM)
    enter(party, HANDS, 2)
    close(party)
    send(party, "9dw9", 4)
    return party


def send(party, text, hand):
    entry = read_entry(party.rules, text)
    assert hands.record_hand(spot(party), entry, hand=hand, submission=uuid4(), **PHONE).outcome


def waiting_results(party):
    return [(each.hand_text, each.text) for each in late_results(party)]


def test_a_late_result_is_listed_with_its_points(party):
    [late] = late_results(party)
    assert (late.round, late.number, late.hand, late.text) == (1, 1, 4, "9dw9")
    assert (late.ns, late.ew) == (10, 380)
    assert not late.is_open
    assert not late.has_result
    assert late_results(party, Spot(party.pk, 1, 2)) == ()
    assert score_differences(party) == []


@pytest.mark.parametrize("text", ["9dw9", "9dw8"])
def test_a_late_result_leaves_the_list_once_its_hand_is_added(party, text):
    add_late(party, text, source="phone")
    assert waiting_results(party) == []
    assert table_scores(party, 1)[1].saved == 4
    assert "from the table’s phone" in LogLine.objects.first().words


def test_a_late_result_is_listed_again_once_its_hand_is_undone(party):
    add_late(party, "9dw9", source="phone")
    late_hands.undo_late_entries(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    assert waiting_results(party) == [("hand 4", "9dw9")]


def test_late_results_leave_the_list_once_the_round_has_a_total(party):
    options = {"submission": uuid4(), "reason": "the slip", "choice": SeatsAnswer()}
    late_hands.add_late_total(spot(party), 200, 590, hands=4, **options, **BY_PROGRAM)
    assert waiting_results(party) == []


def test_a_late_total_is_listed_until_there_is_a_total(party):
    hands.record_total(spot(party), 200, 590, hands=4, submission=uuid4(), **PHONE)
    assert waiting_results(party) == [("the total", ""), ("hand 4", "9dw9")]
    add_late(party, "9dw9", source="phone")
    assert waiting_results(party) == [("the total", "")]


def test_a_different_result_is_listed_until_the_hand_is_corrected(party):
    send(party, "8hn10", 1)
    late = late_results(party)[0]
    assert (late.hand, late.has_result) == (1, True)
    correct(party, "8hn10", reason="from the phone")
    assert waiting_results(party) == [("hand 4", "9dw9")]


def test_late_results_leave_the_list_once_a_reopened_round_has_their_hand(party):
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    assert late_results(party)[0].is_open
    tables.reopen_table(spot(party), **BY_PROGRAM)
    enter(party, "9dw9")
    assert waiting_results(party) == []
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert waiting_results(party) == [("hand 4", "9dw9")]


def test_discarded_late_result_leaves_the_list_and_is_logged(party):
    [late] = late_results(party)
    late_hands.discard_late_result(party.pk, late.entry, **BY_PROGRAM)
    assert waiting_results(party) == []
    line = LogLine.objects.first()
    assert (line.verb, line.round, line.table) == ("late set aside", 1, 1)
    assert "9 Diamonds" in line.words
    with pytest.raises(Refused):
        late_hands.discard_late_result(party.pk, late.entry, **BY_PROGRAM)


def test_late_result_is_discarded_after_the_finish_too(party):
    rounds.finish(party.pk, **BY_PROGRAM)
    send(party, "8hn10", 2)
    for late in late_results(party):
        late_hands.discard_late_result(party.pk, late.entry, **BY_PROGRAM)
    assert waiting_results(party) == []


def test_a_late_result_of_another_party_cannot_be_discarded(party):
    [late] = late_results(party)
    with pytest.raises(Refused):
        late_hands.discard_late_result(party_with(4).pk, late.entry, **BY_PROGRAM)
    assert waiting_results(party) == [("hand 4", "9dw9")]


def test_late_results_are_read_in_one_query(party, django_assert_num_queries):
    for text in ("8hn10", "8hn8"):
        send(party, text, 1)
    with django_assert_num_queries(1):
        assert len(late_results(party)) == 3
