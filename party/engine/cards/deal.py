"""The deal: the packets of cards in their order, and the first dealer.

A *packet* is the cards that one recipient gets in one go. A *round* of the deal goes to every
player once, clockwise from the dealer's left. Every player ends with ten cards in the hand.
"""

from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from party.engine.cards.cards import Card, pack
from party.engine.errors import RuleError
from party.engine.rules.rules import Rules
from party.engine.seats import left_neighbour, seat_fault, seats_from, seats_of

HAND_SIZE = 10
DEAD = "dead"
KITTY = "kitty"


class Rng(Protocol):
    """The part of `random.Random` that the engine needs."""

    def shuffle(self, x: MutableSequence[Any], /) -> None: ...


@dataclass(frozen=True)
class Packet:
    """Cards dealt in one go.

    `recipient` is a seat, "kitty", or "dead" for a hand that nobody plays; `face` is "hand", or
    "down" or "up" on the table.
    """

    recipient: str
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


# T6: for each round (cards to every player, cards to the kitty).
DEAL_PATTERNS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "3_1_4_1_3_1": ((3, 1), (4, 1), (3, 1)),
    "3_3_4_3": ((3, 3), (4, 0), (3, 0)),
    "3_3_2_2_3_2": ((3, 3), (2, 2), (3, 0), (2, 0)),
    "3_3_4_2_3": ((3, 3), (4, 2), (3, 0)),
    "3_3_3_3_4": ((3, 3), (3, 3), (4, 0)),
}
# S6: by round, a player's packets for the table. The packet for the hand follows them.
PILE_PACKETS = ((("down", 3),), (("down", 2), ("up", 2)), (("up", 3),))
PILE_COUNT = 5


def packets(rules: Rules, dealer: str) -> tuple[Packet, ...]:
    """Return the packets of the deal in order (T6; T91 and T93 for two and three players).

    Raises RuleError for a dealer that is not a seat.
    """
    if dealer not in set(seats_of(rules)):
        raise RuleError(seat_fault(dealer, "dealer", seats_of(rules)))
    has_table = has_piles(rules)
    pattern = DEAL_PATTERNS["3_1_4_1_3_1" if has_table else rules.deal_pattern]
    kitty = kitty_packets([count for _, count in pattern], rules.kitty_size)
    recipients = [*recipients_in_order(rules, dealer)]
    dealt: list[Packet] = []
    for round_index, (count, _) in enumerate(pattern):
        if has_table:
            pile_packets = PILE_PACKETS[round_index]
            dealt += (Packet(r, size, face) for r in recipients for face, size in pile_packets)
        dealt += (Packet(recipient, count) for recipient in recipients)
        dealt.append(Packet(KITTY, kitty[round_index]))
    return tuple(packet for packet in dealt if packet.count)


def kitty_packets(pattern: Sequence[int], size: int) -> list[int]:
    """Return the size of the kitty's packet in each round.

    A kitty smaller than in the pattern is complete before the last round. A larger one gets the
    remaining cards in its last packet: our reading.
    """
    sizes = []
    last = max(number for number, count in enumerate(pattern) if count)
    remaining = size
    for number, count in enumerate(pattern):
        sizes.append(remaining if number == last else min(remaining, count))
        remaining -= sizes[-1]
    return sizes


def recipients_in_order(rules: Rules, dealer: str) -> Iterator[str]:
    if has_dead_hand(rules):
        yield DEAD
    seats = seats_of(rules)
    yield from seats_from(seats, left_neighbour(seats, dealer))


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
    """Deal these cards in their order; T20 allows a deal without shuffling."""
    top = iter(cards)
    dealt: dict[tuple[str, str], list[Card]] = {}
    for packet in packets(rules, dealer):
        received = dealt.setdefault((packet.recipient, packet.face), [])
        received += (next(top) for _ in range(packet.count))
    seats = seats_of(rules)
    seats_with_piles = seats if has_piles(rules) else ""
    piles = {
        seat: tuple(zip(dealt[seat, "down"], dealt[seat, "up"], strict=True))
        for seat in seats_with_piles
    }
    return Deal(
        dealer,
        {seat: tuple(dealt[seat, "hand"]) for seat in seats},
        tuple(dealt.get((KITTY, "hand"), ())),
        piles,
        tuple(dealt.get((DEAD, "hand"), ())),
    )


def first_dealer(rules: Rules, rng: Rng) -> str:
    """Return the dealer of the first hand (T7): a random seat, or the first to draw a jack.

    The seats draw from the top in turn; the first seat begins: our reading.
    """
    if rules.first_dealer == "random":
        order = list(seats_of(rules))
        rng.shuffle(order)
        return order[0]
    cards = list(pack(rules))
    rng.shuffle(cards)
    turn = next(number for number, card in enumerate(cards) if card.rank == "J")
    return seats_of(rules)[turn % rules.players]
