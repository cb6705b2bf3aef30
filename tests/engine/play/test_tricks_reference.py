"""The engine's play against a plain reference: 30,000 tricks for each joker rule.

These numbers are those of the slow tests; by default a thirtieth is played. In each case the
values of T59 and T61 take turns.
"""

from itertools import cycle, islice, product
from random import Random

import pytest

from party.engine import PRESETS, Bid, legal_cards, nameable_suits, pack, trick_winner
from party.engine.play.ranking import ranking
from party.engine.play.tricks import (
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    winning_index,
)
from party.engine.rules.fields import TOGGLES
from party.engine.seats import seats_of
from tests.engine.play.reference import Reference

pytestmark = pytest.mark.no_cover

TRICKS = 30_000
MANY = [
    pytest.param(TRICKS // 30, id="some"),
    pytest.param(TRICKS, id="all", marks=pytest.mark.slow),
]
OPEN_CHOICES = [
    {"joker_follow_when_void": follow, "renege_rule": renege, "jokers": jokers, "pack": size}
    for follow, renege, (jokers, size) in product(
        TOGGLES["joker_follow_when_void"].values,
        TOGGLES["renege_rule"].values,
        ((1, 43), (2, 46)),  # one or two jokers
    )
]
NO_TRUMP = ("7NT", "MIS", "7J5", "OPEN", "HILO")


class TrickPlay:
    """One hand, which the engine plays with sets of cards and the reference with names of cards.

    With `texts`, the engine's public functions must agree as well.
    """

    def __init__(self, rules, bid, rng, nominated=None):
        self.rules, self.bid, self.rng, self.nominated = rules, Bid.parse(bid), rng, nominated
        self.ranked = ranking(rules, self.bid, nominated)
        self.copies_of = {card: self.ranked.copies_of(card) for card in pack(rules)}
        self.reference = Reference(rules, self.bid.strain, nominated)
        self.seats = seats_of(rules)
        cards = list(pack(rules))
        rng.shuffle(cards)
        self.hands = {seat: [cards.pop() for _ in range(10)] for seat in self.seats}
        self.held = {seat: self.ranked.mask(hand) for seat, hand in self.hands.items()}
        self.voids = dict.fromkeys(self.seats, 0)
        self.suits_led_before = 0
        self.history = []

    def play(self, leader, *, texts=False):
        for _ in range(10):
            leader = self.trick(leader, texts=texts)

    def trick(self, leader, *, texts):
        at = self.seats.index(leader)
        played, powers, led, name = [], [], 0, None
        for seat in self.seats[at:] + self.seats[:at]:
            legal = self.legal(seat, played, led, name)
            card = self.one_of(card for card in self.hands[seat] if card in legal)
            if not played:
                led, name = self.suit_led(seat, card)
            if texts:
                self.check_legal(seat, played, name, legal)
            powers.append(self.power(seat, card, led, first=not played))
            self.take(seat, card)
            played.append((seat, card))
        return self.end_trick(played, powers, led, name, texts=texts)

    def one_of(self, choices):
        options = list(choices)
        return options[int(self.rng.random() * len(options))]

    def take(self, seat, card):
        self.hands[seat].remove(card)
        bit, held = self.ranked.bits[card], self.held[seat]
        self.held[seat] = held ^ (bit << 1 & self.ranked.copies & held or bit)

    def legal(self, seat, played, led, name):
        """Return the legal cards of the reference; the engine must agree."""
        hand, held = self.hands[seat], self.held[seat]
        seen = self.suits_led_before, self.voids[seat]
        if played:
            expected = self.reference.follow(seat, hand, name)
            found = legal_to_follow(self.ranked, held, led, *seen)
        else:
            expected = self.reference.lead(seat, hand)
            found = legal_to_lead(self.ranked, held, *seen)
        assert found == sum(self.copies_of[card] for card in expected) & held
        return expected

    def suit_led(self, seat, card):
        """Return the suit led, as a set of cards and by name."""
        if not self.reference.is_suitless(card):
            name = self.reference.suit(card)
            return self.ranked.suits[name], name
        names = self.reference.suits_to_name(seat, self.hands[seat])
        found = legal_to_name(
            self.ranked, self.held[seat], self.suits_led_before, self.voids[seat]
        )
        assert self.ranked.suits_in(found) == names
        name = self.one_of(sorted(names))
        return self.ranked.suits[name], name

    def power(self, seat, card, led, *, first):
        """Return the bit of the card, or 0 for a powerless joker; remember the void it shows."""
        bit = self.ranked.bits[card]
        if first:
            return bit
        dead = is_powerless(self.ranked, bit, led, self.voids[seat])
        if is_void_shown(self.ranked, bit, led):
            self.voids[seat] |= led
        return 0 if dead else bit

    def end_trick(self, played, powers, led, name, *, texts):
        won = self.reference.winner(name, played)
        assert played[winning_index(self.ranked, led, powers)][0] == won
        cards = [card for _, card in played]
        if texts:
            dead = frozenset(place for place, power in enumerate(powers) if not power)
            more = {"named": name, "nominated": self.nominated, "dead": dead}
            assert played[trick_winner(self.rules, self.bid, cards, **more)][0] == won
        self.suits_led_before |= led
        self.reference.add_trick(name, played)
        if self.reference.is_suitless(cards[0]):
            cards[0] = f"{cards[0]}/{name}"
        self.history.append((played[0][0], cards))
        return won

    def check_legal(self, seat, played, name, legal):
        hand = self.hands[seat]
        more = {"history": self.history, "seat": seat}
        cards = [card for _, card in played]
        assert legal == legal_cards(
            self.rules, self.bid, hand, cards, nominated=self.nominated, named=name, **more
        )
        if self.nominated is None:
            names = self.reference.suits_to_name(seat, hand)
            assert nameable_suits(self.rules, self.bid, hand, **more) == names


def assert_many_tricks_agree(preset, bids, free, case, *, nominate=False, tricks):
    """Play this number of tricks by the case's rules, with each free choice in turn."""
    rng = Random(str(case))
    rules = cycle([PRESETS[preset].replace(**each | case) for each in free])
    games = islice(zip(rules, cycle(bids), strict=False), tricks // 10)
    for hand, (each, bid) in enumerate(games):
        playing = TrickPlay(each, bid, rng, rng.choice("SCDH") if nominate else None)
        playing.play(rng.choice(playing.seats), texts=hand % 20 == 0)


@pytest.mark.parametrize("tricks", MANY)
@pytest.mark.parametrize("joker_lead", TOGGLES["joker_lead"].values)
def test_engine_agrees_with_the_reference_about_suitless_jokers(joker_lead, tricks):  # T59 to T61
    case = {"joker_lead": joker_lead, "deal_pattern": "3_3_4_3"}
    assert_many_tricks_agree("two2six", NO_TRUMP, OPEN_CHOICES, case, tricks=tricks)


@pytest.mark.parametrize("tricks", MANY)
def test_engine_agrees_with_the_reference_about_gadds_joker(tricks):  # T62
    case = {"gadd_joker": "on", "deal_pattern": "3_3_4_3"}
    assert_many_tricks_agree("two2six", NO_TRUMP, OPEN_CHOICES, case, tricks=tricks)


@pytest.mark.parametrize("tricks", MANY)
@pytest.mark.parametrize("allowed", ["declarer_any_no_trump_game", "misere_only"])
def test_engine_agrees_with_the_reference_about_a_nominated_joker(allowed, tricks):  # T58
    case = {"joker_nt_nomination": allowed}
    assert_many_tricks_agree("two2six", NO_TRUMP, [{}], case, nominate=True, tricks=tricks // 2)


@pytest.mark.parametrize("tricks", MANY)
def test_engine_agrees_with_the_reference_about_trumps(tricks):
    case = {"deal_pattern": "3_3_4_3"}
    assert_many_tricks_agree(
        "two2six", ("7S", "7C", "7D", "7H"), OPEN_CHOICES, case, tricks=tricks // 5
    )


@pytest.mark.parametrize("tricks", MANY)
def test_engine_agrees_with_the_reference_about_a_second_pack(tricks):  # T8
    case = {"second_pack_sixes": "on"}
    assert_many_tricks_agree(
        "australian-six", ("7S", "7C", "7D", "7H", "7NT"), [{}], case, tricks=tricks // 5
    )
