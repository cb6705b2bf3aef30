"""The kitty of a record: who took it up, and what was buried."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from party.engine.cards.cards import Card
from party.engine.errors import Fault, fault
from party.engine.play.kitty import is_kitty_left, kitty_of
from party.engine.play.stage import Table
from party.engine.records.record import Cards, Record
from party.engine.records.verification.deal import copies
from party.engine.records.verification.faults import CORE, core_fault, first_of
from party.engine.seats import seat_name


def kitty_size(table: Table) -> int:
    """Return how many cards the declarer takes up (T5, T39, T42, T93)."""
    if table.declarer is None or is_kitty_left(table):
        return 0
    spread = table.changed(kitty=(Card("Jo"),) * table.rules.kitty_size)
    return len(kitty_of(spread))


def known_kitty(record: Record, table: Table) -> Cards:
    """Return what lay in the middle for the declarer, as far as it is known."""
    if not kitty_size(table):
        return ()
    whole = record.kitty
    if not whole and record.hands and all(record.hands.values()) and not record.piles:
        rest = Counter(copies(table.rules))
        for cards in (*record.hands.values(), record.dead):
            rest -= Counter(cards)
        whole = tuple(rest.elements())
    if len(whole) != table.rules.kitty_size:
        return ()
    return kitty_of(table.changed(kitty=whole))


def seats_taking_up(table: Table) -> tuple[str, ...]:
    """Return who takes cards up and buries as many, in turn (T47 for grand misère)."""
    if not kitty_size(table):
        return (table.lead,) if table.announced else ()
    return (table.lead, *(table.partners if table.strain == "GRAND" else ()))


def lying_for(record: Record, table: Table, seat: str) -> Cards:
    """Return what lay there for the seat: the kitty, or what the one before him buried (T47)."""
    if seat == table.lead:
        return known_kitty(record, table)
    before = seats_taking_up(table)[seats_taking_up(table).index(seat) - 1]
    return record.removed.get(before, ())


def cards_to_bury(table: Table, seat: str) -> int:
    """Return how many cards the seat buries: one more where it was given one (T54, T55)."""
    return kitty_size(table) + (seat == table.lead and bool(table.announced))


def possible_hands(record: Record, table: Table) -> dict[str, tuple[Counter[Card], bool]]:
    """Return what each seat may hold when the first card is led, and whether that is certain."""
    return {seat: possible_hand(record, table, seat) for seat in table.seats}


def possible_hand(record: Record, table: Table, seat: str) -> tuple[Counter[Card], bool]:
    hand = Counter(record.hands.get(seat, ()))
    if not hand:
        return cards_not_elsewhere(record, table, seat), False
    if table.announced and record.given and seat in table.partners:
        return hand - Counter(record.given), False
    if seat not in seats_taking_up(table):
        return hand, hand.total() == 10
    added = record.added.get(seat) or lying_for(record, table, seat)
    removed = record.removed.get(seat, ())
    if len(added) < kitty_size(table) or (table.announced and not record.given):
        return cards_not_elsewhere(record, table, seat), False
    hand += Counter(added) + Counter(record.given if seat == table.lead else ())
    return hand - Counter(removed), hand.total() - len(removed) == 10


def cards_not_elsewhere(record: Record, table: Table, seat: str) -> Counter[Card]:
    """Return the cards of the pack that are not known to lie elsewhere."""
    left = Counter(copies(table.rules))
    for other, cards in record.hands.items():
        if other != seat:
            left -= Counter(cards)
    left -= Counter(record.dead)
    left -= Counter(record.removed.get(seat, ()))
    for piles in record.piles.values():
        left -= Counter(card for pile in piles for card in pile)
    if seat not in seats_taking_up(table):
        left -= Counter(record.kitty)
    elif table.announced:
        left += Counter(record.given)
    return left


def kitty_faults(record: Record, table: Table) -> list[Fault]:
    """Return all that is wrong between the last call and the first lead, as far as is written."""
    faults: list[Fault] = []
    for seat in record.added:
        faults += added_faults(record, table, seat)
    for seat in record.removed:
        faults += removed_faults(record, table, seat)
    return faults


def added_faults(record: Record, table: Table, seat: str) -> Iterator[Fault]:
    if seat not in seats_taking_up(table) or not kitty_size(table):
        yield wrong_seat_fault(table, seat, "kitty", "{seat} takes up no cards here.")
        return
    right = lying_for(record, table, seat)
    if right and Counter(right) != Counter(record.added[seat]):
        text = "{seat} takes up other cards than lie there."
        yield core_fault("record-kitty", text, place="kitty", legal=right, seat=seat_name(seat))


def wrong_seat_fault(table: Table, seat: str, place: str, text: str) -> Fault:
    rule = "T47" if table.strain == "GRAND" else "T39" if is_kitty_left(table) else CORE
    return fault("record-nobody", text, rule=rule, place=place, seat=seat_name(seat))


def removed_faults(record: Record, table: Table, seat: str) -> Iterator[Fault]:
    removed = record.removed[seat]
    if seat not in seats_taking_up(table):
        yield wrong_seat_fault(table, seat, "discard", "{seat} buries no cards here.")
        return
    others = {each: cards for each, cards in record.removed.items() if each != seat}
    held, _ = possible_hand(replace(record, removed=others), table, seat)
    if len(removed) != cards_to_bury(table, seat):
        yield core_fault(
            "record-bury",
            "{seat} buries {count} cards; it must be {wanted}.",
            place="discard",
            legal=tuple(held),
            seat=seat_name(seat),
            count=len(removed),
            wanted=cards_to_bury(table, seat),
        )
    strange = Counter(removed) - held
    faults = (not_held_fault(seat, card, tuple(held)) for card in strange.elements())
    yield from first_of(faults, strange.total())


def not_held_fault(seat: str, card: Card, held: Cards) -> Fault:
    text = "{seat} buries the {card} and does not hold it."
    words = {"seat": seat_name(seat), "card": Card(card).words}
    return core_fault("record-bury-card", text, place="discard", legal=held, **words)
