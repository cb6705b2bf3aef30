"""Suits, ranks, jokers, and the cards of each pack.

A card is its own notation: `Card("10H")` is the ten of hearts, equal to the text "10H". The joker
is "Jo", the lower of two jokers "Jo2". Packs have from 24 to 65 cards. Larger packs have lower
ranks, the 11s, 12s and 13s of six-handed play (above the ten, below the jack), or some cards of a
second pack (T8).
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Self

from party.engine.errors import RuleError, fault, shorten, unknown_notation_error
from party.engine.rules.rules import Rules


class Suit(StrEnum):
    """A suit, in the order in which suits outbid each other; its value is its letter."""

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"

    @classmethod
    def parse(cls, text: str) -> "Suit":
        """Read "H", "h" or "♥". Raises RuleError for anything else."""
        suit = SUITS.get(str(text).strip().translate(SUIT_SIGNS).upper())
        if suit is None:
            template = "“{text}” is not a suit: the suits are S, C, D and H."
            raise RuleError(fault("suit-unknown", template, place="suit", text=shorten(text)))
        return suit

    @property
    def words(self) -> str:
        return self.name.title()

    @property
    def is_red(self) -> bool:
        return self in {Suit.DIAMONDS, Suit.HEARTS}

    @property
    def suit_of_same_colour(self) -> "Suit":
        """The suit whose jack is the left bower."""
        return Suit({"S": "C", "C": "S", "D": "H", "H": "D"}[self.value])


SUITS: Mapping[str, Suit] = {str(suit): suit for suit in Suit}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
RANK_WORDS: Mapping[str, str] = {rank: rank for rank in RANKS} | {
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
    "A": "Ace",
}
JOKERS = ("Jo", "Jo2")
SUIT_SIGNS = str.maketrans("♠♤♣♧♦♢♥♡", "SSCCDDHH", "\ufe0f")


class Card(str):
    """One card; a joker has rank "" and suit None. The two copies in a second pack are equal."""

    __slots__ = ("rank", "suit")
    rank: str
    suit: Suit | None

    def __new__(cls, text: str) -> Self:
        """Return the card of this exact notation. Raises RuleError if there is none."""
        rank, suit = text[:-1], text[-1:]
        if text not in JOKERS and (rank not in RANKS or suit not in set(Suit)):
            raise unknown_card_error(text)
        card = super().__new__(cls, text)
        card.rank, card.suit = ("", None) if text in JOKERS else (rank, Suit(suit))
        return card

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read "10H", "jo", "TD", "J♠" ... in any case. Raises RuleError for anything else."""
        plain = text.strip().translate(SUIT_SIGNS).upper()
        card = CARDS_BY_TEXT.get(plain) or CARDS_BY_TEXT.get(plain.replace("T", "10"))
        if card is None:
            raise unknown_card_error(text)
        return card

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @property
    def is_joker(self) -> bool:
        return self.suit is None

    @property
    def words(self) -> str:
        if self.suit is None:
            return "Joker" if self == "Jo" else "lower Joker"
        return f"{RANK_WORDS[self.rank]} of {self.suit.words}"


def unknown_card_error(text: str) -> RuleError:
    return unknown_notation_error("card", "10H, JS or Jo (the joker)", text)


JOKER = Card("Jo")
EVERY_CARD = (*(Card(rank + suit) for suit in Suit for rank in RANKS), *map(Card, JOKERS))
CARDS_BY_TEXT: Mapping[str, Card] = {str(card).upper(): card for card in EVERY_CARD}

# The lowest ranks (black suits, red suits) by the pack's cards without jokers (T1). Packs of 52
# and more begin at the 2.
LOWEST_RANKS: Mapping[int, tuple[str, str]] = {
    24: ("9", "9"),
    32: ("7", "7"),
    42: ("5", "4"),
    44: ("4", "4"),
}
HIGH_RANKS = ("11", "12", "13")
# The number of ranks between ten and jack in each (black suit, red suit), by the pack's size.
HIGH_RANK_COUNTS: Mapping[int, tuple[int, int]] = {60: (2, 2), 62: (2, 3), 64: (3, 3)}


@lru_cache(maxsize=256)
def pack(rules: Rules) -> tuple[Card, ...]:
    """Return every card of the pack, suit by suit from the lowest, jokers last (T1, T3, T8, T9).

    The doubled cards of a second pack (2s, 3s and red 4s) appear twice.
    """
    jokers = tuple(Card(joker) for joker in JOKERS[: rules.jokers])
    if rules.second_pack_sixes == "on":
        return (*suit_cards(52), *second_pack(), *jokers)
    return (*suit_cards(rules.pack - rules.jokers), *jokers)


def suit_cards(size: int) -> tuple[Card, ...]:
    return tuple(CARDS_BY_TEXT[rank + suit] for suit in Suit for rank in ranks_of(size, suit))


def ranks_of(size: int, suit: Suit) -> Iterable[str]:
    lowest = LOWEST_RANKS.get(size, ("2", "2"))[suit.is_red]
    missing = HIGH_RANKS[HIGH_RANK_COUNTS.get(size, (0, 0))[suit.is_red] :]
    return (rank for rank in RANKS[RANKS.index(lowest) :] if rank not in missing)


def high_ranks(rules: Rules, suit: Suit) -> tuple[str, ...]:
    """Return the ranks between ten and jack in this suit of the pack, from the top."""
    return tuple(rank for rank in reversed(HIGH_RANKS) if Card(f"{rank}{suit}") in pack(rules))


def second_pack() -> tuple[Card, ...]:
    """Return the ten cards of a second pack that replace 11s, 12s and 13s (S5, T8)."""
    low = tuple(Card(rank + suit) for suit in Suit for rank in ("2", "3"))
    return (*low, Card("4D"), Card("4H"))
