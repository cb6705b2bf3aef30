"""How many tricks cards promise a bot, and how safely they avoid all tricks.

What the own cards are worth, and what kitty and partners bring on average. The figures were
fitted to some thousands of hands that bots played. Sets of cards are bits (see
`party.engine.bots.card_sets`).
"""

from collections.abc import Iterable, Mapping, Sequence

from party.engine.auction.bids import SUIT_LETTERS, Bid
from party.engine.bots.card_sets import above, each, whole_pack
from party.engine.bots.kitty import risks
from party.engine.cards.cards import Card
from party.engine.play.ranking import Ranking, ranking
from party.engine.rules.rules import Rules

A_KITTY_CARD = 0.33
PARTNERS_BRING: Mapping[int, float] = {2: 1.0, 3: 0.1, 4: 1.6, 5: 0.6, 6: 2.0}
NO_TRUMP_BRINGS = 0.4

A_TRUMP = 0.6
HONOURS = (0.6, 0.5, 0.4, 0.2, 0.1)  # more for a trump with none, one, two ... above it
JOKER_AT_NO_TRUMP = 1.9
NO_TRUMP_FACTOR = 1.3  # high cards cannot be trumped
LONG_SUIT, A_LONG_CARD = 4, 0.25  # at no trump, where the ace is held
KITTY_SAVES = 0.4  # for each card of the kitty, how many of the worst cards it takes away


def tricks_expected(rules: Rules, cards: Iterable[Card], strain: str) -> float:
    """Return about how many tricks the side takes when the holder of these cards plays it."""
    ranked = ranking(rules, Bid(7, strain))
    pack, held = whole_pack(rules, ranked), ranked.mask(cards)
    worth = (suit_worth if strain in SUIT_LETTERS else no_trump_worth)(ranked, pack, held)
    return worth + PARTNERS_BRING[rules.players] + A_KITTY_CARD * rules.kitty_size


def suit_worth(ranked: Ranking, pack: int, held: int) -> float:
    trumps = places(pack & ranked.trumps, held & ranked.trumps)
    honours = sum(HONOURS[higher] for higher in trumps if higher < len(HONOURS))
    side_suits = [suit for suit in ranked.suits.values() if suit != ranked.trumps]
    sides = sum(high_cards(places(pack & suit, held & suit)) for suit in side_suits)
    return A_TRUMP * len(trumps) + honours + sides


def no_trump_worth(ranked: Ranking, pack: int, held: int) -> float:
    found = NO_TRUMP_BRINGS + JOKER_AT_NO_TRUMP * (held & ranked.suitless).bit_count()
    for suit in ranked.suits.values():
        cards = places(pack & suit, held & suit)
        found += NO_TRUMP_FACTOR * high_cards(cards)
        if 0 in cards:
            found += A_LONG_CARD * max(0, len(cards) - LONG_SUIT)
    return found


def places(suit: int, held: int) -> list[int]:
    """Return for each card held in a suit how many are above it: 0 is the ace."""
    return [above(suit, card).bit_count() for card in each(held)]


def high_cards(places: Sequence[int]) -> float:
    """Return the worth of the ace, of the king with it or with one card to guard it, ..."""
    ace, king, queen = (place in places for place in range(3))
    worth = 0.6 if ace else 0.0
    if king:
        worth += 0.6 if ace else 0.3 if len(places) > 1 else 0.0
    return worth + (0.1 if queen and len(places) > 2 else 0.0)


def misere_risk(rules: Rules, cards: Iterable[Card], *, kitty: bool) -> int:
    """Return how dangerous it is to take no trick with these cards: 0 is safe.

    Whoever picks up the kitty gets rid of some of the worst cards.
    """
    ranked = ranking(rules, Bid(0, "MIS"))
    pack, held = whole_pack(rules, ranked), ranked.mask(cards)
    dangers = sorted(risks(ranked, pack, held).values())
    saved = round(KITTY_SAVES * rules.kitty_size) if kitty else 0
    return sum(dangers[: len(dangers) - saved])
