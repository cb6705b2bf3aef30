"""The kitty and burying: who holds more than ten cards lays away what is too many, face down."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from party.engine.cards.cards import Card
from party.engine.play.stage import Refusal, Stage, cards_said, not_held
from party.engine.play.table import HAND, Table

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
        return len(self.table.hands[self.turn]) - HAND

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
        cards = self.own(said)
        table = self.table.take(self.turn, cards).but(buried=cards)
        return buried_text(cards), self.then(table)

    def own(self, said: Sequence[Card]) -> tuple[Card, ...]:
        """Return these cards of the hand in its order."""
        wanted = Counter(said)
        found = []
        for card in self.table.hands[self.turn]:
            if wanted[card]:
                wanted[card] -= 1
                found.append(card)
        for card in wanted.elements():
            raise not_held(card)
        return tuple(found)


def buried_text(cards: Sequence[Card]) -> str:
    return " ".join(("bury", *cards))


def to_bury(table: Table, seat: str, then: After) -> Stage:
    """Let the seat bury what it has too many; nothing when there is no kitty (S20)."""
    return Burying(table, seat, then) if len(table.hands[seat]) > HAND else then(table)


def leaves_kitty(table: Table) -> bool:
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
