"""What a bot buries, and how many tricks its cards win alone.

Sets of cards are bits (see `party.engine.bots.card_sets`).
"""

from party.engine.bots.card_sets import above, below, bosses, each, height, suit_of, suits_of
from party.engine.play.ranking import Ranking

DOOMED = 99  # a card that wins whatever is led


def discards(ranked: Ranking, pack: int, held: int, count: int, aim: str) -> tuple[int, ...]:
    """Return the cards to bury: the least useful, or in misère the most dangerous ones."""
    cards = list(each(held))
    if aim == "duck":
        danger = risks(ranked, pack, held)
        return tuple(sorted(cards, key=danger.__getitem__, reverse=True)[:count])
    return tuple(sorted(cards, key=lambda card: use(ranked, pack & ~held, held, card))[:count])


def use(ranked: Ranking, unseen: int, held: int, card: int) -> tuple[bool, bool, int, int]:
    """Order cards by their use for winning: trumps, then aces and what follows them, then length.

    At a suit contract a short suit is buried whole, so that it can be trumped.
    """
    suit = suit_of(ranked, card)
    if card & (ranked.trumps | ranked.suitless):
        return (True, True, 0, card)
    boss = not above(unseen & suit, card)
    return (False, boss, (held & suit).bit_count(), height(ranked, card))


def risks(ranked: Ranking, pack: int, held: int) -> dict[int, int]:
    """Return how dangerous each card is when no trick must be taken: 0 is safe.

    The danger of a card are the missing cards below it, less two for each own card below it: own
    low cards are played first, and others' go with them.
    """
    found = {}
    for suit in suits_of(ranked):
        for card in each(held & suit):
            missing = below(pack & suit & ~held, card).bit_count()
            cover = below(held & suit, card).bit_count()
            found[card] = DOOMED if card & ranked.suitless else max(0, missing - 2 * cover)
    return found


def own_tricks(ranked: Ranking, pack: int, held: int) -> int:
    """Return how many tricks the ten best of these cards win without a partner.

    Counted are bosses, and the rest of a suit as soon as its bosses have drawn what is missing.
    """
    unseen, found = pack & ~held, 0
    for suit in suits_of(ranked):
        sure = bosses(ranked, held & suit, unseen).bit_count()
        length, missing = (held & suit).bit_count(), (unseen & suit).bit_count()
        found += length if 2 * sure >= missing else sure
    return found
