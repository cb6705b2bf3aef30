"""Sets of cards as a bot looks at them: the strongest, those above a card, those nobody can beat.

Cards are bits of a `Ranking`: the stronger card at the higher bit.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from party.engine.cards.cards import pack
from party.engine.play.ranking import Ranking
from party.engine.rules.rules import Rules


def each(cards: int) -> Iterator[int]:
    """Yield the cards one by one, the weakest first."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def lowest(cards: int) -> int:
    """Return the weakest of the cards; 0 when there are none."""
    return cards & -cards


def highest(cards: int) -> int:
    """Return the strongest of the cards; 0 when there are none."""
    return 1 << cards.bit_length() >> 1


def above(cards: int, card: int) -> int:
    """Return those of the cards that are stronger than this one; all of them for no card."""
    return cards & -(card << 1) if card else cards


def below(cards: int, card: int) -> int:
    """Return those of the cards that are weaker than this one."""
    return cards & (card - 1)


@lru_cache(maxsize=1024)
def suits_of(ranked: Ranking) -> tuple[int, ...]:
    """Return the suits that are played, and the suitless jokers as one more."""
    return (*ranked.suits.values(), ranked.suitless)


def suit_of(ranked: Ranking, card: int) -> int:
    """Return the suit of a card; that of a suitless joker are the suitless jokers."""
    return next(suit for suit in suits_of(ranked) if card & suit)


def height(ranked: Ranking, card: int) -> int:
    """Return how high the card stands in its suit."""
    return below(suit_of(ranked, card), card).bit_count()


def strength(ranked: Ranking, card: int) -> tuple[bool, int]:
    """Order cards by their strength: trumps and suitless jokers above all."""
    return bool(card & (ranked.trumps | ranked.suitless)), height(ranked, card)


def bosses(ranked: Ranking, cards: int, unseen: int) -> int:
    """Return those of the cards that none of the unseen can beat in its own suit."""
    return sum(above(cards & suit, highest(unseen & suit)) for suit in suits_of(ranked))


@lru_cache(maxsize=1024)
def whole_pack(rules: Rules, ranked: Ranking) -> int:
    """Return the pack of these rules as bits."""
    return ranked.mask(pack(rules))


@lru_cache(maxsize=1024)
def texts(ranked: Ranking) -> Mapping[int, str]:
    """Return the card of each bit, and of its copy in a second pack."""
    copies = {bit << 1: text for text, bit in ranked.bits.items() if bit << 1 & ranked.copies}
    return copies | {bit: text for text, bit in ranked.bits.items()}
