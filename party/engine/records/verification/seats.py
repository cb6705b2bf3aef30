"""The seats of a record, which may be those of another game."""

from collections.abc import Iterator

from party.engine.errors import Fault, shorten
from party.engine.records.record import Record
from party.engine.records.verification.faults import core_fault
from party.engine.rules.rules import Rules
from party.engine.seats import seats_of


def game_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return the reasons why the record is not of this game."""
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
