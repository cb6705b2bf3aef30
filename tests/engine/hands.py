"""Hands for tests: laid out as a test wants them, bid quickly, played by chance."""

from collections import Counter

from party.engine import Card, Hand, deal, pack
from party.engine.cards.deal import has_dead_hand, has_piles
from party.engine.seats import seats_of


class Lcg:
    """A small generator of numbers, so that no deal depends on how another library shuffles."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def shuffle(self, cards):
        for at in range(len(cards) - 1, 0, -1):
            other = self.below(at + 1)
            cards[at], cards[other] = cards[other], cards[at]

    def choice(self, options):
        return options[self.below(len(options))]


def laid(rules, dealer=None, barred=(), **wanted):
    """Lay out a hand: the places that are told hold these cards, the rest falls as it may.

    A place is a seat ("N", or "p1" for player 1), its table in small letters ("n"; two players),
    "kitty" or "dead".
    """
    seats = seats_of(rules)
    sizes = dict.fromkeys(seats, 10) | {"kitty": rules.kitty_size}
    sizes |= dict.fromkeys(seats.lower(), 10) if has_piles(rules) else {}
    sizes |= {"dead": 10} if has_dead_hand(rules) else {}
    told = {place.removeprefix("p"): cards.split() for place, cards in wanted.items()}
    left = Counter(pack(rules)) - Counter(Card(card) for cards in told.values() for card in cards)
    rest = list(left.elements())
    places = {}
    for place, size in sizes.items():
        places[place] = told.get(place, [])
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
    """Bury these cards, or those that were picked up."""
    if hand.phase not in {"kitty", "announce"}:
        return hand
    held = hand.cards(hand.turn)
    return hand.act(" ".join(["bury", *(cards or held[10:])]))


def play(hand, *cards):
    for card in cards:
        hand = hand.act(card)
    return hand


def play_on(hand, tricks=10):
    """Play the first legal card until so many tricks are done."""
    while hand.phase != "over" and len(hand.tricks) < tricks:
        hand = hand.act(hand.legal()[0])
    return hand


def chance(rng, hand):
    """Return a legal action by chance, without listing thousands of ways to bury."""
    if hand.phase == "auction" and "P" in hand.legal() and rng.below(3):
        return "P"
    held = hand.cards(hand.turn)
    if hand.phase == "kitty" or (hand.phase == "announce" and len(held) > 10 and rng.below(2)):
        cards = list(held)
        rng.shuffle(cards)
        return " ".join(["bury", *cards[: len(held) - 10]])
    return rng.choice(hand.legal())


def by_chance(rules, seed):
    """Play a whole hand by chance."""
    rng = Lcg(seed)
    hand = Hand.dealt(rules, deal(rules, rng, rng.choice(seats_of(rules))))
    while hand.phase != "over":
        hand = hand.act(chance(rng, hand))
    return hand
