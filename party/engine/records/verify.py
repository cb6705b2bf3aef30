"""Checks a record against the rules, and finds the result of its play."""

from party.engine.errors import Fault
from party.engine.play.stage import TableState
from party.engine.records.record import Record
from party.engine.records.verification.calls import ReplayedAuction, auction_faults, replay_auction
from party.engine.records.verification.deal import deal_faults
from party.engine.records.verification.declarations import declaration_faults, named_suit_faults
from party.engine.records.verification.kitty import kitty_faults
from party.engine.records.verification.scores import result_of_course, score_faults
from party.engine.records.verification.seats import game_faults
from party.engine.records.verification.terms import possible_terms
from party.engine.records.verification.tricks import (
    PlayCourse,
    best_course,
    leader_of_first_trick,
    shape_faults,
)
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import HandResult


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
