import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from party.models import Entrant
from party.queries.log.undo import undos
from party.queries.scores.tables import table_scores
from party.services.people import arrivals, wishes
from party.services.prizes import awards, prizes
from party.services.scores import tables
from party.values.people.attendance import Newcomer
from tests import acts
from tests.awards import add, pk
from tests.evening import (
    BY_PROGRAM,
    change_plan,
    close,
    enter_total,
    party_after_rounds,
    party_with,
    play,
    reload_party,
    report_ahead,
    seat_next,
    spot,
    start,
    started_party,
)
from tests.logbook import changes_of_line
from tests.services.log.test_undo import all_rows, newest, refusal, run_undo, undo_of

pytestmark = pytest.mark.django_db


def no_undo(party, line):
    rows = all_rows(party)
    assert undo_of(party, line) is None
    text = refusal(party, line)
    assert all_rows(party) == rows
    return text


def give(party, number):
    row = party.prizes.first()
    awards.give_prize(party.pk, row.pk, pk(party, number), why="for luck", **BY_PROGRAM)


def test_undoing_gives_no_second_winner_to_a_prize_that_was_given_again():
    party = acts.prize_given()
    awards.unsettle_prize(party.pk, party.prizes.first().pk, **BY_PROGRAM)
    line = newest(party)
    give(party, 8)
    assert no_undo(party, line) == "High has been settled again. Take that back first."
    run_undo(party)
    run_undo(party, line)
    assert party.prizes.first().awards.count() == 1


@pytest.mark.parametrize(
    "later",
    [
        lambda party: give(party, 8),
        add,
        lambda party: prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM),
    ],
)
def test_changed_prizes_are_not_confirmed_by_an_undo(later):
    party = acts.prizes_reopened()
    line = newest(party)
    later(party)
    text = "The prizes have been changed since. Confirm them again."
    assert no_undo(party, line) == text
    run_undo(party)
    assert no_undo(party, line) == text


def test_a_removed_wish_that_contradicts_a_newer_wish_is_not_restored():
    party = party_with(8)
    alma, bert, carol = (pk(party, number) for number in (1, 2, 3))
    wish = wishes.add_wish(party.pk, "partners", alma, bert, **BY_PROGRAM)
    wishes.remove_wish(party.pk, wish.pk, **BY_PROGRAM)
    line = newest(party)
    other = wishes.add_wish(party.pk, "partners", alma, carol, **BY_PROGRAM)
    assert no_undo(party, line).startswith("Another wish is against it: Alma and Carol are always")
    wishes.remove_wish(party.pk, other.pk, **BY_PROGRAM)
    wishes.add_wish(party.pk, "apart", alma, carol, **BY_PROGRAM)
    assert undo_of(party, line)
    wishes.add_wish(party.pk, "apart", alma, bert, **BY_PROGRAM)
    assert no_undo(party, line).startswith("Another wish is against it: Alma and Bert never sit")


def test_tracking_of_seats_is_not_restored_after_an_untracked_round():
    party = started_party(8, capture="cards")
    change_plan(party, capture="untracked")
    line = newest(party)
    assert undo_of(party, line)
    close(party)
    seat_next(party)
    assert (
        no_undo(party, line) == "Nobody knows who sits where in round 2: it stays at final cards."
    )


def test_settings_of_an_untracked_party_are_undone():
    party = party_with(8, capture="cards")
    change_plan(party, capture="untracked")
    change_plan(party, name="Winter party")
    assert undo_of(party, newest(party))


def test_credit_for_rounds_won_is_not_restored_without_tracked_seats():
    party, credit = party_with(8, capture="cards"), "wins_only"
    change_plan(party, format=party.format.replace(round_credit=credit, sit_out_credit="fixed"))
    change_plan(party, format=party.format.replace(round_credit="net_points"))
    line = newest(party)
    change_plan(party, capture="untracked")
    assert no_undo(party, line) == "Seats are no longer tracked. Take that back first."
    run_undo(party)
    run_undo(party, line)
    assert reload_party(party).format.round_credit == credit


def test_stand_in_is_not_restored_once_the_owner_of_the_chair_is_back():
    party = started_party(8)
    zoe = arrivals.give_chair(party.pk, pk(party, 1), Newcomer("Zoë Ng"), **BY_PROGRAM)
    arrivals.go_home_together(party.pk, [zoe.pk, pk(party, 2)], **BY_PROGRAM)
    line = newest(party)
    arrivals.come_back(party.pk, pk(party, 1), **BY_PROGRAM)
    assert no_undo(party, line).startswith("Alma is here again.")
    assert not Entrant.objects.exclude(stands_in_for=None).exists()


def test_a_changed_break_is_named_in_the_log_and_the_undo():
    party = party_with(8)
    change_plan(party, break_after=2)
    assert newest(party).words == "Settings changed: break after round"
    assert changes_of_line() == [("Break after round", "none", "2")]
    assert "Break after round: 2 → none." in undo_of(party).effects


def test_finding_the_undos_of_several_lines_takes_no_more_queries_than_of_one_line():
    party = party_after_rounds(3, 8)
    lines = list(party.log.filter(verb="round started"))
    counts = []
    for asked in (lines[:1], lines):
        with CaptureQueriesContext(connection) as queries:
            undos(reload_party(party), asked)
        counts.append(len(queries))
    assert len(lines) == 3
    assert counts[0] == counts[1]


def test_capture_of_a_closed_round_is_not_restored():
    party = started_party(8)
    change_plan(party, capture="cards")
    line = newest(party)
    assert undo_of(party, line)
    for table in (1, 2):
        report_ahead(party, "NS", table)
    close(party)
    assert no_undo(party, line) == "Round 1 is closed: its tables stay as they were entered."
    seat_next(party)
    assert no_undo(party, line) == "Round 1 is closed: its tables stay as they were entered."


def test_capture_is_not_restored_after_a_newer_draw():
    party = started_party(8)
    play(party)
    change_plan(party, capture="totals")
    line = newest(party)
    assert undo_of(party, line)
    close(party)
    assert undo_of(party, line)
    seat_next(party)
    assert no_undo(party, line) == "Round 2 was seated since: change it in the settings."
    start(party)
    for table in (1, 2):
        enter_total(party, 200, 590, table)
    close(party)
    run_undo(party, line)
    assert reload_party(party).capture == "hands"


@pytest.mark.parametrize(
    "on_cards",
    [
        lambda party: tables.set_table_capture(spot(party), "cards", **BY_PROGRAM),
        lambda party: change_plan(party, capture="cards"),
    ],
)
def test_capture_of_a_table_that_reported_the_leading_pair_is_not_restored(on_cards):
    party = started_party(8)
    on_cards(party)
    line = newest(party)
    assert undo_of(party, line)
    report_ahead(party, "NS")
    assert no_undo(party, line).startswith("Table 1 has said who was ahead")
    run_undo(party)
    run_undo(party, line)
    assert table_scores(party, 1)[1].capture == "hands"


def test_undoing_a_change_to_totals_keeps_waiting_for_the_slip():
    party = started_party(8)
    tables.set_table_capture(spot(party), "totals", **BY_PROGRAM)
    line = newest(party)
    report_ahead(party, "NS")
    run_undo(party, line)
    assert table_scores(party, 1)[1].awaits_slip
