"""The seats of a record: as many as play, and no others."""

from collections.abc import Iterator

from party.engine.checks import CORE
from party.engine.errors import Fault, fault
from party.engine.record import Record
from party.engine.rules import Rules
from party.engine.seats import seats_of


def seat_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return why the record cannot be of this game: the number of players, or a seat of another.

    Then nothing else can be judged.
    """
    if record.players != rules.players:
        return [
            fault(
                "record-players",
                "The record is of {count} players, but {wanted} play {where}.",
                rule=CORE,
                place="players",
                count=record.players,
                wanted=rules.players,
                where=rules.where,
            )
        ]
    return [
        fault(
            "record-seat",
            "There is no seat {seat}: the seats are {seats}.",
            rule=CORE,
            place=place,
            legal=tuple(seats_of(rules)),
            seat=seat,
            seats=", ".join(seats_of(rules)),
        )
        for place, seat in named_seats(record)
        if seat not in seats_of(rules)
    ]


def named_seats(record: Record) -> Iterator[tuple[str, str]]:
    yield "dealer", record.dealer
    yield "declarer", record.declarer
    yield "auction", record.caller
    yield "play", record.column
    for name in ("hands", "piles", "added", "removed", "scores"):
        yield from ((name, seat) for seat in getattr(record, name))
