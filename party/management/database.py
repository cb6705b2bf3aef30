"""The database at the start: migrated, or refused with a reason; its first organiser."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import ExplainedError
from party.management.data_folder import locked_folder
from party.management.time_zone import local_time_zone
from party.models import User
from party.services.accounts.users import create_organiser
from party.values.refusals import storage_trouble

# The first migration of the schema before this one, which nothing brings up to date.
OLD_SCHEMA = ("party", "0001_first")


@contextmanager
def exclusive_database() -> Iterator[None]:
    """Migrate the real database, and let no other process write while the block runs."""
    alone = connection.vendor == "sqlite"
    with locked_folder(Path(settings.DATA_DIR)) if alone else nullcontext():
        migrate_database()
        yield


def migrate_database() -> None:
    """Apply the migrations that are missing.

    A database of a newer Head Table, or of one before the first release, stays untouched.
    """
    with explained_database_errors():
        if OLD_SCHEMA in MigrationRecorder(connection).applied_migrations():
            raise ExplainedError(
                f"The database {database_name()} was made by an older Head Table, before the "
                "first release, and this one cannot read it. Open it with the Head Table that "
                "made it, or start with another folder: --data FOLDER."
            )
        if unknown := newer_migrations():
            raise ExplainedError(
                f"The database {database_name()} was made by a newer Head Table "
                f"(it knows {unknown[0]}, this one does not). Update Head Table, "
                "or start with another folder: --data FOLDER."
            )
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
            "Put back a copy that can, or start with another folder: --data FOLDER."
        ) from error


def first_organiser(at: datetime) -> User:
    """Return the first organiser; a new database gets one, with a club."""
    organisers = User.objects.filter(memberships__role="organiser")
    return organisers.order_by("pk").first() or create_organiser(
        "Organiser", club_name="Our club", time_zone=local_time_zone(), at=at
    )


def newer_migrations() -> list[str]:
    """Return the applied migrations that this program does not know."""
    known = MigrationLoader(None).disk_migrations
    replaced = {name for migration in known.values() for name in migration.replaces}
    applied = MigrationRecorder(connection).applied_migrations()
    return [f"{app} {name}" for app, name in sorted(set(applied) - set(known) - replaced)]


def database_name() -> str:
    """Return the database's name without its password: a file, or a name and its server."""
    host = connection.settings_dict["HOST"]
    return f"{connection.settings_dict['NAME']}{f' on {host}' if host else ''}"
