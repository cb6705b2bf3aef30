"""Records: one hand of the game as somebody wrote it down, however much of it there is.

Every part may be missing: a record may hold the deal and the auction, or a contract and tricks.
What is there is kept as it was written, right or wrong: only `verify` judges it, and what could
not even be read stands in `faults`, with the line of the text.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Self

from party.engine.cards.cards import Card, Suit
from party.engine.errors import Fault
from party.engine.seats import SEATS

NO_SUIT = "-"  # the joker surely belongs to none
Cards = tuple[Card, ...]
TrickRow = tuple[Card | None, ...]


def by_key() -> Any:
    return field(default_factory=lambda: EMPTY, hash=False)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A hand, written down; what is not known is empty.

    - `hands` as dealt, by seat, clockwise from the first seat written; an empty hand is not known.
      `piles` are the table piles of two players, (card below, card on top); `dead` a dead hand.
    - `calls` from the seat `caller` on: "P", "8H", "MIS" ..., or the text that is no call.
    - `added` and `removed`: the cards a seat took up and put down before the play.
    - `announced` ("slam", "declare"), `given` (the partner's card), `called` (five players: a
      card, players, or "alone"), `joker_suit` (nominated for the hand; "-" for surely none).
    - `tricks` are columns: the first is always the seat `column`, then clockwise, whoever led
      (two players with table piles: both hands, then both tables). None: played no card.
    - `joker_leads`: the suit that was named when the joker led this trick (the first is 1).
    - `scores`: what each seat scored for this hand, as written, from the first seat on.
    - `tags`: every other tag and its text, such as ("Event", "Club night").
    """

    players: int = 4
    tags: tuple[tuple[str, str], ...] = ()
    dealer: str = ""
    hands: Mapping[str, Cards] = by_key()
    piles: Mapping[str, tuple[tuple[Card, Card], ...]] = by_key()
    dead: Cards = ()
    kitty: Cards = ()
    declarer: str = ""
    contract: str = ""
    caller: str = ""
    calls: tuple[str, ...] = ()
    added: Mapping[str, Cards] = by_key()
    removed: Mapping[str, Cards] = by_key()
    announced: str = ""
    given: Cards = ()
    called: tuple[str, ...] = ()
    joker_suit: Suit | str = ""
    column: str = ""
    tricks: tuple[TrickRow, ...] = ()
    joker_leads: Mapping[int, Suit] = by_key()
    scores: Mapping[str, int] = by_key()
    faults: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, known: Mapping[str, Any]) -> Self:
        """Return the record of these fields, without setting each by itself as `Record()` does.

        Records are read by the thousand; it makes a tenth of the time.
        """
        made = object.__new__(cls)
        object.__setattr__(made, "__dict__", {**NOTHING, **known})
        return made

    @property
    def seats(self) -> str:
        """The seats of the game, clockwise."""
        return SEATS[self.players]


EMPTY: Mapping[Any, Any] = MappingProxyType({})  # one for all records, so nobody may fill it
NOTHING: Mapping[str, Any] = {
    each.name: EMPTY if each.default is MISSING else each.default for each in fields(Record)
}
