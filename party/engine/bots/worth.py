"""The tricks that a bot expects of its cards, and the risk of taking any.

The constants are tricks; they were fitted to some thousands of hands played by bots.
"""

from collections.abc import Iterable, Mapping, Sequence

from party.engine.auction.bids import SUIT_LETTERS, Bid
from party.engine.bots.card_sets import cards_above, single_cards, whole_pack
from party.engine.bots.kitty import danger_by_card
from party.engine.cards.cards import Card
from party.engine.play.ranking import Ranking, ranking
from party.engine.rules.rules import Rules

TRICKS_PER_KITTY_CARD = 0.33
TRICKS_OF_PARTNERS: Mapping[int, float] = {2: 1.0, 3: 0.1, 4: 1.6, 5: 0.6, 6: 2.0}
NO_TRUMP_BONUS = 0.4

TRICKS_PER_TRUMP = 0.6
HONOUR_BONUS = (0.6, 0.5, 0.4, 0.2, 0.1)  # of a trump, by the number of higher trumps
ACE, KING_WITH_ACE, GUARDED_KING, QUEEN = 0.6, 0.6, 0.3, 0.1  # in a suit that is not trumps
NO_TRUMP_JOKER = 1.9
NO_TRUMP_FACTOR = 1.3  # high cards cannot be trumped
LONG_SUIT, LONG_CARD_BONUS = 4, 0.25  # at no trump cards beyond four count, with the ace
DANGERS_PER_KITTY_CARD = 0.4  # dangerous cards buried for each card of the kitty


def tricks_expected(rules: Rules, cards: Iterable[Card], strain: str) -> float:
    """Return the average tricks of a side whose declarer has these cards without the kitty."""
    ranked = ranking(rules, Bid(7, strain))
    pack, held = whole_pack(rules, ranked), ranked.mask(cards)
    worth = (suit_worth if strain in SUIT_LETTERS else no_trump_worth)(ranked, pack, held)
    return worth + TRICKS_OF_PARTNERS[rules.players] + TRICKS_PER_KITTY_CARD * rules.kitty_size


def suit_worth(ranked: Ranking, pack: int, held: int) -> float:
    trumps = ranks_in_suit(pack & ranked.trumps, held & ranked.trumps)
    honours = sum(HONOUR_BONUS[higher] for higher in trumps if higher < len(HONOUR_BONUS))
    side_suits = [suit for suit in ranked.suits.values() if suit != ranked.trumps]
    side_worth = sum(high_card_worth(ranks_in_suit(pack & s, held & s)) for s in side_suits)
    return TRICKS_PER_TRUMP * len(trumps) + honours + side_worth


def no_trump_worth(ranked: Ranking, pack: int, held: int) -> float:
    total = NO_TRUMP_BONUS + NO_TRUMP_JOKER * (held & ranked.suitless).bit_count()
    for suit in ranked.suits.values():
        ranks = ranks_in_suit(pack & suit, held & suit)
        total += NO_TRUMP_FACTOR * high_card_worth(ranks)
        if 0 in ranks:
            total += LONG_CARD_BONUS * max(0, len(ranks) - LONG_SUIT)
    return total


def ranks_in_suit(suit: int, held: int) -> list[int]:
    """Return for each card held how many cards of the suit are above it: 0 for the highest."""
    return [cards_above(suit, card).bit_count() for card in single_cards(held)]


def high_card_worth(ranks: Sequence[int]) -> float:
    has_ace, has_king, has_queen = (rank in ranks for rank in range(3))
    worth = ACE if has_ace else 0.0
    if has_king and len(ranks) > 1:
        worth += KING_WITH_ACE if has_ace else GUARDED_KING
    return worth + (QUEEN if has_queen and len(ranks) > 2 else 0.0)


def misere_risk(rules: Rules, cards: Iterable[Card], *, with_kitty: bool) -> int:
    """Return the risk of taking a trick with these cards: 0 is safe.

    `with_kitty`: the bidder can bury some of the worst cards.
    """
    ranked = ranking(rules, Bid(0, "MIS"))
    pack, held = whole_pack(rules, ranked), ranked.mask(cards)
    dangers = sorted(danger_by_card(ranked, pack, held).values())
    removed = round(DANGERS_PER_KITTY_CARD * rules.kitty_size) if with_kitty else 0
    return sum(dangers[: len(dangers) - removed])
