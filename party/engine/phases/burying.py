"""The kitty: who picks it up, and what he buries in its place."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

from party.engine.cards import Card
from party.engine.phases.stage import Stage, cards_said, refused
from party.engine.phases.table import Table

WITHOUT_KITTY = frozenset({"NOPICK"})


class Burying(Stage):
    """One seat holds more than ten cards and lays some away, face down."""

    __slots__ = ("count", "then")
    name = "kitty"

    def __init__(
        self, table: Table, turn: str, count: int, then: Callable[[Table], Stage]
    ) -> None:
        super().__init__(table, turn)
        self.count = count
        self.then = then

    def legal(self) -> tuple[str, ...]:
        """Return every way to bury, each written in the order of the hand."""
        ways = combinations(self.table.hands[self.turn], self.count)
        return tuple(dict.fromkeys(buried_text(cards) for cards in ways))

    def act(self, text: str) -> tuple[str, Stage]:
        said = cards_said("bury", text)
        if said is None:
            raise refused(self, text, f"bury {self.count} cards first.")
        if len(said) != self.count:
            raise refused(self, text, f"{self.count} cards are buried, not {len(said)}.")
        cards = self.own(text, said)
        table = self.table.take(self.turn, cards).but(buried=cards)
        return buried_text(cards), self.then(table)

    def own(self, text: str, said: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards in the order of the hand. Raises RuleError for one not held."""
        wanted = Counter(said)
        found = []
        for card in self.table.hands[self.turn]:
            if wanted[card]:
                wanted[card] -= 1
                found.append(card)
        for card in wanted.elements():
            raise refused(self, text, f"the {card.words} is not in this hand.", code="held")
        return tuple(found)


def buried_text(cards: tuple[Card, ...]) -> str:
    return " ".join(("bury", *cards))


def to_bury(table: Table, then: Callable[[Table], Stage], *, more: int = 0) -> Stage:
    """The declarer takes the kitty and buries as many, and `more` of what he was given.

    Misère without pick-up leaves the kitty (T39), and so does the open misère of Wilkinson and
    Chambers (T42). In grand misère the partner picks up what was buried and buries as many (T47);
    of two partners one after the other.
    """
    kitty = () if leaves_kitty(table) else kitty_of(table)
    count = len(kitty) + more
    if not count:
        return then(table)
    then = handing_on(table.partners, then) if table.strain == "GRAND" else then
    return Burying(table.give(table.lead, kitty), table.lead, count, then)


def handing_on(
    partners: tuple[str, ...], then: Callable[[Table], Stage]
) -> Callable[[Table], Stage]:
    """Return the step in which each of these partners takes and buries in turn."""
    if not partners:
        return then
    first, *others = partners

    def hand_on(table: Table) -> Stage:
        after = handing_on(tuple(others), then)
        return Burying(table.give(first, table.buried), first, len(table.buried), after)

    return hand_on


def leaves_kitty(table: Table) -> bool:
    without = {"NOPICK", "OPEN"} if table.rules.wilkinson_chambers == "on" else WITHOUT_KITTY
    return table.strain in without


def kitty_of(table: Table) -> tuple[Card, ...]:
    """Return what the declarer picks up: all of it, or his own two of four cards (S20, T93)."""
    rules = table.rules
    if rules.players != 2 or rules.two_hand_form != "24_cards_with_2_each":
        return table.kitty
    half = len(table.kitty) // 2
    return table.kitty[:half] if table.lead == "N" else table.kitty[half:]
