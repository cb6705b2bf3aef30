from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import ExplainedError, PlainCommand, add_data_option
from party.management.database import explain_database_errors
from party.queries.backups.kept_copies import backup_folder, backup_places
from party.services.backups.copies import copy_now, write_copy

NO_COPIES = (
    "There is nothing to copy here: this folder has no parties yet, or the database is on a "
    "server. Copy that one with pg_dump (docs/backups.md)."
)
NAME_A_FILE = "Automatic backups have the pictures. Name a file for a backup without them."


class Command(PlainCommand):
    help = "Copy everything into one file that opens on another laptop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="default: among the automatic backups")
        parser.add_argument(
            "--without-pictures",
            action="store_true",
            help="leave out the photographs of slips; hands entered from them stay",
        )
        add_data_option(parser)

    def handle(self, *, file: str | None, without_pictures: bool, **_options: Any) -> None:
        folder = backup_folder()
        with explain_database_errors():
            if folder is None or not MigrationRecorder(connection).applied_migrations():
                raise ExplainedError(NO_COPIES)
            if file is None and without_pictures:
                raise ExplainedError(NAME_A_FILE)
            if file is None:
                self.stdout.write(str(folder / copy_now("asked for")))
                self._report_missing_second_copy()
                return
            if Path(file).exists():
                raise ExplainedError(f"{file} already exists. Name a new file.")
            write_copy(Path(file), without_pictures=without_pictures)
            self.stdout.write(file)

    def _report_missing_second_copy(self) -> None:
        for place in backup_places():
            if place.trouble:
                # An error, because a timer that starts this command reports only its exit code.
                raise ExplainedError(f"No backup in the second place. {place.trouble}")
