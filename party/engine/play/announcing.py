"""Grand slam and declare: the declarer goes on alone with one card from his partner (T54, T55)."""

from functools import partial

from party.engine.play.kitty import After
from party.engine.play.stage import Offer, Refusal, Stage, cards_said, not_held
from party.engine.play.table import Table


class Announcing(Offer):
    """The declarer may announce, or do what comes next; "none" if that is not his (T63)."""

    __slots__ = ()
    name = "announce"


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


def announced(table: Table, word: str, then: After) -> Stage:
    """Let the partner give his card; of two partners (six players) the next one does."""
    return Giving(table.but(announced=word), table.partners[0], then)


def offered(table: Table, word: str, rest: Stage, then: After) -> Stage:
    """Let the declarer of a suit or no trump with a partner say the word, or go on."""
    if table.bid is None or table.bid.special or not table.partners:
        return rest
    return Announcing(table, table.lead, {word: partial(announced, table, word, then)}, rest)
