"""How results are entered, changed in the middle of a round: for the party, and for one table.

Of the nine switches those to what is there already change nothing; the other six are open until
points are in. What was said without points is kept.
"""

import pytest

from party.models import LogLine, Record, Round, Table
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import effects_of_table
from party.services.evening import rounds
from party.services.scores import tables
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from party.values.seats.corrections import Seats
from tests.evening import (
    AT,
    close,
    draw,
    enter,
    enter_total,
    party_with,
    play,
    play_rounds,
    seat_next,
    spot,
    start,
    switch_capture,
)
from tests.hands import WHOLE
from tests.once import once
from tests.records import carry

pytestmark = pytest.mark.django_db

WAYS = ("hands", "totals", "cards")
SWITCHES = [(was, to) for was in WAYS for to in WAYS]
STAGES = (Round.State.PLAYING, Round.State.BELL, Round.State.CHECKING)


@once
def playing(capture, stage=Round.State.PLAYING):
    party = party_with(12, capture=capture)
    start(party)
    if stage == Round.State.BELL:
        rounds.ring_bell(party.pk, actor=PROGRAM, at=AT)
    elif stage == Round.State.CHECKING:
        rounds.check_round(party.pk, actor=PROGRAM, at=AT)
    return party


def switch(party, to, table=1):
    tables.set_table_capture(spot(party, table), to, actor=PROGRAM, at=AT)


def say(party, pair, table=1):
    tables.report_ahead(spot(party, table), pair, seen="", actor=PROGRAM, at=AT)


def put_in(party, table=1):
    """Enter something in the way in which the table is entered."""
    way = table_scores(party, 1)[table].capture
    if way == "hands":
        enter(party, "8hn9", table)
    elif way == "totals":
        enter_total(party, 200, 590, table)
    else:
        say(party, "NS", table)


def captures():
    return list(Table.objects.order_by("number").values_list("capture", flat=True))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(("was", "to"), SWITCHES)
def test_table_with_nothing_in_is_entered_in_the_new_way(was, to, stage):
    party = playing(was, stage)
    switch(party, to)
    assert captures() == [to, was, was]
    assert LogLine.objects.filter(verb="table capture").exists() == (was != to)
    put_in(party)
    assert LogLine.objects.latest("pk").table == 1


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(("was", "to"), SWITCHES)
def test_party_is_entered_in_the_new_way_where_nothing_is_in(was, to, stage):
    party = playing(was, stage)
    put_in(party, 2)
    before = table_scores(party, 1)[2]
    switch_capture(party, to)
    assert captures() == [to, was, to]
    assert table_scores(party, 1)[2] == before


@pytest.mark.parametrize(("was", "to"), [each for each in SWITCHES if each[0] != "cards"])
def test_table_with_points_keeps_its_way(was, to):
    party = playing(was)
    put_in(party)
    before = table_scores(party, 1)[1]
    if was == to:
        switch(party, to)
    else:
        with pytest.raises(Refused, match="already has entries"):
            switch(party, to)
    assert table_scores(party, 1)[1] == before


@pytest.mark.parametrize("to", ["hands", "totals"])
def test_letter_of_a_final_card_is_not_a_slip_to_follow(to):
    party = playing("cards")
    say(party, "EW")
    switch(party, to)
    assert table_scores(party, 1)[1].ahead == ""
    assert not table_scores(party, 1)[1].finished


def test_note_of_a_hand_thrown_in_is_kept():
    party = playing("hands")
    enter(party, "p")
    switch(party, "totals")
    enter_total(party, 200, 590)
    assert table_scores(party, 1)[1].finished
    assert LogLine.objects.filter(verb="thrown in").count() == 1


def test_records_of_hands_are_kept():
    party = playing("hands")
    carry(party, WHOLE)
    switch(party, "totals")
    enter_total(party, 200, 590)
    assert Record.objects.in_force().count() == 1


def test_table_that_was_not_played_stays_so():
    party = playing("hands")
    tables.finish_table(spot(party), actor=PROGRAM, at=AT, reason="lights out")
    switch(party, "totals")
    switch_capture(party, "cards")
    score = table_scores(party, 1)[1]
    assert (score.capture, score.hands, score.why_short) == ("totals", 0, "lights out")


def test_before_the_start_and_after_the_end_the_table_is_left_alone():
    party = party_with(8)
    draw(party)
    with pytest.raises(Refused, match="has not started yet"):
        switch(party, "totals")
    switch_capture(party, "totals")  # nothing has begun: all tables follow the plan
    assert captures() == ["totals"] * 2
    switch_capture(party, "hands")
    start(party)
    play(party)
    close(party)
    with pytest.raises(Refused, match="Round 1 is closed"):
        switch(party, "totals")
    switch_capture(party, "totals")
    assert captures() == ["hands"] * 2
    assert {table.capture for table in seat_next(party).tables.all()} == {"totals"}


# A report of the pair ahead blocks a new draw, as any entry does.


@pytest.fixture
def party_with_reports():
    """Return a party whose tables reported the pair ahead in round 2."""
    party = party_with(8, rounds_planned=3)
    play_rounds(party, 1)
    switch_capture(party, "cards")
    seat_next(party)
    start(party)
    say(party, "NS", 2)
    return party


@pytest.mark.parametrize("verb", [rounds.undo_draw, rounds.reseat_round, rounds.reopen_round])
def test_seats_stay_once_a_table_reported_the_pair_ahead(party_with_reports, verb):
    with pytest.raises(Refused, match="has tables that said who was ahead; its seats stay"):
        verb(party_with_reports.pk, actor=PROGRAM, at=AT)


def test_tables_that_reported_the_pair_ahead_are_not_reseated(party_with_reports):
    found = effects_of_table(
        party_with_reports, party_with_reports.rounds.get(number=2), table=1, pair="NS"
    )
    assert found.open_ways == (Seats.KEEP,)
    assert found.closed_ways[Seats.RESEAT] == "Hands of round 2 are in already: table 2."
