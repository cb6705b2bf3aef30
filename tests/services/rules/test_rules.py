import pytest

from party.engine import PRESETS
from party.models import Entry, LogLine, Party
from party.queries.scores.tables import table_scores
from party.services import rules
from party.services.evening import rounds
from party.services.scores import entries
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    close,
    correct,
    drawn_party,
    enter,
    enter_total,
    party_after_rounds,
    party_with,
    spot,
    start,
    started_party,
)
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party()


MIDWAY = PRESETS["midway"]
SWEPT = "7sn10"  # 250 at Midway, 240 at Youngstown, 140 without a bonus
NO_BONUS = MIDWAY.replace(slam_rule="none", name="House rules")
NO_TENS = MIDWAY.replace(defenders_score="never", name="House rules")


def change(party, new, preset="midway"):
    return rules.change_rules(party.pk, preset, new, **BY_PROGRAM)


def override(party, new, *, seen=None, reason="announced at the start"):
    newest = Entry.objects.order_by("pk").last()
    seen = seen if seen is not None else newest.pk if newest else 0
    return rules.override_rules(
        party.pk, "midway", new, newest_entry=seen, reason=reason, **BY_PROGRAM
    )


def points(party, table=1, number=1):
    score = table_scores(Party.objects.get(pk=party.pk), number)[table]
    return score.ns, score.ew


def test_changed_rules_are_stored_and_logged_with_old_and_new_values():
    party = party_with()
    change(party, NO_BONUS)

    party = Party.objects.get()
    assert party.rules == NO_BONUS
    assert (party.rules.name, party.preset) == ("House rules", "midway")
    line = LogLine.objects.get(verb="rules changed")
    assert line.words == (
        "Rules changed to House rules: All ten tricks on a lower bid: at least 250 → nothing extra"
    )
    assert changes_of_line(line) == []  # the words of the line have both values
    [step] = line.data["steps"]
    assert step["before"]["rules_values"]["slam_rule"] == "250_minimum"


def test_a_change_of_only_the_name_of_the_rules_is_logged_as_a_name():
    change(party_with(), MIDWAY.replace(name="Legion rules"))
    assert LogLine.objects.get(verb="rules changed").words == "Rules are now Legion rules"


def test_equal_rules_are_not_logged():
    change(party_with(), MIDWAY)
    assert not LogLine.objects.exists()


def test_rules_may_change_until_the_first_hand():
    party = drawn_party()
    change(party, NO_BONUS)
    start(party)
    enter(Party.objects.get(), SWEPT)
    assert points(party) == (140, 0)

    with pytest.raises(Refused, match=rules.LOCKED):
        change(party, MIDWAY)
    assert Party.objects.get().rules == NO_BONUS


def test_rules_may_change_once_the_hand_is_undone(party):
    enter(party, SWEPT)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    change(party, NO_BONUS)
    assert Party.objects.get().rules == NO_BONUS


def test_a_thrown_in_hand_locks_the_rules(party):
    enter(party, "p")
    with pytest.raises(Refused):
        change(party, NO_BONUS)


def test_a_finished_party_keeps_its_rules():
    party = party_after_rounds(1)
    rounds.finish(party.pk, **BY_PROGRAM)
    for verb in (change, override):
        with pytest.raises(Refused, match="finished"):
            verb(party, NO_BONUS)


def test_an_override_recounts_every_hand_and_logs_it(party):
    enter(party, f"{SWEPT} 8hn9")
    enter(party, SWEPT, table=2)
    found = override(party, NO_BONUS)

    assert [(each.stored_hand.table, each.ns, each.new_ns) for each in found.hands] == [
        (1, 250, 140),
        (2, 250, 140),
    ]
    assert points(party) == (140 + 300, 10)
    assert points(party, 2) == (140, 0)
    assert Party.objects.get().rules == NO_BONUS
    line = LogLine.objects.get(verb="rules overridden")
    assert line.words.endswith("at least 250 → nothing extra. 2 hands rescored")
    assert line.data["reason"] == "announced at the start"
    assert line.data["points"][str(found.hands[0].stored_hand.entry)] == [250, 0, 140, 0]


def test_an_override_recounts_replaced_and_undone_hands(party):
    enter(party, f"{SWEPT} {SWEPT} p")
    correct(party, "7cn8")
    entries.undo_hand(spot(party), **BY_PROGRAM)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    override(party, NO_BONUS)
    assert sorted(Entry.objects.exclude(ns=None).values_list("status", "ns")) == [
        ("in force", 160),
        ("replaced", 140),
        ("undone", 140),
    ]


def test_an_override_keeps_the_points_of_undone_hands_that_it_forbids():
    party = started_party(preset="iowa")
    enter(party, "6hn6")
    entries.undo_hand(spot(party), **BY_PROGRAM)
    enter(party, "7sn7")
    override(party, PRESETS["midway"])
    undone = Entry.objects.get(status=Entry.Status.UNDONE)
    assert undone.ns == 100


@pytest.mark.parametrize("reason", ["", "   "])
def test_an_override_needs_a_reason(party, reason):
    enter(party, SWEPT)
    with pytest.raises(Refused) as refused:
        override(party, NO_BONUS, reason=reason)
    assert refused.value.faults[0].field == "reason"
    assert points(party) == (250, 0)


def test_an_override_with_newer_hands_is_refused(party):
    enter(party, SWEPT)
    seen = Entry.objects.get().pk
    enter(party, "8hn9", table=2)
    override(party, NO_BONUS, seen=seen)  # the newer hand keeps its points

    enter(Party.objects.get(), SWEPT, table=2)
    with pytest.raises(Refused) as refused:
        override(party, MIDWAY, seen=seen)
    assert refused.value.faults[0].code == "changed"


def test_an_override_that_forbids_a_hand_is_refused():
    party = started_party(preset="iowa")
    enter(party, "6hn6 7sn7")
    with pytest.raises(Refused) as refused:
        override(party, PRESETS["midway"])
    [fault] = refused.value.faults
    assert fault.text.startswith("Round 1, table 1, hand 1: 6 Hearts by North, 6 tricks: made. ")
    assert Party.objects.get().rules == PRESETS["iowa"]


def test_an_override_keeps_possible_totals_and_refuses_impossible_ones():
    party = started_party(4, capture="totals")
    enter_total(party, -400, 610)
    found = override(party, NO_BONUS)
    assert (found.hands, found.total_count) == ((), 1)
    assert points(party) == (-400, 610)

    with pytest.raises(Refused, match="4 hands cannot give N-S -400 and E-W 610"):
        override(party, MIDWAY.replace(fail_rule="value_to_opponents"))


def test_a_round_closes_by_the_new_points():
    party = started_party(4)
    enter(party, f"{SWEPT} 7ce7 9se9 7sn6")
    override(party, NO_BONUS)
    close(Party.objects.get())
    assert LogLine.objects.filter(verb="round closed").exists()


def test_a_hand_that_was_typed_under_the_old_rules_is_refused():
    party = started_party(preset="iowa")
    rules.change_rules(party.pk, "midway", MIDWAY, **BY_PROGRAM)
    with pytest.raises(Refused, match="The lowest bid is 7 Spades"):
        enter(party, "6hn6")
    assert not Entry.objects.exists()
