"""Replay: the whole play of a hand, checked card by card, from cards prepared as sets.

A *place* is one of the hands that play, clockwise from any first one; who sits out has none. A
trick is given in columns: its n-th card is that of the n-th place, whoever led. No card is there
twice: a hand with a second pack (T8) is not replayed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from party.engine.play.ranking import Ranking
from party.engine.play.tricks import (
    follow_suit,
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_name,
)

NO_JOKER_LEADS: Mapping[int, int] = {}


class Replay(NamedTuple):
    """What came of it: the place that won each trick, and (trick, place) of each wrong card.

    Tricks are counted from 0. After a wrong card the play goes on as it was played.
    """

    winners: list[int]
    wrong: list[tuple[int, int]]


def replay(
    ranked: Ranking,
    hands: Iterable[int],
    tricks: Iterable[Sequence[int]],
    leader: int = 0,
    named: Mapping[int, int] = NO_JOKER_LEADS,
) -> Replay:
    """Play the tricks from these hands: who wins each, and which cards were not legal.

    `leader` leads first; `named` has the suit that a suitless joker asked for, by its trick. Who
    holds no such joker need only follow suit; the others are judged by all the rules.
    """
    judge = Judge(ranked, list(hands))
    left, winners = judge.left, judge.winners
    suit_of, trumps, suitless = ranked.suit_of, ranked.trumps, ranked.suitless
    for trick in tricks:
        led = follows = suit_of[trick[leader]]
        if not led:
            led = judge.joker_led(leader, named)
            follows = led | trick[leader]
        best = place = 0
        for card in trick:
            hand = left[place]
            left[place] = hand ^ card
            if card & hand & follows:
                power = card
            elif not hand & suitless and card & hand & follow_suit(hand, led):
                power = card & trumps
            else:
                power = judge.card(place, card, hand, led)
            if power > best:
                best, leader = power, place
            place += 1  # noqa: SIM113 -- counting is quicker here than `enumerate`
        judge.before |= led
        winners.append(leader)
    return Replay(winners, judge.wrong)


class Judge:
    """What is left in the hands, what everybody has seen, and what came of it so far."""

    __slots__ = ("before", "left", "ranked", "voids", "winners", "wrong")

    def __init__(self, ranked: Ranking, hands: list[int]) -> None:
        self.ranked = ranked
        self.left = hands
        self.before = 0
        self.voids = [0] * len(hands)
        self.winners: list[int] = []
        self.wrong: list[tuple[int, int]] = []

    def joker_led(self, place: int, named: Mapping[int, int]) -> int:
        """Return the suit that a suitless joker named, once it is checked."""
        led = named.get(len(self.winners), 0)
        allowed = legal_to_name(self.ranked, self.left[place], self.before, self.voids[place])
        if not allowed or led & ~allowed:
            self.wrong.append((len(self.winners), place))
        return led

    def card(self, place: int, card: int, hand: int, led: int) -> int:
        """Note the card if it is wrong, and what a joker's holder shows; return its power."""
        ranked, void = self.ranked, self.voids[place]
        if not card & hand & legal_to_follow(ranked, hand, led, self.before, void):
            self.wrong.append((len(self.winners), place))
            self.left[place] = hand & ~card
        if is_void_shown(ranked, card, led):
            self.voids[place] = void | led
        return 0 if is_powerless(ranked, card, led, void) else card & (led | ranked.trumps)
