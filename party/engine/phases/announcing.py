"""Grand slam and declare: the declarer goes on alone with one card from his partner (T54, T55)."""

from collections.abc import Callable

from party.engine.phases.burying import Burying, to_bury
from party.engine.phases.calling import to_call
from party.engine.phases.nominating import to_nominate
from party.engine.phases.stage import Offer, Stage, cards_said, refused
from party.engine.phases.table import Table


class Announcing(Offer):
    """The declarer may announce, or do what comes next."""

    __slots__ = ()
    name = "announce"


class Giving(Stage):
    """The partner hands one card over, and his hand is out."""

    __slots__ = ("then",)
    name = "announce"

    def __init__(self, table: Table, giver: str, then: Callable[[Table], Stage]) -> None:
        super().__init__(table, giver)
        self.then = then

    def legal(self) -> tuple[str, ...]:
        return tuple(f"give {card}" for card in dict.fromkeys(self.table.hands[self.turn]))

    def act(self, text: str) -> tuple[str, Stage]:
        cards = cards_said("give", text)
        if cards is None or len(cards) != 1:
            raise refused(self, text, "one card goes to the partner who plays alone.")
        if cards[0] not in self.table.hands[self.turn]:
            raise refused(self, text, f"the {cards[0].words} is not in this hand.", code="held")
        table = self.table.take(self.turn, cards).give(self.table.lead, cards)
        return f"give {cards[0]}", self.then(table)


def to_slam(table: Table) -> Stage:
    """After the middle is taken a grand slam may be announced (S10, T54)."""
    if table.rules.grand_slam == "off" or not may_announce(table):
        return to_bury(table, to_declare)
    slam = table.but(announced="slam")

    def announce() -> Stage:
        return Giving(slam, table.partners[0], lambda given: to_bury(given, to_nominate, more=1))

    return Announcing(table, table.lead, {"slam": announce}, to_bury(table, to_declare))


def to_declare(table: Table) -> Stage:
    """After burying the declarer may "declare" (T55)."""
    if table.rules.declare == "off" or not may_announce(table):
        return to_call(table)
    declared = table.but(announced="declare")

    def announce() -> Stage:
        return Giving(
            declared, table.partners[0], lambda given: Burying(given, table.lead, 1, to_nominate)
        )

    return Announcing(table, table.lead, {"declare": announce}, to_call(table))


def may_announce(table: Table) -> bool:
    """A suit or no trump, and a partner who can give; of two partners the next one does."""
    return bool(table.bid and not table.bid.special and table.partners)
