import pytest

from party.queries.scores.desk import round_tables
from tests.evening import HANDS, enter, party_with, start

pytestmark = pytest.mark.django_db


def test_round_tables_have_people_and_points_and_nobody_who_sits_out():
    party = party_with(players=9)
    round_ = start(party)
    enter(party, HANDS)
    one, two = round_tables(party, round_)
    assert [one.number, two.number] == [1, 2]
    assert (one.score.ns, one.score.ew) == (200, 590)
    assert {person.id for table in (one, two) for person in table.seats.values()} == set(
        party.entrants.exclude(places__table=None).values_list("pk", flat=True)
    )
