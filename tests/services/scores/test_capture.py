"""Changing how results are entered during a round, for the party or for one table.

There are three ways: hands, totals and final cards. A table can change between any two of them
until points are entered. A report without points stays. Choosing the present way changes nothing.
"""

import pytest

from party.models import LogLine, Record, Round, Table
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import effects_of_table
from party.services.evening import rounds
from party.services.scores import tables
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsChoice
from tests.evening import (
    BY_PROGRAM,
    drawn_party,
    enter,
    enter_total,
    party_after_rounds,
    party_with,
    play_round,
    report_ahead,
    seat_next,
    spot,
    start,
    start_next_round,
    switch_capture,
)
from tests.hands import WHOLE
from tests.once import once
from tests.records import store_records

pytestmark = pytest.mark.django_db

CAPTURES = ("hands", "totals", "cards")
SWITCHES = [(old, new) for old in CAPTURES for new in CAPTURES]
SWITCHES_BY_STAGE = [
    *((*switch, Round.State.PLAYING) for switch in SWITCHES),
    ("hands", "totals", Round.State.BELL),
    ("hands", "totals", Round.State.CHECKING),
]


@once
def started_party(capture, stage=Round.State.PLAYING):
    party = party_with(12, capture=capture)
    start(party)
    if stage == Round.State.BELL:
        rounds.ring_bell(party.pk, **BY_PROGRAM)
    elif stage == Round.State.CHECKING:
        rounds.check_round(party.pk, **BY_PROGRAM)
    return party


def switch(party, new, table=1):
    tables.set_table_capture(spot(party, table), new, **BY_PROGRAM)


def enter_something(party, table=1):
    capture = table_scores(party, 1)[table].capture
    if capture == "hands":
        enter(party, "8hn9", table)
    elif capture == "totals":
        enter_total(party, 200, 590, table)
    else:
        report_ahead(party, "NS", table)


def captures():
    return list(Table.objects.order_by("number").values_list("capture", flat=True))


@pytest.mark.parametrize(("old", "new", "stage"), SWITCHES_BY_STAGE)
def test_the_way_of_entry_is_changed_at_a_table_without_entries(old, new, stage):
    party = started_party(old, stage)
    switch(party, new)
    assert captures() == [new, old, old]
    assert LogLine.objects.filter(verb="table capture").exists() == (old != new)
    enter_something(party)
    assert LogLine.objects.latest("pk").table == 1


@pytest.mark.parametrize(("old", "new", "stage"), SWITCHES_BY_STAGE)
def test_changing_the_way_of_entry_of_a_party_changes_tables_without_entries(old, new, stage):
    party = started_party(old, stage)
    enter_something(party, 2)
    before = table_scores(party, 1)[2]
    switch_capture(party, new)
    assert captures() == [new, old, new]
    assert table_scores(party, 1)[2] == before


@pytest.mark.parametrize(("old", "new"), [each for each in SWITCHES if each[0] != "cards"])
def test_the_way_of_entry_is_not_changed_at_a_table_with_points(old, new):
    party = started_party(old)
    enter_something(party)
    before = table_scores(party, 1)[1]
    if old == new:
        switch(party, new)
    else:
        with pytest.raises(Refused, match="already has entries"):
            switch(party, new)
    assert table_scores(party, 1)[1] == before


@pytest.mark.parametrize("new", ["hands", "totals"])
def test_a_table_that_reported_for_final_cards_does_not_wait_for_a_slip(new):
    party = started_party("cards")
    report_ahead(party, "EW")
    switch(party, new)
    assert table_scores(party, 1)[1].ahead == ""
    assert not table_scores(party, 1)[1].is_finished


def test_a_thrown_in_hand_stays_after_the_change():
    party = started_party("hands")
    enter(party, "p")
    switch(party, "totals")
    enter_total(party, 200, 590)
    assert table_scores(party, 1)[1].is_finished
    assert LogLine.objects.filter(verb="thrown in").count() == 1


def test_records_of_hands_stay_after_a_change_to_totals():
    party = started_party("hands")
    store_records(party, WHOLE)
    switch(party, "totals")
    enter_total(party, 200, 590)
    assert Record.objects.in_force().count() == 1


def test_an_unplayed_table_stays_unplayed():
    party = started_party("hands")
    tables.finish_table(spot(party), **BY_PROGRAM, reason="lights out")
    switch(party, "totals")
    switch_capture(party, "cards")
    score = table_scores(party, 1)[1]
    assert (score.capture, score.hands, score.why_short) == ("totals", 0, "lights out")


def test_the_way_of_entry_at_a_table_is_changed_only_during_its_round():
    party = drawn_party(8)
    with pytest.raises(Refused, match="has not started yet"):
        switch(party, "totals")
    switch_capture(party, "totals")  # before the start all tables follow the plan
    assert captures() == ["totals"] * 2
    switch_capture(party, "hands")
    start(party)
    play_round(party)
    with pytest.raises(Refused, match="Round 1 is closed"):
        switch(party, "totals")
    switch_capture(party, "totals")
    assert captures() == ["hands"] * 2
    assert {table.capture for table in seat_next(party).tables.all()} == {"totals"}


@pytest.fixture
def party_with_reports():
    party = party_after_rounds(1, 8, rounds_planned=3)
    switch_capture(party, "cards")
    start_next_round(party)
    report_ahead(party, "NS", 2)
    return party


@pytest.mark.parametrize("verb", [rounds.undo_draw, rounds.reseat_round, rounds.reopen_round])
def test_seats_cannot_be_changed_once_a_table_reported_the_pair_ahead(party_with_reports, verb):
    with pytest.raises(Refused, match="has tables that said who was ahead; its seats stay"):
        verb(party_with_reports.pk, **BY_PROGRAM)


def test_tables_that_reported_the_pair_ahead_are_not_reseated(party_with_reports):
    found = effects_of_table(
        party_with_reports, party_with_reports.rounds.get(number=2), table=1, pair="NS"
    )
    assert found.open_choices == (SeatsChoice.KEEP,)
    assert found.refused_choices[SeatsChoice.RESEAT] == "Hands of round 2 are in already: table 2."
