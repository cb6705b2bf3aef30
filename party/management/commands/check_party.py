from argparse import ArgumentParser
from typing import Any

from party.management.command_errors import ExplainedError, PlainCommand, add_data_option
from party.management.database import existing_database
from party.models import Party
from party.queries.backups.check import damaged_tables, readable_differences


class Command(PlainCommand):
    help = "Work out every seat, hand, total, standing and prize again, and list the differences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("party", nargs="?", type=int, help="its number; default: all parties")
        add_data_option(parser)

    def handle(self, *, party: int | None, **_options: Any) -> None:
        with existing_database():
            damaged = damaged_tables()
            for line in damaged:
                self.stdout.write(line)
            rows = Party.objects.order_by("pk")
            parties = list(rows if party is None else rows.filter(pk=party))
            if party is not None and not parties:
                raise ExplainedError(f"There is no party {party}.")
            has_faults = bool(damaged)
            for checked in parties:
                differences = readable_differences(checked)
                has_faults = has_faults or bool(differences)
                state = "" if differences else "adds up"
                self.stdout.write(f"{checked.pk} {checked}: {state}")
                for line in differences:
                    self.stdout.write(f"  {line}")
        if has_faults:
            raise SystemExit(1)
