"""Hands for tests: lay them out, bid quickly, play at random."""

from collections import Counter

import pytest

from party.engine import Card, Hand, RuleError, deal, pack
from party.engine.cards.deal import has_dead_hand, has_piles
from party.engine.play.start import Bidding
from party.engine.seats import seats_of


class Lcg:
    """A generator of our own, so that deals do not depend on the shuffle of a library."""

    def __init__(self, seed):
        self.state = seed

    def number_below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def shuffle(self, cards):
        for index in range(len(cards) - 1, 0, -1):
            other = self.number_below(index + 1)
            cards[index], cards[other] = cards[other], cards[index]

    def choice(self, options):
        return options[self.number_below(len(options))]


def hand_after(hand, count):
    """Return the hand after the first `count` of its actions."""
    table = hand.dealt_table
    return play(Hand(Bidding(table, table.auction), table), *hand.actions[:count])


def lay_out(rules, dealer=None, barred=(), **wanted):
    """Return a hand whose `wanted` places hold these cards; the other places get the cards left.

    A place is a seat ("N", or "p1" for player 1), the seat's table in small letters ("n"; only
    with two players), "kitty" or "dead".
    """
    seats = seats_of(rules)
    sizes = dict.fromkeys(seats, 10) | {"kitty": rules.kitty_size}
    sizes |= dict.fromkeys(seats.lower(), 10) if has_piles(rules) else {}
    sizes |= {"dead": 10} if has_dead_hand(rules) else {}
    given = {place.removeprefix("p"): cards.split() for place, cards in wanted.items()}
    cards_left = Counter(pack(rules)) - Counter(
        Card(card) for cards in given.values() for card in cards
    )
    rest = list(cards_left.elements())
    places = {}
    for place, size in sizes.items():
        places[place] = given.get(place, [])
        while len(places[place]) < size:
            places[place].append(rest.pop(0))
    piles = {
        seat: list(zip(*[iter(places[seat.lower()])] * 2, strict=True))
        for seat in seats
        if seat.lower() != seat and seat.lower() in places
    }
    return Hand.start(
        rules,
        dealer or seats[-1],
        {seat: places[seat] for seat in seats},
        places["kitty"],
        piles,
        places.get("dead", ()),
        barred=barred,
    )


def bid(hand, seat, *calls):
    """Let the seat make these calls, one at each of its turns, while everybody else passes."""
    calls = list(calls)
    while hand.phase == "auction":
        hand = hand.act(calls.pop(0) if hand.turn == seat and calls else "P")
    return hand


def bury(hand, *cards):
    """Bury these cards, by default the cards that were picked up."""
    if hand.phase not in {"kitty", "announce"}:
        return hand
    held = hand.cards(hand.turn)
    return hand.act(" ".join(["bury", *(cards or held[10:])]))


def play(hand, *cards):
    for card in cards:
        hand = hand.act(card)
    return hand


def refusal_of(hand, text):
    with pytest.raises(RuleError) as refusal:
        hand.act(text)
    return refusal.value.faults[0]


def play_tricks(hand, tricks=10):
    """Play the first legal card at each turn until this number of tricks is complete."""
    while hand.phase != "over" and len(hand.tricks) < tricks:
        hand = hand.act(hand.legal()[0])
    return hand


def random_action(rng, hand):
    """Return a random legal action, without listing thousands of ways to bury."""
    if hand.phase == "auction" and "P" in hand.legal() and rng.number_below(3):
        return "P"
    held = hand.cards(hand.turn)
    if hand.phase == "kitty" or (
        hand.phase == "announce" and len(held) > 10 and rng.number_below(2)
    ):
        cards = list(held)
        rng.shuffle(cards)
        return " ".join(["bury", *cards[: len(held) - 10]])
    return rng.choice(hand.legal())


def random_hand(rules, seed):
    rng = Lcg(seed)
    hand = Hand.from_deal(rules, deal(rules, rng, rng.choice(seats_of(rules))))
    while hand.phase != "over":
        hand = hand.act(random_action(rng, hand))
    return hand
