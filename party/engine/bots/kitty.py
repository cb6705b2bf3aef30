"""The cards that a bot buries, and the tricks that its cards win alone.

Sets of cards are bits (see `party.engine.bots.card_sets`).
"""

from party.engine.bots.card_sets import (
    above,
    below,
    bosses,
    height,
    single_cards,
    suit_of,
    suits_of,
)
from party.engine.play.ranking import Ranking

DOOMED = 99  # a card that always wins


def discards(ranked: Ranking, pack: int, held: int, count: int, aim: str) -> tuple[int, ...]:
    cards = list(single_cards(held))
    if aim == "duck":
        danger = risks(ranked, pack, held)
        return tuple(sorted(cards, key=danger.__getitem__, reverse=True)[:count])
    return tuple(
        sorted(cards, key=lambda card: usefulness(ranked, pack & ~held, held, card))[:count]
    )


def usefulness(ranked: Ranking, unseen: int, held: int, card: int) -> tuple[bool, bool, int, int]:
    """Sort key: trumps, then aces and the cards after them, then length.

    At a suit contract a short suit is buried whole, so that the bot can trump it.
    """
    suit = suit_of(ranked, card)
    if card & (ranked.trumps | ranked.suitless):
        return (True, True, 0, card)
    boss = not above(unseen & suit, card)
    return (False, boss, (held & suit).bit_count(), height(ranked, card))


def risks(ranked: Ranking, pack: int, held: int) -> dict[int, int]:
    """Return the danger of each card if no trick must be taken: 0 is safe.

    The danger is the number of missing cards below a card, less two for each own card below it:
    the bot plays its low cards first, and opponents' low cards go with them.
    """
    dangers = {}
    for suit in suits_of(ranked):
        for card in single_cards(held & suit):
            missing = below(pack & suit & ~held, card).bit_count()
            cover = below(held & suit, card).bit_count()
            dangers[card] = DOOMED if card & ranked.suitless else max(0, missing - 2 * cover)
    return dangers


def own_tricks(ranked: Ranking, pack: int, held: int) -> int:
    """Return the number of tricks that the cards win without a partner.

    Bosses count, and the rest of a suit if its bosses can draw all missing cards.
    """
    unseen, tricks = pack & ~held, 0
    for suit in suits_of(ranked):
        sure_tricks = bosses(ranked, held & suit, unseen).bit_count()
        length, missing = (held & suit).bit_count(), (unseen & suit).bit_count()
        tricks += length if 2 * sure_tricks >= missing else sure_tricks
    return tricks
