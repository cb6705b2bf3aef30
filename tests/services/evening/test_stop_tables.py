import pytest

from party.models import LogLine
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.log.undo import undo_line
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    enter,
    play_round,
    report_ahead,
    started_party,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party(20)


def stop(party, number=1):
    return rounds.stop_tables(party.pk, number, **BY_PROGRAM)


def test_stopped_tables_count_their_entered_hands(party):
    enter(party, HANDS, 1)
    enter(party, "8hn9", 2)
    enter(party, "8hn9 8he9", 3)
    enter(party, "8hn9", 4)
    report_ahead(party, "EW", 4)
    line = stop(party)
    scores = table_scores(party, 1)
    assert [(each.is_finished, each.why_short) for each in scores.values()] == [
        (True, ""),
        (True, "the round was cut short"),
        (True, "the round was cut short"),
        (True, ""),
        (False, ""),
    ]
    assert (scores[3].is_tied, scores[4].provisional_pair) == (True, "EW")
    words = "Round 1 cut short: 2 tables stop after the hands already in"
    assert LogLine.objects.first().words == words
    undo_line(party.pk, line, **BY_PROGRAM)
    assert not any(table_scores(party, 1)[number].is_finished for number in (2, 3))


def test_a_table_that_plays_until_the_bell_is_stopped_without_a_reason():
    party = started_party(8, "iowa")
    enter(party, "8hn9", 2)
    stop(party)
    assert (table_scores(party, 1)[2].hands, table_scores(party, 1)[2].why_short) == (1, "")


def test_stopping_is_refused_without_hands_or_an_open_round(party):
    with pytest.raises(Refused, match="No table with a hand in is still playing"):
        stop(party)
    with pytest.raises(Refused, match="Round 2 is not being played"):
        stop(party, 2)
    play_round(party)
    with pytest.raises(Refused, match="Round 1 is not being played"):
        stop(party)
