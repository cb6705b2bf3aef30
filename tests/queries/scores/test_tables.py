import pytest

from party.models import Entry
from party.models.scores.entries import TOTAL
from party.queries.scores.tables import table_scores
from party.services.scores import entries
from party.services.scores.entries import find_table
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    enter,
    enter_total,
    spot,
    started_party,
)

pytestmark = pytest.mark.django_db


def table_scores_one_by_one(party, tables):
    return {number: find_table(party, spot(party, number))[2] for number in tables}


def points_of(score):
    return score.ns, score.ew, score.saved, int(score.has_total), score.stored_entry_count


def points_from_entries(table):
    rows = list(Entry.objects.filter(table__number=table))
    counted = [row for row in rows if row.status == "in force" and row.hand is not None]
    totals = sum(row.hand == TOTAL for row in counted)
    ns, ew = sum(row.ns for row in counted), sum(row.ew for row in counted)
    return ns, ew, len(counted) - totals, totals, len(rows)


def test_points_read_for_one_table_equal_points_read_for_all_tables():
    party = started_party(players=12)
    enter(party, HANDS, 1)
    enter(party, "8hn9 p 7ce7", 2)
    entries.undo_hand(spot(party, 2), **BY_PROGRAM)
    found = table_scores(party, 1)
    assert table_scores_one_by_one(party, [1, 2, 3]) == found
    assert {number: points_of(score) for number, score in found.items()} == {
        number: points_from_entries(number) for number in (1, 2, 3)
    }
    assert (found[2].saved, found[2].stored_entry_count, found[3].stored_entry_count) == (1, 3, 0)


def test_a_total_has_the_same_points_whether_one_table_is_read_or_all_tables():
    party = started_party(players=4, capture="totals")
    enter_total(party, 310, 250)
    found = table_scores(party, 1)
    assert table_scores_one_by_one(party, [1]) == found
    assert points_of(found[1]) == points_from_entries(1) == (310, 250, 0, 1, 1)
