import pytest

from party.models import LogLine, Table
from party.queries.scores.tables import table_scores
from party.services.scores import tables
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from tests.evening import AT, HANDS, enter, party_with, spot, start

pytestmark = pytest.mark.django_db

EVEN = "8hn9 8he9"  # 310 to 310


@pytest.fixture
def party():
    party = party_with(players=8)
    start(party)
    return party


def score(party):
    return table_scores(party, 1)[1]


def finish(party, why=""):
    tables.finish_table(spot(party), actor=PROGRAM, at=AT, reason=why)


def test_finish_table_closes_it_short_with_a_reason(party):
    enter(party, "8hn9 7ce7")
    finish(party, "Bert felt ill")
    assert score(party).finished
    assert (score(party).hands, score(party).why_short) == (2, "Bert felt ill")
    assert "Bert felt ill" in LogLine.objects.get(verb="table finished").words


def test_finish_table_closes_it_short_without_a_reason(party):
    enter(party, "8hn9")
    finish(party)
    assert (score(party).hands, score(party).why_short) == (1, "stopped early")
    assert LogLine.objects.first().words == "Table 1 finished after 1 hand"


def test_finish_table_without_hands_was_not_played(party):
    finish(party, "no cards")
    assert score(party).finished
    assert not score(party).played
    assert score(party).tied


def test_finish_table_refuses_a_finished_one(party):
    enter(party, HANDS)
    with pytest.raises(Refused):
        finish(party)


def test_reopen_table_lets_it_go_on(party):
    finish(party, "no cards")
    tables.reopen_table(spot(party), actor=PROGRAM, at=AT)
    assert not score(party).finished
    assert enter(party, "8hn9")[0].hand == 1


def test_reopen_table_refuses_one_that_still_plays(party):
    with pytest.raises(Refused):
        tables.reopen_table(spot(party), actor=PROGRAM, at=AT)


def test_decide_cut_says_who_moves_and_changes_no_points(party):
    enter(party, EVEN)
    finish(party, "time")
    assert score(party).tied
    tables.decide_cut(spot(party), "EW", actor=PROGRAM, at=AT)
    assert score(party).ahead == "EW"
    assert score(party).higher_pair == ""
    assert (score(party).ns, score(party).ew) == (310, 310)


def test_decide_cut_refuses_where_points_decide(party):
    enter(party, "8hn9")
    with pytest.raises(Refused, match="is not tied"):
        tables.decide_cut(spot(party), "EW", actor=PROGRAM, at=AT)


def test_decide_cut_refuses_what_is_no_pair(party):
    with pytest.raises(Refused):
        tables.decide_cut(spot(party), "NE", actor=PROGRAM, at=AT)


def test_set_table_capture_is_for_one_table(party):
    tables.set_table_capture(spot(party), Table.Capture.TOTALS, actor=PROGRAM, at=AT)
    assert score(party).capture == "totals"
    assert table_scores(party, 1)[2].capture == "hands"


def test_set_table_capture_refuses_once_hands_are_in(party):
    enter(party, "8hn9")
    with pytest.raises(Refused):
        tables.set_table_capture(spot(party), Table.Capture.TOTALS, actor=PROGRAM, at=AT)
