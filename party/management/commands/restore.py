import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection
from django.utils import timezone

from party.management.command_errors import ExplainedError, PlainCommand, add_data_option
from party.management.data_folder import locked_folder, set_aside
from party.management.database import migrate_database
from party.management.time_zone import local_time_zone
from party.queries.backups.contents import BackupContents, read_contents
from party.queries.backups.kept_copies import database_file
from party.services.backups.restore import NOT_SQLITE, restore
from party.values.numbers import counted
from party.values.refusals import Refused

ASK = "Type yes to put it in the place of all this: "
UNCHANGED = "Nothing was changed."


class Command(PlainCommand):
    help = "Replace everything in the data folder with a backup, after copying it."
    stealth_options = ("starts_next",)  # `start` calls this command, and then starts

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a backup of Head Table")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        add_data_option(parser)

    def handle(self, *, file: str, yes: bool, starts_next: bool = False, **_options: Any) -> None:
        if connection.vendor != "sqlite":
            raise ExplainedError(NOT_SQLITE)
        path = Path(file)
        if not path.is_file():
            raise ExplainedError(f"There is no file {file}.")
        self.show_backup(read_contents(path))
        with locked_folder(Path(settings.DATA_DIR)):
            database, damaged = database_file(), self.show_present_database()
            if not (yes or is_confirmed(ASK)):
                hint = "" if sys.stdin.isatty() else " Add --yes to open it."
                raise ExplainedError(f"{UNCHANGED}{hint}")
            if damaged:
                self.stdout.write(f"It is kept as {set_aside(database)}")
            migrate_database()
            result = restore(path, at=timezone.now())
        if result.copy_name:
            self.stdout.write(f"What was here is kept as backups/{result.copy_name}")
        self.stdout.write(
            f"Opened: {counted(result.parties, 'party', 'parties')}, computed again."
        )
        for line in (*result.differences, *result.returned_texts.values()):
            self.stdout.write(f"  {line}")
        if not starts_next:
            self.stdout.write(f"`{settings.COMMAND} start` prints a link to sign in with.")

    def show_backup(self, contents: BackupContents) -> None:
        self.stdout.write(f"In the backup: {', '.join(contents.clubs) or 'no club'}")
        if contents.last_written:
            last = contents.last_written.astimezone(ZoneInfo(local_time_zone()))
            self.stdout.write(f"  as of {last:%Y-%m-%d %H:%M}")
        if contents.is_older:
            self.stdout.write("  made by an older Head Table: it is brought up to date")
        if contents.warning:
            self.stdout.write(f"  {contents.warning}")
        for party in contents.parties:
            day, hands = f"{party.starts_at:%Y-%m-%d}", counted(party.hands, "hand")
            rounds = counted(party.rounds, "round")
            self.stdout.write(
                f"  {day} {party.name} ({party.club}): {party.people} people, {rounds}, {hands}"
            )

    def show_present_database(self) -> bool:
        """Return whether the file is unreadable and must be set aside."""
        file = database_file()
        if not file.is_file():
            self.stdout.write("There is nothing here yet.")
            return False
        try:
            contents = read_contents(file)
        except Refused:
            self.stdout.write("The current database cannot be read. It is kept as well.")
            return True
        clubs = counted(len(contents.clubs), "club")
        self.stdout.write(
            f"Now here: {clubs}, {counted(len(contents.parties), 'party', 'parties')}."
        )
        return False


def is_confirmed(question: str) -> bool:
    try:
        return sys.stdin.isatty() and input(question).strip().lower() == "yes"
    except EOFError:
        return False
