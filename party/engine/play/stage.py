"""The common parts of all phases of a hand: the table, the stage, and the end of the hand.

A function named `…_stage` returns the first stage of its phase, or of the next phase that takes
place. A seat is *out* if its cards lie face down during the play. A player's *table* (two players)
is the five piles. An *offer* is a stage that the declarer may skip: the actions of the next stage
are legal at once. If another player acts in the next stage (T63), the declarer must take the offer
or say "none".
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from party.engine.auction.auction import Auction
from party.engine.auction.bids import BOTH_PARTNERS_PLAY, MISERES, Bid
from party.engine.cards.cards import Card, Suit
from party.engine.errors import RuleError, fault
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import HandResult
from party.engine.seats import fixed_partners, left_neighbour, seats_from, seats_of, sides_of

Pile = tuple[Card, Card]  # below, on top


@dataclass(frozen=True, slots=True)
class TableState:
    """The facts of a hand before the first trick; `hands` change with the kitty and gifts.

    If `is_secret`, the partners become known when the `called_card` is played (T84). `buried` are
    the last cards that were buried.
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
    called_card: Card | None = None
    is_secret: bool = False
    nominated: Suit | None = None

    def with_changes(self, **changes: Any) -> Self:
        return replace(self, **changes)

    def give(self, seat: str, cards: Iterable[Card]) -> Self:
        return self.with_changes(hands={**self.hands, seat: (*self.hands[seat], *cards)})

    def take(self, seat: str, cards: Iterable[Card]) -> Self:
        return self.with_changes(
            hands={**self.hands, seat: without_cards(self.hands[seat], cards)}
        )

    def dealt_face_up(self, seat: str) -> tuple[Card, ...]:
        return tuple(top for _, top in self.piles.get(seat, ()))

    @property
    def seats(self) -> str:
        return seats_of(self.rules)

    @property
    def left_of_dealer(self) -> str:
        return left_neighbour(self.seats, self.dealer)

    @property
    def main_seat(self) -> str:
        """The declarer; if all passed, the first leader."""
        return self.declarer or self.left_of_dealer

    @property
    def strain(self) -> str:
        """The strain of the contract; no trump if all passed (T20)."""
        return self.bid.strain if self.bid else "NT"

    @property
    def is_misere(self) -> bool:
        return self.strain in MISERES

    @property
    def seats_out(self) -> frozenset[str]:
        """The partners whose cards lie face down (S1, T48, T52, T54, T55, T90)."""
        sits_out = self.rules.nullo_partner == "sits_out"
        is_alone = self.is_misere and self.strain not in BOTH_PARTNERS_PLAY and sits_out
        if self.announced or self.strain == "HILO" or is_alone:
            return frozenset(self.partners)
        return frozenset()

    @property
    def counted_seats(self) -> frozenset[str]:
        """The seats whose tricks count for the contract; if all passed, the first side."""
        if self.declarer is None:
            return frozenset(sides_of(self.rules)[0])
        if self.is_misere and self.strain not in BOTH_PARTNERS_PLAY:
            return frozenset(self.declarer)
        return frozenset({self.declarer, *self.partners})

    @property
    def open_seats(self) -> frozenset[str]:
        """The seats whose hands lie open after the first trick (T38, T41, T42, T44)."""
        is_misere_open = self.rules.wilkinson_chambers == "on" and self.strain == "MIS"
        is_open = is_misere_open or self.strain in {"OPEN", "SUPER", "PAT"}
        return self.counted_seats if is_open else frozenset()


def without_cards(cards: Iterable[Card], removed: Iterable[str]) -> tuple[Card, ...]:
    remaining = list(cards)
    for card in removed:
        remaining.remove(Card(card))
    return tuple(remaining)


def partners_of(table: TableState, seat: str) -> tuple[str, ...]:
    """Return the seat's fixed partners, clockwise from the seat.

    For rotating pairs of five (T82) the source says only that "each player takes a turn without a
    partner". Our reading: the dealer has none; of the others, seats two apart are partners.
    """
    other_seats = seats_from(table.seats, seat)[1:]
    if table.rules.players != 5:
        fixed = fixed_partners(table.rules, seat)
        return tuple(other_seat for other_seat in other_seats if other_seat in fixed)
    if table.rules.partner_mode != "rotating_fixed_pairs" or seat == table.dealer:
        return ()
    non_dealers = seats_from(table.seats, table.left_of_dealer)[:4]
    return (non_dealers[(non_dealers.index(seat) + 2) % 4],)


def contract_partners(table: TableState) -> tuple[str, ...]:
    if table.rules.players == 5 and table.bid is not None and table.bid.is_special:
        return ()
    return partners_of(table, table.main_seat)


NO_CHOICE = "none"
MAX_LISTED = 13  # legal actions that a refusal lists: there may be thousands
MAX_QUOTED = 40  # letters of the action that a refusal quotes


class HandStage(ABC):
    """One stage of a hand; `name` is the phase, `turn` the seat that acts."""

    name: str

    def __init__(self, table: TableState, turn: str) -> None:
        self.table = table
        self.turn = turn

    @abstractmethod
    def legal(self) -> tuple[str, ...]:
        """Return the standard text of every legal action."""

    @abstractmethod
    def act(self, text: str) -> "tuple[str, HandStage]":
        """Return (standard text of the action, next stage). Raises Refusal."""


class Offer(HandStage):
    """An offer to announce (a slam, "declare") or to nominate the joker's suit.

    `choices` are the actions that accept it, each with the function that makes the next stage.
    """

    def __init__(
        self,
        name: str,
        table: TableState,
        choices: Mapping[str, Callable[[], HandStage]],
        next_stage: HandStage,
    ) -> None:
        super().__init__(table, table.main_seat)
        self.name = name
        self.choices = choices
        self.next_stage = next_stage
        self.can_skip = next_stage.turn == table.main_seat

    def legal(self) -> tuple[str, ...]:
        alternatives = self.next_stage.legal() if self.can_skip else (NO_CHOICE,)
        return tuple(dict.fromkeys((*self.choices, *alternatives)))

    def act(self, text: str) -> tuple[str, HandStage]:
        choice = matching_word(text, self.choices)
        if choice:
            return choice, self.choices[choice]()
        if self.can_skip:
            return self.next_stage.act(text)
        if matching_word(text, (NO_CHOICE,)):
            return NO_CHOICE, self.next_stage
        raise Refusal("the next card is another player’s: first say one of these.", rule="T63")


class Refusal(Exception):  # noqa: N818 -- it becomes a RuleError
    """A stage's reason against an action; `error` adds the legal actions to it."""

    def __init__(self, reason: str, *, rule: str = "", code: str = "refused") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.code = code

    def error(self, stage: HandStage, text: str) -> RuleError:
        legal = stage.legal()
        unlisted = "" if len(legal) <= MAX_LISTED else f" and {len(legal) - MAX_LISTED} more"
        return RuleError(
            fault(
                self.code,
                "“{text}”: {reason} What may be done here: {choices}{unlisted}.",
                rule=self.rule,
                place=stage.name,
                legal=legal,
                text=text.strip()[:MAX_QUOTED],
                reason=self.reason,
                choices=", ".join(legal[:MAX_LISTED]) or "nothing",
                unlisted=unlisted,
            )
        )


def matching_word(text: str, words: Iterable[str]) -> str | None:
    plain = " ".join(text.split()).lower()
    return next((word for word in words if word.lower() == plain), None)


def cards_in_action(verb: str, text: str) -> tuple[Card, ...] | None:
    """Return the cards in "bury 7H 9H"; None if the text begins with another verb."""
    typed_verb, *cards = text.split() or [""]
    return tuple(read_card(card) for card in cards) if typed_verb.lower() == verb else None


def read_card(text: str) -> Card:
    try:
        return Card.parse(text)
    except RuleError as error:
        raise Refusal(str(error), code=error.code) from None


def not_held_refusal(card: Card, where: str = "in this hand") -> Refusal:
    return Refusal(f"the {card.words} is not {where}.", code="not-held")


class Trick(NamedTuple):
    """A finished trick: its `cards` in order of play, as actions ("Jo/H" for a joker led).

    `holdings` has the holding of each card; `winner` is a holding too.
    """

    cards: tuple[str, ...]
    winner: str
    holdings: tuple[str, ...]


class EndOfHand(HandStage):
    """The end of a hand; `tricks` is empty if the hand was thrown in."""

    name = "over"

    def __init__(self, table: TableState, tricks: tuple[Trick, ...] = ()) -> None:
        super().__init__(table, "")
        self.tricks = tricks

    def legal(self) -> tuple[str, ...]:
        return ()

    def act(self, _text: str) -> tuple[str, HandStage]:
        raise Refusal("the hand is over.", code="over")

    @property
    def result(self) -> HandResult | None:
        if not self.tricks:
            return None
        table = self.table
        order = tuple(trick.winner.upper() for trick in self.tricks)
        taken = Counter(order)
        is_alone = table.rules.players == 5 and table.bid is not None and not table.partners
        return HandResult(
            bid=table.bid,
            tricks=sum(taken[seat] for seat in table.counted_seats),
            declarer=table.declarer,
            partners=table.partners,
            alone=is_alone,
            announced=table.announced,
            by_player={seat: taken[seat] for seat in table.seats},
            order=order,
        )
