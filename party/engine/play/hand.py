"""A hand of Five Hundred from the first call to the last trick.

A `Hand` is a deal and the actions so far; `act` returns the hand with one action more. The
actions:

- a call: "P", "7S", "MIS", "ANF" ...
- "bury 7H 9H QH", "slam", "declare", "give QH"
- "call AH", "call 3", "call 3 5", "alone" (five players)
- "Jo/H": the joker is a heart for the whole hand, or is led as a heart
- "AH": a card played

The declarer skips an announcement or a nomination by taking the next action. A declarer who does
not lead to the first trick (T63) must say "none" instead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Self

from party.engine.auction.auction import Auction
from party.engine.auction.bids import Bid
from party.engine.cards.cards import Card
from party.engine.cards.deal import DEAD, KITTY, Deal
from party.engine.errors import Fault, RuleError
from party.engine.play.playing import TrickPlay
from party.engine.play.stage import EndOfHand, HandStage, Refusal, TableState, Trick, without_cards
from party.engine.play.start import (
    Bidding,
    Cards,
    Hands,
    Piles,
    count_faults,
    pack_faults,
    read_cards,
    read_piles,
    values_by_seat,
)
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import HandResult
from party.engine.seats import left_neighbour, seats_of


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A hand after some actions, which are spelled as `legal` spells them.

    `dealt_table` is the table before the first action. `stage` has facts that this class does not
    offer. Hands with the same deal and the same actions are equal.
    """

    stage: HandStage = field(compare=False)
    dealt_table: TableState = field(hash=False)
    actions: tuple[str, ...] = ()

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

        `hands` has ten cards for each seat, by seat or in the order of the seats; `piles` (two
        players) has five pairs (card below, card on top) for each seat; `dead` is a hand that
        nobody plays; `barred` seats may not bid (T56). Raises RuleError with every fault of the
        cards.
        """
        auction = Auction(rules, dealer, barred)
        faults: list[Fault] = []
        given = values_by_seat(rules, hands, faults)
        table = TableState(
            rules,
            dealer,
            {seat: read_cards(given.get(seat, ()), seat, faults) for seat in seats_of(rules)},
            read_cards(kitty, KITTY, faults),
            read_piles(rules, piles, faults),
            read_cards(dead, DEAD, faults),
            auction,
        )
        faults += [*count_faults(table), *pack_faults(table)]
        if faults:
            raise RuleError(*faults)
        return cls(Bidding(table, auction), table)

    @classmethod
    def from_deal(cls, rules: Rules, deal: Deal, *, barred: Iterable[str] = ()) -> Self:
        return cls.start(
            rules, deal.dealer, deal.hands, deal.kitty, deal.piles, deal.dead, barred=barred
        )

    def act(self, text: str) -> "Hand":
        """Return the hand after the next seat's action: a text, or a Bid.

        Raises RuleError with the rule against it and the legal actions.
        """
        if not isinstance(text, str):
            text = str(text)
        try:
            action, stage = self.stage.act(text)
        except Refusal as refusal:
            raise refusal.error(self.stage, text) from None
        return Hand(stage, self.dealt_table, (*self.actions, action))

    def legal(self) -> tuple[str, ...]:
        """Return every legal action; () if the hand is over."""
        return self.stage.legal()

    @property
    def phase(self) -> str:
        """The phase: auction, kitty, announce, nominate, call, play or over."""
        return self.stage.name

    @property
    def turn(self) -> str | None:
        """The seat that acts next; None if the hand is over."""
        return self.stage.turn or None

    @property
    def table(self) -> TableState:
        """The facts that are fixed before the first trick: kitty, announcement, seats out ..."""
        return self.stage.table

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
        stage = self.stage
        return stage.auction if isinstance(stage, Bidding) else stage.table.auction

    @property
    def contract(self) -> Bid | None:
        """The bid that is played; None during the auction, or if all passed."""
        return self.table.bid

    @property
    def declarer(self) -> str | None:
        return self.table.declarer

    @property
    def partners(self) -> tuple[str, ...]:
        """The declarer's partners, unless they are still secret (T84)."""
        table = self.table
        if not table.is_secret or self.phase == "over" or table.called_card in self.cards_played:
            return table.partners
        return ()

    @property
    def open_hands(self) -> frozenset[str]:
        """The seats whose hands lie open: none before the end of the first trick (T38)."""
        return self.table.open_seats if self.tricks else frozenset()

    @property
    def chooser(self) -> str | None:
        """The seat that chooses the next action, usually `turn`.

        In super open misère the opponents choose the declarer's cards once they lie open (T41);
        the player left of the declarer speaks for them: our reading.
        """
        table = self.table
        is_led_by_opponents = (
            table.strain == "SUPER" and self.turn == table.declarer and self.open_hands
        )
        return left_neighbour(table.seats, table.main_seat) if is_led_by_opponents else self.turn

    def cards(self, seat: str) -> tuple[Card, ...]:
        """Return the cards in the seat's hand now."""
        return without_cards(self.table.hands[seat], self.cards_played_from(seat))

    @property
    def tricks(self) -> tuple[Trick, ...]:
        stage = self.stage
        return stage.tricks if isinstance(stage, TrickPlay | EndOfHand) else ()

    @property
    def trick(self) -> tuple[str, ...]:
        """The cards of the unfinished trick, in order of play, as texts of the actions."""
        return self.stage.card_texts if isinstance(self.stage, TrickPlay) else ()

    @property
    def ring(self) -> tuple[str, ...]:
        """The holdings that play to this trick, in order; () outside the play."""
        return self.stage.order if isinstance(self.stage, TrickPlay) else ()

    @property
    def cards_played(self) -> tuple[str, ...]:
        return (*(card for trick in self.tricks for card in trick.cards), *self.trick)

    def cards_played_from(self, holding: str) -> Iterator[str]:
        places = (*(place for trick in self.tricks for place in trick.holdings), *self.ring)
        for place, text in zip(places, self.cards_played, strict=False):
            if place == holding:
                yield text.partition("/")[0]

    @property
    def result(self) -> HandResult | None:
        """The result of the hand; None while it goes on, or if it was thrown in."""
        return self.stage.result if isinstance(self.stage, EndOfHand) else None

    def __repr__(self) -> str:
        return f"<Hand {self.phase} {self.turn or ''} {' '.join(self.actions)}>"
