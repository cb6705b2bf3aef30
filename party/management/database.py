"""Opens the database for a command, or explains why the command cannot use it."""

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
from party.queries.backups.damage import database_damage, last_copy, missing_column
from party.queries.backups.kept_copies import database_file
from party.queries.hosting import missing_migrations
from party.services.accounts.users import create_organiser
from party.services.backups.restore import next_organiser
from party.values.accounts import UNNAMED
from party.values.refusals import DAMAGED, storage_trouble

# Errors with these words come from a database whose tables are those of no release.
UNRELEASED_SIGNS = ("is applied before its dependency", "duplicate column", "already exists")
UNRELEASED = (
    "The database {name} was made by a Head Table between two releases, and this one cannot bring "
    "it up to date. Open it with the Head Table that made it."
)
UNPREPARED = "If it is new or older, run: {command} migrate"


@contextmanager
def exclusive_database() -> Iterator[None]:
    is_file = connection.vendor == "sqlite"
    with locked_folder(Path(settings.DATA_DIR)) if is_file else nullcontext():
        migrate_database()
        yield


def migrate_database() -> None:
    """Apply missing migrations. Raises ExplainedError for a database of another version."""
    with explain_database_errors():
        refuse_damaged()
        refuse_other_versions(MigrationRecorder(connection).applied_migrations())
        call_command("migrate", interactive=False, verbosity=0)
        if column := missing_column():
            raise DamagedError(explain_error(DatabaseError(f"no such column: {column}")))


def refuse_other_versions(applied: Iterable[tuple[str, str]]) -> None:
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
    """Raises ExplainedError if the database is missing or must be migrated."""
    is_file, file = connection.vendor == "sqlite", database_file()
    if is_file and file.is_absolute() and not file.exists():  # ":memory:" is no path
        raise ExplainedError(
            f"There are no parties in {file.parent}. `{settings.COMMAND} start` creates them; "
            "or name another folder with --data FOLDER."
        )
    with explain_database_errors():
        refuse_other_versions(MigrationRecorder(connection).applied_migrations())
        if missing_migrations():
            command = f"`{settings.COMMAND} {'start' if is_file else 'migrate'}`"
            raise ExplainedError(
                f"The database {database_name()} is new, or from an older Head Table: {command} "
                "brings it up to date."
            )
        yield


@contextmanager
def explain_database_errors() -> Iterator[None]:
    try:
        yield
    except Error as error:
        raise ExplainedError(explain_error(error)) from error


def is_database_trouble(error: Error) -> bool:
    """Return whether the error comes from the disk, from damage or from missing tables."""
    signs = ("no such table", "does not exist", *UNRELEASED_SIGNS)
    is_schema_fault = any(sign in str(error) for sign in signs)
    return is_schema_fault or bool(storage_trouble(error)) or bool(database_damage())


def explain_error(error: Error) -> str:
    """Return the trouble and its remedy, in words."""
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    if any(sign in reason for sign in UNRELEASED_SIGNS):
        remedy = recovery_text() if connection.vendor == "sqlite" else ""
        return f"{UNRELEASED.format(name=database_name())} {remedy}".strip()
    words = storage_trouble(error, "start again")
    if words and connection.vendor != "sqlite":
        return f"{words} The database is {database_name()} ({reason})."
    if words and words != DAMAGED:
        return f"{words} The database is {database_name()}."
    is_file = connection.vendor == "sqlite"
    remedy = recovery_text() if is_file else UNPREPARED.format(command=settings.COMMAND)
    return f"The database {database_name()} cannot be used ({reason}). {remedy}"


def recovery_text() -> str:
    last = last_copy()
    if last is None:
        return "Put back a copy that works, or start with another folder: --data FOLDER."
    line = [
        *command_words(),
        *("restore", str(last[0].absolute())),
        *(("--data", str(settings.DATA_DIR)) if "HEADTABLE_DATA" in os.environ else ()),
    ]
    command = list2cmdline(line) if sys.platform == "win32" else shlex.join(line)
    return f"Start with another folder (--data FOLDER), or open the last backup: {command}"


def command_words() -> tuple[str, ...]:
    if settings.IS_INSTALLED:
        return (settings.COMMAND,)
    python, current = Path(sys.executable), Path.cwd()
    is_below = python.is_relative_to(current)
    return (str(python.relative_to(current) if is_below else python), settings.COMMAND)


def refuse_damaged() -> None:
    """Refuse a damaged, empty or foreign file, before anything is written to it."""
    file = database_file()
    if connection.vendor != "sqlite" or not file.exists():
        return
    if not file.is_file() or not os.access(file, os.R_OK | os.W_OK):
        raise ExplainedError(
            f"The file {file} cannot be read and written by the user who starts Head Table. "
            "Change its owner or permissions, or start with another folder: --data FOLDER."
        )
    # A killed first start leaves an empty file. If copies exist, a failing disk has emptied it.
    fault = database_damage() or (
        "the file is empty" if not file.stat().st_size and last_copy() else ""
    )
    if fault:
        raise DamagedError(explain_error(DatabaseError(fault)))


def find_or_create_organiser(at: datetime) -> User:
    return next_organiser(None) or create_organiser(
        UNNAMED, club_name="Our club", time_zone=local_time_zone(), at=at
    )


def has_pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def database_name() -> str:
    host = connection.settings_dict["HOST"]
    return f"{connection.settings_dict['NAME']}{f' on {host}' if host else ''}"
