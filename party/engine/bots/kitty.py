"""The cards that a bot buries, and the tricks that its cards win without a partner."""

from party.engine.bots.card_sets import (
    bosses,
    cards_above,
    cards_below,
    count_below,
    single_cards,
    suit_of,
    suits_of,
)
from party.engine.play.ranking import Ranking

CERTAIN_DANGER = 99  # the danger of a joker that always wins


def cards_to_bury(ranked: Ranking, pack: int, held: int, count: int, aim: str) -> tuple[int, ...]:
    cards = list(single_cards(held))
    if aim == "duck":
        dangers = danger_by_card(ranked, pack, held)
        return tuple(sorted(cards, key=dangers.__getitem__, reverse=True)[:count])
    return tuple(
        sorted(cards, key=lambda card: usefulness_key(ranked, pack & ~held, held, card))[:count]
    )


def usefulness_key(
    ranked: Ranking, unseen: int, held: int, card: int
) -> tuple[bool, bool, int, int]:
    """Return a sort key; the bot keeps trumps, then bosses, then long suits.

    The bot buries a short suit completely, so that it can trump the suit.
    """
    suit = suit_of(ranked, card)
    if card & (ranked.trumps | ranked.suitless):
        return (True, True, 0, card)
    is_boss = not cards_above(unseen & suit, card)
    return (False, is_boss, (held & suit).bit_count(), count_below(ranked, card))


def danger_by_card(ranked: Ranking, pack: int, held: int) -> dict[int, int]:
    """Return the danger of each card for a player who must take no trick: 0 is safe.

    The danger is the number of cards below it in other hands, less two for each own card below it:
    when the bot plays its low cards first, the opponents lose theirs.
    """
    dangers = {}
    for suit in suits_of(ranked):
        for card in single_cards(held & suit):
            missing = cards_below(pack & suit & ~held, card).bit_count()
            own_lower = cards_below(held & suit, card).bit_count()
            dangers[card] = (
                CERTAIN_DANGER if card & ranked.suitless else max(0, missing - 2 * own_lower)
            )
    return dangers


def tricks_without_partner(ranked: Ranking, pack: int, held: int) -> int:
    """Count the bosses, and every card of a suit whose bosses can draw all missing cards."""
    unseen, tricks = pack & ~held, 0
    for suit in suits_of(ranked):
        sure_count = bosses(ranked, held & suit, unseen).bit_count()
        length, missing = (held & suit).bit_count(), (unseen & suit).bit_count()
        tricks += length if 2 * sure_count >= missing else sure_count
    return tricks
