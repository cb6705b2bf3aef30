from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, LogLine, Table
from party.queries.scores.tables import lines_of_table, table_scores
from party.services.scores import entries, tables
from party.values.refusals import Refused
from party.values.scores.tables import SavedAs
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    drawn_party,
    enter,
    enter_total,
    party_after_rounds,
    spot,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party(players=8, rounds_planned=2)


def score(party, table=1):
    return table_scores(party, 1)[table]


def save(party, text, submission=None, **options):
    new = {"submission": submission or uuid4(), **BY_PROGRAM, **options}
    return entries.save_hand(spot(party), read_entry(party.rules, text), **new)


def codes(refused):
    return [fault.code for fault in refused.value.faults]


def test_a_saved_hand_has_the_engines_points(party):
    saved = save(party, "8hn9")
    assert (saved.outcome, saved.hand, saved.ns, saved.ew) == (SavedAs.SAVED, 1, 300, 10)
    assert saved.words == "8 Hearts by North, 9 tricks: made"
    assert (score(party).ns, score(party).ew, score(party).saved) == (300, 10, 1)
    line = LogLine.objects.get(verb="hand saved")
    assert (line.round, line.table, line.data["text"]) == (1, 1, "8hn9")


def test_hands_are_numbered_in_the_order_of_saving(party):
    enter(party, HANDS)
    assert [line.hand for line in lines_of_table(party, 1, 1)] == [1, 2, 3, 4]
    assert (score(party).ns, score(party).ew) == (200, 590)
    assert score(party).is_finished


def test_a_repeated_hand_gets_the_same_answer_and_is_not_stored(party):
    submission = uuid4()
    first = save(party, "8hn9", submission)
    again = save(party, "8hn9", submission)
    assert again.outcome == SavedAs.ALREADY
    assert (again.entry, again.hand, again.ns) == (first.entry, 1, 300)
    assert Entry.objects.count() == 1
    assert LogLine.objects.filter(verb="hand saved").count() == 1


def test_an_equal_hand_with_a_new_id_is_not_stored(party):
    save(party, "8hn9", hand=1)
    assert save(party, "8hn9", hand=1).outcome == SavedAs.ALREADY
    assert Entry.objects.count() == 1


def test_another_result_for_a_stored_hand_is_refused(party):
    save(party, "8hn9", hand=1)
    with pytest.raises(Refused) as refused:
        save(party, "8hn7", hand=1)
    assert codes(refused) == ["conflict"]
    assert "8 Hearts by North, 9 tricks" in str(refused.value)


def test_a_hand_after_a_missing_hand_is_refused(party):
    with pytest.raises(Refused, match="Hand 1 of table 1 comes first"):
        save(party, "8hn9", hand=3)


def test_a_surplus_hand_is_refused(party):
    enter(party, HANDS)
    with pytest.raises(Refused, match="Table 1 has all 4 hands of this round"):
        save(party, "8hn9")


def test_a_hand_before_the_start_is_refused():
    party = drawn_party(players=8)
    with pytest.raises(Refused, match="Round 1 has not started yet"):
        save(party, "8hn9")


def test_a_hand_of_an_unknown_table_is_refused(party):
    with pytest.raises(Refused, match="There is no table 3 in round 1"):
        enter(party, "8hn9", table=3)


def test_the_form_of_another_party_is_refused(party):
    submission = uuid4()
    save(party, "8hn9", submission)
    other = started_party(players=4)
    with pytest.raises(Refused, match="another party"):
        save(other, "8hn9", submission)


def test_a_thrown_in_hand_gets_no_hand_number(party):
    saved = save(party, "p")
    assert (saved.hand, saved.ns) == (None, None)
    assert save(party, "7ce7").hand == 1
    assert score(party).saved == 1


def test_two_thrown_in_hands_in_a_row_are_saved_with_a_flag(party):
    assert save(party, "p").flags == ()
    assert save(party, "p").flags == ("Thrown in twice running: unusual, check.",)


def test_a_bid_of_ten_is_saved_with_a_flag(party):
    saved = save(party, "10hn6")
    assert saved.outcome == SavedAs.SAVED
    assert any("10 Hearts" in flag for flag in saved.flags)


def test_a_full_stop_finishes_an_iowa_table():
    party = started_party(players=8, preset="iowa")
    enter(party, "8hn9 7ce7 6sn6", table=2)
    assert not score(party, 2).is_finished
    enter(party, ".", table=2)
    assert score(party, 2).is_finished
    assert score(party, 2).hands == 3


def test_an_iowa_hand_with_a_full_stop_is_the_last_hand_of_its_table():
    party = started_party(players=8, preset="iowa")
    enter(party, "8hn9 7ce7 6sn6.", table=2)
    assert score(party, 2).hands == 3
    with pytest.raises(Refused, match="Table 2 said it had finished after 3 hands"):
        enter(party, "8hn9", table=2)


def test_the_sixth_hand_of_an_iowa_table_is_saved_with_a_flag():
    party = started_party(players=8, preset="iowa")
    answers = enter(party, "8hn9 7ce7 6sn6 8hn9 7ce7 6sn6", table=2)
    assert [bool(answer.flags) for answer in answers] == [False] * 5 + [True]


def test_a_total_finishes_the_table():
    party = started_party(players=4, capture="totals")
    saved = enter_total(party, 310, 250)
    assert (saved.ns, saved.ew) == (310, 250)
    assert score(party).is_finished
    assert (score(party).ns, score(party).ew) == (310, 250)


@pytest.mark.parametrize(
    ("ns", "ew", "why"),
    [(305, 250, "end in 0"), (5000, 0, "Look at the slip"), (2080, 10, "Look at the slip")],
)
def test_a_total_that_four_hands_cannot_give_is_refused(ns, ew, why):
    party = started_party(players=4, capture="totals")
    with pytest.raises(Refused, match=why):
        enter_total(party, ns, ew)


def test_a_repeated_total_is_stored_once_and_a_different_total_is_refused():
    party = started_party(players=4, capture="totals")
    enter_total(party, 310, 250)
    assert enter_total(party, 310, 250).outcome == SavedAs.ALREADY
    with pytest.raises(Refused) as refused:
        enter_total(party, 300, 250)
    assert codes(refused) == ["conflict"]
    assert Entry.objects.count() == 1


def test_a_form_that_is_sent_again_after_an_undo_stores_no_total():
    party = started_party(players=4, capture="totals")
    submission = uuid4()
    entries.save_total(spot(party), 310, 250, submission=submission, **BY_PROGRAM)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    again = entries.save_total(spot(party), 310, 250, submission=submission, **BY_PROGRAM)
    assert again.outcome == SavedAs.ALREADY
    assert not score(party).has_total


def test_a_total_of_an_iowa_table_needs_the_number_of_hands():
    party = started_party(players=8, preset="iowa", capture="totals")
    with pytest.raises(Refused, match="Say how many hands table 2 played"):
        enter_total(party, 310, 250, table=2)
    enter_total(party, 310, 250, table=2, hands=5)
    assert score(party, 2).hands == 5


def test_hands_and_totals_are_never_mixed_at_a_table(party):
    with pytest.raises(Refused):
        enter_total(party, 310, 250)
    tables.set_table_capture(spot(party), Table.Capture.TOTALS, **BY_PROGRAM)
    enter_total(party, 310, 250)
    for more in ({}, {"hand": 0}):
        with pytest.raises(Refused, match="entered as a round total") as refused:
            save(party, "8hn9", **more)
        assert codes(refused) == ["not-taken"]


def test_undo_marks_the_last_entry_and_keeps_its_row(party):
    enter(party, "8hn9 7ce7")
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert score(party).saved == 1
    assert Entry.objects.get(status=Entry.Status.UNDONE).bid == "7C"
    assert enter(party, "9dw9")[0].hand == 2


def test_undo_names_a_hand_by_its_number_and_a_thrown_in_one_without():
    party = started_party(players=4)
    enter(party, "8hn9 p")
    taken_back = [entries.undo_hand(spot(party), **BY_PROGRAM) for _ in range(2)]
    hand = "table 1, hand 1: 8 Hearts by North, 9 tricks: made"
    assert taken_back == ["table 1: thrown in", hand]


def test_undo_reopens_an_iowa_table():
    party = started_party(players=8, preset="iowa")
    enter(party, "8hn9 7ce7 .", table=2)
    entries.undo_hand(spot(party, 2), **BY_PROGRAM)
    assert score(party, 2).hands is None


def test_undo_without_entries_is_refused(party):
    with pytest.raises(Refused, match="Nothing has been entered for table 1 yet"):
        entries.undo_hand(spot(party), **BY_PROGRAM)


def test_nothing_is_entered_after_the_finish(party):
    with setting_up():
        type(party).objects.filter(pk=party.pk).update(finished_at=AT)
    with pytest.raises(Refused, match="is finished"):
        save(party, "8hn9")


def test_full_stop_before_any_hand_is_refused():
    party = started_party(players=8, preset="iowa")
    with pytest.raises(Refused, match="has no hand yet"):
        enter(party, ".", table=2)


@pytest.mark.parametrize("typed", ["8hn9 .", "8hn9 7ce7."])
def test_full_stop_before_the_last_hand_of_a_round_is_refused(party, typed):
    with pytest.raises(Refused, match="Leave out the dot"):
        enter(party, typed)
    assert score(party).saved == 1
    enter(party, "7ce7 7sn6 9dw9.")  # after the last hand a full stop changes nothing
    assert party.rounds.get().tables.get(number=1).hands == 4


def test_another_hand_with_an_already_used_submission_id_is_stored(party):
    submission = uuid4()
    save(party, "8hn9", submission)

    saved = save(party, "7ce7", submission)

    assert (saved.outcome, saved.hand) == (SavedAs.SAVED, 2)
    with pytest.raises(Refused, match="Hand 1 of table 1 is already in"):
        save(party, "7sn6", submission, hand=1)


def test_table_that_was_not_played_takes_neither_hands_nor_a_total():
    party = started_party(players=8)
    tables.finish_table(spot(party), **BY_PROGRAM, reason="no cards")
    with pytest.raises(Refused, match="was marked not played"):
        enter(party, "8hn9")
    tables.set_table_capture(spot(party), "totals", **BY_PROGRAM)
    with pytest.raises(Refused, match="was marked not played"):
        enter_total(party, 310, 250)


def test_a_hand_for_a_closed_round_is_refused():
    party = party_after_rounds(1, players=4, rounds_planned=2)
    with pytest.raises(Refused, match="Round 1 is closed"):
        enter(party, "8hn9")
