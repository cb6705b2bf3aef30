"""Records: one hand of the game as somebody wrote it down, complete or not.

Every part may be missing: a record may hold the deal and the auction, or a contract and tricks.
Each part is kept as written, right or wrong: only `verify` judges it. Unreadable parts are in
`faults`, with the line of the text.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Self

from party.engine.cards.cards import Card, Suit
from party.engine.errors import Fault
from party.engine.seats import SEATS

NO_SUIT = "-"  # the joker certainly belongs to no suit
Cards = tuple[Card, ...]
TrickRow = tuple[Card | None, ...]


def empty_mapping() -> Any:
    return field(default_factory=lambda: EMPTY, hash=False)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A hand, written down; unknown parts are empty.

    - `hands` as dealt, by seat, clockwise from the first seat written; an empty hand is unknown.
      `piles` are the table piles of two players, (card below, card on top); `dead` a dead hand.
    - `calls` from the seat `caller` on: "P", "8H", "MIS" ..., or the text that is no call.
    - `added` and `removed`: the cards a seat took up and put down before the play.
    - `announced` ("slam", "declare"), `given` (the partner's card), `called` (five players: a
      card, players, or "alone"), `joker_suit` (nominated for the hand; "-" for certainly none).
    - `tricks` are rows by column: the first is always the seat `column`, then clockwise, even
      if another led (two players with table piles: both hands, then both tables). None: no card.
    - `joker_leads`: the suit named by the joker that led this trick (the first is 1).
    - `scores`: each seat's points for this hand, as written, from the first seat on.
    - `tags`: every other tag and its text, such as ("Event", "Club night").
    """

    players: int = 4
    tags: tuple[tuple[str, str], ...] = ()
    dealer: str = ""
    hands: Mapping[str, Cards] = empty_mapping()
    piles: Mapping[str, tuple[tuple[Card, Card], ...]] = empty_mapping()
    dead: Cards = ()
    kitty: Cards = ()
    declarer: str = ""
    contract: str = ""
    caller: str = ""
    calls: tuple[str, ...] = ()
    added: Mapping[str, Cards] = empty_mapping()
    removed: Mapping[str, Cards] = empty_mapping()
    announced: str = ""
    given: Cards = ()
    called: tuple[str, ...] = ()
    joker_suit: Suit | str = ""
    column: str = ""
    tricks: tuple[TrickRow, ...] = ()
    joker_leads: Mapping[int, Suit] = empty_mapping()
    scores: Mapping[str, int] = empty_mapping()
    faults: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the record of these fields without the constructor, which sets each by itself.

        Programs read thousands of records, and this takes a tenth of the time.
        """
        record = object.__new__(cls)
        object.__setattr__(record, "__dict__", {**DEFAULTS, **values})
        return record

    @property
    def seats(self) -> str:
        return SEATS[self.players]


EMPTY: Mapping[Any, Any] = MappingProxyType({})  # all records share it, so it is read-only
DEFAULTS: Mapping[str, Any] = {
    each.name: EMPTY if each.default is MISSING else each.default for each in fields(Record)
}
