"""The card that a bot plays: rules of thumb of ordinary players, from what its seat may know.

An *aim* is a player's wish for a trick: to "win" it for the own side, to "duck" it, or to "feed"
it to the *prey*, a player who must not take it. Sets of cards are bits (see
`party.engine.bots.card_sets`). A *boss* is a card that no other player can beat in its own suit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from party.engine.bots.card_sets import (
    above,
    below,
    bosses,
    height,
    highest,
    lowest,
    single_cards,
    suit_of,
)
from party.engine.play.ranking import Ranking
from party.engine.play.tricks import winning_index

TRUMPS_TO_DRAW_WITHOUT_BOSS = 4


@dataclass(frozen=True)
class CardChoice:
    """The facts known to a player before playing a card, and the aim.

    `legal` cards may be played, `held` are in the hand, another player may hold `unseen`. `trick`
    are the cards on the table and `led` their suit. `friendly` and `prey` say of each player, in
    the order of this trick, whether he is on this side and whether he is fed. `attacking`: this
    side won the auction. `faced` are the prey's open cards.
    """

    ranked: Ranking
    aim: str
    legal: int
    held: int
    unseen: int
    friendly: tuple[bool, ...]
    trick: tuple[int, ...] = ()
    led: int = 0
    attacking: bool = False
    prey: tuple[bool, ...] = ()
    faced: int = 0

    @cached_property
    def bosses(self) -> int:
        return bosses(self.ranked, self.legal, self.unseen)

    @cached_property
    def strong(self) -> int:
        """The cards that win over the suit led: trumps and suitless jokers."""
        return self.ranked.trumps | self.ranked.suitless

    @cached_property
    def winning(self) -> int:
        return winning_index(self.ranked, self.led, self.trick)

    @cached_property
    def to_beat(self) -> int:
        return self.trick[self.winning] & (self.led | self.strong)

    @cached_property
    def winners(self) -> int:
        return above(self.legal & (self.led | self.strong), self.to_beat)

    @cached_property
    def later(self) -> tuple[bool, ...]:
        """For each player still to play: whether he is on this side."""
        return self.friendly[len(self.trick) + 1 :]

    def suit(self, card: int) -> int:
        return suit_of(self.ranked, card)


def best_play(turn: CardChoice) -> int:
    if turn.legal == lowest(turn.legal):
        return turn.legal
    lead, follow = PLAYS[turn.aim]
    return follow(turn) if turn.trick else lead(turn)


# To win tricks


def lead_to_win(turn: CardChoice) -> int:
    """Draw trumps if this side bid, cash bosses of side suits, otherwise lead low.

    Bosses in trumps win later as well: keep them to regain the lead.
    """
    if turn.attacking and (trump := trump_to_draw(turn)):
        return trump
    side = turn.bosses & ~turn.strong
    if side:
        return min(single_cards(side), key=lambda card: (turn.held & turn.suit(card)).bit_count())
    return min(single_cards(turn.legal), key=lambda card: lead_key(turn, card))


def trump_to_draw(turn: CardChoice) -> int:
    """Return a trump to lead while others may have some; 0 if none is worth it.

    Without the boss a long holding leads low: sooner or later the boss must come out.
    """
    trumps = turn.legal & turn.strong
    if not turn.unseen & turn.strong:
        return 0
    if trumps & turn.bosses:
        return highest(trumps)
    return lowest(trumps) if trumps.bit_count() >= TRUMPS_TO_DRAW_WITHOUT_BOSS else 0


def lead_key(turn: CardChoice, card: int) -> tuple[bool, int, int]:
    """Sort key: no trumps, low cards; from a short suit if this side bid, to trump it later."""
    length = (turn.held & turn.suit(card)).bit_count()
    return (
        bool(card & turn.strong),
        length if turn.attacking else -length,
        height(turn.ranked, card),
    )


def follow_to_win(turn: CardChoice) -> int:
    """Win as cheaply as possible, but leave a friend's sure trick alone.

    Second hand low, third hand high: with a friend still to play only a boss wins.
    """
    if not turn.winners or is_trick_safe(turn):
        return discard(turn)
    if all(turn.later) or not turn.winners & turn.led:
        return lowest(turn.winners)
    best = highest(turn.winners & turn.led)
    if any(turn.later) and not best & turn.bosses:
        return discard(turn)
    return cheapest_equal(turn, best)


def is_trick_safe(turn: CardChoice) -> bool:
    """Say whether a friend surely wins the trick, as far as this player can see."""
    if not turn.friendly[turn.winning]:
        return False
    card = turn.trick[turn.winning]
    return all(turn.later) or not above(turn.unseen & turn.suit(card), card)


def discard(turn: CardChoice) -> int:
    """Return the least useful card: bosses and trumps last, low cards first."""
    return min(
        single_cards(turn.legal),
        key=lambda card: (
            bool(card & turn.strong),
            bool(card & turn.bosses),
            height(turn.ranked, card),
        ),
    )


def cheapest_equal(turn: CardChoice, best: int) -> int:
    """Return the lowest card as good as `best`: no unseen card lies between them."""
    suit = turn.suit(best)
    between = highest(below(turn.unseen & suit, best))
    return lowest(above(turn.winners & suit, between))


# To take no trick


def lead_to_duck(turn: CardChoice) -> int:
    return min(single_cards(turn.legal), key=lambda card: winning_chance(turn, card))


def winning_chance(turn: CardChoice, card: int) -> tuple[bool, int]:
    """Sort key, the likeliest winner highest: few unseen cards above, many below."""
    unseen = turn.unseen & turn.suit(card)
    lower = below(unseen, card).bit_count()
    return (bool(card & turn.ranked.suitless), 2 * lower - unseen.bit_count())


def follow_to_duck(turn: CardChoice) -> int:
    """Discard the most dangerous losing card; if forced to win, win with the highest."""
    losers = turn.legal & ~turn.winners
    if losers:
        return max(single_cards(losers), key=lambda card: winning_chance(turn, card))
    return lowest(turn.legal) if turn.later else highest(turn.legal)


# To make the prey take a trick


def lead_to_feed(turn: CardChoice) -> int:
    """Lead a card that the prey's open cards must beat, otherwise the lowest."""
    beaten = [card for card in single_cards(turn.legal) if has_only_higher(turn, card)]
    return (
        max(beaten, key=lambda card: height(turn.ranked, card)) if beaten else lead_to_duck(turn)
    )


def has_only_higher(turn: CardChoice, card: int) -> bool:
    faced = turn.faced & turn.suit(card)
    return bool(faced) and not below(faced, card)


def follow_to_feed(turn: CardChoice) -> int:
    """Stay below the prey's card; before the prey plays stay low, later shed high cards."""
    if turn.prey[turn.winning]:
        return follow_to_duck(turn)
    if any(turn.prey[len(turn.trick) + 1 :]):
        return lowest(turn.legal & ~turn.winners) or lowest(turn.winners)
    return highest(turn.legal)


Play = Callable[[CardChoice], int]
PLAYS: Mapping[str, tuple[Play, Play]] = {
    "win": (lead_to_win, follow_to_win),
    "duck": (lead_to_duck, follow_to_duck),
    "feed": (lead_to_feed, follow_to_feed),
}
