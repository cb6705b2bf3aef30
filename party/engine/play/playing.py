"""The nomination of the joker's suit, and the tricks: legal cards, winners, the end.

A *holding* is a group of cards from which one card is played to each trick. Each hand is a holding
and is written as its seat ("N"). With two players the cards face up on a seat's table are another
holding, written in small letters ("n"). The *ring* is the holdings in the order of play,
clockwise. Cards are bits here (see `party.engine.play.ranking`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from party.engine.cards.cards import JOKER, Card, Suit
from party.engine.play.ranking import Ranking, may_nominate, ranking
from party.engine.play.stage import (
    EndOfHand,
    HandStage,
    Offer,
    Refusal,
    TableState,
    Trick,
    not_held_refusal,
    read_card,
)
from party.engine.play.tricks import (
    first_leader,
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    suit_led,
    winning_index,
)
from party.engine.seats import seats_from


class PlayLayout(NamedTuple):
    """The constants of the play of one hand.

    `ring_seats` are the seats of the holdings in the ring. `cards_beneath` are the cards below
    face-up cards (two players). The hand ends when one of the `ending_seats` wins a trick (T50).
    """

    table: TableState
    ranked: Ranking
    ring: tuple[str, ...]
    ring_seats: tuple[str, ...]
    cards_beneath: Mapping[str, int]
    ending_seats: frozenset[str]


@dataclass(eq=False)
class TrickPlay(HandStage):
    """The state of the play between two cards.

    `index` is the index in the ring of the holding that plays next. For each holding, `held` are
    its cards and `voids` the suits in which it has shown void. `led` is the suit of this trick,
    `earlier_leads` are the suits of the earlier tricks. `card_texts` are this trick's cards, and
    `trick_bits` the same cards as bits, with 0 for a joker without power.
    """

    name = "play"
    layout: PlayLayout
    index: int
    held: tuple[int, ...]
    voids: tuple[int, ...]
    earlier_leads: int = 0
    tricks: tuple[Trick, ...] = ()
    led: int = 0
    trick_bits: tuple[int, ...] = ()
    card_texts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__init__(self.layout.table, self.layout.ring_seats[self.index])

    @property
    def order(self) -> tuple[str, ...]:
        """The holdings that play to this trick, in order."""
        ring, leader = self.layout.ring, self.index - len(self.trick_bits)
        return (*ring[leader:], *ring[:leader])

    def legal_bits(self) -> int:
        ranked, held = self.layout.ranked, self.held[self.index]
        if self.trick_bits:
            return legal_to_follow(
                ranked, held, self.led, self.earlier_leads, self.voids[self.index]
            )
        return legal_to_lead(ranked, held, self.earlier_leads, self.voids[self.index])

    def legal(self) -> tuple[str, ...]:
        """Return the legal cards; a joker that may lead appears once for each suit it may name."""
        ranked, bits = self.layout.ranked, self.legal_bits()
        jokers = 0 if self.trick_bits else bits & ranked.suitless
        bits, copies = bits ^ jokers, ranked.copies
        plain = tuple(
            text for text, bit in ranked.bits.items() if bits & (bit | bit << 1 & copies)
        )
        return (*plain, *self.joker_lead_texts(jokers)) if jokers else plain

    def nameable_suits(self) -> int:
        ranked = self.layout.ranked
        return legal_to_name(
            ranked, self.held[self.index], self.earlier_leads, self.voids[self.index]
        )

    def joker_lead_texts(self, jokers: int) -> Iterator[str]:
        ranked = self.layout.ranked
        suits = self.nameable_suits()
        for joker in (text for text in ranked.bits if ranked.bits[text] & jokers):
            yield from (f"{joker}/{suit}" for suit in Suit if ranked.suits[suit] & suits)

    def act(self, text: str) -> tuple[str, HandStage]:
        ranked, held = self.layout.ranked, self.held[self.index]
        spelled, slash, suit = text.partition("/")
        card = read_card(spelled)
        action = f"{card}{slash}{suit.strip().upper()}"
        first_bit = ranked.bits[card]
        bit = first_bit & held or first_bit << 1 & ranked.copies & held
        if action not in self.legal():
            raise card_refusal(self, card, bit)
        led = self.led if self.trick_bits else suit_led(ranked, action)
        return action, self.play(action, bit, led)

    def play(self, action: str, bit: int, led: int) -> HandStage:
        """Return the stage after this card; `led` is the suit of the trick."""
        index, held, voids = self.index, self.held, self.voids
        counted_bit = bit
        if not bit & led and self.trick_bits:
            void = voids[index]
            counted_bit = 0 if is_powerless(self.layout.ranked, bit, led, void) else bit
            if is_void_shown(self.layout.ranked, bit, led):
                voids = (*voids[:index], void | led, *voids[index + 1 :])
        held = (*held[:index], held[index] ^ bit, *held[index + 1 :])
        trick_bits = (*self.trick_bits, counted_bit)
        card_texts = (*self.card_texts, action)
        if len(trick_bits) == len(held):
            return self.finish_trick(held, voids, led, trick_bits, card_texts)
        return replace(
            self,
            index=(index + 1) % len(held),
            held=held,
            voids=voids,
            led=led,
            trick_bits=trick_bits,
            card_texts=card_texts,
        )

    def finish_trick(
        self,
        held: tuple[int, ...],
        voids: tuple[int, ...],
        led: int,
        trick_bits: tuple[int, ...],
        card_texts: tuple[str, ...],
    ) -> HandStage:
        layout = self.layout
        leader = (self.index + 1) % len(held)
        winner = (leader + winning_index(layout.ranked, led, trick_bits)) % len(held)
        tricks = (*self.tricks, Trick(card_texts, layout.ring[winner], self.order))
        held = with_cards_turned_up(layout, held, card_texts, leader)
        if not held[winner] or layout.ring_seats[winner] in layout.ending_seats:
            return EndOfHand(layout.table, tricks)
        return TrickPlay(layout, winner, held, voids, self.earlier_leads | led, tricks)


def with_cards_turned_up(
    layout: PlayLayout, held: tuple[int, ...], cards: tuple[str, ...], leader: int
) -> tuple[int, ...]:
    turned_up = list(held)
    for step, text in enumerate(cards):
        turned_up[(leader + step) % len(held)] |= layout.cards_beneath.get(
            text.partition("/")[0], 0
        )
    return tuple(turned_up)


def card_refusal(play: TrickPlay, card: Card, bit: int) -> Refusal:
    ranked = play.layout.ranked
    if not bit:
        is_table = play.layout.ring[play.index].islower()
        return not_held_refusal(card, "face up on the table" if is_table else "in this hand")
    is_suitless = bool(bit & ranked.suitless)
    if not play.trick_bits:
        return lead_refusal(play, is_suitless=is_suitless)
    if play.held[play.index] & play.led:
        suit = next(suit for suit, cards in ranked.suits.items() if cards & play.led)
        return Refusal(
            f"a player with {suit.words} must follow suit.", rule="T59" if is_suitless else ""
        )
    if is_suitless:
        reason = "the joker is not played to a suit that its holder has shown void in."
        return Refusal(reason, rule="T62" if ranked.is_gadd_joker else "T61")
    return Refusal("a player who cannot follow must play the joker.", rule="T59")


def lead_refusal(play: TrickPlay, *, is_suitless: bool) -> Refusal:
    if not is_suitless:
        return Refusal("a suit is named only for a joker that has none.", rule="T60")
    rule = "T62" if play.layout.ranked.is_gadd_joker else "T60"
    if play.nameable_suits():
        return Refusal("a joker that is led names a suit, and only one it may name.", rule=rule)
    return Refusal("the joker may not be led here.", rule=rule)


def play_stage(table: TableState) -> HandStage:
    ring = ring_of(table)
    first = first_leader(table.rules, table.dealer, table.declarer, "".join(ring))
    ranked = ranking(table.rules, table.bid, table.nominated)
    layout = PlayLayout(
        table,
        ranked,
        ring,
        tuple(holding.upper() for holding in ring),
        {top: ranked.bits[low] for piles in table.piles.values() for low, top in piles},
        seats_ending_hand(table),
    )
    held = tuple(ranked.mask(cards_to_play(table, holding)) for holding in ring)
    return TrickPlay(layout, ring.index(first), held, (0,) * len(ring))


def ring_of(table: TableState) -> tuple[str, ...]:
    """Return the ring, from the declarer on.

    With two players: declarer's hand, other hand, declarer's table, other table. The source does
    not give the order in later tricks; this ring is our reading (S6).
    """
    clockwise_seats = seats_from(table.seats, table.main_seat)
    hands = tuple(seat for seat in clockwise_seats if seat not in table.seats_out)
    return (*hands, *(seat.lower() for seat in hands)) if table.piles else hands


def cards_to_play(table: TableState, holding: str) -> tuple[Card, ...]:
    is_table = holding.islower()
    return table.dealt_face_up(holding.upper()) if is_table else table.hands[holding]


def seats_ending_hand(table: TableState) -> frozenset[str]:
    stops_early = table.rules.stop_when_misere_fails == "stop" and table.is_misere
    return table.counted_seats if stops_early else frozenset()


def nomination_stage(table: TableState) -> HandStage:
    next_stage = play_stage(table)
    if not can_nominate_joker(table):
        return next_stage
    choices = {
        f"Jo/{suit}": partial(play_stage, table.with_changes(nominated=suit)) for suit in Suit
    }
    return Offer("nominate", table, choices, next_stage)


def can_nominate_joker(table: TableState) -> bool:
    """Return whether the declarer may nominate and has the joker.

    A joker that lies face up on the declarer's table counts: our reading.
    """
    held = (*table.hands[table.main_seat], *table.dealt_face_up(table.main_seat))
    return may_nominate(table.rules, table.bid) and JOKER in held
