"""Copy the database, while Head Table runs or not: `manage.py backup`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import ExplainedError, PlainCommand
from party.management.database import explained_database_errors
from party.queries.backups.kept import backup_folder, places
from party.services.backups.copies import copy_now, write_copy

NO_COPIES = (
    "There is nothing to copy here: no parties in this folder yet, or a database on a server, "
    "which pg_dump copies (docs/backups.md)."
)


class Command(PlainCommand):
    help = "Copy everything into one file that opens on another laptop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="default: a new one among the kept copies")
        parser.add_argument("--data", metavar="FOLDER", help="keeps the parties; default: data")

    def handle(self, *, file: str | None, **_options: Any) -> None:
        folder = backup_folder()
        with explained_database_errors():
            if folder is None or not MigrationRecorder(connection).applied_migrations():
                raise ExplainedError(NO_COPIES)
            if file is None:
                self.stdout.write(str(folder / copy_now("asked for")))
                for place in places():
                    if place.trouble:
                        self.stderr.write(f"No backup in the second place. {place.trouble}")
                return
            if Path(file).exists():
                raise ExplainedError(f"{file} is there already. Name a new file.")
            write_copy(Path(file))
            self.stdout.write(file)
