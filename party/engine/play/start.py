"""The start of a hand: the dealt cards, checked against the pack, and the auction.

Cards may be given as `Card`s, as texts, or as one text "7H 8H Jo"; hands and piles by seat, or in
the order of the seats. A pile is (card below, card on top).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import TypeVar

from party.engine.auction.auction import Auction
from party.engine.auction.calls import ANF, is_ace_no_face
from party.engine.auction.legal_calls import CONTRACT, PLAYED_WITHOUT_BID
from party.engine.cards.cards import Card, pack
from party.engine.cards.deal import DEAD, HAND_SIZE, KITTY, PILE_COUNT, has_dead_hand, has_piles
from party.engine.errors import Fault, RuleError, fault
from party.engine.play.kitty import kitty_stage
from party.engine.play.playing import play_stage
from party.engine.play.stage import (
    EndOfHand,
    HandStage,
    Pile,
    Refusal,
    TableState,
    contract_partners,
)
from party.engine.rules.rules import Rules
from party.engine.seats import seat_fault, seat_name, seats_of


class Bidding(HandStage):
    name = "auction"

    def __init__(self, table: TableState, auction: Auction) -> None:
        super().__init__(table, auction.turn or "")
        self.auction = auction

    def legal(self) -> tuple[str, ...]:
        """Return the legal calls; they include ace-no-face only if the hand allows it (T10)."""
        calls = self.auction.legal_calls()
        if ANF in calls and not self.holds_ace_no_face:
            return tuple(call for call in calls if call != ANF)
        return calls

    def act(self, text: str) -> tuple[str, HandStage]:
        auction = self.auction.call(text)
        call = auction.calls[-1][1]
        if call == ANF and not self.holds_ace_no_face:
            raise Refusal("this hand is not such a hand.", rule="T10", code="not-held")
        if not auction.over:
            return call, Bidding(self.table, auction)
        return call, stage_after_auction(self.table.with_changes(auction=auction))

    @property
    def holds_ace_no_face(self) -> bool:
        return is_ace_no_face(self.table.rules, self.table.hands[self.turn])


def stage_after_auction(table: TableState) -> HandStage:
    auction = table.auction
    if auction.outcome == PLAYED_WITHOUT_BID:
        return play_stage(table)
    if auction.outcome != CONTRACT:
        return EndOfHand(table)
    table = table.with_changes(bid=auction.contract, declarer=auction.declarer)
    return kitty_stage(table.with_changes(partners=contract_partners(table)))


Cards = str | Iterable[str] | None
Hands = Mapping[str, Cards] | Sequence[Cards] | None
Piles = Mapping[str, Iterable[Cards] | None] | Sequence[Iterable[Cards]] | None
T = TypeVar("T")


def values_by_seat(
    rules: Rules, values: Mapping[str, T] | Sequence[T] | None, faults: list[Fault]
) -> Mapping[str, T]:
    """Return the values by seat; those beyond the last seat get numbers, which are faults."""
    seats = seats_of(rules)
    order = chain(seats, map(str, count(len(seats) + 1)))
    by_seat = (
        values if isinstance(values, Mapping) else dict(zip(order, values or (), strict=False))
    )
    faults += (seat_fault(seat, "seat", seats) for seat in by_seat if seat not in set(seats))
    return by_seat


def read_cards(values: Cards, place: str, faults: list[Fault]) -> tuple[Card, ...]:
    """Return the readable cards, and add the faults of the others to `faults`."""
    cards = []
    texts = values.split() if isinstance(values, str) else values or ()
    for text in texts:
        try:
            cards.append(text if isinstance(text, Card) else Card.parse(text))
        except RuleError as error:
            faults += (replace(card_fault, place=place) for card_fault in error.faults)
    return tuple(cards)


def read_piles(rules: Rules, values: Piles, faults: list[Fault]) -> dict[str, tuple[Pile, ...]]:
    by_seat = values_by_seat(rules, values, faults)
    wanted = PILE_COUNT if has_piles(rules) else 0
    piles = {}
    for seat in seats_of(rules):
        cards = [read_cards(pile, seat, faults) for pile in by_seat.get(seat) or ()]
        if len(cards) != wanted or any(len(pile) != 2 for pile in cards):
            text = "{seat} has {wanted} piles of two cards on the table in this game."
            seat_words, number = seat_name(seat), wanted or "no"
            faults.append(
                fault("piles", text, rule="T93", place=seat, seat=seat_words, wanted=number)
            )
        else:
            piles[seat] = tuple((low, top) for low, top in cards)
    return piles if wanted else {}


def count_faults(table: TableState) -> Iterator[Fault]:
    rules = table.rules
    for seat, cards in table.hands.items():
        if len(cards) != HAND_SIZE:
            yield count_fault(seat, seat_name(seat), len(cards), HAND_SIZE)
    if len(table.kitty) != rules.kitty_size:
        yield count_fault(KITTY, "The kitty", len(table.kitty), rules.kitty_size)
    dead = HAND_SIZE if has_dead_hand(rules) else 0
    if len(table.dead) != dead:
        yield count_fault(DEAD, "The dead hand", len(table.dead), dead)


def count_fault(place: str, name: str, cards: int, wanted: int) -> Fault:
    text = "{name} has {count} cards, and should have {wanted}."
    return fault("card-count", text, rule="T5", place=place, name=name, count=cards, wanted=wanted)


def pack_faults(table: TableState) -> Iterator[Fault]:
    pack_counts = Counter(pack(table.rules))
    piles = chain.from_iterable(table.piles.values())
    dealt_cards = chain(table.kitty, table.dead, *table.hands.values(), *piles)
    for card, times in Counter(dealt_cards).items():
        name, size = card.words, table.rules.pack
        if not pack_counts[card]:
            text = "The {card} is not in this pack of {pack} cards."
            yield fault("card-not-in-pack", text, rule="T1", place=card, card=name, pack=size)
        elif times > pack_counts[card]:
            text = "The {card} was dealt {count} times."
            yield fault("card-twice", text, rule="T1", place=card, card=name, count=times)
