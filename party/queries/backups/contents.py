import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from party.queries.backups.checksums import LINE_LENGTH, has_right_checksum
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
# The first migration of an older schema. No migration leads from that schema to ours.
OLD_SCHEMA = ("party", "0001_first")
NOT_OURS = "This file is not a Head Table backup. Choose one whose name ends in .sqlite3."
DAMAGED = "This backup is damaged: a part of it is missing or was changed. Take an older one."
TOO_LARGE = f"This file is too large: a backup has at most {LARGEST // 1_000_000} MB."
NEWER = (
    "This backup was made by a newer Head Table (it knows {name}, this one does not). "
    f"{UPDATE_FIRST}"
)
WRONG_VALUE = "This backup is damaged: {} holds an unreadable value. Take an older one."
TOO_MANY = "This backup is larger than Head Table can read: {}."
TOO_OLD = "This backup is from before the first release. No Head Table can read it any more."
MOST_LISTED = 5_000  # clubs, and as many users and parties
MOST_PEOPLE, MOST_HANDS, LONGEST_DRAWS = 5_000, 20_000, 2_000_000  # of one party

CLUBS = "SELECT name FROM party_club ORDER BY id"
# services.backups.restore.next_organiser must choose in the same way after the restore.
ORGANISERS = """
SELECT person.name, (
    SELECT COUNT(*) FROM party_club club WHERE NOT club.is_sample AND club.id NOT IN (
        SELECT club_id FROM party_membership WHERE user_id = person.id AND role = 'organiser'))
FROM party_user person WHERE person.is_active AND EXISTS (
    SELECT 1 FROM party_membership own JOIN party_club club ON club.id = own.club_id
    WHERE own.user_id = person.id AND own.role = 'organiser' AND NOT club.is_sample)
ORDER BY person.id
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
    """`organisers` are names, each with the number of clubs that the organiser does not run."""

    clubs: tuple[str, ...]
    organisers: tuple[tuple[str, int], ...]
    parties: tuple[PartyInFile, ...]
    last_written: datetime | None
    is_older: bool  # older than this program: opening the backup migrates it
    warning: str

    def next_organiser(self, name: str) -> tuple[str, int] | None:
        """Return the organiser to sign in after a restore: the one called `name`, or the first."""
        namesakes = [each for each in self.organisers if each[0] == name]
        return next(iter([*namesakes, *self.organisers]), None)


def read_contents(file: Path) -> BackupContents:
    """Raise Refused if the file is damaged, of a newer program, or no backup of ours."""
    with file.open("rb") as start:
        if start.read(len(HEAD)) != HEAD:
            raise Refused(NOT_OURS)
    if file.stat().st_size > LARGEST:
        raise Refused(TOO_LARGE)
    checksum = has_right_checksum(file)
    if checksum is False:
        raise Refused(DAMAGED)
    with refuse_damage(), closing(open_backup(file)) as copy:
        applied = applied_migrations(copy)
        _refuse_other_versions(applied)
        if not has_own_schema(copy):
            raise Refused(NOT_OURS)
        _refuse_damaged(copy, file.stat().st_size - (LINE_LENGTH if checksum else 0))
        _refuse_too_many(copy)
        is_older = bool(set(MigrationLoader(None).disk_migrations) - applied)
        [(last_written,)] = copy.execute("SELECT MAX(at) FROM party_logline")
        return BackupContents(
            clubs=tuple(name for (name,) in copy.execute(CLUBS)),
            organisers=() if is_older else tuple(copy.execute(ORGANISERS)),
            parties=tuple(_parties(copy)),
            last_written=utc_time(last_written) if last_written else None,
            is_older=is_older,
            warning="" if checksum else NO_CHECKSUM,
        )


@contextmanager
def refuse_damage() -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise Refused(DAMAGED) from error


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    ours = MigrationLoader(None).disk_migrations
    replaced = {name for migration in ours.values() for name in migration.replaces}
    return [f"{app} {name}" for app, name in sorted(set(applied) - set(ours) - replaced)]


def utc_time(stored: str) -> datetime:
    """Read a time as Django stores it in SQLite: in UTC, without a zone."""
    return datetime.fromisoformat(stored).replace(tzinfo=UTC)


def _refuse_damaged(copy: sqlite3.Connection, length: int) -> None:
    """`length` is in bytes, without the checksum line.

    The file must consist of whole pages: more bytes are the rest of a checksum line.
    """
    [(page_size,)] = copy.execute("PRAGMA page_size")
    if length % page_size or copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise Refused(DAMAGED)
    if wrong := next(wrong_values(copy), ""):
        raise Refused(WRONG_VALUE.format(wrong))


def _refuse_too_many(copy: sqlite3.Connection) -> None:
    for table in ("club", "user", "party"):
        [(count,)] = copy.execute(f"SELECT COUNT(*) FROM party_{table}")  # noqa: S608 -- ours
        if count > MOST_LISTED:
            raise Refused(TOO_MANY.format(f"{count:,} rows of party_{table}"))


def _parties(copy: sqlite3.Connection) -> Iterator[PartyInFile]:
    for club, name, starts_at, people, rounds, hands, draws in copy.execute(PARTIES):
        is_too_large = people > MOST_PEOPLE or rounds > MOST_ROUNDS or hands > MOST_HANDS
        if is_too_large or draws > LONGEST_DRAWS:
            raise Refused(TOO_MANY.format(f"the party {name}"))
        yield PartyInFile(club, name, utc_time(starts_at), people, rounds, hands)


def _refuse_other_versions(applied: set[tuple[str, str]]) -> None:
    if OLD_SCHEMA in applied:
        raise Refused(TOO_OLD)
    if unknown := unknown_migrations(applied):
        raise Refused(NEWER.format(name=unknown[0][:80]))
