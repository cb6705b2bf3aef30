"""What is in a file that may be a copy of a database: read only, and refused in words."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import gt
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from party.queries.backups.checksums import LENGTH, has_right_checksum
from party.queries.backups.own_schema import (
    applied_migrations,
    has_own_schema,
    open_backup,
    wrong_values,
)
from party.values.backups import LARGEST, NO_CHECKSUM, UPDATE_FIRST, PartyInFile
from party.values.evening.parties import MOST_ROUNDS
from party.values.refusals import Refused

HEAD = b"SQLite format 3\0"
# The first migration of the schema before this one, which nothing brings up to date.
OLD_SCHEMA = ("party", "0001_first")
NOT_OURS = "This file is no backup of Head Table. Choose one whose name ends in .sqlite3."
DAMAGED = "This backup is damaged: a part of it is missing or was changed. Take an older one."
TOO_LARGE = f"This file is too large: a backup has at most {LARGEST // 1_000_000} MB."
NEWER = (
    "This backup was made by a newer Head Table (it knows {name}, this one does not). "
    f"{UPDATE_FIRST}"
)
WRONG_VALUE = "This backup is damaged: {} holds what cannot be read. Take an older one."
TOO_MANY = "There is more in this backup than Head Table can look through: {}."
TOO_OLD = "This was made by a Head Table from before the first release, which nothing can read."
MOST_LISTED = 5_000  # clubs, people who sign in, and parties
MOST_PEOPLE, MOST_HANDS, LONGEST_DRAWS = 5_000, 20_000, 2_000_000  # of one party

CLUBS = "SELECT name FROM party_club ORDER BY id"
# As `next_organiser` finds them, once this is the database.
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
        WHERE r.party_id = party.id AND entry.status = 'in force' AND entry.hand IS NOT NULL),
    (SELECT COALESCE(SUM(LENGTH(draw)), 0) FROM party_round WHERE party_id = party.id)
FROM party_party party JOIN party_club club ON club.id = party.club_id
ORDER BY party.starts_at DESC, party.id DESC
"""


@dataclass(frozen=True)
class BackupContents:
    """The content of a backup, read before it replaces anything.

    `organisers` are names, each with the number of clubs that this person does not run; an older
    backup does not say.
    """

    clubs: tuple[str, ...]
    organisers: tuple[tuple[str, int], ...]
    parties: tuple[PartyInFile, ...]
    last_written: datetime | None
    is_older: bool  # than this program: it is brought up to date when it is opened
    warning: str

    def next_organiser(self, name: str) -> tuple[str, int] | None:
        """Return the organiser whom a restore chooses, as `restore.next_organiser` does."""
        same = [each for each in self.organisers if each[0] == name]
        return next(iter([*same, *self.organisers]), None)


def read_contents(file: Path) -> BackupContents:
    """Raise Refused if the file is damaged, of a newer program, or no backup of ours."""
    with file.open("rb") as begin:
        if begin.read(len(HEAD)) != HEAD:
            raise Refused(NOT_OURS)
    if file.stat().st_size > LARGEST:
        raise Refused(TOO_LARGE)
    checksum = has_right_checksum(file)
    if checksum is False:
        raise Refused(DAMAGED)
    with explained_damage(), closing(open_backup(file)) as copy:
        applied = applied_migrations(copy)
        _refuse_other_versions(applied)
        if not has_own_schema(copy):
            raise Refused(NOT_OURS)
        _refuse_damaged(copy, file.stat().st_size - (LENGTH if checksum else 0))
        _refuse_too_many(copy)
        is_older = bool(set(MigrationLoader(None).disk_migrations) - applied)
        [(last,)] = copy.execute("SELECT MAX(at) FROM party_logline")
        return BackupContents(
            clubs=tuple(name for (name,) in copy.execute(CLUBS)),
            organisers=() if is_older else tuple(copy.execute(ORGANISERS)),
            parties=tuple(_parties(copy)),
            last_written=as_time(last) if last else None,
            is_older=is_older,
            warning="" if checksum else NO_CHECKSUM,
        )


@contextmanager
def explained_damage() -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise Refused(DAMAGED) from error


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    known = MigrationLoader(None).disk_migrations
    replaced = {name for migration in known.values() for name in migration.replaces}
    return [f"{app} {name}" for app, name in sorted(set(applied) - set(known) - replaced)]


def as_time(stored: str) -> datetime:
    """Return a time as Django stores it in SQLite: in UTC, without a zone."""
    return datetime.fromisoformat(stored).replace(tzinfo=UTC)


def _refuse_damaged(copy: sqlite3.Connection, length: int) -> None:
    """Refuse inconsistent pages, and rows that Head Table did not write.

    What follows the last page is a part of a checksum.
    """
    [(page,)] = copy.execute("PRAGMA page_size")
    if length % page or copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise Refused(DAMAGED)
    if wrong := next(wrong_values(copy), ""):
        raise Refused(WRONG_VALUE.format(wrong))


def _refuse_too_many(copy: sqlite3.Connection) -> None:
    for table in ("club", "user", "party"):
        [(count,)] = copy.execute(f"SELECT COUNT(*) FROM party_{table}")  # noqa: S608 -- ours
        if count > MOST_LISTED:
            raise Refused(TOO_MANY.format(f"{count:,} rows of party_{table}"))


def _parties(copy: sqlite3.Connection) -> Iterator[PartyInFile]:
    for club, name, starts, people, rounds, hands, draws in copy.execute(PARTIES):
        counts = (people, rounds, hands)
        most = (MOST_PEOPLE, MOST_ROUNDS, MOST_HANDS)
        if draws > LONGEST_DRAWS or any(map(gt, counts, most)):
            raise Refused(TOO_MANY.format(f"the party {name}"))
        yield PartyInFile(club, name, as_time(starts), *counts)


def _refuse_other_versions(applied: set[tuple[str, str]]) -> None:
    if OLD_SCHEMA in applied:
        raise Refused(TOO_OLD)
    if unknown := unknown_migrations(applied):
        raise Refused(NEWER.format(name=unknown[0][:80]))
