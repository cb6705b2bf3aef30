from uuid import uuid4

import pytest
from django.db import IntegrityError

from party.models import Entry, LogLine, Record
from party.queries.evening.rounds import latest_round
from party.services.evening import rounds
from party.services.scores import records, tables
from party.values.scores.records import LONGEST_RECORD
from tests.evening import (
    AT,
    BY_PROGRAM,
    drawn_party,
    enter,
    enter_total,
    party_after_rounds,
    play_round,
    refusal_of,
    spot,
    started_party,
)
from tests.guard import setting_up
from tests.records import record_in_force, store_records, texts_in_force

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party(8)


def replace(party, text, *, hand=1, seen=None, submission=None):
    records.replace_record(
        spot(party),
        hand,
        text,
        shown_record=seen or record_in_force(hand).pk,
        submission=submission or uuid4(),
        **BY_PROGRAM,
    )


def remove(party, hand=1, seen=None):
    records.remove_record(
        spot(party), hand, shown_record=seen or record_in_force(hand).pk, **BY_PROGRAM
    )


def test_records_are_attached_to_consecutive_hands(party):
    assert store_records(party, "one", "two", first=2) == (2, 3)
    assert texts_in_force() == {2: "one", 3: "two"}
    line = LogLine.objects.get(verb="records attached")
    assert line.words == "Table 1, hands 2, 3: record attached"
    assert (line.round, line.table, line.data["hands"]) == (1, 1, [2, 3])


def test_repeated_records_are_stored_once(party):
    submission = uuid4()
    for _ in range(2):
        assert store_records(party, "one", "two", submission=submission) == (1, 2)
    assert Record.objects.count() == 2
    assert LogLine.objects.filter(verb="records attached").count() == 1


def test_only_new_records_are_stored(party):
    store_records(party, "one")
    store_records(party, "one", "two")
    store_records(party, "one", "two")
    assert texts_in_force() == {1: "one", 2: "two"}
    assert Record.objects.count() == 2
    words = LogLine.objects.filter(verb="records attached").values_list("words", flat=True)
    assert set(words) == {
        "Table 1, hand 1: record attached",
        "Table 1, hand 2: record attached",
    }


def test_a_second_record_for_a_hand_is_refused(party):
    store_records(party, "one", first=2)
    refusal_text = refusal_of(store_records, party, "three", "other")
    assert refusal_text == "Hand 2 already has another record. Replace it, or take it off first."
    assert texts_in_force() == {2: "one"}


def test_the_form_of_another_table_is_refused(party):
    submission = uuid4()
    store_records(party, "one", submission=submission)
    refusal_text = refusal_of(store_records, party, "one", table=2, submission=submission)
    assert refusal_text == "This form belongs to another table. Open the page again."


@pytest.mark.parametrize(
    ("first", "texts", "said"),
    [
        (0, ["one"], "Table 1 has hands 1 to 4 in this round."),
        (5, ["one"], "Table 1 has hands 1 to 4 in this round."),
        (
            3,
            ["one", "two", "three"],
            "Table 1 has hands 1 to 4 in this round. 3 records from hand 3 end at hand 5.",
        ),
    ],
)
def test_attach_records_refuses_hands_that_are_not_played(party, first, texts, said):
    assert refusal_of(store_records, party, *texts, first=first) == said
    assert not Record.objects.exists()


def test_attach_records_refuses_a_table_that_was_not_played(party):
    tables.finish_table(spot(party), **BY_PROGRAM, reason="went home")
    assert refusal_of(store_records, party, "one") == "Table 1 was marked not played."


def test_records_are_only_for_hands_that_were_played():
    party = started_party(8, "iowa")
    store_records(party, "one", first=20, table=2)
    enter(party, "8hn9 .", table=2)
    refusal_text = refusal_of(store_records, party, "one", "two", table=2)
    assert refusal_text.startswith("Table 2 has hands 1 to 1 in this round.")


def test_records_are_attached_to_a_table_with_a_total():
    party = started_party(4, capture="totals")
    enter_total(party, 310, 250)
    store_records(party, "one", first=4)
    assert texts_in_force() == {4: "one"}


def test_records_are_attached_in_a_closed_round(party):
    play_round(party)
    store_records(party, "one")
    assert texts_in_force() == {1: "one"}


def test_attach_records_before_the_start_is_refused():
    party = drawn_party(8)
    assert refusal_of(store_records, party, "one") == "Round 1 has not started yet."


def test_attach_records_after_the_finish_is_refused():
    party = party_after_rounds(1, 8, rounds_planned=1)
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "is finished" in refusal_of(store_records, party, "one")


def test_replace_record_keeps_the_old_row(party):
    store_records(party, "one")
    before = record_in_force().pk
    replace(party, "other")
    assert texts_in_force() == {1: "other"}
    assert Record.objects.get(pk=before).status == Record.Status.REPLACED
    line = LogLine.objects.get(verb="record replaced")
    assert (line.words, line.data["before"]) == ("Table 1, hand 1: record replaced", before)


def test_replace_record_by_the_same_text_changes_nothing(party):
    store_records(party, "one")
    replace(party, "one")
    assert Record.objects.count() == 1


def test_replace_record_sent_twice_is_stored_once(party):
    store_records(party, "one")
    seen, submission = record_in_force().pk, uuid4()
    for _ in range(2):
        replace(party, "other", seen=seen, submission=submission)
    assert Record.objects.count() == 2


def test_replacing_a_record_that_somebody_else_has_replaced_is_refused(party):
    store_records(party, "one")
    seen = record_in_force().pk
    replace(party, "quick")
    refusal_text = refusal_of(replace, party, "slow", seen=seen)
    assert refusal_text.startswith("Somebody else has changed this record")
    assert texts_in_force() == {1: "quick"}


def test_removing_a_record_keeps_its_row_and_the_entry_of_the_hand(party):
    enter(party, "8hn9")
    store_records(party, "one")
    remove(party)
    assert texts_in_force() == {}
    assert Record.objects.get().status == Record.Status.REMOVED
    assert Entry.objects.in_force().count() == 1
    assert LogLine.objects.get(verb="record removed").words == "Table 1, hand 1: record taken off"


def test_removing_a_record_that_was_already_removed_is_refused(party):
    store_records(party, "one")
    seen = record_in_force().pk
    remove(party)
    assert refusal_of(remove, party, seen=seen).startswith("Somebody else has changed this record")


def test_a_hand_whose_record_was_taken_off_can_have_another_record(party):
    store_records(party, "one")
    remove(party)
    store_records(party, "other")
    assert texts_in_force() == {1: "other"}


def test_the_draw_cannot_be_undone_while_hands_have_records(party):
    store_records(party, "one")
    refusal_text = refusal_of(rounds.undo_draw, party.pk, **BY_PROGRAM)
    assert refusal_text == "Round 1 has records of hands. Take them off first."
    assert "is under way" in refusal_of(rounds.finish, party.pk, **BY_PROGRAM)
    remove(party)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert Record.objects.get().table is None


@pytest.mark.parametrize(
    "columns",
    [{"hand": 0}, {"text": "x" * (LONGEST_RECORD + 1)}, {"table": None}],
    ids=["hand 0", "too long", "no table"],
)
def test_the_database_refuses_an_invalid_record(party, columns):
    table = latest_round(party).tables.first()
    row = {"table": table, "hand": 1, "text": "one", "at": AT, "submission": uuid4()} | columns
    with setting_up(), pytest.raises(IntegrityError):
        Record.objects.create(**row)


def test_the_database_allows_one_record_for_a_hand(party):
    table = latest_round(party).tables.first()
    with setting_up():
        Record.objects.create(table=table, hand=1, text="one", at=AT, submission=uuid4())
        with pytest.raises(IntegrityError):
            Record.objects.create(table=table, hand=1, text="two", at=AT, submission=uuid4())
