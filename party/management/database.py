"""The database at the start: brought up to date, or refused with a reason."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import Trouble
from party.management.data_folder import held


@contextmanager
def ours_to_write() -> Iterator[None]:
    """Bring the real database up to date, and let no other process write beside this command."""
    alone = connection.vendor == "sqlite"
    with held(Path(settings.DATA_DIR)) if alone else nullcontext():
        bring_up_to_date()
        yield


def bring_up_to_date() -> None:
    """Apply the migrations that are missing. A database of a newer Head Table stays untouched."""
    with explained():
        if unknown := unknown_migrations():
            raise Trouble(
                f"The database {where()} was made by a newer Head Table (it knows {unknown[0]}, "
                "this one does not). Update Head Table, or start with another folder: "
                "--data FOLDER."
            )
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what the database complains about (not one, read-only, disk full) into a sentence."""
    try:
        yield
    except DatabaseError as error:
        raise Trouble(
            f"The database {where()} cannot be used ({str(error).strip()}). Put back a copy that "
            "can, or start with another folder: --data FOLDER."
        ) from error


def unknown_migrations() -> list[str]:
    """List the migrations that the database has had and this program has not."""
    known = MigrationLoader(None).disk_migrations
    replaced = {name for migration in known.values() for name in migration.replaces}
    applied = MigrationRecorder(connection).applied_migrations()
    return [f"{app} {name}" for app, name in sorted(set(applied) - set(known) - replaced)]


def where() -> str:
    """Name the database without its password: a file, or a name and its server."""
    host = connection.settings_dict["HOST"]
    return f"{connection.settings_dict['NAME']}{f' on {host}' if host else ''}"
