"""The kitty of a record: the cards that seats took up and buried."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from party.engine.cards.cards import Card
from party.engine.cards.deal import HAND_SIZE
from party.engine.errors import Fault, fault
from party.engine.play.kitty import is_kitty_untouched, kitty_of
from party.engine.play.stage import TableState
from party.engine.records.record import Cards, Record
from party.engine.records.verification.deal import pack_counts
from party.engine.records.verification.faults import CORE, core_fault, limited_faults
from party.engine.seats import seat_name


def kitty_size(table: TableState) -> int:
    if table.declarer is None or is_kitty_untouched(table):
        return 0
    with_dummy_kitty = table.with_changes(kitty=(Card("Jo"),) * table.rules.kitty_size)
    return len(kitty_of(with_dummy_kitty))


def known_kitty(record: Record, table: TableState) -> Cards:
    if not kitty_size(table):
        return ()
    whole = record.kitty
    if not whole and record.hands and all(record.hands.values()) and not record.piles:
        remaining = pack_counts(table.rules)
        for cards in (*record.hands.values(), record.dead):
            remaining -= Counter(cards)
        whole = tuple(remaining.elements())
    if len(whole) != table.rules.kitty_size:
        return ()
    return kitty_of(table.with_changes(kitty=whole))


def burying_seats(table: TableState) -> tuple[str, ...]:
    """Return the declarer, then in grand misère the partners (T47)."""
    if not kitty_size(table):
        return (table.main_seat,) if table.announced else ()
    return (table.main_seat, *(table.partners if table.strain == "GRAND" else ()))


def cards_to_take_up(record: Record, table: TableState, seat: str) -> Cards:
    """Return the kitty, or the cards buried by the seat before this one (T47)."""
    if seat == table.main_seat:
        return known_kitty(record, table)
    previous = burying_seats(table)[burying_seats(table).index(seat) - 1]
    return record.removed.get(previous, ())


def bury_count(table: TableState, seat: str) -> int:
    return kitty_size(table) + (seat == table.main_seat and bool(table.announced))


def possible_hands(record: Record, table: TableState) -> dict[str, tuple[Counter[Card], bool]]:
    return {seat: possible_hand(record, table, seat) for seat in table.seats}


def possible_hand(record: Record, table: TableState, seat: str) -> tuple[Counter[Card], bool]:
    """Return the cards that the seat may hold at the first lead, and whether it holds them all."""
    hand = Counter(record.hands.get(seat, ()))
    if not hand:
        return unplaced_cards(record, table, seat), False
    if table.announced and record.given and seat in table.partners:
        return hand - Counter(record.given), False
    if seat not in burying_seats(table):
        return hand, hand.total() == HAND_SIZE
    added = record.added.get(seat) or cards_to_take_up(record, table, seat)
    removed = record.removed.get(seat, ())
    if len(added) < kitty_size(table) or (table.announced and not record.given):
        return unplaced_cards(record, table, seat), False
    hand += Counter(added) + Counter(record.given if seat == table.main_seat else ())
    return hand - Counter(removed), hand.total() - len(removed) == HAND_SIZE


def unplaced_cards(record: Record, table: TableState, seat: str) -> Counter[Card]:
    remaining = pack_counts(table.rules)
    for other_seat, cards in record.hands.items():
        if other_seat != seat:
            remaining -= Counter(cards)
    remaining -= Counter(record.dead)
    remaining -= Counter(record.removed.get(seat, ()))
    for piles in record.piles.values():
        remaining -= Counter(card for pile in piles for card in pile)
    if seat not in burying_seats(table):
        remaining -= Counter(record.kitty)
    elif table.announced:
        remaining += Counter(record.given)
    return remaining


def kitty_faults(record: Record, table: TableState) -> list[Fault]:
    faults: list[Fault] = []
    for seat in record.added:
        faults += taking_up_faults(record, table, seat)
    for seat in record.removed:
        faults += burying_faults(record, table, seat)
    return faults


def taking_up_faults(record: Record, table: TableState, seat: str) -> Iterator[Fault]:
    if seat not in burying_seats(table) or not kitty_size(table):
        yield wrong_seat_fault(table, seat, "kitty", "{seat} takes up no cards here.")
        return
    expected = cards_to_take_up(record, table, seat)
    if expected and Counter(expected) != Counter(record.added[seat]):
        text = "{seat} takes up other cards than lie there."
        yield core_fault("record-kitty", text, place="kitty", legal=expected, seat=seat_name(seat))


def wrong_seat_fault(table: TableState, seat: str, place: str, text: str) -> Fault:
    rule = "T47" if table.strain == "GRAND" else "T39" if is_kitty_untouched(table) else CORE
    return fault("record-nobody", text, rule=rule, place=place, seat=seat_name(seat))


def burying_faults(record: Record, table: TableState, seat: str) -> Iterator[Fault]:
    removed = record.removed[seat]
    if seat not in burying_seats(table):
        yield wrong_seat_fault(table, seat, "discard", "{seat} buries no cards here.")
        return
    other_removals = {other: cards for other, cards in record.removed.items() if other != seat}
    held, _ = possible_hand(replace(record, removed=other_removals), table, seat)
    if len(removed) != bury_count(table, seat):
        yield core_fault(
            "record-bury",
            "{seat} buries {count} cards; it must be {wanted}.",
            place="discard",
            legal=tuple(held),
            seat=seat_name(seat),
            count=len(removed),
            wanted=bury_count(table, seat),
        )
    not_held = Counter(removed) - held
    faults = (buried_not_held_fault(seat, card, tuple(held)) for card in not_held.elements())
    yield from limited_faults(faults, not_held.total())


def buried_not_held_fault(seat: str, card: Card, held: Cards) -> Fault:
    text = "{seat} buries the {card} and does not hold it."
    words = {"seat": seat_name(seat), "card": Card(card).words}
    return core_fault("record-bury-card", text, place="discard", legal=held, **words)
