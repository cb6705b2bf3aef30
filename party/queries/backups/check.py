"""Recomputes a whole party from its rows, and compares the results with those of its pages."""

import logging
import sqlite3
from contextlib import closing

from party.models import Party
from party.process_state import PROCESS
from party.queries.backups.kept_copies import sqlite_file
from party.queries.backups.own_schema import unreadable_tables
from party.queries.backups.party_contents import CONTENT_ERRORS
from party.queries.people.consistency import money_differences, name_differences
from party.queries.prizes.consistency import (
    confirmed_differences,
    drawn_prize_differences,
    prize_differences,
)
from party.queries.scores.consistency import score_differences
from party.queries.seats.consistency import seat_differences
from party.queries.shared_reads import share_reads
from party.queries.standings.consistency import standing_differences

logger = logging.getLogger(__name__)

CHECKS = (
    name_differences,
    seat_differences,
    score_differences,
    standing_differences,
    prize_differences,
    confirmed_differences,
    drawn_prize_differences,
    money_differences,
)
UNREADABLE = "The database is damaged: {} holds text that cannot be read. Open the last backup."
CONTRADICTION = "Its rows contradict each other, so not everything could be worked out."


def party_differences(party: Party) -> list[str]:
    """Return a sentence for each wrong name, seat, move, hand, total, rank or prize."""
    PROCESS.clear_cached_reads()  # somebody may have repaired rows by hand
    with share_reads():
        return [line for check in CHECKS for line in check(party)]


def readable_differences(party: Party) -> list[str]:
    """Do the same, but return a sentence where broken rows make a check raise an exception."""
    PROCESS.clear_cached_reads()
    lines: list[str] = []
    with share_reads():
        for check in CHECKS:
            try:
                lines += check(party)
            except CONTENT_ERRORS:
                logger.warning("%s of party %s", check.__name__, party.pk, exc_info=True)
                lines.append(CONTRADICTION)
    return list(dict.fromkeys(lines))


def damaged_tables() -> list[str]:
    if (file := sqlite_file()) is None:
        return []
    try:
        with closing(sqlite3.connect(file)) as database:
            return [UNREADABLE.format(table) for table in unreadable_tables(database)]
    except (sqlite3.Error, UnicodeDecodeError):
        return [UNREADABLE.format("it")]
