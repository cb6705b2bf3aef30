from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.engine import PRESETS, Hand, RuleError, pack, score
from party.engine.cards.cards import EVERY_CARD
from tests.engine.hands import hand_after, random_hand
from tests.engine.strategies import changed_rules
from tests.sampling import examples

# Random examples would make the coverage differ from run to run.
pytestmark = pytest.mark.no_cover

seeds = st.integers(0, 2**32)
WORDS = [
    *("P", "7S", "10NT", "MIS", "ANF", "AGREE", "bury", "bury 5S 6S 7S", "slam", "declare"),
    *("give Jo", "give 7S 8S", "call AH", "call 2", "call 2 3", "alone", "Jo/H", "Jo2/S", "AH/"),
    *("", " ", "/", "Jo/", "call", "give", "♥", "bury " * 40, "1H", "nonsense"),
    *map(str, EVERY_CARD),
]


def hands_after_each_action(hand):
    hands = [hand_after(hand, 0)]
    for action in hand.actions:
        hands.append(hands[-1].act(action))
    return hands


def check_result(hand):
    if hand.result is None:
        assert hand.tricks == ()
        assert hand.auction.contract is None
        return
    result = hand.result
    assert sum(result.by_player.values()) == len(result.order) == len(hand.tricks)
    stopped = hand.rules.stop_when_misere_fails == "stop" and result.tricks == 1
    assert len(hand.tricks) == 10 or stopped
    score(hand.rules, result)


def check_cards(hand):
    played = Counter(each.partition("/")[0] for each in hand.cards_played)
    assert not played - Counter(pack(hand.rules))
    first = hand.dealt_table
    for seat in hand.seats:
        received = Counter(first.hands[seat]) + Counter(hand.table.kitty)
        gifts = Counter(each[5:] for each in hand.actions if each.startswith("give "))
        buried = Counter(
            w for each in hand.actions if each.startswith("bury") for w in each.split()
        )
        assert not Counter(hand.cards_played_from(seat)) - received - gifts - buried
        assert len(hand.cards(seat)) + len([*hand.cards_played_from(seat)]) == (
            9 if hand.table.announced and seat == hand.partners[0] else 10
        )


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=examples(8))
@given(seed=seeds)
def test_a_random_hand_of_every_preset_reaches_its_end(preset, seed):
    hand = random_hand(PRESETS[preset], seed)
    check_result(hand)
    if hand.result:
        check_cards(hand)


@settings(max_examples=examples(200))
@given(rules=changed_rules(), seed=seeds)
def test_a_random_hand_of_changed_rules_reaches_its_end(rules, seed):
    hand = random_hand(rules, seed)
    check_result(hand)
    if hand.result:
        check_cards(hand)


@settings(max_examples=examples(60))
@given(rules=changed_rules(), seed=seeds, data=st.data())
def test_legal_actions_are_accepted_and_other_texts_are_refused(rules, seed, data):
    hand = data.draw(st.sampled_from(hands_after_each_action(random_hand(rules, seed))))
    legal = hand.legal()
    assert bool(legal) == (hand.phase != "over")
    assert len(legal) == len(set(legal))
    for text in legal[:: len(legal) // 40 + 1]:
        assert hand.act(text).actions[-1] == text
    for text in {*data.draw(st.lists(st.sampled_from(WORDS))), data.draw(st.text(max_size=20))}:
        action, faults = act_or_faults(hand, text)
        assert (action in legal) == (not faults)
        assert all(fault.text for fault in faults)
        if faults and hand.phase != "auction":
            assert faults[0].legal == legal


def act_or_faults(hand, text):
    """Return the standard text of the action, and its faults."""
    try:
        return hand.act(text).actions[-1], ()
    except RuleError as error:
        return text, error.faults


@settings(max_examples=examples(40))
@given(rules=changed_rules(), seed=seeds)
def test_each_legal_card_is_held_and_a_player_of_the_trick_wins_the_trick(rules, seed):
    for hand in hands_after_each_action(random_hand(rules, seed)):
        if hand.phase == "play" and hand.trick:
            legal = set(hand.legal())
            stage = hand.stage
            assert legal <= stage.layout.ranked.cards(stage.held[stage.index])
            assert legal
        for trick in hand.tricks[-1:]:
            assert trick.winner in trick.holdings
            assert len(trick.cards) == len(trick.holdings) == len(set(trick.holdings))
    assert isinstance(hand, Hand)
