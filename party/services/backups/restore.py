"""Replaces the database with a backup, while others may be working.

The backup is checked and migrated in a scratch folder without blocking anybody. Then, under the
one-writer lock, the current database is copied, and SQLite's backup interface overwrites its pages
in one transaction: readers see either state, connections stay open, and a power cut leaves the old
state.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic

from django.core.management import call_command
from django.db import DatabaseError

from party.models import Club, Membership, Party, User
from party.process_state import PROCESS
from party.queries.backups.check import party_differences
from party.queries.backups.contents import (
    DAMAGED,
    NOT_OURS,
    TOO_LARGE,
    read_contents,
    refuse_damage,
)
from party.queries.backups.kept_copies import backup_folder, database_file
from party.queries.backups.party_contents import CONTENT_ERRORS, value_of
from party.queries.evening.parties import plan_of
from party.queries.people.former_players import returned_text
from party.services.accounts.sessions import valid_session_keys
from party.services.accounts.users import club_of, is_time_zone
from party.services.backups.copies import OWNER_ONLY, copy_now
from party.services.backups.other_database import other_database
from party.services.evening.parties import plan_columns
from party.services.write import LOCKED, LONGEST_WAIT, ClubAct, one_writer, write
from party.values.accounts import PROGRAM
from party.values.backups import LARGEST
from party.values.refusals import Refused, require

NOT_SQLITE = (
    "Head Table cannot open backups into this database. docs/backups.md explains how to restore "
    "it."
)
UNKNOWN_TIME_ZONE = (
    "This laptop does not know the time zone of {club} ({zone}), so its pages cannot be shown. "
    "Update Python and its package tzdata, then open the backup again."
)
UPLOAD_NAME = "opened.sqlite3"
SCRATCH = "opening-"
CARRY_SESSION = "INSERT INTO django_session SELECT * FROM live.django_session"
# Links and invitations that were used or revoked here since the backup stay used or revoked.
CARRY_ENDED_LINKS = [
    f"UPDATE {table} SET {ended} = current.{ended} FROM live.{table} current"  # noqa: S608 -- names of ours
    f" WHERE current.token_hash = {table}.token_hash AND {table}.{ended} IS NULL"
    for table, ended in (("party_signinlink", "used_at"), ("party_invitation", "ended_at"))
]
# If a table's address was renewed here since the backup, it stays renewed: the old address, on
# cards printed before, must not work again.
CARRY_ADDRESSES = [
    """
    UPDATE party_party SET phone_series = current.phone_series FROM live.party_party current
    WHERE current.code = party_party.code AND current.phone_series > party_party.phone_series
    """,
    """
    INSERT INTO party_tablephone (party_id, number, series)
    SELECT party.id, phone.number, phone.series FROM live.party_tablephone phone
    JOIN live.party_party current ON current.id = phone.party_id
    JOIN party_party party ON party.code = current.code WHERE phone.series > 0
    ON CONFLICT (party_id, number) DO UPDATE SET series = MAX(series, excluded.series)
    """,
]
# The backup may bring back names that were removed here since. With these rows the program
# recognises them, and offers to remove them again.
CARRY_FORMER_NAMES = """
INSERT INTO party_formername (club_id, name_hash, number)
SELECT club_id, name_hash, number FROM live.party_formername
WHERE club_id IN (SELECT id FROM party_club)
ON CONFLICT (club_id, name_hash) DO UPDATE SET number = excluded.number
"""


@dataclass(frozen=True)
class RestoreResult:
    """`copy_name` is the copy of the replaced database; "" if that was empty.

    `returned_texts` has, by club id, a sentence about removed names that the backup brought back.
    """

    copy_name: str
    parties: int
    differences: tuple[str, ...]
    returned_texts: Mapping[int, str]


def store_upload(chunks: Iterator[bytes]) -> str:
    folder = require(backup_folder(), NOT_SQLITE)
    file = folder / UPLOAD_NAME
    part = file.with_suffix(".part")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch(mode=OWNER_ONLY)
        with part.open("wb") as target:
            for chunk in chunks:
                if target.write(chunk) and target.tell() > LARGEST:
                    raise Refused(TOO_LARGE)
        read_contents(part)
        part.replace(file)
    except OSError as error:
        raise Refused(f"The file cannot be kept here ({error.strerror}).") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return file.name


def restore(file: Path, *, at: datetime) -> RestoreResult:
    """If Refused is raised, nothing has changed.

    Users stay signed in if the backup has their account with the same password.
    """
    folder = require(backup_folder(), NOT_SQLITE)
    with _scratch_folder(folder) as scratch:
        ready = Path(scratch) / "ready.sqlite3"
        shutil.copyfile(file, ready)
        read_contents(ready)
        parties, differences = _migrate_and_check(ready)
        with one_writer():
            copy_name = copy_now("before a backup was opened") if Club.objects.exists() else ""
            _carry_over(ready)
            _overwrite_database(ready)
            PROCESS.clear_cached_reads()
    with suppress(OSError):
        (folder / UPLOAD_NAME).unlink(missing_ok=True)
    log_restore(copy_name, at)
    texts = {club.pk: returned_text(club) for club in Club.objects.order_by("pk")}
    returned_texts = {pk: text for pk, text in texts.items() if text}
    return RestoreResult(copy_name, parties, tuple(differences), returned_texts)


@contextmanager
def _scratch_folder(folder: Path) -> Iterator[str]:
    """Make a folder for one request at a time, and delete the folders of killed programs."""
    if not PROCESS.restore_lock.acquire(blocking=False):
        raise Refused("Another backup is being opened at this moment. Wait for it.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for stale in folder.glob(f"{SCRATCH}*"):
            shutil.rmtree(stale, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=SCRATCH) as scratch:
            yield scratch
    except OSError as error:
        raise Refused(f"The backup cannot be opened in {folder} ({error.strerror}).") from error
    finally:
        PROCESS.restore_lock.release()


def next_organiser(previous: User | None) -> User | None:
    """Return whom to sign in after a restore: an organiser of the same name, or the first one."""
    rows = User.objects.filter(
        is_active=True,
        memberships__role=Membership.Role.ORGANISER,
        memberships__club__is_sample=False,
    )
    namesake = rows.filter(name=previous.name).order_by("pk").first() if previous else None
    return namesake or rows.order_by("pk").first()


def _migrate_and_check(ready: Path) -> tuple[int, list[str]]:
    """Return the number of parties, and the figures that differ when computed again."""
    with refuse_damage(), closing(sqlite3.connect(ready, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("DELETE FROM django_session")
    try:
        with other_database(str(ready)):
            call_command("migrate", interactive=False, verbosity=0, keeps_copy=False)
            _refuse_unknown_time_zones()
            count, lines = 0, []
            for each in Party.objects.order_by("pk").iterator(chunk_size=1):
                _refuse_unusable_plan(each)
                lines += [f"{each}: {line}" for line in party_differences(each)]
                count += 1
            return count, lines
    except DatabaseError as error:
        raise Refused(NOT_OURS) from error
    except CONTENT_ERRORS as error:
        raise Refused(DAMAGED) from error


def _refuse_unknown_time_zones() -> None:
    for club in Club.objects.all():
        if not is_time_zone(club.time_zone):
            raise Refused(UNKNOWN_TIME_ZONE.format(club=club, zone=club.time_zone))


def _refuse_unusable_plan(party: Party) -> None:
    """Refuse for example a billion rounds, because checking them would never end."""
    value_of(Party._meta.get_field("starts_at"), party.starts_at)  # noqa: SLF001
    plan_columns(plan_of(party))


def _carry_over(ready: Path) -> None:
    """Copy what must not be lost from the database that the backup replaces.

    Sessions stay if the backup has the account with the same password. Links, invitations and
    table addresses that ended since the backup stay ended. All revisions rise, so that every open
    page reloads itself.
    """
    keys = valid_session_keys()
    with closing(sqlite3.connect(ready, isolation_level=None)) as copy:
        copy.execute("ATTACH ? AS live", [str(database_file())])
        copy.execute("BEGIN")
        copy.execute("DELETE FROM django_session")
        for key in keys:
            copy.execute(f"{CARRY_SESSION} WHERE session_key = ?", [key])
        for statement in [*CARRY_ENDED_LINKS, *CARRY_ADDRESSES, CARRY_FORMER_NAMES]:
            copy.execute(statement)
        copy.execute(
            "UPDATE party_party SET revision = revision + 1 +"
            " (SELECT COALESCE(MAX(revision), 0) FROM live.party_party)"
        )
        copy.execute("UPDATE party_party SET shared_revision = revision")
        copy.execute("COMMIT")


def _overwrite_database(ready: Path) -> None:
    started = monotonic()

    def give_up(_status: int, _remaining: int, _total: int) -> None:
        if monotonic() - started > LONGEST_WAIT:
            raise sqlite3.OperationalError(LOCKED)

    try:
        with (
            closing(sqlite3.connect(ready)) as copy,
            closing(sqlite3.connect(database_file(), timeout=0.1)) as database,
        ):
            database.execute("PRAGMA synchronous = FULL")
            copy.backup(database, progress=give_up, sleep=0.05)
    except sqlite3.Error as error:
        raise Refused(
            f"The database here cannot be replaced ({error}). Nothing changed."
        ) from error


def log_restore(copy_name: str, at: datetime) -> None:
    if (user := next_organiser(None)) is not None:
        words = "A backup replaced everything that was here"
        with write():
            ClubAct.of(club_of(user), PROGRAM, at).log("backup opened", words, before=copy_name)
