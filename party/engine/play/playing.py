"""The joker's suit for the hand, and the tricks: legal cards, winners, the end.

A *holding* is the cards of one turn: a seat's hand, written as the seat, or with two players also
the cards face up on a player's table, written as the seat in small letters. The *ring* is the
holdings that play, clockwise: the winner leads, the others follow in the order of the ring. Cards
are bits here (see `party.engine.play.ranking`): a holding is an int.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from party.engine.cards.cards import JOKER, Card, Suit
from party.engine.play.ranking import Ranking, may_nominate, ranking
from party.engine.play.stage import (
    HandStage,
    Offer,
    Over,
    Refusal,
    TableState,
    Trick,
    not_held,
    read_card,
)
from party.engine.play.tricks import (
    first_leader,
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    winner,
)
from party.engine.seats import seats_from


class PlayLayout(NamedTuple):
    """The constants of the play of one hand.

    `places` are the seats of the ring; `orders` the ring as it plays to each leader. `beneath` is
    the card below a face-up card (two players). A trick won by one of the seats in `stops` is the
    last (T50).
    """

    table: TableState
    ranked: Ranking
    ring: tuple[str, ...]
    places: tuple[str, ...]
    orders: tuple[tuple[str, ...], ...]
    beneath: Mapping[str, int]
    stops: frozenset[str]


class TrickPlay(HandStage):
    """The play at one point.

    `place` is the place in the ring whose turn it is; `held` the cards of each place, `voids` the
    suits that each has shown void in; `led` the suit of this trick, `before` the suits led in
    earlier ones; `trick` and `said` are this trick's cards, with 0 in `trick` for a joker without
    power.
    """

    __slots__ = ("before", "held", "layout", "led", "place", "said", "trick", "tricks", "voids")
    name = "play"

    def __init__(  # noqa: PLR0917 -- made forty times a hand: nothing is cheaper
        self,
        layout: PlayLayout,
        place: int,
        held: tuple[int, ...],
        voids: tuple[int, ...],
        before: int = 0,
        tricks: tuple[Trick, ...] = (),
        led: int = 0,
        trick: tuple[int, ...] = (),
        said: tuple[str, ...] = (),
    ) -> None:
        self.table = layout.table
        self.turn = layout.places[place]
        self.layout = layout
        self.place = place
        self.held = held
        self.voids = voids
        self.before = before
        self.tricks = tricks
        self.led = led
        self.trick = trick
        self.said = said

    def legal_bits(self) -> int:
        ranked, held = self.layout.ranked, self.held[self.place]
        if self.trick:
            return legal_to_follow(ranked, held, self.led, self.before, self.voids[self.place])
        return legal_to_lead(ranked, held, self.before, self.voids[self.place])

    def legal(self) -> tuple[str, ...]:
        """Return the legal cards; a joker led appears once for each suit it may name."""
        ranked, bits = self.layout.ranked, self.legal_bits()
        led = 0 if self.trick else bits & ranked.suitless
        bits, copies = bits ^ led, ranked.copies
        plain = tuple(
            text for text, bit in ranked.bits.items() if bits & (bit | bit << 1 & copies)
        )
        return (*plain, *self.jokers_led(led)) if led else plain

    def nameable(self) -> int:
        ranked = self.layout.ranked
        return legal_to_name(ranked, self.held[self.place], self.before, self.voids[self.place])

    def jokers_led(self, led: int) -> Iterator[str]:
        ranked = self.layout.ranked
        suits = self.nameable()
        for joker in (text for text in ranked.bits if ranked.bits[text] & led):
            yield from (f"{joker}/{suit}" for suit in Suit if ranked.suits[suit] & suits)

    def act(self, text: str) -> tuple[str, HandStage]:
        ranked = self.layout.ranked
        first = ranked.bits.get(text)
        if first is None:
            return self.act_in_words(text)
        held = self.held[self.place]
        bit = first & held or first << 1 & ranked.copies & held
        # A card of the suit led is always legal, and so is any lead but a suitless joker.
        if self.trick:
            if bit & self.led or bit & self.legal_bits():
                return text, self.play(text, bit, self.led)
        elif bit & ~ranked.suitless:
            return text, self.play(text, bit, ranked.suit_of[first])
        raise card_refusal(self, Card(text), bit)

    def act_in_words(self, text: str) -> tuple[str, HandStage]:
        spelled, slash, suit = text.partition("/")
        card = read_card(spelled)
        if not slash:
            return self.act(card)
        said = f"{card}/{suit.strip().upper()}"
        ranked = self.layout.ranked
        if said not in self.legal():
            raise card_refusal(self, card, ranked.bits[card] & self.held[self.place])
        return said, self.play(said, ranked.bits[card], ranked.suits[Suit(said[-1])])

    def play(self, said: str, bit: int, led: int) -> HandStage:
        """Return the stage after this card; `led` is the suit of the trick."""
        place, held, voids = self.place, self.held, self.voids
        power = bit
        if not bit & led and self.trick:
            void = voids[place]
            power = 0 if is_powerless(self.layout.ranked, bit, led, void) else bit
            if is_void_shown(self.layout.ranked, bit, led):
                voids = (*voids[:place], void | led, *voids[place + 1 :])
        held = (*held[:place], held[place] ^ bit, *held[place + 1 :])
        trick = (*self.trick, power)
        cards = (*self.said, said)
        if len(trick) == len(held):
            return self.gather(held, voids, led, trick, cards)
        place = (place + 1) % len(held)
        return TrickPlay(
            self.layout, place, held, voids, self.before, self.tricks, led, trick, cards
        )

    def gather(
        self,
        held: tuple[int, ...],
        voids: tuple[int, ...],
        led: int,
        trick: tuple[int, ...],
        cards: tuple[str, ...],
    ) -> HandStage:
        layout = self.layout
        leader = (self.place + 1) % len(held)
        won = (leader + winner(layout.ranked, led, trick)) % len(held)
        order = layout.orders[leader]
        tricks = (*self.tricks, Trick(order[0], cards, layout.ring[won], order))
        if layout.beneath:
            held = with_cards_turned_up(layout, held, cards, leader)
        if not held[won] or layout.places[won] in layout.stops:
            return Over(layout.table, tricks)
        return TrickPlay(layout, won, held, voids, self.before | led, tricks)


def with_cards_turned_up(
    layout: PlayLayout, held: tuple[int, ...], cards: tuple[str, ...], leader: int
) -> tuple[int, ...]:
    """Turn up the cards below the cards of this trick (S6)."""
    turned_up = list(held)
    for step, said in enumerate(cards):
        turned_up[(leader + step) % len(held)] |= layout.beneath.get(said.partition("/")[0], 0)
    return tuple(turned_up)


def card_refusal(play: TrickPlay, card: Card, bit: int) -> Refusal:
    ranked = play.layout.ranked
    if not bit:
        on_table = play.layout.ring[play.place].islower()
        return not_held(card, "face up on the table" if on_table else "in this hand")
    suitless = bool(bit & ranked.suitless)
    if not play.trick:
        return lead_refusal(play, suitless=suitless)
    if play.held[play.place] & play.led:
        suit = next(suit for suit, cards in ranked.suits.items() if cards & play.led)
        return Refusal(f"who has {suit.words} follows the lead.", rule="T59" if suitless else "")
    if suitless:
        why = "the joker is not played to a suit that its holder has shown void in."
        return Refusal(why, rule="T62" if ranked.gadd else "T61")
    return Refusal("who cannot follow must play the joker.", rule="T59")


def lead_refusal(play: TrickPlay, *, suitless: bool) -> Refusal:
    if not suitless:
        return Refusal("a suit is named only for a joker that has none.", rule="T60")
    rule = "T62" if play.layout.ranked.gadd else "T60"
    if play.nameable():
        return Refusal("a joker that is led names a suit, and only one it may name.", rule=rule)
    return Refusal("the joker may not be led here.", rule=rule)


def to_play(table: TableState) -> HandStage:
    ring = ring_of(table)
    first = first_leader(table.rules, table.dealer, table.declarer, "".join(ring))
    ranked = ranking(table.rules, table.bid, table.nominated)
    layout = PlayLayout(
        table,
        ranked,
        ring,
        tuple(each.upper() for each in ring),
        tuple(ring[start:] + ring[:start] for start in range(len(ring))),
        {top: ranked.bits[low] for each in table.piles.values() for low, top in each},
        seats_ending_hand(table),
    )
    held = tuple(ranked.mask(cards_to_play(table, each)) for each in ring)
    return TrickPlay(layout, ring.index(first), held, (0,) * len(ring))


def ring_of(table: TableState) -> tuple[str, ...]:
    """Return the holdings that play, from the declarer clockwise; the tables after the hands.

    With two players: declarer's hand, the other hand, declarer's table, the other table. The
    source lost its list of later leads; the ring is our reading (S6).
    """
    around = seats_from(table.seats, table.lead)
    hands = tuple(each for each in around if each not in table.out)
    return (*hands, *(each.lower() for each in hands)) if table.piles else hands


def cards_to_play(table: TableState, place: str) -> tuple[Card, ...]:
    return table.tops(place.upper()) if place.islower() else table.hands[place]


def seats_ending_hand(table: TableState) -> frozenset[str]:
    """Return the seats whose first trick ends the hand (T50)."""
    stop = table.rules.stop_when_misere_fails == "stop" and table.is_misere
    return table.counted if stop else frozenset()


def to_nominate(table: TableState) -> HandStage:
    rest = to_play(table)
    if not can_nominate_joker(table):
        return rest
    choices = {f"Jo/{suit}": partial(to_play, table.with_changes(nominated=suit)) for suit in Suit}
    return Offer("nominate", table, choices, rest)


def can_nominate_joker(table: TableState) -> bool:
    """Say whether the declarer holds the joker in a contract where its suit may be named.

    In two-handed play a joker face up on his table counts as held: our reading.
    """
    held = (*table.hands[table.lead], *table.tops(table.lead))
    return may_nominate(table.rules, table.bid) and JOKER in held
