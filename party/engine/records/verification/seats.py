"""The seats of a record: as many as play, and no others."""

from collections.abc import Iterator

from party.engine.errors import Fault, fault, short
from party.engine.records.record import Record
from party.engine.records.verification.faults import CORE
from party.engine.records.verification.parts import odd_faults
from party.engine.rules.rules import Rules
from party.engine.seats import seats_of


def game_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return why the record cannot be of this game, or of any; then nothing else can be judged."""
    return odd_faults(record) or seat_faults(record, rules)


def seat_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return what is wrong with the number of players, or each seat of another game."""
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
            seat=short(seat),
            seats=", ".join(seats_of(rules)),
        )
        for place, seat in named_seats(record)
        if seat not in {*seats_of(rules)}
    ]


def named_seats(record: Record) -> Iterator[tuple[str, str]]:
    told = {"dealer": record.dealer, "declarer": record.declarer}
    told |= {"auction": record.caller, "play": record.column}
    yield from ((place, seat) for place, seat in told.items() if seat)
    for name in ("hands", "piles", "added", "removed", "scores"):
        yield from ((name, seat) for seat in getattr(record, name))
