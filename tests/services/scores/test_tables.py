import pytest

from party.models import LogLine
from party.queries.scores.tables import table_scores
from party.services.scores import tables
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, HANDS, enter, spot, started_party

pytestmark = pytest.mark.django_db

EVEN = "8hn9 8he9"  # 310 to 310


@pytest.fixture
def party():
    return started_party(players=8)


def score(party):
    return table_scores(party, 1)[1]


def finish_table_1(party, why=""):
    tables.finish_table(spot(party), **BY_PROGRAM, reason=why)


def test_a_table_stops_early_with_a_reason(party):
    enter(party, "8hn9 7ce7")
    finish_table_1(party, "Bert felt ill")
    assert score(party).is_finished
    assert (score(party).hands, score(party).why_short) == (2, "Bert felt ill")
    assert "Bert felt ill" in LogLine.objects.get(verb="table finished").words


def test_a_table_stops_early_without_a_reason(party):
    enter(party, "8hn9")
    finish_table_1(party)
    assert (score(party).hands, score(party).why_short) == (1, "stopped early")
    assert LogLine.objects.first().words == "Table 1 finished after 1 hand"


def test_a_table_finished_without_hands_is_unplayed(party):
    finish_table_1(party, "no cards")
    assert score(party).is_finished
    assert not score(party).has_entries
    assert score(party).is_tied


def test_finishing_a_finished_table_is_refused(party):
    enter(party, HANDS)
    with pytest.raises(Refused):
        finish_table_1(party)


def test_a_reopened_table_plays_on(party):
    finish_table_1(party, "no cards")
    tables.reopen_table(spot(party), **BY_PROGRAM)
    assert not score(party).is_finished
    assert enter(party, "8hn9")[0].hand == 1


def test_reopening_an_unfinished_table_is_refused(party):
    with pytest.raises(Refused):
        tables.reopen_table(spot(party), **BY_PROGRAM)


def test_a_cut_decides_who_moves_and_changes_no_points(party):
    enter(party, EVEN)
    finish_table_1(party, "time")
    assert score(party).is_tied
    tables.decide_cut(spot(party), "EW", **BY_PROGRAM)
    assert score(party).ahead == "EW"
    assert score(party).higher_pair == ""
    assert (score(party).ns, score(party).ew) == (310, 310)


def test_a_cut_without_a_tie_is_refused(party):
    enter(party, "8hn9")
    with pytest.raises(Refused, match="is not tied"):
        tables.decide_cut(spot(party), "EW", **BY_PROGRAM)


def test_a_cut_for_an_unknown_pair_is_refused(party):
    with pytest.raises(Refused):
        tables.decide_cut(spot(party), "NE", **BY_PROGRAM)
