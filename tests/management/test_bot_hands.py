from itertools import pairwise
from random import Random

import pytest

from party.engine import PRESETS, RuleError, is_bid_made, read_entry
from party.management.bot_hands import bot_results, typed_hands, typed_lines
from tests.sampling import one_in

FOR_FOUR = [name for name, rules in PRESETS.items() if rules.players == 4]


def results(rules, hands, rng):
    return [result for result in bot_results(rules, "NESW" * (hands // 4), rng) if result]


@pytest.mark.parametrize("preset", one_in(3, FOR_FOUR))
def test_every_hand_played_by_bots_can_be_entered(preset):
    rules, rng = PRESETS[preset], Random(1)

    lines = [line for _ in range(5) for line in typed_hands(rules, 4, rng)]

    for line in lines:
        read_entry(rules, line)
    assert len([line for line in lines if line != "p"]) == 20


def test_a_hand_without_a_bid_is_thrown_in_and_dealt_again_by_the_same_dealer():
    hands = [*bot_results(PRESETS["two2six"].replace(min_contract=7), "N" * 60, Random(1))]

    assert None in hands
    assert len([result for result in hands if result]) == 60


def test_a_hand_thrown_in_is_typed_only_if_the_rules_throw_in_hands():
    assert [*typed_lines(PRESETS["midway"], None)] == ["p"]
    assert [*typed_lines(PRESETS["iowa"], None)] == []
    with pytest.raises(RuleError):
        read_entry(PRESETS["iowa"], "p")


def test_t56_a_bidder_set_by_three_does_not_bid_the_next_hand():
    rules = PRESETS["lodige"]
    hands = results(rules, 100, Random(4))

    declarers = [
        (hand.declarer, next_hand.declarer)
        for hand, next_hand in pairwise(hands)
        if hand.bid.level - hand.tricks >= 3 or (hand.bid.strain == "MIS" and hand.tricks >= 3)
    ]

    assert declarers
    assert all(declarer != next_declarer for declarer, next_declarer in declarers)


def test_the_last_line_of_a_table_with_a_bell_ends_with_a_full_stop():
    tables = [typed_hands(PRESETS["iowa"], None, Random(seed)) for seed in range(12)]

    assert {len(lines) for lines in tables} == {3, 4, 5}
    assert all(lines[-1].endswith(".") for lines in tables)
    assert not any(line.endswith(".") for lines in tables for line in lines[:-1])


def test_with_the_same_seed_bots_play_the_same_hands():
    def lines(seed):
        return typed_hands(PRESETS["midway"], 8, Random(seed))

    assert lines(3) == lines(3)
    assert lines(3) != lines(4)


def test_most_bids_are_made_and_some_are_set():
    hands = results(PRESETS["youngstown"], 120, Random(2))

    assert 0.55 < sum(map(is_bid_made, hands)) / len(hands) < 0.85
