"""One hand of the game as somebody wrote it down, complete or not.

A part is kept as it was written, right or wrong: only `verify` judges it. Unreadable lines are in
`faults`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from party.engine.cards.cards import Card, Suit
from party.engine.errors import Fault
from party.engine.seats import SEATS

NO_SUIT = "-"  # the declarer nominated no suit
Cards = tuple[Card, ...]
TrickRow = tuple[Card | None, ...]


def empty_mapping() -> Any:
    return field(default_factory=dict, hash=False)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A written hand; unknown parts are empty.

    - `hands` as dealt, by seat, clockwise from the first seat written; an empty hand is unknown.
      `piles` are the table piles of two players, (card below, card on top); `dead` a dead hand.
    - `calls` from the seat `caller` on: "P", "8H", "MIS" ..., or a text that is no call.
    - `added` and `removed`: the cards that a seat took up and buried before the play.
    - `announced` is "slam" or "declare"; `given` is the partner's card; `called` (five players) a
      card, players, or "alone"; `joker_suit` the nominated suit, "-" for certainly none.
    - `tricks` are rows. The first column is always the seat `column`, the others follow clockwise;
      with table piles both hands, then both tables. None is no card.
    - `joker_leads`: the suit named by the joker that led, by the number of the trick (from 1).
    - `scores`: the written points of each seat for this hand.
    - `tags`: all other tags and their texts, such as ("Event", "Club night").
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

    @property
    def seats(self) -> str:
        return SEATS[self.players]
