"""The result of a record's play, and the faults of its written scores."""

from collections.abc import Iterator

from party.engine.errors import Fault, RuleError
from party.engine.play.partner import is_partner_called
from party.engine.play.stage import EndOfHand, TableState, Trick
from party.engine.records.record import Record
from party.engine.records.verification.faults import core_fault
from party.engine.records.verification.terms import column_seats
from party.engine.records.verification.tricks import PlayCourse
from party.engine.scoring.scoring import TRICKS, HandResult, side_points
from party.engine.seats import seat_name, seats_from

REPORTED_ELSEWHERE = "bid", "announced"  # the checks of contract and announcement report these


def result_of_course(record: Record, table: TableState, course: PlayCourse) -> HandResult | None:
    """Return the result; None if the record lacks tricks or the partner (T82)."""
    if len(course.winners) < TRICKS and not course.is_stopped:
        return None
    partners = partners_called(record, table)
    if partners is None:
        return None
    tricks = tuple(Trick("", (), winner, ()) for winner in course.winners)
    # A HandResult refuses an announcement on other bids; `announcement_faults` reports it.
    tricks_bid = table.bid is not None and not table.bid.is_special
    announced = table.announced if tricks_bid else None
    return EndOfHand(table.with_changes(partners=partners, announced=announced), tricks).result


def partners_called(record: Record, table: TableState) -> tuple[str, ...] | None:
    """Return the declarer's partners, called or fixed; None if the call is unknown."""
    if not is_partner_called(table):
        return table.partners
    if not record.called:
        return None
    return tuple(
        seat
        for seat in seats_from(table.seats, table.main_seat)[1:]
        if seat in record.called or has_played_called_card(record, seat)
    )


def has_played_called_card(record: Record, seat: str) -> bool:
    column = column_seats(record).index(seat)
    played = {trick[column] for trick in record.tricks if column < len(trick)}
    return any(card in played for card in record.called)


def score_faults(record: Record, table: TableState, result: HandResult | None) -> Iterator[Fault]:
    """Yield a fault for each written score that differs from the result.

    Scores under a cap (T65) depend on the earlier totals, which no record has.
    """
    if not record.scores or result is None or table.rules.defenders_cap != "none":
        return
    try:
        points = side_points(table.rules, result)
    except RuleError as error:
        yield from (reason for reason in error.faults if reason.place not in REPORTED_ELSEWHERE)
        return
    for side, expected in points.items():
        for seat in side:
            written = record.scores.get(seat, expected)
            if written != expected:
                yield core_fault(
                    "record-score",
                    "{seat} scores {right:+d} for this hand, not {written:+d}.",
                    place=f"score {seat}",
                    legal=(str(expected),),
                    seat=seat_name(seat),
                    right=expected,
                    written=written,
                )
