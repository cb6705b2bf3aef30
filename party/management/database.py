"""The database at the start: migrated, or refused with a reason; its first organiser."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import ExplainedError
from party.management.data_folder import locked_folder
from party.management.time_zone import local_time_zone
from party.models import User
from party.queries.backups.contents import OLD_SCHEMA, unknown_migrations
from party.queries.backups.kept import backup_folder, copies_in
from party.services.accounts.users import create_organiser
from party.services.backups.copies import copy_now
from party.values.refusals import storage_trouble


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
    older one a copy is kept first.
    """
    with explained_database_errors():
        applied = MigrationRecorder(connection).applied_migrations()
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
        if applied and backup_folder() is not None and is_older():
            copy_now("before an update")
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def explained_database_errors() -> Iterator[None]:
    """Explain errors of the database (no database, read-only, disk full) in a sentence."""
    try:
        yield
    except DatabaseError as error:
        if words := storage_trouble(error, "start again"):
            raise ExplainedError(f"{words} The database is {database_name()}.") from error
        raise ExplainedError(
            f"The database {database_name()} cannot be used ({str(error).strip()}). "
            f"{way_back()}, or start with another folder: --data FOLDER."
        ) from error


def way_back() -> str:
    """Return how to go on from the last backup, where there is one."""
    folder = Path(settings.BACKUP_DIR or settings.DATA_DIR)
    copies = copies_in(folder)
    if not copies:
        return "Put back a copy that can"
    return f"Open the last backup: manage.py restore {folder / copies[0].name}"


def first_organiser(at: datetime) -> User:
    """Return the first organiser; a new database gets one, with a club."""
    organisers = User.objects.filter(memberships__role="organiser")
    return organisers.order_by("pk").first() or create_organiser(
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
