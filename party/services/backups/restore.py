"""The verb that puts a copy in the place of the database, while others may be working.

The copy is checked and brought up to date in a scratch folder; nobody waits for that. Then, in the
turn of the one writer, what is there is copied, and SQLite's backup interface writes the pages of
the copy over those of the database: one transaction, so that readers see the one or the other,
connections stay open, and a power cut leaves what was there before.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Lock
from time import monotonic

from django.core.management import call_command
from django.db import DatabaseError

from party.models import Club, Membership, Party, User
from party.queries.backups.check import party_differences
from party.queries.backups.contents import (
    DAMAGED,
    NOT_OURS,
    TOO_LARGE,
    explained_damage,
    read_contents,
)
from party.queries.backups.kept import backup_folder, database_file
from party.queries.backups.party_contents import WRONG, value_of
from party.queries.evening.parties import plan_of
from party.services.accounts.sessions import sessions_that_hold
from party.services.accounts.users import club_of, is_time_zone
from party.services.backups.copies import OWNER_ONLY, copy_now
from party.services.backups.other_database import other_database
from party.services.evening.parties import columns_of
from party.services.write import LOCKED, LONGEST_WAIT, ClubAct, one_writer, write
from party.values.accounts import PROGRAM
from party.values.backups import LARGEST, Opened
from party.values.refusals import Refused

ELSEWHERE = (
    "Head Table opens no backups into this database. docs/backups.md says how its server does."
)
UNKNOWN_CLOCK = (
    "This laptop does not know the clock of {club} ({zone}), so no page of it can be shown. "
    "Update Python and its package tzdata, then open the backup again."
)
OPENED = "opened.sqlite3"
SCRATCH = "opening-"
TAKEN_ALONG = "INSERT INTO django_session SELECT * FROM now.django_session"
# What opened a door once, or was taken back, here and since the copy was made.
SPENT = [
    f"UPDATE {table} SET {ended} = here.{ended} FROM now.{table} here"  # noqa: S608 -- names of ours
    f" WHERE here.token_hash = {table}.token_hash AND {table}.{ended} IS NULL"
    for table, ended in (("party_signinlink", "used_at"), ("party_invitation", "ended_at"))
]
# Addresses of tables that were renewed here: who has the old tent stays out.
RENEWED = [
    """
    UPDATE party_party SET phone_series = here.phone_series FROM now.party_party here
    WHERE here.code = party_party.code AND here.phone_series > party_party.phone_series
    """,
    """
    INSERT INTO party_tablephone (party_id, number, series)
    SELECT party.id, phone.number, phone.series FROM now.party_tablephone phone
    JOIN now.party_party here ON here.id = phone.party_id
    JOIN party_party party ON party.code = here.code WHERE phone.series > 0
    ON CONFLICT (party_id, number) DO UPDATE SET series = MAX(series, excluded.series)
    """,
]
_opening = Lock()


def keep_upload(chunks: Iterator[bytes]) -> str:
    """Keep a file that came from a browser until it is opened; return the name it is kept under.

    Raises Refused when nothing can be read from it, or there is no room for it.
    """
    folder = _folder()
    file = folder / OPENED
    part = file.with_suffix(".part")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch(mode=OWNER_ONLY)
        with part.open("wb") as kept:
            for chunk in chunks:
                if kept.write(chunk) and kept.tell() > LARGEST:
                    raise Refused(TOO_LARGE)
        read_contents(part)
        part.replace(file)
    except OSError as error:
        raise Refused(f"The file cannot be kept here ({error.strerror}).") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return file.name


def restore(file: Path, *, at: datetime) -> Opened:
    """Put a copy in the place of everything that is here. Raises Refused; then nothing changed.

    A copy of what was there is made first. Who is signed in stays so where the copy knows the
    same account with the same password.
    """
    folder = _folder()
    with _scratch(folder) as scratch:
        ready = Path(scratch) / "ready.sqlite3"
        shutil.copyfile(file, ready)
        read_contents(ready)
        parties, differences = _bring_up_to_date(ready)
        with one_writer():
            before = copy_now("before a backup was opened") if Club.objects.exists() else ""
            _take_along(ready)
            _put_in(ready)
    with suppress(OSError):
        (folder / OPENED).unlink(missing_ok=True)
    note_opened(before, at)
    return Opened(before, parties, tuple(differences))


@contextmanager
def _scratch(folder: Path) -> Iterator[str]:
    """Make a folder for the one backup that is being opened; none is left by a program killed."""
    if not _opening.acquire(blocking=False):
        raise Refused("Another backup is being opened at this moment. Wait for it.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in folder.glob(f"{SCRATCH}*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=SCRATCH) as scratch:
            yield scratch
    except OSError as error:
        raise Refused(f"The backup cannot be opened in {folder} ({error.strerror}).") from error
    finally:
        _opening.release()


def organiser_after(before: User | None) -> User | None:
    """Return who goes on as the organiser: the same name, else the first there is."""
    rows = User.objects.filter(
        is_active=True,
        memberships__role=Membership.Role.ORGANISER,
        memberships__club__is_sample=False,
    )
    same = rows.filter(name=before.name).order_by("pk").first() if before else None
    return same or rows.order_by("pk").first()


def _folder() -> Path:
    folder = backup_folder()
    if folder is None:
        raise Refused(ELSEWHERE)
    return folder


def _bring_up_to_date(ready: Path) -> tuple[int, list[str]]:
    """Migrate a copy, and work out every party anew, one after the other."""
    with explained_damage(), closing(sqlite3.connect(ready, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("DELETE FROM django_session")
    try:
        with other_database(str(ready)):
            call_command("migrate", interactive=False, verbosity=0, keeps_copy=False)
            _refuse_unknown_clocks()
            count, lines = 0, []
            for each in Party.objects.order_by("pk").iterator(chunk_size=1):
                _refuse_unusable_plan(each)
                lines += [f"{each}: {line}" for line in party_differences(each)]
                count += 1
            return count, lines
    except DatabaseError as error:
        raise Refused(NOT_OURS) from error
    except WRONG as error:
        raise Refused(DAMAGED) from error


def _refuse_unknown_clocks() -> None:
    """Refuse a clock that is not known here: the first page would be an error."""
    for club in Club.objects.all():
        if not is_time_zone(club.time_zone):
            raise Refused(UNKNOWN_CLOCK.format(club=club, zone=club.time_zone))


def _refuse_unusable_plan(party: Party) -> None:
    """Refuse a plan that nobody could have typed: endless rounds would never be worked out."""
    value_of(Party._meta.get_field("starts_at"), party.starts_at)  # noqa: SLF001
    columns_of(plan_of(party))


def _take_along(ready: Path) -> None:
    """Take the sessions of now along, and let no page that is open believe that nothing changed.

    A session holds only for the account, with the password, for which it began. What was ended
    since the copy was made (sessions, links, invitations, addresses of tables) stays ended.
    """
    keys = sessions_that_hold()
    with closing(sqlite3.connect(ready, isolation_level=None)) as copy:
        copy.execute("ATTACH ? AS now", [str(database_file())])
        copy.execute("BEGIN")
        copy.execute("DELETE FROM django_session")
        for key in keys:
            copy.execute(f"{TAKEN_ALONG} WHERE session_key = ?", [key])
        for statement in [*SPENT, *RENEWED]:
            copy.execute(statement)
        copy.execute(
            "UPDATE party_party SET revision = revision + 1 +"
            " (SELECT COALESCE(MAX(revision), 0) FROM now.party_party)"
        )
        copy.execute("UPDATE party_party SET shared_revision = revision")
        copy.execute("COMMIT")


def _put_in(ready: Path) -> None:
    """Write a copy over the database. Raises OperationalError when another program has it."""
    began = monotonic()

    def give_up(_status: int, _remaining: int, _total: int) -> None:
        if monotonic() - began > LONGEST_WAIT:
            raise sqlite3.OperationalError(LOCKED)

    try:
        with closing(sqlite3.connect(ready)) as copy, closing(_open_here()) as here:
            copy.backup(here, progress=give_up, sleep=0.05)
    except sqlite3.Error as error:
        raise Refused(
            f"The database here cannot be replaced ({error}). Nothing changed."
        ) from error


def _open_here() -> sqlite3.Connection:
    here = sqlite3.connect(database_file(), timeout=0.1)
    here.execute("PRAGMA synchronous = FULL")
    return here


def note_opened(before: str, at: datetime) -> None:
    """Say in the log that goes on from here what happened to it."""
    if (user := organiser_after(None)) is not None:
        words = "A backup was opened in the place of everything that was here"
        with write():
            ClubAct.of(club_of(user), PROGRAM, at).log("backup opened", words, before=before)
