import pytest

from party.engine import PRESETS, read_entry
from party.models import Entry
from party.progression import FORMATS
from party.queries.rules import count_entries, recount
from party.services.scores import second_look
from tests.evening import (
    BY_PROGRAM,
    close,
    drawn_party,
    enter,
    spot,
    started_party,
)

pytestmark = pytest.mark.django_db

MIDWAY = PRESETS["midway"]
NO_BONUS = MIDWAY.replace(slam_rule="none")
TIED = "7sn10 8de9 8ds8 8ce8"  # 560 each; without the bonus for ten tricks N-S have 450


def test_without_hands_nothing_changes():
    party = drawn_party()
    found = recount(party, NO_BONUS)
    assert (found.hands, found.refused, found.ahead, found.total_count, found.newest_entry) == (
        (),
        (),
        (),
        0,
        0,
    )
    assert count_entries(party) == 0


def test_a_recount_stores_nothing():
    party = started_party()
    enter(party, TIED)
    recount(party, NO_BONUS)
    assert Entry.objects.get(hand=1).ns == 250
    assert count_entries(party) == 4


def test_a_second_version_of_a_hand_does_not_count_in_a_recount():
    party = started_party()
    [first] = enter(party, "7sn9")
    typed = [read_entry(party.rules, "7sn10")]
    second_look.type_again(spot(party), typed, shown_entries=[first.entry], **BY_PROGRAM)
    found = recount(party, NO_BONUS)
    assert (found.hands, found.refused, found.newest_entry) == ((), (), first.entry)


def test_a_second_version_that_the_new_rules_forbid_blocks_the_change():
    party = started_party(preset="iowa")
    [first] = enter(party, "7hn7")
    typed = [read_entry(party.rules, "6hn6")]
    second_look.type_again(spot(party), typed, shown_entries=[first.entry], **BY_PROGRAM)
    rules = PRESETS["iowa"].replace(min_contract=7, six_bid_meaning="inkle")
    [refused] = recount(party, rules).refused
    assert refused.stored_hand.is_second_version


def names(party, number=1):
    rows = party.rounds.get(number=number).places.filter(table__number=1)
    by_seat = dict(rows.values_list("seat", "entrant__name"))
    return {pair: " & ".join(by_seat[seat] for seat in pair) for pair in ("NS", "EW")} | {"": ""}


@pytest.mark.parametrize(("rule", "ahead"), [("cut", ""), ("north_south", "NS")])
def test_a_tie_in_a_recount_is_decided_by_the_format_of_the_party(rule, ahead):
    format_ = FORMATS["midway"].replace(tie_at_table=rule)
    party = started_party(4, format_values=format_.values())
    enter(party, TIED)
    [change] = recount(party, NO_BONUS).ahead
    assert (change.before, change.after) == (names(party)[ahead], names(party)["EW"])


def test_a_tie_with_the_same_pair_ahead_changes_nothing():
    format_ = FORMATS["midway"].replace(tie_at_table="last_contract")
    party = started_party(4, format_values=format_.values())
    enter(party, TIED)
    assert recount(party, NO_BONUS).ahead == ()


def test_by_other_rules_a_closed_round_may_end_in_a_tie():
    party = started_party(4)
    enter(party, "7sn10 7se9 7sn6 7hs7")  # 320 to 210; without the bonus 210 each
    close(party)
    [change] = recount(party, NO_BONUS).ahead
    assert (change.before, change.after) == (names(party)["NS"], "")
    assert change.seats_text == "the next move follows"
