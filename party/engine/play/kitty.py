"""The kitty: who picks it up, what is announced, and what is buried.

Who holds more than ten cards buries what is too many, face down. A grand slam is announced with
the kitty in the hand (T54), "declare" after burying (T55); either way the declarer goes on alone
with one more card from his partner, and buries one more.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from party.engine.cards.cards import Card
from party.engine.cards.deal import HAND_SIZE
from party.engine.play.partner import to_call
from party.engine.play.playing import to_nominate
from party.engine.play.stage import Offer, Refusal, Stage, Table, cards_said, not_held

After = Callable[[Table], Stage]


class Burying(Stage):
    """One seat holds more than ten cards."""

    __slots__ = ("then",)
    name = "kitty"

    def __init__(self, table: Table, turn: str, then: After) -> None:
        super().__init__(table, turn)
        self.then = then

    @property
    def count(self) -> int:
        return len(self.table.hands[self.turn]) - HAND_SIZE

    def legal(self) -> tuple[str, ...]:
        """Return every way to bury, each written in the order of the hand."""
        ways = combinations(self.table.hands[self.turn], self.count)
        return tuple(dict.fromkeys(buried_text(cards) for cards in ways))

    def act(self, text: str) -> tuple[str, Stage]:
        said = cards_said("bury", text)
        if said is None:
            raise Refusal(f"first {self.count} of the cards in this hand are buried.")
        if len(said) != self.count:
            raise Refusal(f"{self.count} cards are buried, not {len(said)}.")
        cards = self.in_hand_order(said)
        table = self.table.take(self.turn, cards).changed(buried=cards)
        return buried_text(cards), self.then(table)

    def in_hand_order(self, said: Sequence[Card]) -> tuple[Card, ...]:
        """Return these cards of the hand in its order."""
        hand = self.table.hands[self.turn]
        for card in (Counter(said) - Counter(hand)).elements():
            raise not_held(card)
        return tuple(sorted(said, key=hand.index))


def buried_text(cards: Sequence[Card]) -> str:
    return " ".join(("bury", *cards))


def to_bury(table: Table, seat: str, then: After) -> Stage:
    """Let the seat bury what it has too many; nothing when there is no kitty (S20)."""
    return Burying(table, seat, then) if len(table.hands[seat]) > HAND_SIZE else then(table)


def is_kitty_left(table: Table) -> bool:
    """Misère without pick-up leaves it (T39), and the open one of Wilkinson-Chambers (T42)."""
    without_kitty = table.rules.wilkinson_chambers == "on" and table.strain == "OPEN"
    return without_kitty or table.strain == "NOPICK"


def kitty_of(table: Table) -> tuple[Card, ...]:
    """Return what the declarer picks up: all of it, or his own two of four cards (S20, T93)."""
    rules = table.rules
    if rules.players != 2 or rules.two_hand_form != "24_cards_with_2_each":
        return table.kitty
    half = len(table.kitty) // 2
    return table.kitty[:half] if table.lead == "N" else table.kitty[half:]


class Giving(Stage):
    """The partner gives one card; his others lie face down."""

    __slots__ = ("then",)
    name = "announce"

    def __init__(self, table: Table, giver: str, then: After) -> None:
        super().__init__(table, giver)
        self.then = then

    def legal(self) -> tuple[str, ...]:
        return tuple(f"give {card}" for card in dict.fromkeys(self.table.hands[self.turn]))

    def act(self, text: str) -> tuple[str, Stage]:
        cards = cards_said("give", text)
        if cards is None or len(cards) != 1:
            raise Refusal("one card is given to the partner who plays alone.")
        if cards[0] not in self.table.hands[self.turn]:
            raise not_held(cards[0])
        table = self.table.take(self.turn, cards).give(self.table.lead, cards)
        return f"give {cards[0]}", self.then(table)


def with_partners_card(table: Table, word: str, then: After) -> Stage:
    """Let the partner give his card; of two partners (six players) the next one does."""
    return Giving(table.changed(announced=word), table.partners[0], then)


def offer_announcement(table: Table, word: str, rest: Stage, then: After) -> Stage:
    """Let the declarer of a suit or no trump with a partner say the word, or go on."""
    if table.bid is None or table.bid.special or not table.partners:
        return rest
    choices = {word: partial(with_partners_card, table, word, then)}
    return Offer("announce", table, choices, rest)


def to_kitty(table: Table) -> Stage:
    """Let the declarer pick up the kitty, unless his contract leaves it."""
    return to_slam(table if is_kitty_left(table) else table.give(table.lead, kitty_of(table)))


def to_slam(table: Table) -> Stage:
    """S10: the declarer may announce a grand slam; then he buries one card more."""
    rest = to_bury(table, table.lead, after_burying(table))
    if table.rules.grand_slam == "off":
        return rest
    return offer_announcement(table, "slam", rest, bury_and_play_alone)


def after_burying(table: Table) -> After:
    """Return what follows the declarer's burying: in grand misère his partner's (T47).

    The partner picks up what was buried and buries as many; of two partners (six players) one
    after the other: our reading.
    """
    then: After = to_declare
    if table.strain == "GRAND":
        for partner in reversed(table.partners):
            then = partial(pick_up_buried, partner, then)
    return then


def pick_up_buried(partner: str, then: After, table: Table) -> Stage:
    return to_bury(table.give(partner, table.buried), partner, then)


def to_declare(table: Table) -> Stage:
    """T55: after burying the declarer may "declare"; then he buries another card."""
    rest = to_call(table)
    if table.rules.declare == "off":
        return rest
    return offer_announcement(table, "declare", rest, bury_and_play_alone)


def bury_and_play_alone(table: Table) -> Stage:
    """Go on with the partner's card in the hand of the declarer, who plays without him."""
    return Burying(table, table.lead, to_nominate)
