"""What a table has seen: the suits led so far, and who has shown to lack which (T60 to T62).

A *trick* of a history is its leader and its cards in the order of play, as texts; a joker that
named hearts is "Jo/H". In the place of a partner who sits out "-" may stand. With two players and
table piles each of the four holdings is a seat: "N" and "S" the hands, "n" and "s" the tables.
A *ring* is who plays to each trick, in turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from party.engine.cards.cards import Suit
from party.engine.cards.deal import has_piles
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.play.ranking import Ranking
from party.engine.rules.rules import Rules
from party.engine.scoring.results import seat_fault
from party.engine.seats import clockwise, fixed_partners, seats_of

Trick = tuple[str, Sequence[str]]
SITS_OUT = "-"


class Seen(NamedTuple):
    """What earlier tricks tell about a hand: the suits led by anyone, those it lacked."""

    led: int = 0
    void: int = 0


def shows_void(ranked: Ranking, card: int, led: int) -> bool:
    """Say whether following this lead with this card shows void.

    Playing the joker does as well, but for Gadd's, which counts as a card of the suit (T62).
    """
    return not card & (led | (ranked.suitless if ranked.gadd else 0))


def suit_led(ranked: Ranking, lead: str, named: Suit | None = None) -> int:
    """Return the suit that a lead asks for; 0 when a suitless joker names none."""
    bit = ranked.bit(lead)
    if not bit & ranked.suitless:
        return ranked.suit_of[bit]
    said = lead.partition("/")[2]
    asked = Suit.parse(said) if said else named
    return ranked.suits[asked] if asked else 0


def seen_by(
    rules: Rules, ranked: Ranking, history: Iterable[Trick], seat: str | None = None
) -> Seen:
    """Return what the history says about a seat; without a seat only the suits led.

    Raises RuleError for a seat that is none, and for a trick without cards.
    """
    tricks = [(leader, [*cards]) for leader, cards in history]
    refuse_any(holding_faults(rules, tricks, seat))
    ring = ring_of(rules, tricks, seat) if seat else ""
    before = void = 0
    for leader, cards in tricks:
        if not played(cards):
            raise no_cards()
        lead, *others = played(cards)
        led = suit_led(ranked, lead)
        before |= led
        followers = clockwise(ring, leader)[1:] if ring else ""
        for player, card in zip(followers, others, strict=False):
            if player == seat and shows_void(ranked, ranked.bit(card), led):
                void |= led
    return Seen(before, void)


def holding_faults(rules: Rules, tricks: Iterable[Trick], seat: str | None) -> list[Fault]:
    """Return which of these are no seats; only two players with piles have tables, too (S6)."""
    seats = seats_of(rules)
    holdings = {*seats, *(seats.lower() if has_piles(rules) else "")}
    named = [("history", leader) for leader, _ in tricks]
    named += [] if seat is None else [("seat", seat)]
    return [seat_fault(each, place, seats) for place, each in named if each not in holdings]


def no_cards() -> RuleError:
    return RuleError(fault("no-cards", "A trick has a card at least.", place="trick"))


def played(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card != SITS_OUT]


def ring_of(rules: Rules, tricks: Sequence[Trick], seat: str) -> str:
    """Return who plays, as far as the tricks tell; empty when they do not fit the seat.

    With as many cards as seats all play. With fewer, those sit out who are marked; else the
    partners of one player: of the first leader, who is the declarer (T63), unless one of them
    leads, or is the seat.
    """
    playing = {seat, *(leader for leader, _ in tricks)}
    for ring in rings(rules, *tricks[0]) if tricks else ():
        if len(ring) == len(played(tricks[0][1])) and playing <= set(ring):
            return ring
    return ""


def rings(rules: Rules, leader: str, cards: Sequence[str]) -> Iterator[str]:
    """Yield who may be playing, the likeliest first."""
    seats = clockwise(seats_of(rules), leader.upper())
    if len(cards) == len(seats):
        yield "".join(each for each, card in zip(seats, cards, strict=True) if card != SITS_OUT)
        return
    yield seats + seats.lower()  # two players with table piles: hand, hand, table, table (S6)
    for declarer in seats:
        out = fixed_partners(rules, declarer)
        yield "".join(each for each in seats if each not in out)
