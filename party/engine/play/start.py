"""The start of a hand: the cards as they were dealt, checked against the pack, and the auction.

Cards may be given as cards, as texts, or all in one text: "7H 8H Jo". Hands and piles are given by
seat, or one after the other in the order of the seats. A pile is (card below, card on top).
None is nothing.
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
from party.engine.cards.deal import DEAD, HAND_SIZE, KITTY, PILES, has_dead_hand, has_piles
from party.engine.errors import Fault, RuleError, fault
from party.engine.play.kitty import to_kitty
from party.engine.play.playing import to_play
from party.engine.play.stage import (
    Over,
    Pile,
    Refusal,
    Stage,
    Table,
    contract_partners,
)
from party.engine.rules.rules import Rules
from party.engine.seats import seat_fault, seat_name, seats_of


class Bidding(Stage):
    """The auction goes on."""

    __slots__ = ("auction",)
    name = "auction"

    def __init__(self, table: Table, auction: Auction) -> None:
        super().__init__(table, auction.turn or "")
        self.auction = auction

    def legal(self) -> tuple[str, ...]:
        """Return the calls; "ace, no face" only from a hand that is such (T10)."""
        calls = self.auction.legal_calls()
        if ANF in calls and not self.holds_ace_no_face:
            return tuple(call for call in calls if call != ANF)
        return calls

    def act(self, text: str) -> tuple[str, Stage]:
        auction = self.auction.call(text)
        said = auction.calls[-1][1]
        if said == ANF and not self.holds_ace_no_face:
            raise Refusal("this hand is not such a hand.", rule="T10", code="not-held")
        if not auction.over:
            return said, Bidding(self.table, auction)
        return said, after_auction(self.table.changed(auction=auction))

    @property
    def holds_ace_no_face(self) -> bool:
        return is_ace_no_face(self.table.rules, self.table.hands[self.turn])


def after_auction(table: Table) -> Stage:
    """Return what follows the last call: the kitty, play without a contract (T20), or nothing."""
    auction = table.auction
    if auction.outcome == PLAYED_WITHOUT_BID:
        return to_play(table)
    if auction.outcome != CONTRACT:
        return Over(table)
    table = table.changed(bid=auction.contract, declarer=auction.declarer)
    return to_kitty(table.changed(partners=contract_partners(table)))


Cards = str | Iterable[str] | None
Hands = Mapping[str, Cards] | Sequence[Cards] | None
Piles = Mapping[str, Iterable[Cards] | None] | Sequence[Iterable[Cards]] | None
T = TypeVar("T")


def by_seat(
    rules: Rules, given: Mapping[str, T] | Sequence[T] | None, faults: list[Fault]
) -> Mapping[str, T]:
    """Return what was given for each seat; more than there are seats have numbers."""
    seats = seats_of(rules)
    order = chain(seats, map(str, count(len(seats) + 1)))
    named = given if isinstance(given, Mapping) else dict(zip(order, given or (), strict=False))
    faults += (seat_fault(seat, "seat", seats) for seat in named if seat not in set(seats))
    return named


def read_cards(given: Cards, place: str, faults: list[Fault]) -> tuple[Card, ...]:
    """Read the cards of one place; what is no card is noted as a fault there."""
    found = []
    for each in given.split() if isinstance(given, str) else given or ():
        try:
            found.append(each if isinstance(each, Card) else Card.parse(each))
        except RuleError as error:
            faults += (replace(one, place=place) for one in error.faults)
    return tuple(found)


def read_piles(rules: Rules, given: Piles, faults: list[Fault]) -> dict[str, tuple[Pile, ...]]:
    """Read the table piles of two players: five of two cards for each (S6, T93)."""
    named = by_seat(rules, given, faults)
    wanted = PILES if has_piles(rules) else 0
    found = {}
    for seat in seats_of(rules):
        read = [read_cards(pile, seat, faults) for pile in named.get(seat) or ()]
        if len(read) != wanted or any(len(pile) != 2 for pile in read):
            text = "{seat} has {wanted} piles of two cards on the table in this game."
            who, number = seat_name(seat), wanted or "no"
            faults.append(fault("piles", text, rule="T93", place=seat, seat=who, wanted=number))
        else:
            found[seat] = tuple((low, top) for low, top in read)
    return found if wanted else {}


def count_faults(table: Table) -> Iterator[Fault]:
    """Yield each place that has too many or too few cards (T5)."""
    rules = table.rules
    for seat, cards in table.hands.items():
        if len(cards) != HAND_SIZE:
            yield wrong_count(seat, seat_name(seat), len(cards), HAND_SIZE)
    if len(table.kitty) != rules.kitty_size:
        yield wrong_count(KITTY, "The kitty", len(table.kitty), rules.kitty_size)
    dead = HAND_SIZE if has_dead_hand(rules) else 0
    if len(table.dead) != dead:
        yield wrong_count(DEAD, "The dead hand", len(table.dead), dead)


def wrong_count(place: str, name: str, cards: int, wanted: int) -> Fault:
    text = "{name} has {count} cards, and should have {wanted}."
    return fault("card-count", text, rule="T5", place=place, name=name, count=cards, wanted=wanted)


def pack_faults(table: Table) -> Iterator[Fault]:
    """Yield each card that the pack does not have, or not so often (T1, T3, T8)."""
    whole = Counter(pack(table.rules))
    dealt = Counter(
        chain(
            table.kitty,
            table.dead,
            *table.hands.values(),
            *(pile for piles in table.piles.values() for pile in piles),
        )
    )
    for card, times in dealt.items():
        if times > whole[card]:
            yield too_often(card, times) if whole[card] else not_in_pack(table.rules, card)


def not_in_pack(rules: Rules, card: Card) -> Fault:
    text = "The {card} is not in this pack of {pack} cards."
    return fault("card-not-in-pack", text, rule="T1", place=card, card=card.words, pack=rules.pack)


def too_often(card: Card, times: int) -> Fault:
    text = "The {card} was dealt {count} times."
    return fault("card-twice", text, rule="T1", place=card, card=card.words, count=times)
