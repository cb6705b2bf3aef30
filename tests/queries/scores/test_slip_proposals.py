import pytest

from party.engine import write_entry
from party.models import Entry, Round
from party.queries.scores.desk import desk_page, read_desk
from party.queries.scores.slip_proposals import (
    phone_differences,
    slip_comparisons,
    table_slips,
    waiting_tables,
)
from party.queries.scores.tables import lines_of_table, table_scores
from party.slip_reader.layout import Question
from party.slip_reader.results import BoxReading, ReadingState
from tests.evening import HANDS, enter, started_party
from tests.guard import setting_up
from tests.slip_pictures import group, slip_picture, slip_reading

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party(12)


def read_slip(party, reading, *, place=1):
    slip_picture(party, reading, place=place)
    return table_slips(party, 1, table_scores(party, 1))[reading.code.table]


def typed(slip):
    return {hand: write_entry(entry) for hand, entry in slip.sure_hands.items()}


def changed(reading, **fields):
    return type(reading)(**vars(reading) | fields)


def test_only_the_newest_waiting_picture_of_a_table_counts(party):
    slip_picture(party, slip_reading(party, table=2))
    newest = slip_picture(party, slip_reading(party, table=2), place=2)
    aside = slip_picture(party, slip_reading(party, table=3), place=3, status="put aside")
    assert aside.table.number == 3
    assert waiting_tables(party, 1) == {2}
    assert waiting_tables(party, 2) == frozenset()
    assert table_slips(party, 1, table_scores(party, 1))[2].picture == newest.pk


def test_no_hand_of_a_slip_counts_as_sure_if_one_hand_is_doubtful(party):
    reading = slip_reading(party, hands=2)
    assert typed(read_slip(party, reading)) == {1: "8hn9", 2: "8hn9"}
    doubt = group(2, Question.SUIT, "H", ReadingState.UNSURE)
    groups = [each for each in reading.groups if (each.hand, each.question) != (2, doubt.question)]
    doubtful = read_slip(party, changed(reading, groups=(*groups, doubt)), place=2)
    assert doubtful.sure_hands == {}
    assert doubtful.proposal(1).entry
    assert doubtful.proposal(2).question
    assert doubtful.proposal(3) is None


def test_the_totals_of_a_slip_are_shown_if_they_are_written(party):
    reading = slip_reading(party)
    assert read_slip(party, reading).totals_area == (10, 800, 200, 860)
    empty = BoxReading("N-S", False, (10, 800, 200, 860))
    unwritten = read_slip(party, changed(reading, boxes=(empty,)), place=2)
    assert unwritten.totals_area is None


def test_the_last_hand_of_a_slip_is_the_tables_last_unless_the_slip_says_otherwise():
    party = started_party(8, "iowa")
    reading = slip_reading(party, table=2, hands=3)
    assert typed(read_slip(party, reading))[3] == "8hn9."
    more = BoxReading("more", True, (400, 10, 420, 30))
    assert typed(read_slip(party, changed(reading, boxes=(more,)), place=2))[3] == "8hn9"
    second_slip = slip_reading(party, table=2)
    assert len(typed(read_slip(party, second_slip, place=3))) == 3  # The first slip counts.


def test_hands_that_differ_from_the_hands_of_the_phone_are_found(party):
    enter(party, "8hn9 7ce7")
    slip = read_slip(party, slip_reading(party, hands=3))
    assert phone_differences(slip.sure_hands, lines_of_table(party, 1, 1)) == {}
    with setting_up():
        Entry.objects.update(source=Entry.Source.PHONE)
    found = phone_differences(slip.sure_hands, lines_of_table(party, 1, 1))
    assert {hand: line.text for hand, line in found.items()} == {2: "7ce7"}


def test_when_a_table_has_all_its_hands_the_desk_opens_a_table_with_a_picture(party):
    picture = slip_picture(party, slip_reading(party, table=3))
    round_ = Round.objects.get()
    enter(party, "8hn9", 1)
    assert read_desk(party, round_, wanted=None, after=1).sheet.score.number == 1
    enter(party, HANDS.partition(" ")[2], 1)
    desk = read_desk(party, round_, wanted=None, after=1)
    assert desk.sheet.score.number == 3
    assert desk_page(party, round_, desk, after=1).slip.picture == picture.pk
    enter(party, HANDS, 3)
    desk = read_desk(party, round_, wanted=3, after=None)
    assert desk_page(party, round_, desk, after=None).slip is None
    assert read_desk(party, round_, wanted=None, after=3).sheet.score.number == 2


def test_more_pictures_take_no_more_queries(party, django_assert_num_queries):
    round_ = Round.objects.get()
    for table in (1, 2, 3):
        enter(party, "8hn9", table)
        slip_picture(party, slip_reading(party, table=table), place=table)
        with django_assert_num_queries(4):
            assert len(slip_comparisons(party, round_)) == table
