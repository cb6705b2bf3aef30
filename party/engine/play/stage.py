"""The common parts of all phases of a hand: the table, the stage, and the end of the hand.

The phases follow each other: auction (`start`), kitty and announcements (`kitty`), the call for a
partner (`partner`), the joker's suit and the tricks (`playing`), over. A `to_…` function returns
the stage of its phase, or of a later one if its phase does not take place.

The *declarer* won the auction; *partners* share his contract, known or not. A seat is *out* if its
cards lie face down for the hand. A player's *table* (two players) is his five piles. Every stage
answers `legal()` with the texts of all actions, and `act(text)` with the action's standard text
and the stage after it. An *offer* is a stage that a player may skip: actions of the stage after it
are legal at once. Only if that stage belongs to another player (T63) must the declarer answer the
offer, if only with "none".
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
    """The hand before the first trick; `hands` change with kitty and gifts.

    `secret` partners become known when the `called` card is played (T84); `buried` are the cards
    buried last.
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

    def with_changes(self, **changes: Any) -> Self:
        return replace(self, **changes)

    def give(self, seat: str, cards: Iterable[Card]) -> Self:
        return self.with_changes(hands={**self.hands, seat: (*self.hands[seat], *cards)})

    def take(self, seat: str, cards: Iterable[Card]) -> Self:
        return self.with_changes(hands={**self.hands, seat: minus(self.hands[seat], cards)})

    def tops(self, seat: str) -> tuple[Card, ...]:
        """Return the cards dealt face up to the seat's table (S6)."""
        return tuple(top for _, top in self.piles.get(seat, ()))

    @property
    def seats(self) -> str:
        return seats_of(self.rules)

    @property
    def left_of_dealer(self) -> str:
        return left_neighbour(self.seats, self.dealer)

    @property
    def lead(self) -> str:
        """The declarer; without a contract the first leader."""
        return self.declarer or self.left_of_dealer

    @property
    def strain(self) -> str:
        """The strain of the contract; without a contract no trump (T20)."""
        return self.bid.strain if self.bid else "NT"

    @property
    def is_misere(self) -> bool:
        return self.strain in MISERES

    @property
    def out(self) -> frozenset[str]:
        """The partners whose cards lie face down (S1, T48, T52, T54, T55, T90)."""
        sits_out = self.rules.nullo_partner == "sits_out"
        is_alone = self.is_misere and self.strain not in BOTH_PARTNERS_PLAY and sits_out
        if self.announced or self.strain == "HILO" or is_alone:
            return frozenset(self.partners)
        return frozenset()

    @property
    def counted(self) -> frozenset[str]:
        """The seats whose tricks count for the contract; without one the first side's."""
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
        return self.counted if is_open else frozenset()


def minus(cards: Iterable[Card], removed: Iterable[str]) -> tuple[Card, ...]:
    remaining = list(cards)
    for card in removed:
        remaining.remove(Card(card))
    return tuple(remaining)


def partners_of(table: TableState, seat: str) -> tuple[str, ...]:
    """Return the seat's partners from the deal on, clockwise from the seat.

    Five players (T82 rotating fixed pairs): the source says only that "each player takes a turn
    without a partner". Our reading: the dealer has none, the others partner the one across.
    """
    around = seats_from(table.seats, seat)[1:]
    if table.rules.players != 5:
        fixed = fixed_partners(table.rules, seat)
        return tuple(each for each in around if each in fixed)
    if table.rules.partner_mode != "rotating_fixed_pairs" or seat == table.dealer:
        return ()
    others = seats_from(table.seats, table.left_of_dealer)[:4]
    return (others[(others.index(seat) + 2) % 4],)


def contract_partners(table: TableState) -> tuple[str, ...]:
    """Return the first partners of the contract; five play misère and Hi/Lo 1 v 4 (T87)."""
    if table.rules.players == 5 and table.bid is not None and table.bid.is_special:
        return ()
    return partners_of(table, table.lead)


NONE = "none"
MOST_LISTED = 13  # there are thousands of ways to bury


class HandStage(ABC):
    """One stage of a hand: `name` is its phase, `turn` the seat that acts."""

    __slots__ = ("table", "turn")
    name: str

    def __init__(self, table: TableState, turn: str) -> None:
        self.table = table
        self.turn = turn

    @abstractmethod
    def legal(self) -> tuple[str, ...]:
        """Return the text of every legal action."""

    @abstractmethod
    def act(self, text: str) -> "tuple[str, HandStage]":
        """Return (standard text of the action, stage after it). Raises Refusal."""


class Offer(HandStage):
    """A chance for the declarer to announce or nominate before the next stage, or to skip it.

    announce  a grand slam, or "declare"
    nominate  the joker's suit
    """

    __slots__ = ("can_skip", "choices", "name", "next_stage")

    def __init__(
        self,
        name: str,
        table: TableState,
        choices: Mapping[str, Callable[[], HandStage]],
        next_stage: HandStage,
    ) -> None:
        super().__init__(table, table.lead)
        self.name = name
        self.choices = choices
        self.next_stage = next_stage
        self.can_skip = next_stage.turn == table.lead

    def legal(self) -> tuple[str, ...]:
        more = self.next_stage.legal() if self.can_skip else (NONE,)
        return tuple(dict.fromkeys((*self.choices, *more)))

    def act(self, text: str) -> tuple[str, HandStage]:
        said = matching_word(text, self.choices)
        if said:
            return said, self.choices[said]()
        if self.can_skip:
            return self.next_stage.act(text)
        if matching_word(text, (NONE,)):
            return NONE, self.next_stage
        raise Refusal("the next card is another player’s: first say one of these.", rule="T63")


class Refusal(Exception):  # noqa: N818 -- people see it as a RuleError
    """A stage's reason against an action; `error` adds the legal actions."""

    def __init__(self, why: str, *, rule: str = "", code: str = "refused") -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.code = code

    def error(self, stage: HandStage, text: str) -> RuleError:
        legal = stage.legal()
        more = "" if len(legal) <= MOST_LISTED else f" and {len(legal) - MOST_LISTED} more"
        return RuleError(
            fault(
                self.code,
                "“{text}”: {why} What may be done here: {choices}{more}.",
                rule=self.rule,
                place=stage.name,
                legal=legal,
                text=text.strip()[:40],
                why=self.why,
                choices=", ".join(legal[:MOST_LISTED]) or "nothing",
                more=more,
            )
        )


def matching_word(text: str, words: Iterable[str]) -> str | None:
    plain = " ".join(text.split()).lower()
    return next((word for word in words if word.lower() == plain), None)


def read_action(verb: str, text: str) -> tuple[Card, ...] | None:
    """Read "bury 7H 9H"; None if the text begins with another word."""
    typed_verb, *cards = text.split() or [""]
    return tuple(read_card(each) for each in cards) if typed_verb.lower() == verb else None


def read_card(text: str) -> Card:
    try:
        return Card.parse(text)
    except RuleError as error:
        raise Refusal(str(error), code=error.code) from None


def not_held(card: Card, where: str = "in this hand") -> Refusal:
    return Refusal(f"the {card.words} is not {where}.", code="not-held")


class Trick(NamedTuple):
    """A finished trick: `cards` in order of play, as actions ("Jo/H" for a joker led).

    `leader`, `winner` and, for each card, `holdings` are seats; with two players a small letter is
    the table of that seat.
    """

    leader: str
    cards: tuple[str, ...]
    winner: str
    holdings: tuple[str, ...]


class Over(HandStage):
    """A hand that was thrown in (no `tricks`), or played to its end."""

    __slots__ = ("tricks",)
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
        """The result, for `score`; None if the hand was thrown in."""
        if not self.tricks:
            return None
        table = self.table
        order = tuple(trick.winner.upper() for trick in self.tricks)
        taken = Counter(order)
        is_alone = table.rules.players == 5 and table.bid is not None and not table.partners
        return HandResult(
            bid=table.bid,
            tricks=sum(taken[seat] for seat in table.counted),
            declarer=table.declarer,
            partners=table.partners,
            alone=is_alone,
            announced=table.announced,
            by_player={seat: taken[seat] for seat in table.seats},
            order=order,
        )
