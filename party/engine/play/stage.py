"""What all phases of a hand share: the table, what a stage is, and the end of the hand.

The phases follow each other: auction (`start`), kitty and announcements (`kitty`), the call for a
partner (`partner`), the joker's suit and the tricks (`playing`), over. A `to_…` function says
whether its phase takes place, and else goes on to the next.

The *declarer* won the auction; *partners* share his contract, known or not. A seat is *out* when
its cards lie face down for the hand. A player's *table* (two players) is his five piles. Every
stage answers `legal()` with the texts of all actions, and `act(text)` with the action's own text
(spelled one way) and the stage after it. An *offer* is a stage that need not be answered: what
belongs to the stage after it may be done at once. Only where the stage after it belongs to another
player (T63) it has to be answered, and there is a word for no.
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
from party.engine.scoring.results import HandResult
from party.engine.seats import clockwise, fixed_partners, left_of, seats_of, sides_of

Pile = tuple[Card, Card]  # below, on top


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

    def changed(self, **changes: Any) -> Self:
        return replace(self, **changes)

    def give(self, seat: str, cards: Iterable[Card]) -> Self:
        """Return the table with these cards added to the seat's hand."""
        return self.changed(hands={**self.hands, seat: (*self.hands[seat], *cards)})

    def take(self, seat: str, cards: Iterable[Card]) -> Self:
        """Return the table without these cards in the seat's hand."""
        return self.changed(hands={**self.hands, seat: without(self.hands[seat], cards)})

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
    def is_misere(self) -> bool:
        """Say whether the contract is to take no trick."""
        return self.strain in MISERES

    @property
    def out(self) -> frozenset[str]:
        """The partners whose cards lie face down (S1, T48, T52, T54, T55, T90)."""
        sits_out = self.rules.nullo_partner == "sits_out"
        alone = self.is_misere and self.strain not in BOTH_PARTNERS_PLAY and sits_out
        if self.announced or self.strain == "HILO" or alone:
            return frozenset(self.partners)
        return frozenset()

    @property
    def counted(self) -> frozenset[str]:
        """The seats whose tricks count for the contract (the first side's when there is none)."""
        if self.declarer is None:
            return frozenset(sides_of(self.rules)[0])
        if self.is_misere and self.strain not in BOTH_PARTNERS_PLAY:
            return frozenset(self.declarer)
        return frozenset({self.declarer, *self.partners})

    @property
    def open_seats(self) -> frozenset[str]:
        """The hands laid open after the first trick (T38, T41, T42, T44)."""
        closed_is_open = self.rules.wilkinson_chambers == "on" and self.strain == "MIS"
        is_open = closed_is_open or self.strain in {"OPEN", "SUPER", "PAT"}
        return self.counted if is_open else frozenset()


def without(cards: Iterable[Card], gone: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards that are left, in their order, when each of these is taken away once."""
    left = list(cards)
    for card in gone:
        left.remove(Card(card))
    return tuple(left)


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


def contract_partners(table: Table) -> tuple[str, ...]:
    """Return the partners the contract begins with; five play misère and Hi/Lo 1 v 4 (T87)."""
    if table.rules.players == 5 and table.bid is not None and table.bid.special:
        return ()
    return partners_of(table, table.lead)


NONE = "none"
MOST_LISTED = 13  # of thousands of ways to bury, this many are listed


class Stage(ABC):
    """One stage of a hand: `name` is its phase, `turn` the seat that acts."""

    __slots__ = ("table", "turn")
    name: str

    def __init__(self, table: Table, turn: str) -> None:
        self.table = table
        self.turn = turn

    @abstractmethod
    def legal(self) -> tuple[str, ...]:
        """Return the text of every action that is legal now."""

    @abstractmethod
    def act(self, text: str) -> "tuple[str, Stage]":
        """Return the action as `legal` writes it, and the stage after it. Raises Refusal."""


class Offer(Stage):
    """A chance for the declarer to say one of a few words before the stage that follows anyway.

    announce  a grand slam, or "declare"
    nominate  the joker's suit
    """

    __slots__ = ("choices", "goes_on", "name", "rest")

    def __init__(
        self, name: str, table: Table, choices: Mapping[str, Callable[[], Stage]], rest: Stage
    ) -> None:
        super().__init__(table, table.lead)
        self.name = name
        self.choices = choices
        self.rest = rest
        self.goes_on = rest.turn == table.lead

    def legal(self) -> tuple[str, ...]:
        more = self.rest.legal() if self.goes_on else (NONE,)
        return tuple(dict.fromkeys((*self.choices, *more)))

    def act(self, text: str) -> tuple[str, Stage]:
        said = same_word(text, self.choices)
        if said:
            return said, self.choices[said]()
        if self.goes_on:
            return self.rest.act(text)
        if same_word(text, (NONE,)):
            return NONE, self.rest
        raise Refusal("the next card is another player’s: first say one of these.", rule="T63")


class Refusal(Exception):  # noqa: N818 -- people see it as a RuleError
    """Why a stage refuses an action, to which the hand adds what is legal."""

    def __init__(self, why: str, *, rule: str = "", code: str = "refused") -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.code = code

    def error(self, stage: Stage, text: str) -> RuleError:
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


def same_word(text: str, words: Iterable[str]) -> str | None:
    """Return the word that is meant, in any case."""
    plain = " ".join(text.split()).lower()
    return next((word for word in words if word.lower() == plain), None)


def cards_said(verb: str, text: str) -> tuple[Card, ...] | None:
    """Read "bury 7H 9H"; None when the text begins with another word."""
    first, *rest = text.split() or [""]
    return tuple(read_card(each) for each in rest) if first.lower() == verb else None


def read_card(text: str) -> Card:
    try:
        return Card.parse(text)
    except RuleError as error:
        raise Refusal(str(error), code=error.code) from None


def not_held(card: Card, where: str = "in this hand") -> Refusal:
    return Refusal(f"the {card.words} is not {where}.", code="not-held")


class Trick(NamedTuple):
    """A finished trick: `cards` in order of play, as they were said ("Jo/H" for a joker led).

    `leader`, `winner` and, for each card, `holdings` are seats; with two players in small letters
    the cards on that seat's table.
    """

    leader: str
    cards: tuple[str, ...]
    winner: str
    holdings: tuple[str, ...]


class Over(Stage):
    """A hand that was thrown in (no `tricks`) or played to its end."""

    __slots__ = ("tricks",)
    name = "over"

    def __init__(self, table: Table, tricks: tuple[Trick, ...] = ()) -> None:
        super().__init__(table, "")
        self.tricks = tricks

    def legal(self) -> tuple[str, ...]:
        return ()

    def act(self, _text: str) -> tuple[str, Stage]:
        raise Refusal("the hand is over.", code="over")

    @property
    def result(self) -> HandResult | None:
        """What the hand came to, for `score`; None when it was thrown in."""
        if not self.tricks:
            return None
        table = self.table
        order = tuple(trick.winner.upper() for trick in self.tricks)
        taken = Counter(order)
        alone = table.rules.players == 5 and table.bid is not None and not table.partners
        return HandResult(
            bid=table.bid,
            tricks=sum(taken[seat] for seat in table.counted),
            declarer=table.declarer,
            partners=table.partners,
            alone=alone,
            announced=table.announced,
            by_player={seat: taken[seat] for seat in table.seats},
            order=order,
        )
