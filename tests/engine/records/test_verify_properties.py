"""Records of random hands by any rules, and of the same hands with one change."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from party.engine import (
    PRESETS,
    Auction,
    Hand,
    RuleError,
    deal,
    pack,
    play_out,
    read_ptn,
    result_of,
    verify,
    write_ptn,
)
from party.engine.play.stage import NO_CHOICE
from party.engine.records.verification.calls import without_repeated_passes
from party.engine.seats import seats_of
from tests.engine.hands import hand_after, play
from tests.engine.records.from_hand import record_of
from tests.sampling import examples

# Random examples would make the coverage differ from run to run.
pytestmark = pytest.mark.no_cover

JOKER_RULES = [
    {"joker_lead": "never_except_trick_10"},
    {"joker_lead": "any_trick_any_suit", "renege_rule": "on_nt_and_misere"},
    {"joker_nt_nomination": "never", "gadd_joker": "on"},
    {"joker_follow_when_void": "always_compulsory"},
    {"first_lead": "left_of_dealer"},
    {"nullo_partner": "plays", "stop_when_misere_fails": "stop"},
    {"wilkinson_chambers": "on", "misere_without_pickup": 350, "hi_lo": 350},
]
every_rules = st.sampled_from(
    [*PRESETS.values(), *(PRESETS["australian"].replace(**each) for each in JOKER_RULES)]
)
one_copy = every_rules.filter(lambda rules: rules.second_pack_sixes == "off")


def random_played_hand(rules, seed):
    """Return a hand with random calls, and often random cards, so that rare situations occur."""
    rng = Random(seed)
    while True:
        hand = Hand.from_deal(rules, deal(rules, rng, rng.choice(seats_of(rules))))
        hand = bid_wildly(hand, rng)
        hand = play_out(hand, rng) if rng.random() < 0.5 else play_wildly(hand, rng)
        if hand.tricks:
            return hand


def bid_wildly(hand, rng):
    while hand.phase == "auction":
        legal = hand.legal()
        hand = hand.act(legal[min(int(rng.expovariate(0.25)), len(legal) - 1)])
    return hand


def play_wildly(hand, rng):
    while hand.phase != "over":
        bury = hand.phase in {"kitty", "announce"} and len(hand.cards(hand.turn)) > 10
        if bury and rng.random() < 0.8:
            many = len(hand.cards(hand.turn)) - 10
            hand = hand.act(" ".join(["bury", *rng.sample(hand.cards(hand.turn), many)]))
        elif hand.phase == "kitty":
            hand = hand.act(" ".join(["bury", *hand.cards(hand.turn)[10:]]))
        else:
            hand = hand.act(rng.choice(hand.legal()))
    return hand


seeds = st.integers(0, 2**32)


@settings(max_examples=examples(60), deadline=None)
@given(every_rules, seeds)
def test_a_played_hand_has_no_fault(rules, seed):
    hand = random_played_hand(rules, seed)
    record = record_of(hand, tags=(("Event", "Any evening"),))

    text = write_ptn(record)
    assert read_ptn(text) == [record]
    assert write_ptn(record) == text
    assert verify(record, rules) == []
    assert result_of(record, rules) == hand.result


# In this example the partner of a grand slam's bidder plays later, and does not sit out.
@example(PRESETS["grand-slam"], 0, 38)
@settings(max_examples=examples(40), deadline=None)
@given(every_rules, seeds, st.integers(0, 60))
def test_an_unfinished_hand_has_no_fault(rules, seed, back):
    hand = random_played_hand(rules, seed)
    record = record_of(hand_after(hand, max(0, len(hand.actions) - back)))

    assert verify(record, rules) == []
    assert read_ptn(write_ptn(record)) == [record]


@settings(max_examples=examples(60), deadline=None)
@given(one_copy, seeds, st.data())
def test_a_changed_card_in_a_trick_is_reported(rules, seed, data):
    record = record_of(random_played_hand(rules, seed))
    number = data.draw(st.integers(0, len(record.tricks) - 1))
    column = data.draw(st.integers(0, len(record.tricks[number]) - 1))
    tricks = [list(trick) for trick in record.tricks]
    assume(tricks[number][column])
    others = [card for card in pack(rules) if card != tricks[number][column]]
    tricks[number][column] = data.draw(st.sampled_from(others))

    changed_record = replace(record, tricks=tuple(map(tuple, tricks)))
    assert verify(changed_record, rules) != []


@settings(max_examples=examples(60), deadline=None)
@given(every_rules, seeds, st.data())
def test_a_changed_call_is_legal_or_reported(rules, seed, data):
    hand = random_played_hand(rules, seed)
    record = record_of(hand)
    number = data.draw(st.integers(0, len(record.calls) - 1))
    calls = list(record.calls)
    calls[number] = data.draw(st.sampled_from(["P", "6S", "7C", "7NT", "8D", "9S", "10NT", "MIS"]))
    assume(calls[number] != record.calls[number])

    changed_record = replace(record, calls=tuple(calls))
    first = Auction(rules, record.dealer)
    readings = {tuple(calls), without_repeated_passes(first, calls)}
    legal = any(leads_to(hand, reading) for reading in readings)
    assert (verify(changed_record, rules) == []) == legal


def leads_to(hand, calls):
    """Return whether these calls are legal and lead to the contract of the hand."""
    try:
        other = play(hand_after(hand, 0), *calls)
    except RuleError:
        return False
    return (
        other.phase != "auction"
        and other.contract == hand.contract
        and other.declarer == hand.declarer
    )


@settings(max_examples=examples(60), deadline=None)
@given(one_copy, seeds, st.data())
def test_a_changed_discard_is_reported(rules, seed, data):
    record = record_of(random_played_hand(rules, seed))
    assume(
        record.removed and len(record.tricks) == 10
    )  # a play that stops early (T50) may hide the change
    seat = data.draw(st.sampled_from(sorted(record.removed)))
    cards = list(record.removed[seat])
    at = data.draw(st.integers(0, len(cards) - 1))
    cards[at] = data.draw(st.sampled_from([card for card in pack(rules) if card != cards[at]]))

    changed_record = replace(record, removed={**record.removed, seat: tuple(cards)})
    assert verify(changed_record, rules) != []


@settings(max_examples=examples(60), deadline=None)
@given(every_rules, seeds, st.data())
def test_two_exchanged_cards_of_one_hand_are_legal_or_reported(rules, seed, data):
    hand = random_played_hand(rules, seed)
    record = record_of(hand)
    assume(not record.piles and len(record.tricks) > 1 and not record.joker_suit.isalpha())
    column = data.draw(st.integers(0, len(record.tricks[0]) - 1))
    one, other = data.draw(st.permutations(range(len(record.tricks))))[:2]
    tricks = [list(trick) for trick in record.tricks]
    assume(tricks[0][column])
    tricks[one][column], tricks[other][column] = tricks[other][column], tricks[one][column]

    changed_record = replace(record, tricks=tuple(map(tuple, tricks)), joker_leads={})
    begun = hand_before_play(hand)
    assume(begun.phase == "play" or not tricks[0][0].is_joker)
    assert (verify(changed_record, rules) == []) == can_be_played(begun, changed_record)


def hand_before_play(hand):
    """Return the hand before its first lead."""
    return hand_after(hand, len(hand.actions) - len(hand.cards_played))


def can_be_played(hand, record):
    """Return whether the tricks can be played, with any suits named by jokers."""
    number = len(hand.tricks)
    if hand.phase == "over":
        return number == len(record.tricks)
    if number == len(record.tricks):
        return True
    if NO_CHOICE in hand.legal():
        hand = hand.act(NO_CHOICE)
    seats = hand.seats
    column = (seats.index(hand.turn) - seats.index(record.column)) % len(seats)
    card = record.tricks[number][column]
    options = [act for act in hand.legal() if card and act.partition("/")[0] == card]
    if hand.phase == "nominate":
        options = [act for act in options if "/" not in act]
    return any(can_be_played(hand.act(act), record) for act in options)


@settings(max_examples=examples(200), deadline=None)
@given(every_rules, seeds, st.data())
def test_spoilt_text_never_raises_an_error(rules, seed, data):
    text = write_ptn(record_of(random_played_hand(rules, seed % 50)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        upto = data.draw(st.integers(at, min(at + 9, len(text))))
        new = data.draw(
            st.text('SHDCAKQJT9-[]"\\.:%\n\t NEW123♠MIS/', max_size=6) | st.text(max_size=3)
        )
        text = text[:at] + new + text[upto:]

    assert_never_raises_an_error(text, rules)


@settings(max_examples=examples(100), deadline=None)
@given(every_rules, st.binary(max_size=300) | st.text(max_size=300))
def test_random_bytes_never_raise_an_error(rules, text):
    assert_never_raises_an_error(text, rules)


def assert_never_raises_an_error(text, rules):
    for record in read_ptn(text):
        found = verify(record, rules)
        assert found or not record.faults
        result_of(record, rules)
        write_ptn(record)
