"""The tags of PTN: how each is read and written."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from party.engine.auction.bids import LEVELS, STRAIN_NAMES
from party.engine.cards.cards import Card, Suit
from party.engine.errors import shorten
from party.engine.records.ptn_cards import (
    UNKNOWN,
    plain_upper,
    ptn_card,
    read_card,
    read_cards,
    read_holding,
    write_cards,
    write_holding,
)
from party.engine.records.record import Cards, Record, TrickRow
from party.engine.seats import SEATS, seats_from

Fields = dict[str, Any]  # values for the fields of a Record
AddFault = Callable[[str], None]

CLOCKWISE_SEATS: Mapping[tuple[int, str], str] = {
    (n, first): seats_from(seats, first) for n, seats in SEATS.items() for first in seats
}
ALL_SEATS = frozenset("".join(SEATS.values()))
CALLED_WORDS = ALL_SEATS | {"alone"}


@dataclass(frozen=True, slots=True)
class TagLines:
    """The lines below a tag; their values are added to `field`.

    `read` takes one line, and a function to add a fault; it returns the values of the line.
    """

    field: str
    read: Callable[[str, AddFault], tuple[Any, ...]]
    write: Callable[[Record], list[str]]


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag of a field of a record.

    `read` returns the value of the field, or raises ValueError; the lines of the section are read
    even then. `write` returns "" if the tag is not written.
    """

    field: str
    read: Callable[[str], Any]
    write: Callable[[Record], str]
    section: TagLines | None = None


def read_seat(text: str) -> str:
    if text not in ALL_SEATS:
        raise ValueError(f"“{shorten(text)}” is not a seat: the seats are N, E, S, W or numbers.")
    return text


def read_players(value: str) -> int:
    if value not in {str(count) for count in SEATS}:
        raise ValueError(f"“{shorten(value)}” is not a number of players from 2 to 6.")
    return int(value)


def read_deal(value: str) -> dict[str, Cards]:
    first, _, holdings_text = value.partition(":")
    holdings = holdings_text.split()
    seats = CLOCKWISE_SEATS.get((len(holdings), first))
    if seats is None:
        raise ValueError(
            "The deal needs a seat and the hands clockwise from there, such as N:KJ74.9.64.J97 …"
        )
    return dict(zip(seats, map(read_holding, holdings), strict=True))


def write_deal(record: Record) -> str:
    hands = record.hands
    return f"{next(iter(hands))}:{' '.join(map(write_holding, hands.values()))}" if hands else ""


def read_by_seat(value: str) -> dict[str, Cards]:
    parts_by_seat: dict[str, list[str]] = {}
    seat = ""
    for part in value.split():
        prefix, colon, cards = part.rpartition(":")
        seat = read_seat(prefix) if colon else seat
        if not seat:
            raise ValueError("The cards need their seat first, such as S:S5CJ.")
        parts_by_seat.setdefault(seat, []).append(cards)
    return {seat: read_cards("".join(parts)) for seat, parts in parts_by_seat.items()}


def write_by_seat(cards: Mapping[str, Cards]) -> str:
    return " ".join(f"{seat}:{write_cards(held)}" for seat, held in cards.items())


def read_piles(value: str) -> dict[str, tuple[tuple[Card, Card], ...]]:
    return {
        seat: tuple(zip(cards[::2], cards[1::2], strict=False))
        for seat, cards in read_by_seat(value).items()
    }


def write_piles(record: Record) -> str:
    return write_by_seat({s: sum(piles, ()) for s, piles in record.piles.items()})


def read_called(value: str) -> tuple[str, ...]:
    return tuple(word if word in CALLED_WORDS else str(read_card(word)) for word in value.split())


def write_called(record: Record) -> str:
    return " ".join(
        word if word in CALLED_WORDS else ptn_card(Card(word)) for word in record.called
    )


def read_announced(value: str) -> str:
    if value.lower() not in {"slam", "declare"}:
        raise ValueError("Only “slam” or “declare” can be announced.")
    return value.lower()


def read_joker_suit(value: str) -> Suit | str:
    return UNKNOWN if value == UNKNOWN else read_suit(value)


def read_suit(text: str) -> Suit:
    try:
        return Suit(plain_upper(text))
    except ValueError:
        raise ValueError(f"“{shorten(text)}” is not a suit: S, C, D or H.") from None


def read_joker_leads(value: str) -> dict[int, Suit]:
    parts = [text.partition(":") for text in value.split()]
    if not all(trick in TRICK_NUMBERS for trick, _, _ in parts):
        raise ValueError("A joker's lead needs its trick and the suit named, such as 3:H.")
    return {int(trick): read_suit(suit) for trick, _, suit in parts}


TRICK_NUMBERS = frozenset(map(str, range(1, 11)))
POINTS = re.compile("[+-]?[0-9]{1,6}")


def read_scores(value: str) -> dict[str, int]:
    first, _, points_text = value.partition(":")
    points = points_text.split()
    seats = CLOCKWISE_SEATS.get((len(points), first))
    if seats is None or not all(map(POINTS.fullmatch, points)):
        raise ValueError(
            "The scores need a seat and the points clockwise, such as N:260 30 260 30"
        )
    return dict(zip(seats, map(int, points), strict=True))


def write_scores(record: Record) -> str:
    points = record.scores
    return f"{next(iter(points))}:{' '.join(map(str, points.values()))}" if points else ""


# Our calls, and other spellings of them.
CALL_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "P": ("PASS",),
    "MIS": ("MISERE", "MISÈRE", "NULLO"),
    "OPEN": ("OPENMISERE", "OPENMISÈRE", "OPENNULLO"),
    "BLIND": ("BLINDMISERE", "BLINDMISÈRE", "BLINDNULLO"),
    "NOPICK": ("NOPICKUP",),
    "SUPER": ("SUPEROPENMISERE", "SUPEROPENMISÈRE", "SUPEROPEN"),
    "GRAND": ("GRANDNULLO", "DOUBLENULLO", "GRANDMISERE", "GRANDMISÈRE"),
    "PAT": ("PATASTROPHE",),
    "HILO": ("HI/LO",),
    "ANF": ("ACENOFACE",),
    "AGREE": (),
    "REFUSE": (),
}
CALLS_BY_SPELLING: Mapping[str, str] = (
    {f"{level}{strain}": f"{level}{strain}" for level in LEVELS for strain in STRAIN_NAMES}
    | {f"{level}N": f"{level}NT" for level in LEVELS}
    | {text: call for call, spellings in CALL_SPELLINGS.items() for text in (call, *spellings)}
)


def read_call(text: str) -> str:
    """Return the call in our notation; a text that is no call stays as it is."""
    return CALLS_BY_SPELLING.get(plain_upper(text).replace("-", "").replace("_", ""), text)


def write_call(call: str) -> str:
    return "Pass" if call == "P" else call


def read_calls(line: str, _add_fault: AddFault) -> tuple[str, ...]:
    """Return the calls; a "-" stands for no call and is skipped."""
    return tuple(read_call(text) for text in line.split() if text != UNKNOWN)


def write_calls(record: Record) -> list[str]:
    calls = [*map(write_call, record.calls)]
    return [" ".join(calls[i : i + record.players]) for i in range(0, len(calls), record.players)]


def read_trick(line: str, add_fault: AddFault) -> tuple[TrickRow]:
    return (tuple(read_cell(text, add_fault) for text in line.split()),)


def read_cell(text: str, add_fault: AddFault) -> Card | None:
    try:
        return None if text == UNKNOWN else read_card(text)
    except ValueError as error:
        add_fault(str(error))
        return None


def write_tricks(record: Record) -> list[str]:
    return [
        " ".join(ptn_card(card) if card else UNKNOWN for card in trick) for trick in record.tricks
    ]


# The tags, in the order in which we write them.
TAGS: Mapping[str, Tag] = {
    "Players": Tag("players", read_players, lambda r: str(r.players) if r.players != 4 else ""),
    "Dealer": Tag("dealer", read_seat, lambda r: r.dealer),
    "Deal": Tag("hands", read_deal, write_deal),
    "Piles": Tag("piles", read_piles, write_piles),
    "DeadHand": Tag("dead", read_cards, lambda r: write_cards(r.dead)),
    "Undealt": Tag("kitty", read_cards, lambda r: write_cards(r.kitty)),
    "Declarer": Tag("declarer", read_seat, lambda r: r.declarer),
    "Contract": Tag("contract", read_call, lambda r: write_call(r.contract)),
    "Auction": Tag(
        "caller", read_seat, lambda r: r.caller, TagLines("calls", read_calls, write_calls)
    ),
    "CardsAdded": Tag("added", read_by_seat, lambda r: write_by_seat(r.added)),
    "CardsRemoved": Tag("removed", read_by_seat, lambda r: write_by_seat(r.removed)),
    "Announced": Tag("announced", read_announced, lambda r: r.announced),
    "CardGiven": Tag("given", read_cards, lambda r: write_cards(r.given)),
    "Called": Tag("called", read_called, write_called),
    "JokerSuit": Tag("joker_suit", read_joker_suit, lambda r: r.joker_suit),
    "JokerLeads": Tag(
        "joker_leads",
        read_joker_leads,
        lambda r: " ".join(f"{n}:{s}" for n, s in r.joker_leads.items()),
    ),
    "HandScores": Tag("scores", read_scores, write_scores),
    "Play": Tag(
        "column", read_seat, lambda r: r.column, TagLines("tricks", read_trick, write_tricks)
    ),
}
