"""What is in a file that may be a copy of a database: read only, and refused in words."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from party.values.backups import LARGEST, Contents, PartyInFile
from party.values.refusals import Refused

HEAD = b"SQLite format 3\0"
# The first migration of the schema before this one, which nothing brings up to date.
OLD_SCHEMA = ("party", "0001_first")
NOT_OURS = "This file is no backup of Head Table. Choose one whose name ends in .sqlite3."
DAMAGED = "This backup is damaged: a part of it is missing or was changed. Take an older one."
TOO_LARGE = f"This file is too large: a backup has at most {LARGEST // 1_000_000} MB."
NEWER = (
    "This backup was made by a newer Head Table (it knows {name}, this one does not). "
    "Update Head Table, then open it again."
)
TOO_OLD = "This was made by a Head Table from before the first release, which nothing can read."
# As SQLite itself keeps the two kinds of what does nothing by itself.
TABLE_OR_INDEX = re.compile(r"CREATE (TABLE|INDEX|UNIQUE INDEX) ")
NEEDED = {"django_migrations", "django_session", "party_club", "party_party", "party_user"}

CLUBS = "SELECT name FROM party_club ORDER BY id"
# As `organiser_after` finds them, once this is the database.
ORGANISERS = """
SELECT someone.name, (
    SELECT COUNT(*) FROM party_club club WHERE NOT club.is_sample AND club.id NOT IN (
        SELECT club_id FROM party_membership WHERE user_id = someone.id AND role = 'organiser'))
FROM party_user someone WHERE someone.is_active AND EXISTS (
    SELECT 1 FROM party_membership work JOIN party_club club ON club.id = work.club_id
    WHERE work.user_id = someone.id AND work.role = 'organiser' AND NOT club.is_sample)
ORDER BY someone.id
"""
PARTIES = """
SELECT club.name, party.name, party.starts_at,
    (SELECT COUNT(*) FROM party_entrant WHERE party_id = party.id),
    (SELECT COUNT(*) FROM party_round WHERE party_id = party.id),
    (SELECT COUNT(*) FROM party_entry entry JOIN party_table t ON t.id = entry.table_id
        JOIN party_round r ON r.id = t.round_id
        WHERE r.party_id = party.id AND entry.status = 'in force' AND entry.hand IS NOT NULL)
FROM party_party party JOIN party_club club ON club.id = party.club_id
ORDER BY party.starts_at DESC, party.id DESC
"""


def read_contents(file: Path) -> Contents:
    """Return what is in a copy. Raises Refused when it is damaged, newer or none of ours."""
    with file.open("rb") as begin:
        if begin.read(len(HEAD)) != HEAD:
            raise Refused(NOT_OURS)
    if file.stat().st_size > LARGEST:
        raise Refused(TOO_LARGE)
    with explained_damage(), closing(sqlite3.connect(file)) as copy:
        if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise Refused(DAMAGED)
        _refuse_strangers(copy)
        applied = set(copy.execute("SELECT app, name FROM django_migrations"))
        _refuse_other_versions(applied)
        is_older = bool(set(MigrationLoader(None).disk_migrations) - applied)
        [(last,)] = copy.execute("SELECT MAX(at) FROM party_logline")
        return Contents(
            clubs=tuple(name for (name,) in copy.execute(CLUBS)),
            organisers=() if is_older else tuple(copy.execute(ORGANISERS)),
            parties=tuple(
                PartyInFile(club, name, as_time(starts), *counts)
                for club, name, starts, *counts in copy.execute(PARTIES)
            ),
            last_written=as_time(last) if last else None,
            is_older=is_older,
        )


@contextmanager
def explained_damage() -> Iterator[None]:
    """Say in words that a copy cannot be read."""
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise Refused(DAMAGED) from error


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Return the applied migrations that this program does not know."""
    known = MigrationLoader(None).disk_migrations
    replaced = {name for migration in known.values() for name in migration.replaces}
    return [f"{app} {name}" for app, name in sorted(set(applied) - set(known) - replaced)]


def as_time(stored: str) -> datetime:
    """Return a time as Django keeps it in SQLite: in UTC, without saying so."""
    return datetime.fromisoformat(stored).replace(tzinfo=UTC)


def _refuse_strangers(copy: sqlite3.Connection) -> None:
    """Head Table has tables and nothing that runs by itself: no triggers, no views.

    By their statements: what else stands beside them, whoever made the file could write.
    """
    found = copy.execute("SELECT name, sql FROM sqlite_master").fetchall()
    runs = any(sql and not TABLE_OR_INDEX.match(sql) for _, sql in found)
    if runs or not {name for name, _ in found} >= NEEDED:
        raise Refused(NOT_OURS)


def _refuse_other_versions(applied: set[tuple[str, str]]) -> None:
    if OLD_SCHEMA in applied:
        raise Refused(TOO_OLD)
    if unknown := unknown_migrations(applied):
        raise Refused(NEWER.format(name=unknown[0]))
