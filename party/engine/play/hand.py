"""A hand of Five Hundred from the first call to the last trick.

A `Hand` is the deal and the list of its actions. It is immutable: `act` returns the hand with one
action more, and `before` is the hand with one action less. The actions:

- a call: "P", "7S", "MIS", "ANF" ...
- "bury 7H 9H QH", "slam", "declare", "give QH"
- "call AH", "call 3", "call 3 5", "alone" (five players)
- "Jo/H": the joker is a heart for the whole hand, or is led as a heart
- "AH": a card played

A player may skip an announcement or a nomination and do the next thing at once. Only if another
player leads to the first trick (T63) does the declarer say "none" instead.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from party.engine.auction.auction import Auction
from party.engine.auction.bids import Bid
from party.engine.cards.cards import Card, Suit
from party.engine.cards.deal import DEAD, KITTY, Deal
from party.engine.errors import Fault, refuse_any
from party.engine.play.playing import TrickPlay
from party.engine.play.stage import HandStage, Over, Pile, Refusal, TableState, Trick, minus
from party.engine.play.start import (
    Bidding,
    Cards,
    Hands,
    Piles,
    by_seat,
    count_faults,
    pack_faults,
    read_cards,
    read_piles,
)
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import HandResult
from party.engine.seats import left_neighbour, seats_of


class Hand:
    """A hand at one point; two hands are equal with the same deal and the same actions."""

    __slots__ = ("_before", "_last_action", "_stage")

    def __init__(self, stage: HandStage, before: "Hand | None" = None, said: str = "") -> None:
        self._stage = stage
        self._before = before
        self._last_action = said

    @classmethod
    def start(  # noqa: PLR0917 -- the deal in the order in which people name its parts
        cls,
        rules: Rules,
        dealer: str,
        hands: Hands,
        kitty: Cards,
        piles: Piles = (),
        dead: Cards = (),
        *,
        barred: Iterable[str] = (),
    ) -> Self:
        """Return the hand before the first call.

        `hands` are ten cards by seat or in the order of the seats; `piles` (two players) five
        pairs each, the card below first; `dead` a hand that nobody plays; `barred` the seats that
        may not bid (T56). Raises RuleError with every fault of the cards.
        """
        auction = Auction(rules, dealer, barred)
        faults: list[Fault] = []
        given = by_seat(rules, hands, faults)
        table = TableState(
            rules,
            dealer,
            {seat: read_cards(given.get(seat, ()), seat, faults) for seat in seats_of(rules)},
            read_cards(kitty, KITTY, faults),
            read_piles(rules, piles, faults),
            read_cards(dead, DEAD, faults),
            auction,
        )
        refuse_any([*faults, *count_faults(table), *pack_faults(table)])
        return cls(Bidding(table, auction))

    @classmethod
    def dealt(cls, rules: Rules, deal: Deal, *, barred: Iterable[str] = ()) -> Self:
        return cls.start(
            rules, deal.dealer, deal.hands, deal.kitty, deal.piles, deal.dead, barred=barred
        )

    # The next action

    def act(self, text: str) -> "Hand":
        """Return the hand after this action of the seat whose turn it is; a Bid will do.

        Raises RuleError with the rule that refuses it and the legal actions.
        """
        if not isinstance(text, str):
            text = str(text)
        try:
            said, stage = self._stage.act(text)
        except Refusal as refusal:
            raise refusal.error(self._stage, text) from None
        return Hand(stage, self, said)

    def play_out(self, actions: Iterable[str]) -> "Hand":
        hand = self
        for each in actions:
            hand = hand.act(each)
        return hand

    def legal(self) -> tuple[str, ...]:
        """Return every legal action; () if the hand is over."""
        return self._stage.legal()

    @property
    def phase(self) -> str:
        """auction, kitty, announce, nominate, call, play or over."""
        return self._stage.name

    @property
    def turn(self) -> str | None:
        """The seat that acts next; None if the hand is over."""
        return self._stage.turn or None

    # The past

    @property
    def before(self) -> "Hand | None":
        """The hand without its last action; None before the first action."""
        return self._before

    @property
    def last_action(self) -> str:
        """The last action, spelled as `legal` writes it."""
        return self._last_action

    @property
    def stage(self) -> HandStage:
        """The engine's own stage, for facts that this class does not offer."""
        return self._stage

    @property
    def table(self) -> TableState:
        """The facts before the first trick: kitty, announcement, partners, seats that sit out."""
        return self._stage.table

    @property
    def actions(self) -> tuple[str, ...]:
        actions = []
        hand = self
        while hand.before is not None:
            actions.append(hand.last_action)
            hand = hand.before
        return tuple(reversed(actions))

    @property
    def first(self) -> TableState:
        """The table before the first call."""
        hand = self
        while hand.before is not None:
            hand = hand.before
        return hand.table

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def dealer(self) -> str:
        return self.table.dealer

    @property
    def seats(self) -> str:
        return self.table.seats

    @property
    def auction(self) -> Auction:
        stage = self._stage
        return stage.auction if isinstance(stage, Bidding) else stage.table.auction

    @property
    def contract(self) -> Bid | None:
        """The bid that is played; None before the auction is over, or if all passed."""
        return self.table.bid

    @property
    def declarer(self) -> str | None:
        return self.table.declarer

    @property
    def partners(self) -> tuple[str, ...]:
        """The declarer's partners, as far as everybody knows them (T84)."""
        table = self.table
        if not table.secret or self.phase == "over" or table.called in self.played:
            return table.partners
        return ()

    @property
    def called(self) -> Card | None:
        """The card by which the declarer called a partner (S4)."""
        return self.table.called

    @property
    def announced(self) -> str | None:
        """The declarer's announcement: "slam" (T54), "declare" (T55) or None."""
        return self.table.announced

    @property
    def nominated(self) -> Suit | None:
        """The joker's suit for the whole hand (T58); None if it has none."""
        return self.table.nominated

    @property
    def out(self) -> frozenset[str]:
        """The seats whose cards lie face down while the others play."""
        return self.table.out

    @property
    def exposed(self) -> frozenset[str]:
        """The seats whose hands lie open: from the end of the first trick (T38)."""
        return self.table.open_seats if self.tricks else frozenset()

    @property
    def chooser(self) -> str | None:
        """The seat that decides for the turn, usually itself.

        In super open misère the opponents play the declarer's cards once they lie open (T41); the
        one at his left speaks for them: our reading.
        """
        table = self.table
        chosen_for = table.strain == "SUPER" and self.turn == table.declarer and self.exposed
        return left_neighbour(table.seats, table.lead) if chosen_for else self.turn

    # The cards

    @property
    def kitty(self) -> tuple[Card, ...]:
        """The kitty as it was dealt."""
        return self.table.kitty

    @property
    def dead(self) -> tuple[Card, ...]:
        """The hand that nobody plays (T91, T93)."""
        return self.table.dead

    @property
    def buried(self) -> tuple[Card, ...]:
        return self.table.buried

    @property
    def piles(self) -> Mapping[str, tuple[Pile, ...]]:
        """The table piles as they were dealt (two players): (card below, card on top)."""
        return self.table.piles

    def cards(self, seat: str) -> tuple[Card, ...]:
        """Return the cards in the seat's hand now; a partner who sits out keeps his."""
        return minus(self.table.hands[seat], self.played_from(seat))

    def face_up(self, seat: str) -> tuple[Card, ...]:
        """Return the cards that lie face up on the seat's table (two players, S6)."""
        played = tuple(self.played_from(seat.lower()))
        turned_over = played[: len(self.tricks)]  # each trick takes one card of each table
        visible = (
            low if top in turned_over else top for low, top in self.table.piles.get(seat, ())
        )
        return tuple(card for card in visible if card not in played)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        stage = self._stage
        return stage.tricks if isinstance(stage, TrickPlay | Over) else ()

    @property
    def trick(self) -> tuple[str, ...]:
        """The cards on the table, in order of play, as texts of the actions."""
        return self._stage.said if isinstance(self._stage, TrickPlay) else ()

    @property
    def holding(self) -> str | None:
        """The holding that plays next: a seat, or in small letters a seat's table (S6)."""
        stage = self._stage
        return stage.layout.ring[stage.place] if isinstance(stage, TrickPlay) else None

    @property
    def ring(self) -> tuple[str, ...]:
        """The holdings that play to this trick, in order; () outside the play."""
        stage = self._stage
        if not isinstance(stage, TrickPlay):
            return ()
        return stage.layout.orders[(stage.place - len(stage.trick)) % len(stage.held)]

    @property
    def leader(self) -> str | None:
        return self.ring[0] if self.ring else None

    @property
    def played(self) -> tuple[str, ...]:
        return (*(card for trick in self.tricks for card in trick.cards), *self.trick)

    def played_from(self, holding: str) -> Iterator[str]:
        """Yield the cards played from a hand, or from a table (small letters), in order."""
        places = (*(place for trick in self.tricks for place in trick.holdings), *self.ring)
        for place, said in zip(places, self.played, strict=False):
            if place == holding:
                yield said.partition("/")[0]

    @property
    def result(self) -> HandResult | None:
        """The result, for `score`; None while the hand goes on, or if it is thrown in."""
        return self._stage.result if isinstance(self._stage, Over) else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self.first == other.first and self.actions == other.actions

    def __hash__(self) -> int:
        return hash(self.actions)

    def __repr__(self) -> str:
        return f"<Hand {self.phase} {self.turn or ''} {' '.join(self.actions)}>"
