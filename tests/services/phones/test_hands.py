from datetime import timedelta
from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, LogLine, Party, Table, TablePhone
from party.queries.evening.rounds import hands_with_two_results
from party.queries.phones.reports import agreements
from party.queries.scores.consistency import score_differences
from party.queries.scores.second_look import differences
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.phones import hands
from party.services.scores import entries, second_look, tables
from party.values.accounts import table_actor
from party.values.refusals import Refused
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    correct,
    drawn_party,
    enter,
    enter_total,
    party_after_rounds,
    play_round,
    spot,
    start,
    started_party,
)

pytestmark = pytest.mark.django_db
BY_TABLE_1 = {"actor": table_actor(1), "at": AT}
TIE = "8hn9 8he9 9dn9 9de9"


@pytest.fixture
def party():
    return started_party(8)


def record(party, text, hand=1, *, round_number=1, **options):
    entry = read_entry(party.rules, text)
    table, new = spot(party, 1, round_number), {"submission": uuid4()} | options
    return hands.record_hand(table, entry, hand=hand, **new, **BY_TABLE_1)


def change(party, text, hand=1, *, seen):
    entry, new = read_entry(party.rules, text), uuid4()
    return hands.change_hand(
        spot(party), hand, entry, shown_entry=seen, submission=new, **BY_TABLE_1
    )


def record_total(party, ns, ew, played=None, *, submission=None, seen=None):
    new = {"submission": submission or uuid4(), "shown_entry": seen}
    return hands.record_total(spot(party), ns, ew, hands=played, **new, **BY_TABLE_1)


def agree(party, *, yes=True, seen=None):
    seen = in_force() if seen is None else seen
    return hands.record_agreement(spot(party), shown_entries=seen, is_agreed=yes, **BY_TABLE_1)


def undo(party, seen):
    return hands.undo_entry(spot(party), shown_entry=seen, **BY_TABLE_1)


def in_force(table=1):
    rows = Entry.objects.counted().filter(table__number=table)
    return list(rows.values_list("pk", flat=True))


def texts(status):
    rows = Entry.objects.filter(status=status).order_by("pk")
    return [f"{row.hand}: {row.bid} {row.bidder} {row.tricks}" for row in rows]


def revisions(party):
    return Party.objects.values_list("revision", "shared_revision").get(pk=party.pk)


def test_hand_does_not_raise_the_shared_revision(party):
    before, shared = revisions(party)
    assert record(party, "8hn9").outcome == "saved"
    assert revisions(party) == (before + 1, shared)
    line = LogLine.objects.get(verb="hand saved")
    assert line.actor_label == "table 1’s phone"
    assert line.words.endswith("from the table’s phone")


def test_a_thrown_in_hand_that_is_sent_twice_is_stored_once(party):
    new = uuid4()
    assert record(party, "p", submission=new).words == "Saved: nobody bid, deal again."
    assert record(party, "p", submission=new).outcome == "already"
    assert Entry.objects.get().hand is None


def test_repeated_id_with_another_result_stores_nothing(party):
    new = uuid4()
    record(party, "8hn9", submission=new)
    assert record(party, "8hn7", submission=new).outcome == "already"
    assert texts("in force") == ["1: 8H N 9"]


def test_repeated_id_of_an_undone_hand_stores_nothing(party):
    new = uuid4()
    record(party, "8hn9", submission=new)
    undo(party, in_force()[0])
    assert record(party, "8hn9", submission=new).outcome == "already"
    assert texts("in force") == []


def test_second_and_third_versions_are_kept_and_the_desk_chooses_one(party):
    kept = uuid4()
    enter(party, "8hn9")
    assert record(party, "8hn8", submission=kept).outcome == "kept"
    assert record(party, "8hn8", submission=kept).outcome == "kept"
    assert record(party, "8hn7").outcome == "kept"
    assert texts("disputed") == ["1: 8H N 8", "1: 8H N 7"]
    assert hands_with_two_results(party, 1) == {1: (1,)}
    assert score_differences(party) == []
    [found] = differences(party, 1)
    assert [line.text for line in (found.first, *found.others)] == ["8hn9", "8hn8", "8hn7"]
    assert [each.label for each in found.versions] == ["Came first", "Came second", "Came third"]
    one, other, third = found.versions
    for wrong in ([one.line.entry], [*third.other_entries, third.line.entry], []):
        with pytest.raises(Refused):
            second_look.choose_right_entry(
                spot(party), 1, right_entry=third.line.entry, wrong_entries=wrong, **BY_PROGRAM
            )
    assert third.other_entries == (one.line.entry, other.line.entry)
    second_look.choose_right_entry(
        spot(party),
        1,
        right_entry=third.line.entry,
        wrong_entries=third.other_entries,
        **BY_PROGRAM,
    )
    assert LogLine.objects.first().words.endswith(
        "7 tricks: set is right, not 8 Hearts by North, 9 tricks: made and not 8 Hearts by North, "
        "8 tricks: made"
    )
    assert (differences(party, 1), hands_with_two_results(party, 1)) == ((), {})
    assert texts("in force") == ["1: 8H N 7"]


def test_a_second_typing_names_the_versions_that_it_replaces(party):
    seen = [enter(party, "8hn9")[0].entry]
    record(party, "8hn8")
    record(party, "8hn7")
    typed = [read_entry(party.rules, "8hn7")]
    again = second_look.type_again(spot(party), typed, shown_entries=seen, **BY_PROGRAM)
    assert (again.different_hands, again.replaced, len(texts("disputed"))) == ((1,), (), 2)
    typed = [read_entry(party.rules, "8hn6")]
    again = second_look.type_again(spot(party), typed, shown_entries=seen, **BY_PROGRAM)
    assert len(again.replaced) == 2
    assert texts("disputed") == ["1: 8H N 6"]


def test_hand_after_a_missing_hand_is_refused(party):
    with pytest.raises(Refused, match="Hand 1 of table 1 comes first"):
        record(party, "8hn9", hand=2)
    assert not Entry.objects.exists()


def test_hand_after_the_last_one_is_kept_for_the_desk(party):
    enter(party, HANDS)
    answer = record(party, "8hn10", hand=5)
    assert answer.outcome == "late"
    assert answer.words == "Table 1 has all 4 hands of this round. Hand 5 is kept for the desk."
    assert texts("late") == ["5: 8H N 10"]
    assert LogLine.objects.get(verb="kept late").words == (
        "Table 1, hand 5, too late from its phone: 8 Hearts by North, 10 tricks: made"
    )


def test_hand_of_a_table_that_the_desk_has_finished_is_kept_for_the_desk(party):
    enter(party, "8hn9")
    tables.finish_table(spot(party), reason="Alma ill", **BY_PROGRAM)
    assert record(party, "9dw9", hand=2).outcome == "late"
    assert record(party, "p", hand=2).outcome == "already"


def test_a_hand_from_a_table_with_a_total_is_kept_for_the_desk(party):
    enter_total(party, 200, 590, replaces_hands=True)
    assert record(party, "8hn9").outcome == "late"


@pytest.mark.parametrize("finished", [False, True])
def test_result_after_the_close_is_a_late_slip(party, finished):
    play_round(party)
    if finished:
        rounds.finish(party.pk, **BY_PROGRAM)
    new = uuid4()
    answer = record(party, "9dw8", hand=4, submission=new)
    why = "Autumn party is finished." if finished else "Round 1 is closed."
    assert (answer.outcome, answer.words) == ("late", f"{why} Hand 4 is kept for the desk.")
    assert record(party, "9dw8", hand=4, submission=new).outcome == "late"
    assert record(party, "9dw8", hand=4).outcome == "late"
    assert change(party, "9dw7", hand=4, seen=in_force()[3]).outcome == "late"
    assert record(party, "9dw9", hand=4).outcome == "already"
    assert record(party, ".", hand=5).outcome == "already"
    assert texts("late") == ["4: 9D W 8", "4: 9D W 7"]
    assert LogLine.objects.filter(verb="kept late").count() == 2
    refused = [
        lambda: undo(party, in_force()[-1]),
        lambda: agree(party),
        lambda: hands.report_cut(spot(party), "NS", **BY_TABLE_1),
    ]
    for each in refused:
        with pytest.raises(Refused, match=f"{why} Ask the host"):
            each()


def test_flood_of_results_is_refused_but_the_desk_still_saves(party, monkeypatch):
    monkeypatch.setattr(hands, "MAX_ENTRIES_OF_TABLE", 3)
    first_id = uuid4()
    record(party, "8hn9", submission=first_id)
    for text in ("8hn8", "8hn7"):
        record(party, text)
    (entry,) = in_force()
    for send in (lambda: record(party, "7ce7", 2), lambda: change(party, "8hn6", seen=entry)):
        with pytest.raises(Refused, match="Table 1 has sent too many results in this round"):
            send()
    assert record(party, "8hn9", submission=first_id).entry == entry
    enter(party, "7ce7")
    assert len(in_force()) == 2


def test_hand_before_the_start_is_refused():
    party = drawn_party(8)
    for each in (lambda: record(party, "8hn9"), lambda: agree(party, seen=[])):
        with pytest.raises(Refused, match="Round 1 has not started yet"):
            each()


def test_hand_of_an_earlier_round_is_stored_with_that_round():
    party = party_after_rounds(1, 8)
    rounds.seat_next_round(party.pk, **BY_PROGRAM)
    start(party)
    assert record(party, "9dw8", hand=4).outcome == "late"
    row = Entry.objects.get(status="late")
    assert row.table.round.number == 1


def test_a_table_can_report_after_its_last_hand_that_it_has_finished():
    party = started_party(8, preset="iowa")
    table = spot(party, 2)

    def send(text, hand):
        entry = read_entry(party.rules, text)
        return hands.record_hand(table, entry, hand=hand, submission=uuid4(), **BY_TABLE_1)

    with pytest.raises(Refused, match="no hand yet"):
        send(".", 1)
    send("8hn9", 1)
    assert send(".", 2).words == "Table 2 finished after 1 hand."
    repeated = send(".", 2)
    assert (repeated.outcome, repeated.words) == ("already", "Table 2 has finished.")


def test_change_replaces_the_entry_that_the_phone_showed(party):
    record(party, "8hn9")
    answer = change(party, "8hn8", seen=in_force()[0])
    assert answer.words == "Hand 1 is changed: 8 Hearts by North, 8 tricks: made."
    assert (texts("in force"), texts("replaced")) == (["1: 8H N 8"], ["1: 8H N 9"])
    assert change(party, "8hn8", seen=1).outcome == "already"


def test_change_sent_twice_is_made_once(party):
    record(party, "8hn9")
    entry, sent = (
        read_entry(party.rules, "8hn8"),
        {"shown_entry": in_force()[0], "submission": uuid4()},
    )
    for outcome in ("saved", "already"):
        assert hands.change_hand(spot(party), 1, entry, **sent, **BY_TABLE_1).outcome == outcome
    assert Entry.objects.count() == 2


def test_a_change_of_an_entry_that_the_desk_has_corrected_is_a_second_version(party):
    record(party, "8hn9")
    [seen] = in_force()
    correct(party, "8hn10")
    assert change(party, "8hn8", seen=seen).outcome == "kept"
    assert (texts("in force"), texts("disputed")) == (["1: 8H N 10"], ["1: 8H N 8"])
    assert change(party, "8hn7", seen=in_force()[0]).outcome == "kept"
    assert len(texts("disputed")) == 2


def test_change_of_an_entry_that_the_desk_has_undone_is_a_new_hand(party):
    record(party, "8hn9")
    [seen] = in_force()
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert change(party, "8hn8", seen=seen).outcome == "saved"
    assert texts("in force") == ["1: 8H N 8"]


def test_undo_of_the_entry_that_the_phone_showed_happens_once(party):
    record(party, "8hn9")
    record(party, "7ce6", hand=2)
    first, last = in_force()
    with pytest.raises(Refused, match="has new entries"):
        undo(party, first)
    assert (
        undo(party, last).words == "Taken back: table 1, hand 2: 7 Clubs by East, 6 tricks: set."
    )
    assert undo(party, last).outcome == "already"
    assert in_force() == [first]
    with pytest.raises(Refused, match="has new entries"):
        undo(party, 99_999)


def test_undo_never_drops_a_version_that_waits_for_the_desk(party):
    record(party, "8hn9")
    record(party, "8hn8")
    with pytest.raises(Refused, match="Two different results came in for hand 1"):
        undo(party, in_force()[0])
    assert texts("disputed") == ["1: 8H N 8"]


@pytest.fixture
def totals():
    return started_party(8, capture="totals")


def test_a_different_total_is_kept_beside_the_saved_total(totals):
    new = uuid4()
    assert record_total(totals, 200, 590, submission=new).outcome == "saved"
    assert record_total(totals, 200, 590, submission=new).words == (
        "The total is already in: round total: N-S 200, E-W 590."
    )
    assert record_total(totals, 200, 590).outcome == "already"
    assert record_total(totals, 210, 590).outcome == "kept"
    assert Entry.objects.get(status="disputed").hand == 0
    assert [each.others[0].ns for each in differences(totals, 1)] == [210]


def test_total_replaces_the_total_that_the_phone_showed(totals):
    record_total(totals, 200, 590)
    (first,) = in_force()
    assert record_total(totals, 200, 590, seen=first).outcome == "already"
    assert record_total(totals, 210, 590, seen=first).outcome == "saved"
    (second,) = in_force()
    assert Entry.objects.get(pk=second).ns == 210
    # The shown total is outdated.
    assert record_total(totals, 220, 590, seen=first).outcome == "kept"
    assert record_total(totals, 230, 590, seen=second).outcome == "kept"
    assert in_force() == [second]


def test_an_impossible_total_is_refused_and_the_saved_total_stays_in_force(totals):
    record_total(totals, 200, 590)
    for ns, text in ((20_000, "cannot give"), (205, "Points always end in 0")):
        with pytest.raises(Refused, match=text):
            record_total(totals, ns, 590, seen=in_force()[0])
    assert Entry.objects.get().status == "in force"


def test_phone_changes_a_total_that_the_desk_stored_in_place_of_hands(party):
    enter(party, "8hn9")
    enter_total(party, 200, 590, replaces_hands=True)
    assert record_total(party, 210, 590, seen=in_force()[0]).outcome == "saved"
    assert texts("in force") == ["0:   None"]
    for table in (1, 2):
        if table == 2:
            enter_total(party, 200, 590, table, replaces_hands=True)
    close(party)
    assert record_total(party, 220, 590, seen=in_force()[0]).outcome == "late"


def test_a_late_total_is_kept_for_the_desk(totals):
    for table in (1, 2):
        enter_total(totals, 200, 590, table)
    close(totals)
    assert record_total(totals, 200, 590).outcome == "already"
    assert record_total(totals, 210, 590).outcome == "late"
    with pytest.raises(Refused, match="Points always end in 0"):
        record_total(totals, 205, 590)


def test_total_of_a_table_entered_by_hands_is_refused(party):
    with pytest.raises(Refused, match="entered hand by hand"):
        record_total(party, 200, 590)


def test_both_pairs_agree_to_all_hands(party):
    before, shared = revisions(party)
    enter(party, "8hn9 7ce7 7sn6")
    with pytest.raises(Refused, match="Table 1 has 3 hands in so far"):
        agree(party)
    enter(party, "9dw9")
    assert agree(party).outcome == "saved"
    assert agree(party).outcome == "already"
    assert agreements(party, 1) == {1: AT}
    assert LogLine.objects.filter(verb="agreed").count() == 1
    assert revisions(party)[1] == shared
    assert revisions(party)[0] > before
    assert agree(party, yes=False).outcome == "saved"
    assert (agreements(party, 1), Table.objects.get(number=1).agreed_at) == ({}, None)
    assert agree(party, yes=False).outcome == "already"


def test_an_agreement_to_entries_that_are_no_longer_current_is_refused(party):
    enter(party, HANDS)
    with pytest.raises(Refused, match="Somebody else has changed this"):
        agree(party, seen=in_force()[:3])
    record(party, "9dw8", hand=4)
    with pytest.raises(Refused, match="Somebody else has changed this"):
        agree(party)


def correct_first_hand(party):
    correct(party, "8hn10")


def undo_and_type_again(party):
    entries.undo_hand(spot(party), **BY_PROGRAM)
    enter(party, "9dw9")


def send_another_version(party):
    record(party, "9dw8", hand=4)


def choose_other_version(party):
    send_another_version(party)
    [found] = differences(party, 1)
    ids = {"right_entry": found.others[0].entry, "wrong_entries": [found.first.entry]}
    second_look.choose_right_entry(spot(party), 4, **ids, **BY_PROGRAM)


CHANGES = [correct_first_hand, undo_and_type_again, send_another_version, choose_other_version]


@pytest.mark.parametrize("changed", CHANGES)
def test_change_of_an_entry_ends_the_agreement(party, changed):
    enter(party, HANDS)
    agree(party)
    changed(party)
    assert agreements(party, 1) == {}
    assert agreements(party, 1, number=2) == {}


def test_a_tied_table_reports_its_cut_once(party):
    with pytest.raises(Refused, match="Table 1 has 0 hands in so far"):
        hands.report_cut(spot(party), "NS", **BY_TABLE_1)
    enter(party, TIE)
    assert hands.report_cut(spot(party), "NS", **BY_TABLE_1).outcome == "saved"
    assert hands.report_cut(spot(party), "NS", **BY_TABLE_1).outcome == "already"
    with pytest.raises(Refused, match="has said that North-South won the cut"):
        hands.report_cut(spot(party), "EW", **BY_TABLE_1)
    assert table_scores(party, 1)[1].cut == "NS"


def test_wrong_cut_is_changed_by_the_phone_that_showed_it(party):
    enter(party, TIE)
    hands.report_cut(spot(party), "NS", **BY_TABLE_1)
    assert hands.report_cut(spot(party), "EW", shown_pair="NS", **BY_TABLE_1).outcome == "saved"
    assert table_scores(party, 1)[1].cut == "EW"


def test_cut_of_a_table_that_is_not_tied_is_refused(party):
    enter(party, HANDS)
    with pytest.raises(Refused, match="is not tied"):
        hands.report_cut(spot(party), "NS", **BY_TABLE_1)


def test_a_call_for_the_host_is_made_and_taken_back(party):
    table = spot(party)
    assert hands.call_host(table, is_called=False, **BY_TABLE_1).outcome == "already"
    assert hands.call_host(table, is_called=True, **BY_TABLE_1).words == "The host is called."
    assert TablePhone.objects.get().called_at == AT
    assert hands.call_host(table, is_called=True, **BY_TABLE_1).outcome == "already"
    assert hands.call_host(table, is_called=False, **BY_TABLE_1).words == "The call is taken back."
    assert TablePhone.objects.get().called_at is None
    assert LogLine.objects.filter(verb="host called").count() == 2


def test_poll_changes_no_revision_and_writes_no_log_line(party, monkeypatch):
    monkeypatch.setattr(hands, "POLLS_WRITTEN_EVERY", 0)
    before, lines = revisions(party), LogLine.objects.count()
    for later in (AT, AT + timedelta(minutes=2)):
        hands.note_poll(party.pk, 7, at=later)
    assert TablePhone.objects.get().seen_at == later
    assert (revisions(party), LogLine.objects.count()) == (before, lines)


def test_polls_within_a_few_seconds_are_written_together(
    party, monkeypatch, django_assert_num_queries
):
    seconds = iter([100, 100, 102, 104, 106, 106])
    monkeypatch.setattr(hands, "monotonic", lambda: next(seconds))
    hands.note_poll(party.pk, 7, at=AT)
    with django_assert_num_queries(0):
        hands.note_poll(party.pk, 3, at=AT)
        hands.note_poll(party.pk + 1, 3, at=AT)  # this party does not exist
    hands.note_poll(party.pk, 5, at=AT)
    assert list(TablePhone.objects.values_list("number", flat=True)) == [3, 5, 7]
