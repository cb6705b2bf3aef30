"""Reads about entries: a table's sheet, an entry as the engine's value and in words."""

from functools import lru_cache
from typing import Protocol
from uuid import UUID

from django.db import connection

from party.engine import (
    Bid,
    HandEntry,
    HandResult,
    RuleError,
    Rules,
    describe,
    hand_entry,
    pair_points,
    possible_totals,
    write_entry,
)
from party.models import Entry, Party
from party.models.scores.entries import TOTAL
from party.queries.rows import read_rows
from party.values.scores.tables import HandLine, count_hands, total_text


class PlayedHand(Protocol):
    """The columns of an entry that hold what was played: of a row, or read alone."""

    hand: int | None
    bid: str
    bidder: str
    tricks: int | None
    announced: str


class ScoredHand(PlayedHand, Protocol):
    """The same with their points."""

    ns: int | None
    ew: int | None


PLAYED = ("hand", "bid", "bidder", "tricks", "announced")
SUBMISSION = Entry._meta.get_field("submission")  # noqa: SLF001 -- Django's own name for it
# Whoever looks at a table reads it: as a query set it took longer than all that it shows.
SHEET = f"""
SELECT e.* FROM party_entry e
JOIN party_table t ON t.id = e.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %s AND r.number = %s AND t.number = %s
    AND e.status = '{Entry.Status.IN_FORCE.value}'
ORDER BY e.sequence
"""  # noqa: S608 -- a constant of ours
COME = "SELECT 1 FROM party_entry WHERE submission = %s"


def result_of(entry: PlayedHand) -> HandResult | None:
    """Return the hand of a row; None for a thrown-in hand and for a round's total.

    Whoever shows or counts a stored hand gets it from here; only the check of what is stored
    (consistency) reads the columns by itself.
    """
    if not entry.hand or entry.tricks is None:
        return None
    return stored_result(entry.bid, entry.bidder, entry.tricks, entry.announced)


@lru_cache(maxsize=1000)
def stored_result(bid: str, bidder: str, tricks: int, announced: str) -> HandResult:
    """Return a hand by its columns. The same few come again and again."""
    return HandResult(
        bid=Bid.parse(bid) if bid else None,
        tricks=tricks,
        declarer=bidder or None,
        announced=announced or None,
    )


def has_come(submission: UUID) -> bool:
    """Return whether a form was stored before. Asked for each hand: a statement, no query set."""
    return bool(read_rows(COME, [SUBMISSION.get_db_prep_value(submission, connection)]))


def entry_text(rules: Rules, entry: ScoredHand) -> str:
    """Say in words what an entry holds."""
    if entry.hand == TOTAL:
        return total_text(entry.ns, entry.ew)
    return describe(rules, result_of(entry))


def table_sheet(party: Party, round_number: int, table: int) -> tuple[HandLine, ...]:
    """Return what is in force at a table, in the order in which it was entered. One query."""
    rows = Entry.objects.raw(SHEET, [party.pk, round_number, table])
    return tuple(hand_line(party.rules, row) for row in rows)


def hand_line(rules: Rules, row: Entry) -> HandLine:
    """Return a row as a line of its table's sheet."""
    result, is_total = result_of(row), row.hand == TOTAL
    against = "" if row.status == Entry.Status.IN_FORCE else against_rules(rules, result)
    return HandLine(
        entry=row.pk,
        hand=row.hand,
        result=result,
        text="" if is_total else write_entry(HandEntry(result)),
        words=total_text(row.ns, row.ew) if is_total else describe(rules, result),
        ns=row.ns,
        ew=row.ew,
        source=row.source,
        by=row.actor_name,
        typist=row.actor_id,
        flags=() if against else _flags(rules, row, result),
        at=row.at,
        checked=row.checked,
        against=against,
    )


def against_rules(rules: Rules, result: HandResult | None) -> str:
    """Say why these rules do not know a hand; "" where they do."""
    if result is not None:
        try:
            pair_points(rules, result)
        except RuleError as error:
            return str(error)
    return ""


def against_total(rules: Rules, hands: int, ns: int, ew: int) -> str:
    """Say that so many hands can never give these points; "" where they can."""
    if possible_totals(rules, hands, ns, ew):
        return ""
    return f"{count_hands(hands)} cannot give N-S {ns} and E-W {ew}."


def _flags(rules: Rules, row: Entry, result: HandResult | None) -> tuple[str, ...]:
    """Return what is unusual about a hand, unless somebody has looked at it again."""
    if result is None or row.checked:
        return ()
    return tuple(flag.text for flag in hand_entry(rules, result).flags)
