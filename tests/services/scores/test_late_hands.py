from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, LogLine
from party.queries.evening.rounds import seatings
from party.queries.scores.tables import table_scores
from party.services.scores import late_hands, tables
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    close,
    enter,
    enter_total,
    report_ahead,
    seat_next,
    spot,
    started_party,
)

pytestmark = pytest.mark.django_db

THREE = "8hn9 7ce7 7sn6"  # N-S +190, E-W +210: East-West are ahead


@pytest.fixture
def party():
    """Round 1 is closed with three hands at table 1; round 2 is seated."""
    party = started_party(8)
    enter(party, THREE)
    tables.finish_table(spot(party), **BY_PROGRAM, reason="bell")
    enter(party, HANDS, table=2)
    close(party)
    seat_next(party)
    return party


def add_late(party, text, *, table=1, first=None, choice=None, **options):
    """Add hands to a table of the closed round 1, by default after the hands that it has."""
    late_hands.add_late_hands(
        spot(party, table, 1),
        [read_entry(party.rules, each) for each in text.split()],
        first=first or table_scores(party, 1)[table].saved + 1,
        choice=choice or SeatsAnswer(),
        **{"submission": uuid4(), "reason": "slip found", **BY_PROGRAM, **options},
    )


def remove_last(party, *, table=2, seen=None):
    rows = Entry.objects.counted().filter(table__round__number=1, table__number=table)
    late_hands.remove_last_hand(
        spot(party, table, 1),
        shown_entry=seen or rows.latest("hand").pk,
        reason="entered twice",
        choice=SeatsAnswer(),
        **BY_PROGRAM,
    )


def correct_ahead(party, pair, *, seen="EW", choice=None, table=1):
    late_hands.correct_ahead(
        spot(party, table, 1),
        pair=pair,
        shown_pair=seen,
        reason="heard wrong",
        choice=choice or SeatsAnswer(),
        **BY_PROGRAM,
    )


def mark_of_question(party, pair, **options):
    with pytest.raises(SeatsInQuestion) as question:
        correct_ahead(party, pair, **options)
    return question.value.effects.mark


def test_a_late_hand_for_the_pair_ahead_moves_nobody(party):
    before = seatings(party)
    add_late(party, "9dw9")
    score = table_scores(party, 1)[1]
    assert (score.saved, score.hands, score.why_short) == (4, None, "")
    assert seatings(party) == before
    assert "hand 4 came late: 9 Diamonds by West" in LogLine.objects.first().words


def test_a_late_hand_has_a_reason_and_is_added_once(party):
    with pytest.raises(Refused, match="Say why"):
        add_late(party, "9dw9", reason=" ")
    submission = uuid4()
    add_late(party, "9dw9", submission=submission)
    add_late(party, "9dw9", submission=submission)
    assert table_scores(party, 1)[1].saved == 4
    assert LogLine.objects.filter(verb="corrected").count() == 1


def test_a_late_hand_of_a_table_with_all_hands_is_refused(party):
    with pytest.raises(Refused, match="has all 4 hands"):
        add_late(party, "9dw9", table=2)


def test_a_late_hand_of_an_unplayed_table_is_stored():
    party = started_party(8, rounds_planned=1)
    tables.finish_table(spot(party), **BY_PROGRAM, reason="went home")
    enter(party, HANDS, table=2)
    close(party)
    add_late(party, "9dw9")
    score = table_scores(party, 1)[1]
    assert (score.saved, score.hands, score.is_finished) == (1, 1, True)


def test_a_late_hand_beside_a_total_is_refused():
    party = started_party(4, rounds_planned=1, capture="totals")
    enter_total(party, 200, 590)
    close(party)
    with pytest.raises(Refused, match="not entered hand by hand"):
        add_late(party, "9dw9")


def test_a_change_in_an_open_round_is_refused():
    party = started_party(8)
    with pytest.raises(Refused, match="Change it at the desk"):
        add_late(party, "9dw9")


def test_a_surplus_hand_is_removed(party):
    remove_last(party)
    score = table_scores(party, 1)[2]
    assert (score.saved, score.hands, score.why_short) == (3, 3, "entered twice")
    assert "hand 4 taken out: 9 Diamonds by West" in LogLine.objects.first().words


def test_removing_a_hand_that_another_desk_has_removed_is_refused(party):
    with pytest.raises(Refused, match="Somebody else has changed this"):
        remove_last(party, seen=1)


def test_the_only_hand_is_not_removed():
    party = started_party(4, "iowa", rounds_planned=1)
    enter(party, "8hn9")
    tables.finish_table(spot(party), **BY_PROGRAM, reason="late")
    close(party)
    with pytest.raises(Refused, match="the only hand"):
        remove_last(party, table=1)


@pytest.fixture
def tied():
    party = started_party(8, capture="totals")
    enter_total(party, 400, 400)
    enter_total(party, 200, 590, 2)
    tables.decide_cut(spot(party), "EW", **BY_PROGRAM)
    close(party)
    seat_next(party)
    return party


def test_a_corrected_cut_asks_about_the_seats(tied):
    seen = mark_of_question(tied, "NS")
    assert table_scores(tied, 1)[1].cut == "EW"
    correct_ahead(tied, "NS", choice=SeatsAnswer(SeatsChoice.RESEAT, mark=seen))
    assert tied.rounds.get(number=2).stored_draw.ahead[1] == "NS"
    assert tied.rounds.get(number=2).stored_draw.cuts == {1}


def test_a_cut_that_another_desk_corrected_is_refused(tied):
    with pytest.raises(Refused, match="Somebody else has changed this"):
        correct_ahead(tied, "NS", seen="")
    with pytest.raises(Refused, match="already stored"):
        correct_ahead(tied, "EW")


def test_a_cut_of_a_table_without_a_tie_is_refused(tied):
    with pytest.raises(Refused, match="Table 2 is not tied: 200 to 590"):
        correct_ahead(tied, "NS", table=2)


def test_the_pair_ahead_of_a_table_on_cards_is_corrected():
    party = started_party(8, capture="cards")
    for table in (1, 2):
        report_ahead(party, "EW", table)
    close(party)
    seat_next(party)
    seen = mark_of_question(party, "NS")
    correct_ahead(party, "NS", choice=SeatsAnswer(SeatsChoice.RESEAT, mark=seen))
    assert table_scores(party, 1)[1].provisional_pair == "NS"
    assert party.rounds.get(number=2).stored_draw.cuts == set()
