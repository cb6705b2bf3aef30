"""What a record's play comes to, and whether the scores written in it are right."""

from collections.abc import Iterator

from party.engine.errors import Fault, RuleError
from party.engine.play.partner import is_partner_called
from party.engine.play.stage import Over, Table, Trick
from party.engine.records.record import Record
from party.engine.records.verification.faults import core_fault
from party.engine.records.verification.terms import column_seats
from party.engine.records.verification.tricks import Course
from party.engine.scoring.results import TRICKS, HandResult
from party.engine.scoring.scoring import side_points
from party.engine.seats import clockwise, seat_name

REPORTED_BEFORE = "bid", "announced"  # by the checks of the contract and of what was announced


def result_by(record: Record, table: Table, course: Course) -> HandResult | None:
    """Return what the tricks come to; None when that is not known.

    They do not when they are not all there, or when nobody knows who the partner was (T82).
    """
    if len(course.winners) < TRICKS and not course.stopped:
        return None
    partners = partners_called(record, table)
    if partners is None:
        return None
    tricks = tuple(Trick("", (), each, ()) for each in course.winners)
    # Nothing is announced but on a bid of tricks; that it was written down is reported elsewhere.
    tricks_bid = table.bid is not None and not table.bid.special
    said = table.announced if tricks_bid else None
    return Over(table.changed(partners=partners, announced=said), tricks).result


def partners_called(record: Record, table: Table) -> tuple[str, ...] | None:
    """Return the declarer's partners, called or fixed; None when five play and nobody knows."""
    if not is_partner_called(table):
        return table.partners
    if not record.called:
        return None
    others = clockwise(table.seats, table.lead)[1:]
    return tuple(
        seat for seat in others if seat in record.called or has_played_called_card(record, seat)
    )


def has_played_called_card(record: Record, seat: str) -> bool:
    """Say whether the seat plays the card that was called."""
    at = column_seats(record).index(seat)
    played = {trick[at] for trick in record.tricks if at < len(trick)}
    return any(card in played for card in record.called)


def score_faults(record: Record, table: Table, result: HandResult | None) -> Iterator[Fault]:
    """Yield the scores of the hand that are not what its play comes to.

    Where a cap holds (T65) they depend on the totals before, which no record has.
    """
    if not record.scores or result is None or table.rules.defenders_cap != "none":
        return
    try:
        points = side_points(table.rules, result)
    except RuleError as error:
        yield from (each for each in error.faults if each.place not in REPORTED_BEFORE)
        return
    for side, right in points.items():
        for seat in side:
            written = record.scores.get(seat, right)
            if written != right:
                yield core_fault(
                    "record-score",
                    "{seat} scores {right:+d} for this hand, not {told:+d}.",
                    place=f"score {seat}",
                    legal=(str(right),),
                    seat=seat_name(seat),
                    right=right,
                    told=written,
                )
