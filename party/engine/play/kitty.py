"""The kitty: the declarer picks it up, may announce, and buries.

The declarer may announce a grand slam before burying (T54) or "declare" after it (T55), and then
plays alone: the partner gives one card, and the declarer buries one more.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from party.engine.cards.cards import Card
from party.engine.cards.deal import HAND_SIZE
from party.engine.play.partner import calling_stage
from party.engine.play.playing import nomination_stage
from party.engine.play.stage import (
    HandStage,
    Offer,
    Refusal,
    TableState,
    cards_in_action,
    not_held_refusal,
)
from party.engine.scoring.scoring import ANNOUNCEMENTS

MakeStage = Callable[[TableState], HandStage]


class Burying(HandStage):
    name = "kitty"

    def __init__(self, table: TableState, turn: str, make_next: MakeStage) -> None:
        super().__init__(table, turn)
        self.make_next = make_next

    @property
    def surplus(self) -> int:
        return len(self.table.hands[self.turn]) - HAND_SIZE

    def legal(self) -> tuple[str, ...]:
        ways = combinations(self.table.hands[self.turn], self.surplus)
        return tuple(dict.fromkeys(burying_text(cards) for cards in ways))

    def act(self, text: str) -> tuple[str, HandStage]:
        cards = cards_in_action("bury", text)
        if cards is None:
            raise Refusal(f"first {self.surplus} of the cards in this hand are buried.")
        if len(cards) != self.surplus:
            raise Refusal(f"{self.surplus} cards are buried, not {len(cards)}.")
        in_order = self.in_hand_order(cards)
        table = self.table.take(self.turn, in_order).with_changes(buried=in_order)
        return burying_text(in_order), self.make_next(table)

    def in_hand_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        hand = self.table.hands[self.turn]
        for card in (Counter(cards) - Counter(hand)).elements():
            raise not_held_refusal(card)
        return tuple(sorted(cards, key=hand.index))


def burying_text(cards: Sequence[Card]) -> str:
    return " ".join(("bury", *cards))


def burying_stage(table: TableState, seat: str, make_next: MakeStage) -> HandStage:
    if len(table.hands[seat]) <= HAND_SIZE:
        return make_next(table)
    return Burying(table, seat, make_next)


def is_kitty_untouched(table: TableState) -> bool:
    without_kitty = table.rules.wilkinson_chambers == "on" and table.strain == "OPEN"
    return without_kitty or table.strain == "NOPICK"


def kitty_of(table: TableState) -> tuple[Card, ...]:
    """Return all of the kitty, or half of it in some games of two (S20, T93)."""
    rules = table.rules
    if rules.players != 2 or rules.two_hand_form != "24_cards_with_2_each":
        return table.kitty
    half = len(table.kitty) // 2
    return table.kitty[:half] if table.main_seat == "N" else table.kitty[half:]


class Giving(HandStage):
    """The partner of a declarer who plays alone gives one card and lays the others face down."""

    name = "announce"

    def __init__(self, table: TableState, giver: str, make_next: MakeStage) -> None:
        super().__init__(table, giver)
        self.make_next = make_next

    def legal(self) -> tuple[str, ...]:
        return tuple(f"give {card}" for card in dict.fromkeys(self.table.hands[self.turn]))

    def act(self, text: str) -> tuple[str, HandStage]:
        cards = cards_in_action("give", text)
        if cards is None or len(cards) != 1:
            raise Refusal("one card is given to the partner who plays alone.")
        if cards[0] not in self.table.hands[self.turn]:
            raise not_held_refusal(cards[0])
        table = self.table.take(self.turn, cards).give(self.table.main_seat, cards)
        return f"give {cards[0]}", self.make_next(table)


def giving_stage(table: TableState, word: str, make_next: MakeStage) -> HandStage:
    return Giving(table.with_changes(announced=word), table.partners[0], make_next)


def can_announce(table: TableState, word: str) -> bool:
    """Return whether the rules allow it, and the declarer has a partner and an ordinary bid."""
    is_played = getattr(table.rules, ANNOUNCEMENTS[word].switch) == "on"
    return (
        is_played and table.bid is not None and not table.bid.is_special and bool(table.partners)
    )


def offer_announcement(
    table: TableState, word: str, next_stage: HandStage, make_next: MakeStage
) -> HandStage:
    """Offer the announcement if it can be made.

    `next_stage` follows without an announcement; `make_next` makes the stage after one.
    """
    if not can_announce(table, word):
        return next_stage
    choices = {word: partial(giving_stage, table, word, make_next)}
    return Offer("announce", table, choices, next_stage)


def kitty_stage(table: TableState) -> HandStage:
    """Let the declarer pick up the kitty, unless the contract leaves it untouched."""
    if is_kitty_untouched(table):
        return slam_stage(table)
    return slam_stage(table.give(table.main_seat, kitty_of(table)))


def slam_stage(table: TableState) -> HandStage:
    next_stage = burying_stage(table, table.main_seat, make_stage_after_burying(table))
    return offer_announcement(table, "slam", next_stage, bury_and_play_alone)


def make_stage_after_burying(table: TableState) -> MakeStage:
    """Return the function that makes the stage after the declarer has buried.

    In grand misère the partner picks up the buried cards and buries as many (T47). Two partners
    (six players) do so one after the other: our reading.
    """
    make_next: MakeStage = declare_stage
    if table.strain == "GRAND":
        for partner in reversed(table.partners):
            make_next = partial(pick_up_buried, partner, make_next)
    return make_next


def pick_up_buried(partner: str, make_next: MakeStage, table: TableState) -> HandStage:
    return burying_stage(table.give(partner, table.buried), partner, make_next)


def declare_stage(table: TableState) -> HandStage:
    return offer_announcement(table, "declare", calling_stage(table), bury_and_play_alone)


def bury_and_play_alone(table: TableState) -> HandStage:
    return Burying(table, table.main_seat, nomination_stage)
