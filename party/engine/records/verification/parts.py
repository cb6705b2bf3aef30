"""Impossible parts of a record: wrong types, unknown cards, seats of another game.

The reader of PTN returns no wrong types; other programs may.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from party.engine.cards.cards import EVERY_CARD, Suit
from party.engine.errors import Fault, shorten
from party.engine.records.record import Record
from party.engine.records.verification.faults import core_fault, first_reported
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import ANNOUNCEMENTS
from party.engine.seats import seats_of

Check = Callable[[Any], bool]
CARD_TEXTS: frozenset[str] = frozenset(EVERY_CARD)
MAX_POINTS = 10**6
LISTS = (tuple, list)


def is_text(part: Any) -> bool:
    return isinstance(part, str)


def is_text_or_none(part: Any) -> bool:
    return part is None or is_text(part)


def is_number(part: Any) -> bool:
    return isinstance(part, int) and abs(part) <= MAX_POINTS


def one_of(*words: str) -> Check:
    return lambda part: is_text(part) and part in words


def each_is(check: Check) -> Check:
    return lambda part: isinstance(part, LISTS) and all(map(check, part))


def mapping(key: Check, value: Check) -> Check:
    return lambda part: (
        isinstance(part, Mapping) and all(map(key, part)) and all(map(value, part.values()))
    )


def is_pile(part: Any) -> bool:
    return is_texts(part) and len(part) == 2


is_texts = each_is(is_text)
# In the order of the faults.
TYPE_CHECKS: Mapping[str, Check] = {
    **dict.fromkeys(("dealer", "declarer", "caller", "column", "contract"), is_text),
    **dict.fromkeys(("hands", "added", "removed"), mapping(is_text, is_texts)),
    **dict.fromkeys(("dead", "kitty", "given", "calls", "called"), is_texts),
    "piles": mapping(is_text, each_is(is_pile)),
    "announced": one_of("", *ANNOUNCEMENTS),
    "joker_suit": one_of("", "-", *Suit),
    "tricks": each_is(each_is(is_text_or_none)),
    "joker_leads": mapping(is_number, one_of(*Suit)),
    "scores": mapping(is_text, is_number),
}


def wrong_part_faults(record: Record) -> list[Fault]:
    text = "What the record has as “{part}” cannot stand there."
    wrong_parts = [name for name, fits in TYPE_CHECKS.items() if not fits(getattr(record, name))]
    parts = [name.replace("_", " ") for name in wrong_parts]
    faults = [core_fault("record-part", text, place=part, part=part) for part in parts]
    return faults or unknown_card_faults(record)


def unknown_card_faults(record: Record) -> list[Fault]:
    text = "“{card}” is not a card. Cards look like 10H, JS or Jo (the joker)."
    faults = [
        core_fault("record-card", text, place=place, card=shorten(card))
        for place, cards in cards_by_place(record)
        for card in cards
        if card not in CARD_TEXTS
    ]
    return [*first_reported(faults, len(faults))]


def cards_by_place(record: Record) -> Iterator[tuple[str, Iterable[str]]]:
    for name in ("hands", "added", "removed"):
        yield from ((f"{name} {seat}", cards) for seat, cards in getattr(record, name).items())
    for seat, piles in record.piles.items():
        yield f"piles {seat}", [card for pile in piles for card in pile]
    for name in ("dead", "kitty", "given"):
        yield name, getattr(record, name)
    for number, trick in enumerate(record.tricks, 1):
        yield f"trick {number}", [card for card in trick if card is not None]


def game_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return the reasons why the record is not of this game, or cannot be judged."""
    return wrong_part_faults(record) or seat_faults(record, rules)


def seat_faults(record: Record, rules: Rules) -> list[Fault]:
    if record.players != rules.players:
        return [
            core_fault(
                "record-players",
                "The record is of {count} players, but {wanted} play {where}.",
                place="players",
                count=record.players,
                wanted=rules.players,
                where=rules.where,
            )
        ]
    return [
        core_fault(
            "record-seat",
            "There is no seat {seat}: the seats are {seats}.",
            place=place,
            legal=tuple(seats_of(rules)),
            seat=shorten(seat),
            seats=", ".join(seats_of(rules)),
        )
        for place, seat in named_seats(record)
        if seat not in {*seats_of(rules)}
    ]


def named_seats(record: Record) -> Iterator[tuple[str, str]]:
    seats = {"dealer": record.dealer, "declarer": record.declarer}
    seats |= {"auction": record.caller, "play": record.column}
    yield from ((place, seat) for place, seat in seats.items() if seat)
    for name in ("hands", "piles", "added", "removed", "scores"):
        yield from ((name, seat) for seat in getattr(record, name))
