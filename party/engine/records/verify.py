"""Checks a record against the rules, and finds the result of its play."""

from collections.abc import Iterator

from party.engine.errors import Fault, RuleError, shorten
from party.engine.play.partner import is_partner_called
from party.engine.play.stage import EndOfHand, TableState, Trick
from party.engine.records.record import Record
from party.engine.records.verification.calls import ReplayedAuction, auction_faults, replay_auction
from party.engine.records.verification.deal import deal_faults
from party.engine.records.verification.declarations import declaration_faults, named_suit_faults
from party.engine.records.verification.faults import core_fault
from party.engine.records.verification.kitty import kitty_faults
from party.engine.records.verification.terms import column_seats, possible_terms
from party.engine.records.verification.tricks import (
    PlayCourse,
    best_course,
    leader_of_first_trick,
    shape_faults,
)
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import TRICKS, HandResult, side_points
from party.engine.seats import seat_name, seats_from, seats_of

REPORTED_ELSEWHERE = "bid", "announced"  # the checks of contract and announcement report these


def verify(record: Record, rules: Rules) -> list[Fault]:
    """Return every fault of a record under these rules.

    A fault has a place ("call 3", "trick 4 S", "discard" ...), the number of the rule, and the
    legal choices. A missing part is no fault.
    """
    other_game = game_faults(record, rules)
    if other_game:
        return [*record.faults, *other_game]
    auction = replay_auction(record, rules)
    return [
        *record.faults,
        *deal_faults(record, rules),
        *auction_faults(record, rules, auction),
        *play_faults(record, rules, auction),
    ]


def misdeal_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return the faults of the dealt cards; [] if the record is of another game."""
    return [] if game_faults(record, rules) else deal_faults(record, rules)


def play_faults(record: Record, rules: Rules, auction: ReplayedAuction | None) -> list[Fault]:
    tables = possible_terms(record, rules, auction)
    if not tables:
        return []
    table, course = best_course(record, tables)
    return [
        *kitty_faults(record, table),
        *declaration_faults(record, table),
        *named_suit_faults(record, table, leaders(table, course)),
        *shape_faults(record, table),
        *course.faults,
        *score_faults(record, table, result_of_course(record, table, course)),
    ]


def result_of(record: Record, rules: Rules) -> HandResult | None:
    """Return the result of a record's play, with illegal cards as they were played.

    None if the result is unknown.
    """
    likeliest = likeliest_course(record, rules)
    return result_of_course(record, *likeliest) if likeliest else None


def turns_of(record: Record, rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the seats (leader, winner) of each trick, with illegal cards as they were played.

    The list ends before the first trick that has no winner.
    """
    likeliest = likeliest_course(record, rules)
    if likeliest is None:
        return ()
    table, course = likeliest
    return tuple(zip(leaders(table, course), course.winners, strict=False))


def likeliest_course(record: Record, rules: Rules) -> tuple[TableState, PlayCourse] | None:
    if game_faults(record, rules):
        return None
    tables = possible_terms(record, rules, replay_auction(record, rules))
    return best_course(record, tables) if tables else None


def leaders(table: TableState, course: PlayCourse) -> tuple[str, ...]:
    return (leader_of_first_trick(table), *course.winners)


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


def result_of_course(record: Record, table: TableState, course: PlayCourse) -> HandResult | None:
    """Return the result; None if the record lacks tricks or the partner (T82)."""
    if len(course.winners) < TRICKS and not course.is_stopped:
        return None
    partners = partners_called(record, table)
    if partners is None:
        return None
    tricks = tuple(Trick((), winner, ()) for winner in course.winners)
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
