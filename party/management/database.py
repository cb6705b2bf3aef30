"""The database at the start: migrated, or refused with a reason; its first organiser."""

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from subprocess import list2cmdline

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import DamagedError, ExplainedError
from party.management.data_folder import locked_folder
from party.management.time_zone import local_time_zone
from party.models import User
from party.queries.backups.contents import OLD_SCHEMA, unknown_migrations
from party.queries.backups.damage import damage, last_copy, lost_column
from party.queries.backups.kept import database_file
from party.queries.hosting import missing_migrations
from party.services.accounts.users import create_organiser
from party.services.backups.restore import organiser_after
from party.values.refusals import DAMAGED, storage_trouble

UNPREPARED = "A new or older one is brought up to date by: manage.py migrate"


@contextmanager
def exclusive_database() -> Iterator[None]:
    """Migrate the real database, and let no other process write while the block runs."""
    alone = connection.vendor == "sqlite"
    with locked_folder(Path(settings.DATA_DIR)) if alone else nullcontext():
        migrate_database()
        yield


def migrate_database() -> None:
    """Apply the migrations that are missing.

    A database of a newer Head Table, or of one before the first release, stays untouched; of an
    older one the command keeps a copy first.
    """
    with explained_database_errors():
        refuse_damaged()
        refuse_other_versions(MigrationRecorder(connection).applied_migrations())
        call_command("migrate", interactive=False, verbosity=0)
        if lost := lost_column():
            raise DamagedError(explanation(DatabaseError(f"no such column: {lost}")))


def refuse_other_versions(applied: Iterable[tuple[str, str]]) -> None:
    """Refuse a database of a newer Head Table, and one of before the first release."""
    if OLD_SCHEMA in applied:
        raise ExplainedError(
            f"The database {database_name()} was made by an older Head Table, before the "
            "first release, and this one cannot read it. Open it with the Head Table that "
            "made it, or start with another folder: --data FOLDER."
        )
    if unknown := unknown_migrations(applied):
        raise ExplainedError(
            f"The database {database_name()} was made by a newer Head Table "
            f"(it knows {unknown[0]}, this one does not). Update Head Table, "
            "or start with another folder: --data FOLDER."
        )


@contextmanager
def existing_database() -> Iterator[None]:
    """Let a command read the database as it is: it makes none, and brings none up to date."""
    is_file, file = connection.vendor == "sqlite", database_file()
    if is_file and file.is_absolute() and not file.exists():  # one in memory has no place
        raise ExplainedError(
            f"There are no parties in {file.parent}. `manage.py start` begins there; "
            "or name another folder with --data FOLDER."
        )
    with explained_database_errors():
        refuse_other_versions(MigrationRecorder(connection).applied_migrations())
        if missing_migrations():
            how = "`manage.py start`" if is_file else "`manage.py migrate`"
            raise ExplainedError(
                f"The database {database_name()} is new, or of an older Head Table: {how} brings "
                "it up to date."
            )
        yield


@contextmanager
def explained_database_errors() -> Iterator[None]:
    """Explain errors of the database (no database, read-only, disk full) in a sentence."""
    try:
        yield
    except Error as error:
        raise ExplainedError(explanation(error)) from error


def is_of_the_database(error: Error) -> bool:
    """Return whether it comes from the database, which may lack its tables, and not from us."""
    signs = ("no such table", "does not exist", "is applied before its dependency")
    schema = any(sign in str(error) for sign in signs)
    return schema or bool(storage_trouble(error)) or bool(damage())


def explanation(error: Error) -> str:
    """Return a sentence on what is wrong with the database, and what to do."""
    why = (str(error).strip() or type(error).__name__).splitlines()[0]
    words = storage_trouble(error, "start again")
    if words and connection.vendor != "sqlite":
        return f"{words} The database is {database_name()} ({why})."
    if words and words != DAMAGED:
        return f"{words} The database is {database_name()}."
    if connection.vendor != "sqlite":
        return f"The database {database_name()} cannot be used ({why}). {UNPREPARED}"
    return f"The database {database_name()} cannot be used ({why}). {way_back()}"


def way_back() -> str:
    """Return how to go on from the last backup, where there is one: the line to type, whole."""
    found = last_copy()
    if found is None:
        return "Put back a copy that can, or start with another folder: --data FOLDER."
    python, here = Path(sys.executable), Path.cwd()
    line = [
        str(python.relative_to(here) if python.is_relative_to(here) else python),
        *("manage.py", "restore", str(found[0].absolute())),
        *(("--data", str(settings.DATA_DIR)) if "HEADTABLE_DATA" in os.environ else ()),
    ]
    typed = list2cmdline(line) if sys.platform == "win32" else shlex.join(line)
    return f"Start with another folder (--data FOLDER), or open the last backup: {typed}"


def refuse_damaged() -> None:
    """Refuse a file that is damaged, empty or of somebody else, before anything is written to it.

    An empty file is what a first start leaves that was ended at once: where there are copies, it
    is what a failing disk has left.
    """
    file = database_file()
    if connection.vendor != "sqlite" or not file.exists():
        return
    if not file.is_file() or not os.access(file, os.R_OK | os.W_OK):
        raise ExplainedError(
            f"The file {file} may not be read and written by who starts Head Table. Give it to "
            "them, or start with another folder: --data FOLDER."
        )
    found = damage() or ("the file is empty" if not file.stat().st_size and last_copy() else "")
    if found:
        raise DamagedError(explanation(DatabaseError(found)))


def first_organiser(at: datetime) -> User:
    """Return the first organiser; a new database gets one, with a club."""
    return organiser_after(None) or create_organiser(
        "Organiser", club_name="Our club", time_zone=local_time_zone(), at=at
    )


def is_older() -> bool:
    """Return whether migrations are missing."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def database_name() -> str:
    """Return the database's name without its password: a file, or a name and its server."""
    host = connection.settings_dict["HOST"]
    return f"{connection.settings_dict['NAME']}{f' on {host}' if host else ''}"
