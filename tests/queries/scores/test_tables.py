import pytest

from party.models import Table
from party.queries.scores.tables import add_up, score_of, table_scores
from party.services.scores import scores
from party.values.accounts import PROGRAM
from tests.evening import AT, HANDS, enter, enter_total, party_with, spot, start

pytestmark = pytest.mark.django_db


def one_by_one(party):
    return {
        table.number: score_of(party, add_up(table))
        for table in Table.objects.filter(round__party=party)
    }


def test_one_table_adds_up_to_what_all_tables_do():
    party = party_with(players=12)
    start(party)
    enter(party, HANDS, 1)
    enter(party, "8hn9 p 7ce7", 2)
    scores.undo_hand(spot(party, 2), actor=PROGRAM, at=AT)
    assert one_by_one(party) == table_scores(party, 1)


def test_one_total_adds_up_too():
    party = party_with(players=4, capture="totals")
    start(party)
    enter_total(party, 310, 250)
    assert one_by_one(party) == table_scores(party, 1)
    assert one_by_one(party)[1].has_total
