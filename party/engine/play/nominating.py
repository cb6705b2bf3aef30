"""The joker's suit for the whole hand, which its holder may name before the first lead (T58)."""

from functools import partial

from party.engine.cards.cards import Card, Suit
from party.engine.play.playing import to_play
from party.engine.play.ranking import may_nominate
from party.engine.play.stage import Offer, Stage
from party.engine.play.table import Table

JOKER = Card("Jo")


class Nominating(Offer):
    """The declarer may nominate, or leads; "none" where another player leads (T63)."""

    __slots__ = ()
    name = "nominate"


def to_nominate(table: Table) -> Stage:
    rest = to_play(table)
    if not offered(table):
        return rest
    choices = {f"Jo/{suit}": partial(nominated, table, suit) for suit in Suit}
    return Nominating(table, table.lead, choices, rest)


def nominated(table: Table, suit: Suit) -> Stage:
    return to_play(table.but(nominated=suit))


def offered(table: Table) -> bool:
    """Say whether the declarer holds the joker in a contract where its suit may be named.

    In two-handed play a joker that lies face up on his table is held, too: our reading.
    """
    held = (*table.hands[table.lead], *table.tops(table.lead))
    return may_nominate(table.rules, table.bid) and JOKER in held
