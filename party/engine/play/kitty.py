"""The kitty: picking it up, announcing, and burying.

A player with more than ten cards buries the surplus face down. The declarer announces a grand slam
before burying (T54), "declare" after it (T55); either way he goes on alone with one more card from
his partner, and buries one more.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from party.engine.cards.cards import Card
from party.engine.cards.deal import HAND_SIZE
from party.engine.play.partner import to_call
from party.engine.play.playing import to_nominate
from party.engine.play.stage import HandStage, Offer, Refusal, TableState, not_held, read_action

After = Callable[[TableState], HandStage]


class Burying(HandStage):
    __slots__ = ("next_stage",)
    name = "kitty"

    def __init__(self, table: TableState, turn: str, next_stage: After) -> None:
        super().__init__(table, turn)
        self.next_stage = next_stage

    @property
    def count(self) -> int:
        return len(self.table.hands[self.turn]) - HAND_SIZE

    def legal(self) -> tuple[str, ...]:
        ways = combinations(self.table.hands[self.turn], self.count)
        return tuple(dict.fromkeys(buried_text(cards) for cards in ways))

    def act(self, text: str) -> tuple[str, HandStage]:
        cards_to_bury = read_action("bury", text)
        if cards_to_bury is None:
            raise Refusal(f"first {self.count} of the cards in this hand are buried.")
        if len(cards_to_bury) != self.count:
            raise Refusal(f"{self.count} cards are buried, not {len(cards_to_bury)}.")
        in_order = self.in_hand_order(cards_to_bury)
        table = self.table.take(self.turn, in_order).with_changes(buried=in_order)
        return buried_text(in_order), self.next_stage(table)

    def in_hand_order(self, said: Sequence[Card]) -> tuple[Card, ...]:
        hand = self.table.hands[self.turn]
        for card in (Counter(said) - Counter(hand)).elements():
            raise not_held(card)
        return tuple(sorted(said, key=hand.index))


def buried_text(cards: Sequence[Card]) -> str:
    return " ".join(("bury", *cards))


def to_bury(table: TableState, seat: str, next_stage: After) -> HandStage:
    if len(table.hands[seat]) <= HAND_SIZE:
        return next_stage(table)
    return Burying(table, seat, next_stage)


def is_kitty_left(table: TableState) -> bool:
    """Misère without pick-up leaves the kitty (T39), and Wilkinson-Chambers' open one (T42)."""
    without_kitty = table.rules.wilkinson_chambers == "on" and table.strain == "OPEN"
    return without_kitty or table.strain == "NOPICK"


def kitty_of(table: TableState) -> tuple[Card, ...]:
    """Return the declarer's kitty: the whole, or his own two of four cards (S20, T93)."""
    rules = table.rules
    if rules.players != 2 or rules.two_hand_form != "24_cards_with_2_each":
        return table.kitty
    half = len(table.kitty) // 2
    return table.kitty[:half] if table.lead == "N" else table.kitty[half:]


class Giving(HandStage):
    """The partner gives one card and lays the others face down."""

    __slots__ = ("next_stage",)
    name = "announce"

    def __init__(self, table: TableState, giver: str, next_stage: After) -> None:
        super().__init__(table, giver)
        self.next_stage = next_stage

    def legal(self) -> tuple[str, ...]:
        return tuple(f"give {card}" for card in dict.fromkeys(self.table.hands[self.turn]))

    def act(self, text: str) -> tuple[str, HandStage]:
        cards = read_action("give", text)
        if cards is None or len(cards) != 1:
            raise Refusal("one card is given to the partner who plays alone.")
        if cards[0] not in self.table.hands[self.turn]:
            raise not_held(cards[0])
        table = self.table.take(self.turn, cards).give(self.table.lead, cards)
        return f"give {cards[0]}", self.next_stage(table)


def with_partners_card(table: TableState, word: str, next_stage: After) -> HandStage:
    return Giving(table.with_changes(announced=word), table.partners[0], next_stage)


def offer_announcement(
    table: TableState, word: str, rest: HandStage, next_stage: After
) -> HandStage:
    """Offer the announcement to a declarer with a partner and an ordinary bid."""
    if table.bid is None or table.bid.is_special or not table.partners:
        return rest
    choices = {word: partial(with_partners_card, table, word, next_stage)}
    return Offer("announce", table, choices, rest)


def to_kitty(table: TableState) -> HandStage:
    """Let the declarer pick up the kitty, unless the contract leaves it."""
    return to_slam(table if is_kitty_left(table) else table.give(table.lead, kitty_of(table)))


def to_slam(table: TableState) -> HandStage:
    """Offer a grand slam (S10); the declarer then buries one card more."""
    rest = to_bury(table, table.lead, after_burying(table))
    if table.rules.grand_slam == "off":
        return rest
    return offer_announcement(table, "slam", rest, bury_and_play_alone)


def after_burying(table: TableState) -> After:
    """Return the stage after the declarer's burying: in grand misère his partner's (T47).

    The partner picks up the buried cards and buries as many; two partners (six players) do so one
    after the other: our reading.
    """
    next_stage: After = to_declare
    if table.strain == "GRAND":
        for partner in reversed(table.partners):
            next_stage = partial(pick_up_buried, partner, next_stage)
    return next_stage


def pick_up_buried(partner: str, next_stage: After, table: TableState) -> HandStage:
    return to_bury(table.give(partner, table.buried), partner, next_stage)


def to_declare(table: TableState) -> HandStage:
    """Offer "declare" after burying (T55); the declarer then buries another card."""
    rest = to_call(table)
    if table.rules.declare == "off":
        return rest
    return offer_announcement(table, "declare", rest, bury_and_play_alone)


def bury_and_play_alone(table: TableState) -> HandStage:
    return Burying(table, table.lead, to_nominate)
