from uuid import uuid4

import pytest

from party.engine import HandEntry, read_entry
from party.models import Entry
from party.queries.phones.hands import decisions_about, hands_taken_back
from party.queries.scores.tables import table_scores, table_with_lines
from party.services.phones import hands
from party.services.scores import entries, second_look
from party.values.accounts import table_actor
from tests.evening import (
    AT,
    BY_PROGRAM,
    correct,
    enter,
    enter_total,
    spot,
    started_party,
    switch_capture,
)

pytestmark = pytest.mark.django_db
BY_PHONE = {"actor": table_actor(1), "at": AT}


@pytest.fixture
def party():
    return started_party(8, phones=True)


def sheet_of(party):
    return table_with_lines(party, party.rounds.get(), table_scores(party, 1)[1])


def decisions(party):
    return [(each.title, each.words) for each in decisions_about(party, sheet_of(party))]


def typed(party, text) -> HandEntry:
    return read_entry(party.rules, text)


def test_a_phone_shows_decisions_and_corrections_with_tricks_and_points(party):
    enter(party, "7ce7 8hn9")
    assert decisions(party) == []
    entry = typed(party, "8hn7")
    hands.record_hand(spot(party), entry, hand=2, submission=uuid4(), **BY_PHONE)
    assert decisions(party) == []
    wrong, right = Entry.objects.filter(hand=2).order_by("pk").values_list("pk", flat=True)
    second_look.choose_right_entry(
        spot(party), 2, right_entry=right, wrong_entries=[wrong], **BY_PROGRAM
    )
    words = "Hand 2: Alma bid 8 Hearts and took 7. Not: Alma bid 8 Hearts and took 9."
    assert decisions(party) == [("The desk decided: 7 tricks, −300", words)]
    correct(party, "7ce6")
    title = "The desk decided: 6 tricks, −160"
    assert [each for each, _ in decisions(party)] == ["The desk decided: 7 tricks, −300", title]
    correct(party, "8hn8", 2, **BY_PHONE)
    assert [each for each, _ in decisions(party)] == [title]


def test_a_phone_shows_a_hand_that_the_desk_took_back_until_it_is_entered_again(
    party, django_assert_num_queries
):
    entry = typed(party, "8hn9")
    hands.record_hand(spot(party), entry, hand=1, submission=uuid4(), **BY_PHONE)
    sheet = sheet_of(party)
    with django_assert_num_queries(0):
        assert hands_taken_back(party, sheet) == ()
    entries.undo_hand(spot(party), **BY_PROGRAM)
    [decision] = hands_taken_back(party, sheet_of(party))
    assert decision.title == "The desk took back hand 1"
    assert decision.words == "It was: Alma bid 8 Hearts and took 9. Enter it again."
    hands.record_hand(spot(party), entry, hand=1, submission=uuid4(), **BY_PHONE)
    assert hands_taken_back(party, sheet_of(party)) == ()


def test_a_phone_shows_an_undone_hand_unless_it_was_thrown_in_or_there_is_a_total(party):
    hands.record_hand(spot(party), typed(party, "p"), hand=1, submission=uuid4(), **BY_PHONE)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert hands_taken_back(party, sheet_of(party)) == ()
    hands.record_hand(spot(party), typed(party, "8hn9"), hand=1, submission=uuid4(), **BY_PHONE)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert len(hands_taken_back(party, sheet_of(party))) == 1
    switch_capture(party, party.Capture.TOTALS)
    enter_total(party, 340, 120)
    assert hands_taken_back(party, sheet_of(party)) == ()


def test_a_phone_does_not_show_a_hand_that_its_own_table_took_back(party):
    hands.record_hand(spot(party), typed(party, "8hn9"), hand=1, submission=uuid4(), **BY_PHONE)
    entries.undo_hand(spot(party), **BY_PHONE)
    assert hands_taken_back(party, sheet_of(party)) == ()


def test_a_phone_shows_a_corrected_total_with_the_points_of_both_pairs(party):
    switch_capture(party, party.Capture.TOTALS)
    enter_total(party, 340, 120)
    correct(party, (340, 210), 0)
    (title, words), *_ = decisions(party)
    assert title == "The desk decided: +340 : +210"
    assert words.startswith("The total: Alma & Bert 340, Carol & Dev 210. Not: Alma & Bert 340")
