from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, LogLine
from party.queries.evening.rounds import live
from party.queries.scores.second_look import checked_tables, differences
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.scores import second_look
from party.services.scores.entries import undo_hand
from party.values.accounts import PROGRAM
from party.values.evening.live import NeedKind
from party.values.refusals import Refused
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    correct,
    enter,
    enter_total,
    helper_of,
    spot,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

FIRST = "8hn9 7ce7"


@pytest.fixture
def party():
    party = started_party(8)
    enter(party, FIRST)
    return party


def entries_of(party, table=1):
    rows = Entry.objects.counted().filter(table__round__party=party, table__number=table)
    return list(rows.order_by("hand").values_list("pk", flat=True))


def type_again(party, hands, *, actor=PROGRAM, seen=None, table=1):
    typed = [read_entry(party.rules, text) for text in hands.split()]
    seen = entries_of(party, table) if seen is None else seen
    return second_look.type_again(
        spot(party, table), typed, shown_entries=seen, actor=actor, at=AT
    )


def disputed_entries(party):
    return Entry.objects.filter(table__round__party=party, status=Entry.Status.DISPUTED)


def choose_version(party, found, *, second):
    first, other = found.first.entry, found.others[0].entry
    right, wrong = (other, first) if second else (first, other)
    second_look.choose_right_entry(
        spot(party), found.hand, right_entry=right, wrong_entries=[wrong], **BY_PROGRAM
    )


def test_a_total_that_new_rules_cannot_give_is_refused():
    party = started_party(8, capture="totals")
    enter_total(party, 400, 600)
    second_look.type_again(
        spot(party), [(-400, 610)], shown_entries=entries_of(party), **BY_PROGRAM
    )
    [found] = differences(party, 1)
    with setting_up():
        rules = party.rules.replace(fail_rule="value_to_opponents", name="House rules")
        party.rules_values = rules.values()
        party.save()

    with pytest.raises(Refused, match="cannot give"):
        choose_version(party, found, second=True)
    assert disputed_entries(party).exists()


def test_equal_hands_count_as_checked_by_the_second_typist(party):
    hanna = helper_of(party)
    found = type_again(party, FIRST, actor=hanna.actor)
    assert (found.equal_count, found.different_hands) == (2, ())
    assert {row.checked_by for row in Entry.objects.counted()} == {hanna}
    assert checked_tables(party, 1)[0].is_complete
    assert LogLine.objects.first().words == (
        "Table 1 typed again, told by the table: 2 alike. Typed first by nobody"
    )


def test_a_different_hand_is_kept_and_the_first_hand_counts(party):
    found = type_again(party, "8hn9 7ce8")
    assert (found.equal_count, found.different_hands) == (1, (2,))
    (difference,) = differences(party, 1)
    assert (difference.first.text, difference.others[0].text) == ("7ce7", "7ce8")
    assert table_scores(party, 1)[1].ew == 10 + 160
    assert checked_tables(party, 1)[0].words == "1 different"


@pytest.mark.parametrize(("second", "tricks"), [(False, 7), (True, 8)])
def test_a_decision_between_two_versions_leaves_one_checked_hand(party, second, tricks):
    type_again(party, "8hn9 7ce8")
    (found,) = differences(party, 1)
    choose_version(party, found, second=second)
    row = Entry.objects.in_force().get(hand=2)
    assert (row.tricks, row.checked) == (tricks, Entry.Checked.TYPED_AGAIN)
    assert row.sequence == 2
    assert differences(party, 1) == ()
    assert checked_tables(party, 1)[0].is_complete


def test_a_decision_about_changed_hands_is_refused(party):
    type_again(party, "8hn9 7ce8")
    (found,) = differences(party, 1)
    choose_version(party, found, second=True)
    with pytest.raises(Refused, match="hands of this table have changed"):
        choose_version(party, found, second=False)


def test_a_repeated_second_version_is_kept_once(party):
    for _ in range(2):
        type_again(party, "8hn9 7ce8")
    assert disputed_entries(party).count() == 1


def test_a_third_version_replaces_the_second_version(party):
    type_again(party, "8hn9 7ce8")
    found = type_again(party, "8hn9 7ce9")
    assert disputed_entries(party).get().tricks == 9
    assert found.replaced == ("hand 2, 7 Clubs by East, 8 tricks: made",)
    assert LogLine.objects.first().words.endswith(
        "Second results replaced: hand 2, 7 Clubs by East, 8 tricks: made"
    )


def test_typing_an_equal_hand_later_removes_the_difference(party):
    type_again(party, "8hn9 7ce8")
    type_again(party, FIRST)
    assert not disputed_entries(party).exists()
    assert checked_tables(party, 1)[0].is_complete


def test_typing_again_is_refused_if_a_hand_was_entered_meanwhile(party):
    seen = entries_of(party)
    enter(party, "7sn6")
    with pytest.raises(Refused, match="hands of this table have changed"):
        type_again(party, FIRST, seen=seen)


def test_typing_a_table_without_hands_again_is_refused(party):
    with pytest.raises(Refused):
        type_again(party, "", table=2)


def test_typing_hands_of_a_closed_round_again_is_refused(party):
    enter(party, "7sn6 9dw9")
    enter(party, HANDS, table=2)
    close(party)
    with pytest.raises(Refused, match="Round 1 is closed"):
        type_again(party, "8hn9 7ce7 7sn6 9dw9")


def test_a_round_with_a_difference_does_not_close(party):
    enter(party, "7sn6 9dw9")
    enter(party, HANDS, table=2)
    type_again(party, "8hn9 7ce8 7sn6 9dw9")
    with pytest.raises(Refused, match="two different results came in"):
        close(party)
    choose_version(party, differences(party, 1)[0], second=False)
    close(party)


def test_the_live_page_lists_each_difference_among_its_needs(party):
    type_again(party, "8hn9 7ce8")
    needs = live(party).needs
    assert [(need.kind, need.table.number, need.hand) for need in needs] == [
        (NeedKind.DIFFERS, 1, 2)
    ]


def test_a_correction_removes_the_difference(party):
    type_again(party, "8hn9 7ce8")
    correct(party, "7cw7", 2)
    assert differences(party, 1) == ()
    assert Entry.objects.in_force().get(hand=2).checked == ""


def test_undo_removes_the_second_version(party):
    type_again(party, "8hn9 7ce8")
    undo_hand(spot(party), **BY_PROGRAM)
    assert differences(party, 1) == ()


def party_with_total(ns=200, ew=590):
    party = started_party(8, capture="totals")
    enter_total(party, ns, ew)
    return party


def type_total_again(party, ns, ew):
    seen = entries_of(party)
    return second_look.type_again(spot(party), [(ns, ew)], shown_entries=seen, **BY_PROGRAM)


def test_equal_totals_agree_and_a_different_total_is_kept_for_a_decision():
    party = party_with_total()
    assert type_total_again(party, 200, 590).equal_count == 1
    assert type_total_again(party, 200, 580).different_hands == (0,)
    (found,) = differences(party, 1)
    assert found.hand_name == "the total"
    choose_version(party, found, second=True)
    assert table_scores(party, 1)[1].ew == 580


def test_an_impossible_total_is_refused():
    with pytest.raises(Refused, match="always end in 0"):
        type_total_again(party_with_total(), 205, 590)


def test_typing_hands_again_for_a_table_with_a_total_is_refused():
    with pytest.raises(Refused, match="hands of this table have changed"):
        type_again(party_with_total(), "8hn9")


def flags(party):
    return [flag for table in live(party).tables for flag in table.flags]


def test_a_confirmed_hand_has_no_flag(party):
    enter(party, "10hn10")
    (flag,) = flags(party)
    second_look.confirm_entry(spot(party), flag.hand, shown_entry=flag.entry, **BY_PROGRAM)
    assert flags(party) == []
    assert Entry.objects.in_force().get(hand=3).checked == Entry.Checked.LOOKED_AT
    assert "looked at again, it is right" in LogLine.objects.first().words


def test_a_confirmation_of_a_corrected_hand_is_refused(party):
    enter(party, "10hn10")
    (flag,) = flags(party)
    correct(party, "10hn9", 3)
    with pytest.raises(Refused, match="hands of this table have changed"):
        second_look.confirm_entry(spot(party), 3, shown_entry=flag.entry, **BY_PROGRAM)
    assert len(flags(party)) == 1


def test_a_confirmation_in_a_finished_party_is_refused(party):
    enter(party, "7sn6 9dw9")
    enter(party, HANDS, table=2)
    close(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    with pytest.raises(Refused, match="is finished"):
        second_look.confirm_entry(spot(party), 1, shown_entry=entries_of(party)[0], **BY_PROGRAM)


def test_a_hand_counts_as_checked_only_if_a_second_person_typed_it(party):
    ruth, hanna = party.club.memberships.get().user, helper_of(party)
    with setting_up():
        Entry.objects.update(actor_kind="user", actor=ruth, actor_label="Ruth")
    type_again(party, FIRST, actor=ruth.actor)
    table = checked_tables(party, 1)[0]
    assert (table.words, table.is_checked) == ("typed twice by one person", False)
    type_again(party, FIRST, actor=hanna.actor)
    table = checked_tables(party, 1)[0]
    assert (table.words, table.is_checked) == ("checked", True)
    assert (table.first_typists, table.second_typists) == (("Ruth",), ("Hanna",))
    assert LogLine.objects.first().words.endswith("2 alike. Typed first by Ruth")


def keep_second_version(party, result, hand=1, *, seen=None, submission=None, source="slip"):
    if isinstance(result, str):
        result = read_entry(party.rules, result)
    return second_look.keep_second_version(
        spot(party),
        hand,
        result,
        shown_entry=seen or entries_of(party)[0],
        submission=submission or uuid4(),
        **BY_PROGRAM,
        source=source,
    )


def test_two_different_results_from_two_sources_are_both_kept(party):
    submission = uuid4()
    assert keep_second_version(party, "8hn8", submission=submission)
    assert keep_second_version(party, "8hn8", submission=submission)  # a second press
    (found,) = differences(party, 1)
    assert (found.first.source_text, found.others[0].source_text) == (
        "told by the table",
        "from the slip",
    )
    assert [part for part, differs in found.versions[1].parts if differs] == ["8"]
    assert LogLine.objects.first().words == (
        "Table 1, hand 1: 8 Hearts by North, 8 tricks: made, from the slip, "
        "kept beside the first result, 8 Hearts by North, 9 tricks: made"
    )
    choose_version(party, found, second=True)
    assert Entry.objects.in_force().get(hand=1).source == "slip"


def test_an_equal_result_from_a_second_source_counts_as_a_check(party):
    assert not keep_second_version(party, "8hn9")
    assert differences(party, 1) == ()
    assert Entry.objects.in_force().get(hand=1).checked == Entry.Checked.TYPED_AGAIN


def test_a_third_different_result_of_a_hand_is_refused(party):
    keep_second_version(party, "8hn8")
    assert keep_second_version(party, "8hn8")  # a third desk agrees with the second
    with pytest.raises(Refused) as refused:
        keep_second_version(party, "8hn7")
    assert str(refused.value) == (
        "Two results are already kept for hand 1, “8 Hearts by North, 9 tricks: made” and "
        "“8 Hearts by North, 8 tricks: made”. Ask the table. Then an organiser says which one is "
        "right, and can correct it."
    )
    assert [row.tricks for row in disputed_entries(party)] == [8]


def test_two_different_totals_are_kept():
    party = started_party(8, capture="totals")
    enter_total(party, 200, 590)
    assert keep_second_version(party, (590, 200), hand=0)
    (found,) = differences(party, 1)
    assert (found.hand_name, found.others[0].ns) == ("the total", 590)
    with pytest.raises(Refused, match="always end in 0"):
        keep_second_version(party, (595, 200), hand=0)


@pytest.mark.parametrize("hand", [1, 2])
def test_a_second_version_of_a_changed_hand_is_refused(party, hand):
    seen = entries_of(party)[1]
    with pytest.raises(Refused, match="hands of this table have changed"):
        keep_second_version(party, "8hn8" if hand == 1 else (10, 20), hand=hand, seen=seen)
