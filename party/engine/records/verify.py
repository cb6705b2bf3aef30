"""Verify: everything that a record says against the rules, as far as it goes."""

from party.engine.errors import Fault
from party.engine.play.stage import Table
from party.engine.records.record import Record
from party.engine.records.verification.calls import ReplayedAuction, auction_faults, replay_auction
from party.engine.records.verification.deal import deal_faults
from party.engine.records.verification.declarations import named_faults, word_faults
from party.engine.records.verification.kitty import kitty_faults
from party.engine.records.verification.parts import game_faults
from party.engine.records.verification.scores import result_by, score_faults
from party.engine.records.verification.terms import terms
from party.engine.records.verification.tricks import (
    Course,
    best_course,
    leader_of_first_trick,
    shape_faults,
)
from party.engine.records.verification.whole import is_surely_faultless
from party.engine.rules.rules import Rules
from party.engine.scoring.results import HandResult


def verify(record: Record, rules: Rules) -> list[Fault]:
    """Return every fault of a record under these rules; none is an empty list.

    Each fault has its place ("call 3", "trick 4 S", "discard" ...), the number of the rule, and
    what was legal there. What is not in the record is no fault.
    """
    return [] if is_surely_faultless(record, rules) else every_fault(record, rules)


def misdeal_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return what is wrong with the cards as dealt; nothing where the game itself is another."""
    return [] if game_faults(record, rules) else deal_faults(record, rules)


def every_fault(record: Record, rules: Rules) -> list[Fault]:
    """Return what each part of the record has against it, one after the other."""
    strangers = game_faults(record, rules)
    if strangers:
        return [*record.faults, *strangers]
    auction = replay_auction(record, rules)
    return [
        *record.faults,
        *deal_faults(record, rules),
        *auction_faults(record, rules, auction),
        *play_faults(record, rules, auction),
    ]


def play_faults(record: Record, rules: Rules, auction: ReplayedAuction | None) -> list[Fault]:
    """Return what is wrong after the auction; nothing can be judged where the bid is unknown."""
    tables = terms(record, rules, auction)
    if not tables:
        return []
    table, course = best_course(record, tables)
    return [
        *kitty_faults(record, table),
        *word_faults(record, table),
        *named_faults(record, table, leaders(table, course)),
        *shape_faults(record, table),
        *course.faults,
        *score_faults(record, table, result_by(record, table, course)),
    ]


def result_of(record: Record, rules: Rules) -> HandResult | None:
    """Return what the play of a record comes to; None where that is not known.

    It is reckoned from the cards as they were played, faulty or not.
    """
    likeliest = likeliest_course(record, rules)
    return result_by(record, *likeliest) if likeliest else None


def turns_of(record: Record, rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return who led each trick and who won it, as seats, as far as the tricks can be followed.

    A card against the rules counts as it was played; a trick that is not all there has no winner.
    """
    likeliest = likeliest_course(record, rules)
    if likeliest is None:
        return ()
    table, course = likeliest
    return tuple(zip(leaders(table, course), course.winners, strict=False))


def likeliest_course(record: Record, rules: Rules) -> tuple[Table, Course] | None:
    """Return the terms of the play and how it went; None where it cannot be followed at all."""
    if game_faults(record, rules):
        return None
    tables = terms(record, rules, replay_auction(record, rules))
    return best_course(record, tables) if tables else None


def leaders(table: Table, course: Course) -> tuple[str, ...]:
    """Return who led each trick, and would lead the one after the last that has a winner."""
    return (leader_of_first_trick(table), *course.winners)
