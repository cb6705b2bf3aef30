"""What is settled before the first trick: the cards, the contract and who plays it.

The *declarer* won the auction; *partners* share his contract, known or not. A seat is *out* when
its cards lie face down for the hand. A player's *table* (two players) is his five piles.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from party.engine.auction.auction import Auction
from party.engine.auction.bids import SUITS, Bid
from party.engine.cards.cards import Card, Suit
from party.engine.play.ranking import MISERE_FAMILY
from party.engine.rules.rules import Rules
from party.engine.scoring.sides import sides_of
from party.engine.seats import clockwise, fixed_partners, left_of, seats_of

Pile = tuple[Card, Card]  # below, on top
HAND = 10
BOTH_PLAY = frozenset({"GRAND", "PAT"})  # T44, T45: no partner takes a trick


@dataclass(frozen=True, slots=True)
class Table:
    """The hand as it lies before the first trick; `hands` change with kitty and gifts.

    `secret` partners are known when the card that was `called` is played (T84); `buried` is what
    was buried last.
    """

    rules: Rules
    dealer: str
    hands: Mapping[str, tuple[Card, ...]]
    kitty: tuple[Card, ...]
    piles: Mapping[str, tuple[Pile, ...]]
    dead: tuple[Card, ...]
    auction: Auction
    bid: Bid | None = None
    declarer: str | None = None
    partners: tuple[str, ...] = ()
    buried: tuple[Card, ...] = ()
    announced: str | None = None
    called: Card | None = None
    secret: bool = False
    nominated: Suit | None = None

    def but(self, **changes: Any) -> Self:
        return replace(self, **changes)

    def give(self, seat: str, cards: Iterable[Card]) -> Self:
        """Return the table with these cards added to the seat's hand."""
        return self.but(hands={**self.hands, seat: (*self.hands[seat], *cards)})

    def take(self, seat: str, cards: Iterable[Card]) -> Self:
        """Return the table without these cards in the seat's hand."""
        left = list(self.hands[seat])
        for card in cards:
            left.remove(card)
        return self.but(hands={**self.hands, seat: tuple(left)})

    def tops(self, seat: str) -> tuple[Card, ...]:
        """Return the cards dealt face up to the seat's table (S6)."""
        return tuple(top for _, top in self.piles.get(seat, ()))

    @property
    def seats(self) -> str:
        return seats_of(self.rules)

    @property
    def left_of_dealer(self) -> str:
        return left_of(self.seats, self.dealer)

    @property
    def lead(self) -> str:
        """The declarer of a contract; who would lead when there is none."""
        return self.declarer or self.left_of_dealer

    @property
    def strain(self) -> str:
        """The strain of the contract; a hand without one is played at no trump (T20)."""
        return self.bid.strain if self.bid else "NT"

    @property
    def family(self) -> bool:
        """Say whether the contract is to take no trick."""
        return self.strain in MISERE_FAMILY

    @property
    def out(self) -> frozenset[str]:
        """The partners whose cards lie face down (S1, T48, T52, T54, T55, T90)."""
        return frozenset(self.partners) if self.played_without_partners else frozenset()

    @property
    def played_without_partners(self) -> bool:
        if self.announced or self.strain == "HILO":
            return True
        if self.strain in BOTH_PLAY:
            return False
        return self.family and self.rules.nullo_partner == "sits_out"

    @property
    def counted(self) -> frozenset[str]:
        """The seats whose tricks count for the contract (the first side's when there is none)."""
        if self.declarer is None:
            return frozenset(sides_of(self.rules)[0])
        if self.family and self.strain not in BOTH_PLAY:
            return frozenset(self.declarer)
        return frozenset({self.declarer, *self.partners})

    @property
    def open_seats(self) -> frozenset[str]:
        """The hands laid open after the first trick (T38, T41, T42, T44)."""
        if self.declarer is None or not self.played_open:
            return frozenset()
        return self.counted

    @property
    def played_open(self) -> bool:
        closed_is_open = self.rules.wilkinson_chambers == "on" and self.strain == "MIS"
        return self.strain in {"OPEN", "SUPER", "PAT"} or closed_is_open


def partners_of(table: Table, seat: str) -> tuple[str, ...]:
    """Return who is the seat's partner from the deal on, clockwise from him.

    Five players (T82 rotating fixed pairs): the source says only that "each player takes a turn
    without a partner". Our reading: the dealer has none, the others partner the one across.
    """
    around = clockwise(table.seats, seat)[1:]
    if table.rules.players != 5:
        fixed = fixed_partners(table.rules, seat)
        return tuple(each for each in around if each in fixed)
    if table.rules.partner_mode != "rotating_fixed_pairs" or seat == table.dealer:
        return ()
    others = clockwise(table.seats, table.left_of_dealer)[:4]
    return (others[(others.index(seat) + 2) % 4],)


def is_trump(card: Card, strain: str) -> bool:
    """Say whether the card is a trump; at no trump only the joker is (C25)."""
    return card.joker or (strain in SUITS and (card.suit == strain or is_bower(card, strain)))


def is_bower(card: Card, strain: str) -> bool:
    """Say whether the card is the right or the left bower."""
    if card.rank != "J" or card.suit is None or strain not in SUITS:
        return False
    return strain in {card.suit, card.suit.same_colour}
