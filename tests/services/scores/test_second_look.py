"""The paper typed a second time: what agrees is marked, what differs waits for a decision."""

from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, LogLine
from party.queries.evening.rounds import live
from party.queries.scores.second_look import checked_tables, differences
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.scores import corrections, second_look
from party.services.scores.entries import undo_hand
from party.values.accounts import PROGRAM
from party.values.evening.live import NeedKind
from party.values.refusals import Refused
from tests.evening import (
    AT,
    close,
    enter,
    enter_total,
    helper_of,
    party_with,
    spot,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

FIRST = "8hn9 7ce7"


@pytest.fixture
def party():
    party = party_with(8)
    start(party)
    enter(party, FIRST)
    return party


def entries(party, table=1):
    rows = Entry.objects.counted().filter(table__round__party=party, table__number=table)
    return list(rows.order_by("hand").values_list("pk", flat=True))


def again(party, hands, *, actor=PROGRAM, seen=None, table=1):
    typed = [read_entry(party.rules, text) for text in hands.split()]
    seen = entries(party, table) if seen is None else seen
    return second_look.type_again(spot(party, table), typed, seen=seen, actor=actor, at=AT)


def status(party, status=Entry.Status.DISPUTED):
    return Entry.objects.filter(table__round__party=party, status=status)


def decide(party, found, *, second):
    first, other = found.first.entry, found.others[0].entry
    right, wrong = (other, first) if second else (first, other)
    second_look.decide(spot(party), found.hand, right=right, wrong=[wrong], actor=PROGRAM, at=AT)


def test_total_that_other_rules_cannot_give_is_not_decided_for():
    party = party_with(8, capture="totals")
    start(party)
    enter_total(party, 400, 600)
    second_look.type_again(spot(party), [(-400, 610)], seen=entries(party), actor=PROGRAM, at=AT)
    [found] = differences(party, 1)
    with setting_up():
        rules = party.rules.replace(fail_rule="value_to_opponents", name="House rules")
        party.rules_values = rules.values()
        party.save()

    with pytest.raises(Refused, match="cannot give"):
        decide(party, found, second=True)
    assert status(party).exists()


def test_hands_typed_alike_are_checked_by_whoever_typed_them(party):
    hanna = helper_of(party)
    found = again(party, FIRST, actor=hanna.actor)
    assert (found.equal_count, found.different_hands) == (2, ())
    assert {row.checked_by for row in Entry.objects.counted()} == {hanna}
    assert checked_tables(party, 1)[0].is_complete
    assert LogLine.objects.first().words == (
        "Table 1 typed again, told by the table: 2 alike. Typed first by nobody"
    )


def test_hand_typed_differently_is_kept_beside_the_first_which_counts(party):
    found = again(party, "8hn9 7ce8")
    assert (found.equal_count, found.different_hands) == (1, (2,))
    (difference,) = differences(party, 1)
    assert (difference.first.text, difference.others[0].text) == ("7ce7", "7ce8")
    assert table_scores(party, 1)[1].ew == 10 + 160
    assert checked_tables(party, 1)[0].words == "1 different"


@pytest.mark.parametrize(("second", "tricks"), [(False, 7), (True, 8)])
def test_decision_leaves_one_in_force_and_checked(party, second, tricks):
    again(party, "8hn9 7ce8")
    (found,) = differences(party, 1)
    decide(party, found, second=second)
    row = Entry.objects.in_force().get(hand=2)
    assert (row.tricks, row.checked) == (tricks, Entry.Checked.TYPED_AGAIN)
    assert row.sequence == 2
    assert differences(party, 1) == ()
    assert checked_tables(party, 1)[0].is_complete


def test_decision_about_what_has_changed_is_refused(party):
    again(party, "8hn9 7ce8")
    (found,) = differences(party, 1)
    decide(party, found, second=True)
    with pytest.raises(Refused, match="hands of this table have changed"):
        decide(party, found, second=False)


def test_same_difference_typed_twice_is_kept_once(party):
    for _ in range(2):
        again(party, "8hn9 7ce8")
    assert status(party).count() == 1


def test_third_version_takes_the_place_of_the_second(party):
    again(party, "8hn9 7ce8")
    found = again(party, "8hn9 7ce9")
    assert status(party).get().tricks == 9
    assert found.dropped == ("hand 2, 7 Clubs by East, 8 tricks: made",)
    assert LogLine.objects.first().words.endswith(
        "No longer kept beside it: hand 2, 7 Clubs by East, 8 tricks: made"
    )


def test_typed_alike_in_the_end_nothing_differs(party):
    again(party, "8hn9 7ce8")
    again(party, FIRST)
    assert not status(party).exists()
    assert checked_tables(party, 1)[0].is_complete


def test_hand_that_came_in_meanwhile_is_never_passed_over(party):
    seen = entries(party)
    enter(party, "7sn6")
    with pytest.raises(Refused, match="hands of this table have changed"):
        again(party, FIRST, seen=seen)


def test_table_without_hands_has_nothing_to_compare(party):
    with pytest.raises(Refused):
        again(party, "", table=2)


def test_closed_round_is_not_typed_again(party):
    enter(party, "7sn6 9dw9")
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=2)
    close(party)
    with pytest.raises(Refused, match="Round 1 is closed"):
        again(party, "8hn9 7ce7 7sn6 9dw9")


def test_round_does_not_close_over_a_difference(party):
    enter(party, "7sn6 9dw9")
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=2)
    again(party, "8hn9 7ce8 7sn6 9dw9")
    with pytest.raises(Refused, match="two different results came in"):
        close(party)
    decide(party, differences(party, 1)[0], second=False)
    close(party)


def test_difference_needs_the_organiser_on_the_live_page(party):
    again(party, "8hn9 7ce8")
    needs = live(party).needs
    assert [(need.kind, need.table.number, need.hand) for need in needs] == [
        (NeedKind.DIFFERS, 1, 2)
    ]


def test_corrected_hand_differs_no_longer(party):
    again(party, "8hn9 7ce8")
    corrections.correct_entry(
        spot(party),
        2,
        read_entry(party.rules, "7cw7"),
        seen=entries(party)[1],
        submission=uuid4(),
        actor=PROGRAM,
        at=AT,
    )
    assert differences(party, 1) == ()
    assert Entry.objects.in_force().get(hand=2).checked == ""


def test_hand_taken_back_takes_its_second_version_along(party):
    again(party, "8hn9 7ce8")
    undo_hand(spot(party), actor=PROGRAM, at=AT)
    assert differences(party, 1) == ()


def totals(ns=200, ew=590):
    party = party_with(8, capture="totals")
    start(party)
    enter_total(party, ns, ew)
    return party


def total_again(party, ns, ew):
    seen = entries(party)
    return second_look.type_again(spot(party), [(ns, ew)], seen=seen, actor=PROGRAM, at=AT)


def test_total_typed_alike_and_differently():
    party = totals()
    assert total_again(party, 200, 590).equal_count == 1
    assert total_again(party, 200, 580).different_hands == (0,)
    (found,) = differences(party, 1)
    assert found.hand_name == "the total"
    decide(party, found, second=True)
    assert table_scores(party, 1)[1].ew == 580


def test_total_that_cannot_be_is_refused():
    with pytest.raises(Refused, match="always end in 0"):
        total_again(totals(), 205, 590)


def test_hands_are_not_compared_with_a_total():
    with pytest.raises(Refused, match="hands of this table have changed"):
        again(totals(), "8hn9")


# Looked at again


def flags(party):
    return [flag for table in live(party).tables for flag in table.flags]


def test_unusual_hand_that_stands_is_unusual_no_longer(party):
    enter(party, "10hn10")
    (flag,) = flags(party)
    second_look.confirm_entry(spot(party), flag.hand, seen=flag.entry, actor=PROGRAM, at=AT)
    assert flags(party) == []
    assert Entry.objects.in_force().get(hand=3).checked == Entry.Checked.LOOKED_AT
    assert "looked at again, it is right" in LogLine.objects.first().words


def test_unusual_hand_that_was_corrected_meanwhile_is_looked_at_anew(party):
    enter(party, "10hn10")
    (flag,) = flags(party)
    correct_to = read_entry(party.rules, "10hn9")
    corrections.correct_entry(
        spot(party), 3, correct_to, seen=flag.entry, submission=uuid4(), actor=PROGRAM, at=AT
    )
    with pytest.raises(Refused, match="hands of this table have changed"):
        second_look.confirm_entry(spot(party), 3, seen=flag.entry, actor=PROGRAM, at=AT)
    assert len(flags(party)) == 1


def test_finished_party_is_left_alone(party):
    enter(party, "7sn6 9dw9")
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=2)
    close(party)
    rounds.finish(party.pk, actor=PROGRAM, at=AT)
    with pytest.raises(Refused, match="is finished"):
        second_look.confirm_entry(spot(party), 1, seen=entries(party)[0], actor=PROGRAM, at=AT)


# Who typed it


def test_second_person_is_somebody_else(party):
    ruth, hanna = party.club.memberships.get().user, helper_of(party)
    with setting_up():
        Entry.objects.update(actor_kind="user", actor=ruth, actor_label="Ruth")
    again(party, FIRST, actor=ruth.actor)
    table = checked_tables(party, 1)[0]
    assert (table.words, table.is_checked) == ("typed twice by one person", False)
    again(party, FIRST, actor=hanna.actor)
    table = checked_tables(party, 1)[0]
    assert (table.words, table.is_checked) == ("checked", True)
    assert (table.first_typists, table.second_typists) == (("Ruth",), ("Hanna",))
    assert LogLine.objects.first().words.endswith("2 alike. Typed first by Ruth")


# Another source for the same hand


def keep_second_version(party, result, hand=1, *, seen=None, submission=None, source="slip"):
    if isinstance(result, str):
        result = read_entry(party.rules, result)
    return second_look.keep_second_version(
        spot(party),
        hand,
        result,
        seen=seen or entries(party)[0],
        submission=submission or uuid4(),
        actor=PROGRAM,
        at=AT,
        source=source,
    )


def test_two_sources_that_differ_are_both_kept(party):
    submission = uuid4()
    assert keep_second_version(party, "8hn8", submission=submission)
    assert keep_second_version(party, "8hn8", submission=submission)  # the button pressed twice
    (found,) = differences(party, 1)
    assert (found.first.source_text, found.others[0].source_text) == (
        "told by the table",
        "from the slip",
    )
    assert [part for part, differs in found.versions[1].parts if differs] == ["8"]
    assert LogLine.objects.first().words == (
        "Table 1, hand 1: kept beside 8 Hearts by North, 9 tricks: made: "
        "8 Hearts by North, 8 tricks: made, from the slip"
    )
    decide(party, found, second=True)
    assert Entry.objects.in_force().get(hand=1).source == "slip"


def test_two_sources_that_agree_are_a_check(party):
    assert not keep_second_version(party, "8hn9")
    assert differences(party, 1) == ()
    assert Entry.objects.in_force().get(hand=1).checked == Entry.Checked.TYPED_AGAIN


def test_a_third_result_does_not_take_the_place_of_the_second(party):
    keep_second_version(party, "8hn8")
    assert keep_second_version(party, "8hn8")  # a third desk that says what the second said
    with pytest.raises(Refused) as refused:
        keep_second_version(party, "8hn7")
    assert str(refused.value) == (
        "Two results are already kept for hand 1, “8 Hearts by North, 9 tricks: made” and "
        "“8 Hearts by North, 8 tricks: made”. Ask the table. Then an organiser says which one is "
        "right, and can correct it."
    )
    assert [row.tricks for row in status(party)] == [8]


def test_two_totals_that_differ_are_both_kept():
    party = party_with(8, capture="totals")
    start(party)
    enter_total(party, 200, 590)
    assert keep_second_version(party, (590, 200), hand=0)
    (found,) = differences(party, 1)
    assert (found.hand_name, found.others[0].ns) == ("the total", 590)
    with pytest.raises(Refused, match="always end in 0"):
        keep_second_version(party, (595, 200), hand=0)


@pytest.mark.parametrize("hand", [1, 2])
def test_result_that_has_changed_meanwhile_is_not_kept_beside_it(party, hand):
    seen = entries(party)[1]
    with pytest.raises(Refused, match="hands of this table have changed"):
        keep_second_version(party, "8hn8" if hand == 1 else (10, 20), hand=hand, seen=seen)
