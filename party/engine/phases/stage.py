"""A stage: one moment of a hand, in which one seat may do certain things.

Every stage answers `legal()` with the texts of all actions, and `act(text)` with the action's own
text (spelled one way) and the stage after it. An *offer* is a stage that nobody has to answer:
what belongs to the stage after it may be done at once.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from party.engine.cards import Card
from party.engine.errors import RuleError, fault
from party.engine.phases.table import Table
from party.engine.seats import seat_name

SHOWN = 40  # of thousands of ways to bury, this many are told


class Stage:
    """One moment of a hand: `name` is its phase, `turn` the seat that acts."""

    __slots__ = ("table", "turn")
    name: ClassVar[str]

    def __init__(self, table: Table, turn: str) -> None:
        self.table = table
        self.turn = turn

    def legal(self) -> tuple[str, ...]:
        raise NotImplementedError

    def act(self, text: str) -> "tuple[str, Stage]":
        raise NotImplementedError


class Offer(Stage):
    """A chance to say one of a few words before the stage that follows anyway."""

    __slots__ = ("choices", "rest")

    def __init__(
        self, table: Table, turn: str, choices: Mapping[str, Callable[[], Stage]], rest: Stage
    ) -> None:
        super().__init__(table, turn)
        self.choices = choices
        self.rest = rest

    def legal(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.choices, *self.rest.legal())))

    def act(self, text: str) -> tuple[str, Stage]:
        said = same_word(text, self.choices)
        return (said, self.choices[said]()) if said else self.rest.act(text)


def same_word(text: str, words: Iterable[str]) -> str | None:
    """Return the word that is meant, in any case."""
    plain = " ".join(text.split()).lower()
    return next((word for word in words if word.lower() == plain), None)


def cards_said(verb: str, text: str) -> tuple[Card, ...] | None:
    """Read "bury 7H 9H"; None when the text begins with another word.

    Raises RuleError for a card that does not exist.
    """
    first, *rest = text.split() or [""]
    return tuple(Card.parse(each) for each in rest) if first.lower() == verb else None


def refused(stage: Stage, text: str, why: str, *, rule: str = "", code: str = "act") -> RuleError:
    """Build the error of an action that the rules refuse, with what would be legal."""
    legal = stage.legal()
    more = "" if len(legal) <= SHOWN else f" and {len(legal) - SHOWN} more"
    return RuleError(
        fault(
            code,
            "“{text}”: {why} What {seat} may do here: {choices}{more}.",
            rule=rule,
            place=stage.name,
            legal=legal,
            text=text.strip()[:40],
            why=why,
            seat=seat_name(stage.turn),
            choices=", ".join(legal[:SHOWN]),
            more=more,
        )
    )
