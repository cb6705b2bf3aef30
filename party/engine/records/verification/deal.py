"""The cards of a record: ten to a hand, and every card of the pack once (T1, T3, T5, T8)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from party.engine.cards.cards import Card, pack
from party.engine.cards.deal import HAND_SIZE, has_dead_hand, has_piles
from party.engine.errors import Fault, fault
from party.engine.records.record import Cards, Record
from party.engine.records.verification.faults import CORE, limited_faults
from party.engine.rules.rules import Rules
from party.engine.seats import seat_name


def deal_faults(record: Record, rules: Rules) -> list[Fault]:
    dealt = [*dealt_places(record)]
    too_many = Counter(card for _, cards in dealt for card in cards) - pack_counts(rules)
    return [
        *size_faults(rules, dealt),
        *limited_faults(pack_faults(rules, dealt), too_many.total()),
    ]


def dealt_places(record: Record) -> Iterator[tuple[str, Cards]]:
    for seat, cards in record.hands.items():
        yield f"deal {seat}", cards
    for seat, piles in record.piles.items():
        yield f"piles {seat}", tuple(card for pile in piles for card in pile)
    yield "dead hand", record.dead
    yield "kitty", record.kitty


def dealt_sizes(rules: Rules) -> Mapping[str, int]:
    """Return the number of cards at each place, by the first word of the place."""
    return {
        "deal": HAND_SIZE,
        "piles": HAND_SIZE if has_piles(rules) else 0,
        "dead": HAND_SIZE if has_dead_hand(rules) else 0,
        "kitty": rules.kitty_size,
    }


def pack_counts(rules: Rules) -> Counter[Card]:
    return Counter(pack(rules))


def size_faults(rules: Rules, dealt: list[tuple[str, Cards]]) -> Iterator[Fault]:
    for place, cards in dealt:
        wanted = dealt_sizes(rules)[place.partition(" ")[0]]
        if cards and len(cards) != wanted:
            yield fault(
                "record-size",
                "{whose}: {count} cards; {wanted} are dealt {where}.",
                rule="T5",
                place=place,
                whose=place_text(place),
                count=len(cards),
                wanted=wanted,
                where=rules.where,
            )


def place_text(place: str) -> str:
    """Return the place in words: "North", "North’s table", "Dead hand", "Kitty"."""
    name, _, seat = place.partition(" ")
    if name == "deal":
        return seat_name(seat)
    return f"{seat_name(seat)}’s table" if name == "piles" else place.capitalize()


def pack_faults(rules: Rules, dealt: list[tuple[str, Cards]]) -> Iterator[Fault]:
    remaining = pack_counts(rules)
    for place, cards in dealt:
        for card in cards:
            remaining[card] -= 1
            if remaining[card] < 0:
                yield card_fault(rules, card, place)


def card_fault(rules: Rules, card: Card, place: str) -> Fault:
    if card in pack_counts(rules):
        text, code, rule = "The {card} is there a second time.", "record-twice", CORE
    else:
        text, code, rule = "The {card} is not in the pack {where}.", "record-pack", "T1"
    return fault(code, text, rule=rule, place=place, card=Card(card).words, where=rules.where)
