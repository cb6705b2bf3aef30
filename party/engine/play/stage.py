"""A stage: one moment of a hand, in which one seat may do certain things.

Every stage answers `legal()` with the texts of all actions, and `act(text)` with the action's own
text (spelled one way) and the stage after it. An *offer* is a stage that need not be answered:
what belongs to the stage after it may be done at once. Only where the stage after it belongs to
another player (T63) has it to be answered, and there is a word for no.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from party.engine.cards.cards import Card
from party.engine.errors import RuleError, fault
from party.engine.play.table import Table

NONE = "none"
SHOWN = 13  # of thousands of ways to bury, this many are told


class Stage(ABC):
    """One moment of a hand: `name` is its phase, `turn` the seat that acts."""

    __slots__ = ("table", "turn")
    name: ClassVar[str]

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
    """A chance to say one of a few words before the stage that follows anyway."""

    __slots__ = ("choices", "goes_on", "rest")

    def __init__(
        self, table: Table, turn: str, choices: Mapping[str, Callable[[], Stage]], rest: Stage
    ) -> None:
        super().__init__(table, turn)
        self.choices = choices
        self.rest = rest
        self.goes_on = rest.turn == turn

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


class Refusal(Exception):  # noqa: N818 -- it is told to people as a RuleError
    """Why a stage refuses an action, to which the hand adds what is legal."""

    def __init__(self, why: str, *, rule: str = "", code: str = "refused") -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.code = code

    def error(self, stage: Stage, text: str) -> RuleError:
        legal = stage.legal()
        more = "" if len(legal) <= SHOWN else f" and {len(legal) - SHOWN} more"
        return RuleError(
            fault(
                self.code,
                "“{text}”: {why} What may be done here: {choices}{more}.",
                rule=self.rule,
                place=stage.name,
                legal=legal,
                text=text.strip()[:40],
                why=self.why,
                choices=", ".join(legal[:SHOWN]) or "nothing",
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
