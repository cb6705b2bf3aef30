from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from party.management.command_errors import ExplainedError, PlainCommand, add_data_option
from party.management.database import existing_database
from party.models import Party
from party.services.backups.party_files import export_party


class Command(PlainCommand):
    help = "Write a party to a file, as the page Party file does. Works while Head Table runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("party", type=int, help="its number, which check_party prints")
        parser.add_argument("file", help="a new file; its name should end in .party.json")
        add_data_option(parser)

    def handle(self, *, party: int, file: str, **_options: Any) -> None:
        with existing_database():
            if not Party.objects.filter(pk=party).exists():
                raise ExplainedError(f"There is no party {party}.")
            text = export_party(party)
        try:
            with Path(file).open("xb") as new_file:
                new_file.write(text)
        except FileExistsError:
            raise ExplainedError(f"{file} already exists. Name a new file.") from None
        except OSError as error:
            raise ExplainedError(f"{file} cannot be written ({error.strerror}).") from error
        self.stdout.write(file)
