"""Checks every card of a whole play, with sets of cards, as fast as possible.

A *place* is the index of a playing hand, counted clockwise from any hand. The replay needs unique
cards: it is not for a second pack (T8).
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
# The highest bit of a set, by the bit_length of the set.
HIGHEST_BY_BIT_LENGTH = tuple(1 << bits >> 1 for bits in range(len(EVERY_CARD) + 1))


def replay(
    ranked: Ranking,
    hands: list[int],
    played: Sequence[Sequence[int]],
    leader: int = 0,
    named: Mapping[int, int] = NO_JOKER_LEADS,
) -> list[int] | None:
    """Return the winning place of each trick; None if a card was not legal.

    `played` are the cards of each hand in the order of the tricks. `leader` is the place that
    leads first; `named` has the suits of suitless jokers that led, by trick (from 0).
    """
    # A card played twice would leave the sum with fewer bits than there are cards.
    remaining = sum(hands)
    if [*map(sum, played)] != hands or remaining.bit_count() != sum(map(len, played)):
        return None
    tricks = zip(*played, strict=True)
    if remaining & ranked.suitless:
        return replay_with_jokers(ranked, hands, tricks, leader, named)
    return replay_without_jokers(ranked, hands, tricks, leader, remaining)


def replay_without_jokers(
    ranked: Ranking,
    hands: list[int],
    tricks: Iterable[tuple[int, ...]],
    leader: int,
    remaining: int,
) -> list[int] | None:
    suit_of, trumps = ranked.suit_of, ranked.trumps
    winners: list[int] = []
    for trick in tricks:
        led, cards = suit_of[trick[leader]], sum(trick)
        remaining ^= cards
        best = cards & led
        if best != cards:
            if unplayed := remaining & led:
                for hand in hands:
                    if hand & unplayed and not hand & best:
                        return None
            best = cards & trumps or best
        leader = trick.index(HIGHEST_BY_BIT_LENGTH[best.bit_length()])
        winners.append(leader)
    return winners


def replay_with_jokers(
    ranked: Ranking,
    hands: list[int],
    tricks: Iterator[tuple[int, ...]],
    leader: int,
    named: Mapping[int, int],
) -> list[int] | None:
    suit_of, jokers, remaining = ranked.suit_of, ranked.suitless, sum(hands)
    judge = JokerJudge(ranked, hands)
    winners: list[int] = []
    while remaining & jokers:
        trick = next(tricks)
        lead, cards = trick[leader], sum(trick)
        led = suit_of[lead] or judge.suit_named(
            hands[leader], remaining, named.get(len(winners), 0)
        )
        best = cards & led
        if best != cards:
            if not led or not judge.are_legal(hands, remaining, cards, led, lead):
                return None
            best = cards & judge.trumps or best
        leader = trick.index(HIGHEST_BY_BIT_LENGTH[best.bit_length()])
        winners.append(leader)
        judge.earlier_leads |= led
        remaining ^= cards
    later_winners = replay_without_jokers(ranked, hands, tricks, leader, remaining)
    return None if later_winners is None else winners + later_winners


class JokerJudge:
    """The facts of the earlier tricks that limit the holder of a joker (T59 to T62).

    `earlier_leads` are the suits led, `voids` the suits in which each hand has shown void;
    `trumps` are the jokers that still have power. The key of a hand is its cards as dealt.
    """

    __slots__ = ("earlier_leads", "ranked", "trumps", "voids")

    def __init__(self, ranked: Ranking, hands: list[int]) -> None:
        self.ranked = ranked
        self.earlier_leads = 0
        self.voids = dict.fromkeys(hands, 0)
        self.trumps = ranked.trumps

    def suit_named(self, hand: int, remaining: int, asked: int) -> int:
        """Return the suit asked for; 0 if the joker may not name it."""
        return asked & legal_to_name(
            self.ranked, hand & remaining, self.earlier_leads, self.voids[hand]
        )

    def are_legal(self, hands: list[int], remaining: int, cards: int, led: int, lead: int) -> bool:
        """Return whether all cards of other suits are legal, and store the voids they show."""
        ranked, earlier_leads = self.ranked, self.earlier_leads
        unplayed, followers = remaining & (led | ranked.suitless), cards & led | lead
        for hand in hands:
            if hand & unplayed and not hand & followers:
                void, card = self.voids[hand], hand & cards
                if not card & legal_to_follow(ranked, hand & remaining, led, earlier_leads, void):
                    return False
                if is_void_shown(ranked, card, led):
                    self.voids[hand] = void | led
                if is_powerless(ranked, card, led, void):
                    self.trumps ^= card
        return True
