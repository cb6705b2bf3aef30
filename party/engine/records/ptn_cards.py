"""Cards in PTN: the suit first, the ten as T, the jokers JH and JL.

An 11, 12 or 13 (six players) has two digits, as no other rank begins with a 1: H11, and AKJ1312T
in a holding. A *holding* is one hand by suits: spades, hearts, diamonds, clubs, and a fifth group
for the jokers, H the higher and L the lower.
"""

import re
from collections.abc import Iterable, Mapping

from party.engine.cards.cards import EVERY_CARD, SUIT_SIGNS, Card, Suit
from party.engine.errors import shorten

HOLDING_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, None)
UNKNOWN = "-"


def ptn_rank(card: Card) -> str:
    if card.is_joker:
        return "H" if card == "Jo" else "L"
    return "T" if card.rank == "10" else card.rank


def ptn_card(card: Card) -> str:
    return (card.suit or "J") + ptn_rank(card)


CARDS_BY_PTN: Mapping[str, Card] = {ptn_card(card): card for card in EVERY_CARD} | {
    f"{s}10": Card(f"10{s}") for s in Suit
}
RANK = re.compile(r"1[0-3]|[2-9TJQKA]")
JOKER_SIGN = re.compile("[HL]")
CARD = re.compile(rf"[SHDC](?:{RANK.pattern})|J[HL]")
MAX_GROUP_LENGTH = 40


def read_card(text: str) -> Card:
    """Return the card "HT", "h10" or "♥T". Raises ValueError for any other text."""
    card = CARDS_BY_PTN.get(plain_upper(text))
    if card is None:
        raise not_a_card_error(text)
    return card


def not_a_card_error(text: str) -> ValueError:
    return ValueError(f"“{shorten(text)}” is not a card. Cards look like HT, SJ or JH.")


def plain_upper(text: str) -> str:
    return text.translate(SUIT_SIGNS).upper()


def read_cards(text: str) -> tuple[Card, ...]:
    """Return cards written without separators: "S5HTD8". Raises ValueError."""
    plain = plain_upper("".join(text.replace(",", " ").split()))
    cards = CARD.findall(plain)
    if "".join(cards) != plain:
        raise not_a_card_error(CARD.sub("", plain))
    return tuple(CARDS_BY_PTN[card] for card in cards)


def read_holding(text: str) -> tuple[Card, ...]:
    """Return the cards of "KJ74.9.64.J97"; () for an unknown hand, "-". Raises ValueError."""
    if text == UNKNOWN:
        return ()
    groups = text.split(".")
    if len(groups) not in {4, 5}:
        raise ValueError(
            f"“{shorten(text)}” is not a hand: spades, hearts, diamonds, clubs, with dots between."
        )
    return sum(map(read_group, HOLDING_ORDER, groups), ())


def read_group(suit: Suit | None, text: str) -> tuple[Card, ...]:
    """Return the cards of one suit: "AJ6". Suit None: the jokers. Raises ValueError."""
    plain = plain_upper(text)
    ranks = (RANK if suit else JOKER_SIGN).findall(plain)
    if "".join(ranks) != plain or len(text) > MAX_GROUP_LENGTH:
        raise ValueError(f"“{shorten(text)}” is not the cards of a suit, such as AKT74.")
    return tuple(CARDS_BY_PTN[(suit or "J") + rank] for rank in ranks)


def write_cards(cards: Iterable[Card]) -> str:
    return "".join(map(ptn_card, cards))


def write_holding(cards: Iterable[Card]) -> str:
    held = tuple(cards)
    if not held:
        return UNKNOWN
    groups = ["".join(ptn_rank(c) for c in held if c.suit is suit) for suit in HOLDING_ORDER]
    return ".".join(groups).removesuffix("." if not groups[-1] else "")
