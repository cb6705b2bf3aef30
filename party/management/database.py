"""The database at the start: brought up to date, or refused with a reason."""

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from party.management.troubles import Trouble


def bring_up_to_date() -> None:
    """Apply the migrations that are missing. A database of a newer Head Table stays untouched."""
    try:
        if unknown := unknown_migrations():
            raise Trouble(
                f"The database {where()} was made by a newer Head Table (it knows {unknown[0]}, "
                "this one does not). Update Head Table, or start with another folder: "
                "--data FOLDER."
            )
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise Trouble(
            f"The database {where()} does not open ({str(error).strip()}). Put back a copy that "
            "does, or start with another folder: --data FOLDER."
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
