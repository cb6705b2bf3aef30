from random import Random

import pytest

from party.engine import PRESETS, Hand, deal
from party.engine.bots import choose, play_out
from party.engine.seats import seats_of

HUGE = {"kitty", "announce"}  # thousands of ways to bury: tried by playing on


def dealt(rules, seed, dealer=None):
    return Hand.dealt(rules, deal(rules, Random(seed), dealer or seats_of(rules)[-1]))


def played_legally(rules, seed):
    """Return a hand played by bots, each of whose actions was on the list of legal ones."""
    hand, rng = dealt(rules, seed), Random(seed)
    while hand.phase != "over":
        action = choose(hand, rng)
        if hand.phase not in HUGE:
            assert action in hand.legal()
        hand = hand.act(action)
    return hand


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_by_the_rules_of_every_preset(preset):
    for seed in range(12):
        played_legally(PRESETS[preset], seed)


def test_the_same_deal_and_the_same_chance_play_the_same_hand():
    hand = dealt(PRESETS["youngstown"], 3)

    assert play_out(hand, Random(5)).actions == play_out(hand, Random(5)).actions
