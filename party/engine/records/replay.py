"""Replay: the whole play of a hand, every card checked, from cards prepared as sets.

A *place* is one of the hands that play, clockwise from any first one; who sits out has none. No
card is there twice: a hand with a second pack (T8) is not replayed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from party.engine.cards.cards import EVERY_CARD
from party.engine.play.ranking import Ranking
from party.engine.play.tricks import (
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_name,
)

NO_JOKER_LEADS: Mapping[int, int] = {}
HIGHEST = tuple(1 << bits >> 1 for bits in range(len(EVERY_CARD) + 1))  # by a set's bit_length


def replay(
    ranked: Ranking,
    hands: list[int],
    played: Sequence[Sequence[int]],
    leader: int = 0,
    named: Mapping[int, int] = NO_JOKER_LEADS,
) -> list[int] | None:
    """Return the place that wins each trick; None if a card was not legal.

    `played` are all the cards of each hand, in the order of the tricks. `leader` leads first;
    `named` has the suit that a suitless joker asked for, by its trick (the first is 0).
    """
    # As many cards as there are bits in their sum are all different.
    left = sum(hands)
    if [*map(sum, played)] != hands or left.bit_count() != sum(map(len, played)):
        return None
    tricks = zip(*played, strict=True)
    if left & ranked.suitless:
        return replay_jokers(ranked, hands, tricks, leader, named)
    return replay_following(ranked, hands, tricks, leader, left)


def replay_following(
    ranked: Ranking, hands: list[int], tricks: Iterable[tuple[int, ...]], leader: int, left: int
) -> list[int] | None:
    """Play tricks in which nothing is asked but to follow suit; `left` are all their cards."""
    suit_of, trumps = ranked.suit_of, ranked.trumps
    winners: list[int] = []
    for trick in tricks:
        led, cards = suit_of[trick[leader]], sum(trick)
        left ^= cards
        best = cards & led
        if best != cards:
            if kept := left & led:
                for hand in hands:
                    if hand & kept and not hand & best:
                        return None
            best = cards & trumps or best
        leader = trick.index(HIGHEST[best.bit_length()])
        winners.append(leader)
    return winners


def replay_jokers(
    ranked: Ranking,
    hands: list[int],
    tricks: Iterator[tuple[int, ...]],
    leader: int,
    named: Mapping[int, int],
) -> list[int] | None:
    """Play all tricks by the rules of jokers that belong to no suit, as long as one is held."""
    suit_of, jokers, left = ranked.suit_of, ranked.suitless, sum(hands)
    judge = JokerJudge(ranked, hands)
    winners: list[int] = []
    while left & jokers:
        trick = next(tricks)
        lead, cards = trick[leader], sum(trick)
        led = suit_of[lead] or judge.suit_named(hands[leader], left, named.get(len(winners), 0))
        best = cards & led
        if best != cards:
            if not led or not judge.are_legal(hands, left, cards, led, lead):
                return None
            best = cards & judge.trumps or best
        leader = trick.index(HIGHEST[best.bit_length()])
        winners.append(leader)
        judge.before |= led
        left ^= cards
    rest = replay_following(ranked, hands, tricks, leader, left)
    return None if rest is None else winners + rest


class JokerJudge:
    """What the tricks so far have shown, and what it forbids the holder of a joker (T59 to T62).

    `before` are the suits led in earlier tricks, `voids` those that a hand has shown to lack;
    `trumps` are the jokers that have not lost their power. A hand is told by its cards as dealt.
    """

    __slots__ = ("before", "ranked", "trumps", "voids")

    def __init__(self, ranked: Ranking, hands: list[int]) -> None:
        self.ranked = ranked
        self.before = 0
        self.voids = dict.fromkeys(hands, 0)
        self.trumps = ranked.trumps

    def suit_named(self, hand: int, left: int, asked: int) -> int:
        """Return the suit that a joker asks for when it is led; 0 if it may not."""
        return asked & legal_to_name(self.ranked, hand & left, self.before, self.voids[hand])

    def are_legal(self, hands: list[int], left: int, cards: int, led: int, lead: int) -> bool:
        """Say whether all may play their cards of other suits, and note what these show."""
        ranked, before = self.ranked, self.before
        kept, fine = left & (led | ranked.suitless), cards & led | lead
        for hand in hands:
            if hand & kept and not hand & fine:
                void, card = self.voids[hand], hand & cards
                if not card & legal_to_follow(ranked, hand & left, led, before, void):
                    return False
                if is_void_shown(ranked, card, led):
                    self.voids[hand] = void | led
                if is_powerless(ranked, card, led, void):
                    self.trumps ^= card
        return True
