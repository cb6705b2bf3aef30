"""Lines that stay because of what was settled, asked or seated since."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from party.models import Entrant
from party.queries.evening.parties import plan_of
from party.queries.log.undo import undos
from party.queries.scores.tables import table_scores
from party.services.evening import parties
from party.services.people import arrivals, wishes
from party.services.prizes import awards, prizes
from party.services.scores import tables
from party.values.accounts import PROGRAM
from party.values.people.attendance import Newcomer
from tests import acts
from tests.awards import add, pk
from tests.evening import (
    AT,
    close,
    enter_total,
    party_with,
    play,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.logbook import changed
from tests.services.log.test_undo import back, everything, fresh, newest, refusal, undo_of

pytestmark = pytest.mark.django_db
ME = {"actor": PROGRAM, "at": AT}


def stays(party, line):
    rows = everything(party)
    assert undo_of(party, line) is None
    said = refusal(party, line)
    assert everything(party) == rows
    return said


def change(party, **fields):
    return parties.change_party(party.pk, replace(plan_of(fresh(party)), **fields), **ME)


def give(party, number):
    row = party.prizes.first()
    awards.give_prize(party.pk, row.pk, pk(party, number), why="for luck", **ME)


def test_prize_that_somebody_else_has_by_now_has_no_second_winner():
    party = acts.prize_given()
    awards.unsettle_prize(party.pk, party.prizes.first().pk, **ME)
    line = newest(party)
    give(party, 8)
    assert stays(party, line) == "High has been settled again. Take that back first."
    back(party)
    back(party, line)
    assert party.prizes.first().awards.count() == 1


@pytest.mark.parametrize(
    "then",
    [
        lambda party: give(party, 8),
        add,
        lambda party: prizes.set_one_prize_each(party.pk, one_each=True, **ME),
    ],
)
def test_prizes_that_were_changed_are_not_confirmed_unseen(then):
    party = acts.prizes_reopened()
    line = newest(party)
    then(party)
    said = "The prizes have been changed since. Confirm them again."
    assert stays(party, line) == said
    back(party)
    assert stays(party, line) == said


def test_wish_against_another_stays_taken_back():
    party = party_with(8)
    alma, bert, carol = (pk(party, number) for number in (1, 2, 3))
    wish = wishes.add_wish(party.pk, "partners", alma, bert, **ME)
    wishes.remove_wish(party.pk, wish.pk, **ME)
    line = newest(party)
    other = wishes.add_wish(party.pk, "partners", alma, carol, **ME)
    assert stays(party, line).startswith("Another wish is against it: Alma and Carol are always")
    wishes.remove_wish(party.pk, other.pk, **ME)
    wishes.add_wish(party.pk, "apart", alma, carol, **ME)
    assert undo_of(party, line)
    wishes.add_wish(party.pk, "apart", alma, bert, **ME)
    assert stays(party, line).startswith("Another wish is against it: Alma and Bert never sit")


def test_seats_that_nobody_knows_are_not_tracked_again():
    party = party_with(8, capture="cards")
    start(party)
    change(party, capture="untracked")
    line = newest(party)
    assert undo_of(party, line)
    close(party)
    seat_next(party)
    assert stays(party, line) == "Nobody knows who sits where in round 2: it stays at final cards."


def test_other_settings_go_back_where_nobody_tracks_seats():
    party = party_with(8, capture="cards")
    change(party, capture="untracked")
    change(party, name="Winter party")
    assert undo_of(party, newest(party))


def test_rounds_won_do_not_count_where_nobody_tracks_seats():
    party, credit = party_with(8, capture="cards"), "wins_only"
    change(party, format=party.format.replace(round_credit=credit, sit_out_credit="fixed"))
    change(party, format=party.format.replace(round_credit="net_points"))
    line = newest(party)
    change(party, capture="untracked")
    assert stays(party, line) == "Seats are no longer tracked. Take that back first."
    back(party)
    back(party, line)
    assert fresh(party).format.round_credit == credit


def test_nobody_waits_for_a_chair_that_is_not_empty():
    party = party_with(8)
    start(party)
    zoe = arrivals.stand_in(party.pk, pk(party, 1), Newcomer("Zoë Ng"), **ME)
    arrivals.go_home_together(party.pk, [zoe.pk, pk(party, 2)], **ME)
    line = newest(party)
    arrivals.come_back(party.pk, pk(party, 1), **ME)
    assert stays(party, line).startswith("Alma is here again.")
    assert not Entrant.objects.exclude(stands_in_for=None).exists()


def test_break_is_called_by_its_name():
    party = party_with(8)
    change(party, break_after=2)
    assert newest(party).words == "Settings changed: break after round"
    assert changed() == [("Break after round", "none", "2")]
    assert "Break after round: 2 → none." in undo_of(party).effects


def test_any_number_of_starts_costs_the_same_queries():
    party = party_with(8)
    play_rounds(party, 3)
    lines = list(party.log.filter(verb="round started"))
    counts = []
    for asked in (lines[:1], lines):
        with CaptureQueriesContext(connection) as queries:
            undos(fresh(party), asked)
        counts.append(len(queries))
    assert len(lines) == 3
    assert counts[0] == counts[1]


def test_tables_of_a_round_that_is_closed_are_entered_as_they_were():
    party = party_with(8)
    start(party)
    change(party, capture="cards")
    line = newest(party)
    assert undo_of(party, line)
    for table in (1, 2):
        tables.say_ahead(spot(party, table), "NS", seen="", **ME)
    close(party)
    assert stays(party, line) == "Round 1 is closed: its tables stay as they were entered."
    seat_next(party)
    assert stays(party, line) == "Round 1 is closed: its tables stay as they were entered."


def test_tables_that_were_seated_since_are_entered_as_they_are():
    party = party_with(8)
    start(party)
    play(party)
    change(party, capture="totals")
    line = newest(party)
    assert undo_of(party, line)
    close(party)
    assert undo_of(party, line)
    seat_next(party)
    assert stays(party, line) == "Round 2 was seated since: change it in the settings."
    start(party)
    for table in (1, 2):
        enter_total(party, 200, 590, table)
    close(party)
    back(party, line)
    assert fresh(party).capture == "hands"


def by_table(party):
    tables.set_table_capture(spot(party), "cards", **ME)


def by_plan(party):
    change(party, capture="cards")


@pytest.mark.parametrize("on_cards", [by_table, by_plan])
def test_table_on_cards_that_said_who_was_ahead_has_no_slip_to_follow(on_cards):
    party = party_with(8)
    start(party)
    on_cards(party)
    line = newest(party)
    assert undo_of(party, line)
    tables.say_ahead(spot(party), "NS", seen="", **ME)
    assert stays(party, line).startswith("Table 1 has said who was ahead")
    back(party)
    back(party, line)
    assert table_scores(party, 1)[1].capture == "hands"


def test_slip_follows_whether_by_hands_or_as_a_total():
    party = party_with(8)
    start(party)
    tables.set_table_capture(spot(party), "totals", **ME)
    line = newest(party)
    tables.say_ahead(spot(party), "NS", seen="", **ME)
    back(party, line)
    assert table_scores(party, 1)[1].follows
