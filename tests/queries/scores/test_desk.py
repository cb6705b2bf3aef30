import pytest

from party.models import Round
from party.queries.scores.desk import desk_page, read_desk, round_tables
from party.queries.scores.tables import table_with_people
from tests.evening import HANDS, enter, party_with, start, started_party

pytestmark = pytest.mark.django_db


def test_the_tables_have_their_people_and_points_but_not_the_bench():
    party = party_with(players=9)
    round_ = start(party)
    enter(party, HANDS)
    one, two = round_tables(party, round_)
    assert [one.number, two.number] == [1, 2]
    assert (one.score.ns, one.score.ew) == (200, 590)
    assert {person.id for table in (one, two) for person in table.seats.values()} == set(
        party.entrants.exclude(places__table=None).values_list("pk", flat=True)
    )


@pytest.mark.parametrize(
    ("wanted", "after", "number"),
    [
        (2, None, 2),
        (9, None, 2),
        (None, 1, 2),
        (None, 2, 2),
        (None, 3, 3),
        (None, 9, 2),
        (1, 3, 1),
    ],
)
def test_the_desk_opens_the_chosen_or_an_unfinished_table(wanted, after, number):
    party = started_party(12)
    enter(party, HANDS, 1)
    desk = read_desk(party, Round.objects.get(), wanted=wanted, after=after)
    assert desk.sheet.score.number == number
    assert [score.number for score in desk.open_scores] == [2, 3]


@pytest.mark.parametrize(("table", "to_come"), [(1, []), (2, [2])])
def test_a_finished_table_has_no_hand_to_come_and_a_table_without_a_limit_one(table, to_come):
    party = started_party(8, "iowa")
    enter(party, HANDS, 1)
    enter(party, "8hn9", 2)
    desk = read_desk(party, Round.objects.get(), wanted=table, after=None)
    assert [*desk.sheet.hands_to_come] == to_come


def test_after_the_last_table_the_page_shows_how_to_close_the_round():
    party = started_party(8)
    enter(party, HANDS, 1)
    round_ = Round.objects.get()
    page = desk_page(party, round_, read_desk(party, round_, wanted=None, after=1), after=1)
    assert (page.sheet.score.number, page.tables, page.closing) == (2, 2, None)
    enter(party, HANDS, 2)
    page = desk_page(party, round_, read_desk(party, round_, wanted=None, after=2), after=2)
    assert page.sheet is None
    assert page.closing.live.night.round_number == 1


def test_if_many_tables_are_open_only_the_next_tables_are_listed(monkeypatch):
    monkeypatch.setattr("party.queries.scores.desk.MOST_OPEN", 3)
    party = started_party(16)
    desk = read_desk(party, Round.objects.get(), wanted=3, after=None)
    assert [score.number for score in desk.next_open] == [3, 4, 1]


def test_no_table_is_read_if_no_number_is_given():
    party = party_with(8)
    assert table_with_people(party, start(party), None) is None
