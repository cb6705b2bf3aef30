from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from party.engine import PRESETS, Card, Hand, Suit, deal, play_out, read_ptn, record_of
from party.engine.records.verification.quick_check import is_surely_faultless, plan_of
from party.engine.records.verify import every_fault

MIDWAY, AUSTRALIAN = PRESETS["midway"], PRESETS["australian"]
(GOOD,) = read_ptn(Path("fixtures/hand-midway.ptn").read_text(encoding="utf-8"))
(NO_TRUMP,) = read_ptn(Path("fixtures/hand-no-trump.ptn").read_text(encoding="utf-8"))


def test_a_complete_record_passes_the_quick_check():
    assert is_surely_faultless(GOOD, MIDWAY)
    assert is_surely_faultless(NO_TRUMP, AUSTRALIAN)


@pytest.mark.parametrize(
    ("rules", "contract", "nominated"),
    [
        (PRESETS["australian-five"], "8S", ""),
        (PRESETS["two-handed"], "8S", ""),
        (PRESETS["lodige"], "GRAND", ""),
        (AUSTRALIAN.replace(stop_when_misere_fails="stop"), "MIS", ""),
        (AUSTRALIAN, "8S", "H"),
        (AUSTRALIAN, "P", ""),
        (AUSTRALIAN, "tall", ""),
        (PRESETS["leaflet-2"], "8S", ""),
        (PRESETS["australian-six"].replace(second_pack_sixes="on"), "8S", ""),
    ],
)
def test_unusual_contracts_have_no_plan(rules, contract, nominated):
    seat = "1" if rules.players > 4 else "N"

    assert plan_of(rules, contract, seat, seat, seat, nominated) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 5},
        {"tricks": GOOD.tricks[:9]},
        {"calls": ()},
        {"scores": {"N": 1}},
        {"called": ("AH",)},
        {"contract": "8D"},
        {"declarer": "E"},
        {"declarer": ""},
        {"caller": "S"},
        {"calls": ("8C", "P", "6H", "P")},
        {"hands": {**GOOD.hands, "N": GOOD.hands["N"][:9]}},
        {"hands": {**GOOD.hands, "N": (Card("2S"), *GOOD.hands["N"][1:])}},
        {"hands": {"N": GOOD.hands["N"]}},
        {"kitty": GOOD.kitty[:4]},
        {"added": {}},
        {"added": {"W": GOOD.kitty[:4]}},
        {"added": {"W": (*GOOD.kitty[:4], Card("QC"))}},
        {"removed": {"W": GOOD.removed["W"][:4]}},
        {"removed": {"W": (*GOOD.removed["W"][:4], Card("QS"))}},
        {"removed": {"W": (*GOOD.removed["W"][:4], Card("AS"))}},
        {"removed": {"E": GOOD.removed["W"]}},
        {"joker_leads": {1: Suit.SPADES}},
        {"tricks": (GOOD.tricks[0][:3], *GOOD.tricks[1:])},
        {"tricks": ((None, *GOOD.tricks[0][1:]), *GOOD.tricks[1:])},
        {"tricks": ((*GOOD.tricks[0], Card("AS")), *GOOD.tricks[1:])},
    ],
)
def test_unusual_parts_fail_the_quick_check(changes):
    assert not is_surely_faultless(replace(GOOD, **changes), MIDWAY)


def test_a_joker_led_without_a_suit_fails_the_quick_check():
    assert not is_surely_faultless(replace(NO_TRUMP, joker_leads={}), AUSTRALIAN)


def test_a_nomination_by_a_hand_without_the_joker_fails_the_quick_check():
    joker, nine = Card("Jo"), Card("9S")
    hands = NO_TRUMP.hands
    without = tuple(nine if card == joker else card for card in hands["W"])
    assert joker in hands["W"]
    spade = next(card for card in hands["E"] if card.suit == Suit.SPADES)
    east = tuple(joker if card == spade else card for card in hands["E"])
    west = tuple(spade if card == nine else card for card in without)

    with_changes = replace(NO_TRUMP, joker_suit=Suit.HEARTS, hands={**hands, "W": west, "E": east})
    assert not is_surely_faultless(with_changes, AUSTRALIAN)


def test_a_nomination_passes_the_quick_check_only_with_the_joker():
    """All cards may be legal although the nomination is wrong."""
    found = set()
    for seed in range(40):
        record = record_of(hand_of_bots(AUSTRALIAN, ["7NT", "P", "P", "P"], seed))
        with_changes = replace(record, joker_suit=Suit.HEARTS, joker_leads={})
        places = {fault.place for fault in every_fault(with_changes, AUSTRALIAN)}
        assert is_surely_faultless(with_changes, AUSTRALIAN) == (not places)
        found.add(tuple(places))
    assert found >= {(), ("joker suit",)}


def test_a_revoke_fails_the_quick_check_even_if_a_joker_was_led():
    tricks = [list(trick) for trick in NO_TRUMP.tricks]
    tricks[0][1], tricks[1][1] = tricks[1][1], tricks[0][1]
    with_changes = replace(NO_TRUMP, tricks=tuple(map(tuple, tricks)))
    assert every_fault(with_changes, AUSTRALIAN)
    assert not is_surely_faultless(with_changes, AUSTRALIAN)


def test_a_partner_in_misere_who_plays_fails_the_quick_check():
    hand = played_misere()
    record = record_of(hand)
    assert is_surely_faultless(record, AUSTRALIAN)
    at = record.seats.index(hand.declarer) - record.seats.index(record.column)
    tricks = [list(trick) for trick in record.tricks]
    tricks[0][(at + 2) % 4] = Card("AS")

    with_changes = replace(record, tricks=tuple(map(tuple, tricks)))
    assert not is_surely_faultless(with_changes, AUSTRALIAN)


def test_wrong_columns_in_misere_fail_the_quick_check():
    record = record_of(played_misere())
    more = tuple((*trick, Card("AS")) for trick in record.tricks)
    fewer = tuple(trick[:2] for trick in record.tricks)
    uneven = (more[0], *record.tricks[1:])
    for tricks in (more, fewer, uneven):
        with_changes = replace(record, tricks=tricks)
        assert not is_surely_faultless(with_changes, AUSTRALIAN)


@pytest.mark.parametrize("named", ["added", "removed"])
def test_burying_without_the_kitty_fails_the_quick_check(named):
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    record = record_of(hand_of_bots(rules, ["7S", "NOPICK", "P", "P", "P"]))
    assert is_surely_faultless(record, rules)

    with_changes = replace(record, **{named: {record.declarer: record.kitty}})
    assert not is_surely_faultless(with_changes, rules)


def played_misere():
    """Return a hand in which East bids seven and then misère, whatever the cards."""
    return hand_of_bots(AUSTRALIAN, ["7S", "7C", "P", "P", "MIS", "P"])


def hand_of_bots(rules, calls, seed=1):
    """Return the hand that the bots play after these calls."""
    rng = Random(seed)
    return play_out(Hand.dealt(rules, deal(rules, rng, "N")).play_out(calls), rng)
