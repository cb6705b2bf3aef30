"""The end of a hand: nothing more may be done, and what it came to."""

from collections import Counter
from typing import NamedTuple

from party.engine.play.stage import Refusal, Stage
from party.engine.play.table import Table
from party.engine.scoring.results import HandResult


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
