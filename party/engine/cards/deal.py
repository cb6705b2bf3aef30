"""The deal: who gets how many cards when, and who deals first.

A *packet* is the cards that one place gets in one go: a player's hand, a player's table piles (two
players), the kitty, or a dead hand. A *round* of the deal goes to every player once, clockwise
from the dealer's left. Every player ends with ten cards in the hand.
"""

from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from party.engine.cards.cards import Card, pack
from party.engine.errors import RuleError
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, left_of, seat_fault, seats_of

HAND_SIZE = 10
DEAD = "dead"
KITTY = "kitty"


class Rng(Protocol):
    """A shuffler: `random.Random`, or a test's own."""

    def shuffle(self, x: MutableSequence[Any], /) -> None: ...


@dataclass(frozen=True)
class Packet:
    """Cards given in one go: `to` a seat, "kitty" or "dead"; `face` is "hand", "down" or "up"."""

    to: str
    count: int
    face: str = "hand"


@dataclass(frozen=True)
class Deal:
    """The cards as dealt; a table pile is (card below, card on top)."""

    dealer: str
    hands: Mapping[str, tuple[Card, ...]]
    kitty: tuple[Card, ...] = ()
    piles: Mapping[str, tuple[tuple[Card, Card], ...]] = field(default_factory=dict)
    dead: tuple[Card, ...] = ()


# T6: each round's (cards to every player, cards to the kitty).
PATTERNS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "3_1_4_1_3_1": ((3, 1), (4, 1), (3, 1)),
    "3_3_4_3": ((3, 3), (4, 0), (3, 0)),
    "3_3_2_2_3_2": ((3, 3), (2, 2), (3, 0), (2, 0)),
    "3_3_4_2_3": ((3, 3), (4, 2), (3, 0)),
    "3_3_3_3_4": ((3, 3), (3, 3), (4, 0)),
}
# S6: each player's packets for the table before the packet for the hand, round by round.
TABLE = ((("down", 3),), (("down", 2), ("up", 2)), (("up", 3),))
PILES = 5


def packets(rules: Rules, dealer: str) -> tuple[Packet, ...]:
    """Return the packets of the deal in order (T6; T91 and T93 for two and three players).

    Raises RuleError for a dealer that is not a seat.
    """
    if dealer not in set(seats_of(rules)):
        raise RuleError(seat_fault(dealer, "dealer", seats_of(rules)))
    table = has_piles(rules)
    pattern = PATTERNS["3_1_4_1_3_1" if table else rules.deal_pattern]
    kitty = kitty_packets([count for _, count in pattern], rules.kitty_size)
    places = [*places_dealt(rules, dealer)]
    dealt: list[Packet] = []
    for round_index, (count, _) in enumerate(pattern):
        if table:
            dealt += (Packet(to, size, face) for to in places for face, size in TABLE[round_index])
        dealt += (Packet(to, count) for to in places)
        dealt.append(Packet(KITTY, kitty[round_index]))
    return tuple(size for size in dealt if size.count)


def kitty_packets(pattern: Sequence[int], size: int) -> list[int]:
    """Return the kitty's cards in each round; cards beyond the pattern come last.

    A kitty smaller than the pattern's ends early, a larger one gets the rest with its last packet:
    our reading for packs that the pattern was not made for.
    """
    sizes = []
    last = max(number for number, count in enumerate(pattern) if count)
    left = size
    for number, count in enumerate(pattern):
        sizes.append(left if number == last else min(left, count))
        left -= sizes[-1]
    return sizes


def places_dealt(rules: Rules, dealer: str) -> Iterator[str]:
    if has_dead_hand(rules):
        yield DEAD
    seats = seats_of(rules)
    yield from clockwise(seats, left_of(seats, dealer))


def has_piles(rules: Rules) -> bool:
    return rules.players == 2 and rules.two_hand_form == "table_piles"


def has_dead_hand(rules: Rules) -> bool:
    if rules.players == 2:
        return rules.two_hand_form == "dead_third_hand"
    return rules.players == 3 and rules.three_hand_dead_hand == "on"


def deal(rules: Rules, rng: Rng, dealer: str) -> Deal:
    cards = list(pack(rules))
    rng.shuffle(cards)
    return deal_from(rules, cards, dealer)


def deal_from(rules: Rules, cards: Iterable[Card], dealer: str) -> Deal:
    """Deal these cards from the top without shuffling (T20 allows it)."""
    top = iter(cards)
    dealt: dict[tuple[str, str], list[Card]] = {}
    for packet in packets(rules, dealer):
        cards_of_place = dealt.setdefault((packet.to, packet.face), [])
        cards_of_place += (next(top) for _ in range(packet.count))
    seats = seats_of(rules)
    tables = seats if has_piles(rules) else ""
    piles = {
        packet: tuple(zip(dealt[packet, "down"], dealt[packet, "up"], strict=True))
        for packet in tables
    }
    return Deal(
        dealer,
        {seat: tuple(dealt[seat, "hand"]) for seat in seats},
        tuple(dealt.get((KITTY, "hand"), ())),
        piles,
        tuple(dealt.get((DEAD, "hand"), ())),
    )


def first_dealer(rules: Rules, rng: Rng) -> str:
    """Return the dealer of the first hand (T7): any seat, or the first to draw a jack.

    The seats draw from the top in turn; that the first seat draws first is our reading.
    """
    if rules.first_dealer == "random":
        order = list(seats_of(rules))
        rng.shuffle(order)
        return order[0]
    cards = list(pack(rules))
    rng.shuffle(cards)
    turn = next(number for number, card in enumerate(cards) if card.rank == "J")
    return seats_of(rules)[turn % rules.players]
