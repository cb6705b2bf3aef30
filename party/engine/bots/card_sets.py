"""Operations of bots on sets of cards.

A set is an int, and its cards are bits of a `Ranking`: a stronger card has a higher bit. 0 is no
card. A *boss* is a card that no other player can beat in its own suit.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from party.engine.cards.cards import pack
from party.engine.play.ranking import Ranking
from party.engine.rules.rules import Rules


def single_cards(cards: int) -> Iterator[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1


def lowest_card(cards: int) -> int:
    return cards & -cards


def highest_card(cards: int) -> int:
    return 1 << cards.bit_length() >> 1


def cards_above(cards: int, card: int) -> int:
    """Return those of `cards` that are above `card`; all of them if `card` is 0."""
    return cards & -(card << 1) if card else cards


def cards_below(cards: int, card: int) -> int:
    return cards & (card - 1)


def suits_of(ranked: Ranking) -> tuple[int, ...]:
    return (*ranked.suits.values(), ranked.suitless)


def suit_of(ranked: Ranking, card: int) -> int:
    return next(suit for suit in suits_of(ranked) if card & suit)


def count_below(ranked: Ranking, card: int) -> int:
    """Return how many cards of the card's suit are below it."""
    return cards_below(suit_of(ranked, card), card).bit_count()


def strength_key(ranked: Ranking, card: int) -> tuple[bool, int]:
    """Sort trumps and suitless jokers above all other cards."""
    return bool(card & (ranked.trumps | ranked.suitless)), count_below(ranked, card)


def bosses(ranked: Ranking, cards: int, unseen: int) -> int:
    return sum(cards_above(cards & suit, highest_card(unseen & suit)) for suit in suits_of(ranked))


@lru_cache(maxsize=1024)
def whole_pack(rules: Rules, ranked: Ranking) -> int:
    return ranked.mask(pack(rules))


@lru_cache(maxsize=1024)
def texts_by_bit(ranked: Ranking) -> Mapping[int, str]:
    """Return the text of each bit; the copies in a second pack have bits of their own."""
    copy_texts = {bit << 1: text for text, bit in ranked.bits.items() if bit << 1 & ranked.copies}
    return copy_texts | {bit: text for text, bit in ranked.bits.items()}
