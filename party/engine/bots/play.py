"""Which card a bot plays: rules of thumb of ordinary players, on what its seat may know.

An *aim* is what a player wants of a trick: to "win" it for the own side, to "duck" it, or to
"feed" it to the *prey*, a player who must not take it. Sets of cards are bits (see
`party.engine.bots.card_sets`). A *boss* is a card that nobody else can beat in its own suit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from party.engine.bots.card_sets import (
    above,
    below,
    bosses,
    each,
    height,
    highest,
    lowest,
    suit_of,
)
from party.engine.play.ranking import Ranking
from party.engine.play.tricks import winner

TRUMPS_TO_DRAW_WITHOUT_BOSS = 4


@dataclass(frozen=True)
class Turn:
    """What a player looks at before a card is played, and the aim.

    `legal` are the cards that may be played, `held` those in the hand, `unseen` those that
    somebody else may hold. `trick` are the cards on the table and `led` their suit. `friendly`
    and `prey` tell of each player, in the order of this trick, whether he is on this side and
    whether he is fed. `attacking`: this side won the auction. `faced` are cards of the prey that
    lie open.
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
        """The legal cards that are bosses."""
        return bosses(self.ranked, self.legal, self.unseen)

    @cached_property
    def strong(self) -> int:
        """What wins over the suit led: trumps and suitless jokers."""
        return self.ranked.trumps | self.ranked.suitless

    @cached_property
    def winning(self) -> int:
        """Which card of the trick is winning, by its place."""
        return winner(self.ranked, self.led, self.trick)

    @cached_property
    def to_beat(self) -> int:
        return self.trick[self.winning] & (self.led | self.strong)

    @cached_property
    def winners(self) -> int:
        """The legal cards that would win the trick as it lies."""
        return above(self.legal & (self.led | self.strong), self.to_beat)

    @cached_property
    def later(self) -> tuple[bool, ...]:
        """Of each player who plays after this one: whether he is on this side."""
        return self.friendly[len(self.trick) + 1 :]

    def suit(self, card: int) -> int:
        return suit_of(self.ranked, card)


def best_play(turn: Turn) -> int:
    if turn.legal == lowest(turn.legal):
        return turn.legal
    lead, follow = PLAYS[turn.aim]
    return follow(turn) if turn.trick else lead(turn)


# To win tricks


def lead_to_win(turn: Turn) -> int:
    """Draw trumps for the side that bid, cash bosses of side suits, else lead low.

    Trumps that nobody can beat win later as well: they are kept to come in again.
    """
    if turn.attacking and (trump := trump_to_draw(turn)):
        return trump
    side = turn.bosses & ~turn.strong
    if side:
        return min(each(side), key=lambda card: (turn.held & turn.suit(card)).bit_count())
    return min(each(turn.legal), key=lambda card: quiet(turn, card))


def trump_to_draw(turn: Turn) -> int:
    """Return the trump to lead while others may have some; 0 when none is worth it.

    Without the boss a long holding leads low: the boss must come out some time.
    """
    trumps = turn.legal & turn.strong
    if not turn.unseen & turn.strong:
        return 0
    if trumps & turn.bosses:
        return highest(trumps)
    return lowest(trumps) if trumps.bit_count() >= TRUMPS_TO_DRAW_WITHOUT_BOSS else 0


def quiet(turn: Turn, card: int) -> tuple[bool, int, int]:
    """No trump, and low: from a short suit for the side that bid, to trump it later; else long."""
    length = (turn.held & turn.suit(card)).bit_count()
    return (
        bool(card & turn.strong),
        length if turn.attacking else -length,
        height(turn.ranked, card),
    )


def follow_to_win(turn: Turn) -> int:
    """Win as cheaply as can be, but leave a friend's sure trick alone.

    Second hand low, third hand high: who has a friend to come wins only with a boss.
    """
    if not turn.winners or is_ours(turn):
        return discard(turn)
    if all(turn.later) or not turn.winners & turn.led:
        return lowest(turn.winners)
    best = highest(turn.winners & turn.led)
    if any(turn.later) and not best & turn.bosses:
        return discard(turn)
    return cheapest_equal(turn, best)


def is_ours(turn: Turn) -> bool:
    """Say whether a friend wins the trick, as far as one can see."""
    if not turn.friendly[turn.winning]:
        return False
    card = turn.trick[turn.winning]
    return all(turn.later) or not above(turn.unseen & turn.suit(card), card)


def discard(turn: Turn) -> int:
    """Return the card that hurts least: bosses and trumps last, low cards first."""
    return min(
        each(turn.legal),
        key=lambda card: (
            bool(card & turn.strong),
            bool(card & turn.bosses),
            height(turn.ranked, card),
        ),
    )


def cheapest_equal(turn: Turn, best: int) -> int:
    """Return the lowest card that is as good as the best: no unseen card is between them."""
    suit = turn.suit(best)
    between = highest(below(turn.unseen & suit, best))
    return lowest(above(turn.winners & suit, between))


# To take no trick


def lead_to_duck(turn: Turn) -> int:
    return min(each(turn.legal), key=lambda card: danger(turn, card))


def danger(turn: Turn, card: int) -> tuple[bool, int]:
    """Order cards by how likely they are to win: few unseen above, many below."""
    unseen = turn.unseen & turn.suit(card)
    lower = below(unseen, card).bit_count()
    return (bool(card & turn.ranked.suitless), 2 * lower - unseen.bit_count())


def follow_to_duck(turn: Turn) -> int:
    """Get rid of the most dangerous card that loses; who must win does it with the highest."""
    losers = turn.legal & ~turn.winners
    if losers:
        return max(each(losers), key=lambda card: danger(turn, card))
    return lowest(turn.legal) if turn.later else highest(turn.legal)


# To make the prey take a trick


def lead_to_feed(turn: Turn) -> int:
    """Lead what the prey's open cards must beat; else the lowest there is."""
    beaten = [card for card in each(turn.legal) if has_only_higher(turn, card)]
    return (
        max(beaten, key=lambda card: height(turn.ranked, card)) if beaten else lead_to_duck(turn)
    )


def has_only_higher(turn: Turn, card: int) -> bool:
    faced = turn.faced & turn.suit(card)
    return bool(faced) and not below(faced, card)


def follow_to_feed(turn: Turn) -> int:
    """Stay under the prey's card; before the prey plays stay low; else shed high cards."""
    if turn.prey[turn.winning]:
        return follow_to_duck(turn)
    if any(turn.prey[len(turn.trick) + 1 :]):
        return lowest(turn.legal & ~turn.winners) or lowest(turn.winners)
    return highest(turn.legal)


Play = Callable[[Turn], int]
PLAYS: Mapping[str, tuple[Play, Play]] = {
    "win": (lead_to_win, follow_to_win),
    "duck": (lead_to_duck, follow_to_duck),
    "feed": (lead_to_feed, follow_to_feed),
}
