from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from party.management.command_errors import ExplainedError, PlainCommand, add_data_option
from party.management.commands.restore import UNCHANGED, is_confirmed
from party.management.database import exclusive_database, explain_database_errors
from party.models import Club
from party.queries.backups.party_contents import LARGEST_PARTY, has_party, read_party
from party.queries.people.former_players import returned_text
from party.services.backups.party_files import import_party
from party.values.accounts import PROGRAM
from party.values.numbers import counted

MOST_LISTED = 9
ASK = "Type yes to open it anyway: "


class Command(PlainCommand):
    help = "Put a party's file into a club, as the page Open a party file does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="made by export_party or the page Party file")
        parser.add_argument("--club", help="its name or address; needed if there are several")
        parser.add_argument(
            "--new-people",
            action="store_false",
            dest="same_people",
            help="treat people of the same name as different from the club's players",
        )
        parser.add_argument(
            "--again",
            dest="second_copy",
            action="store_true",
            help="import it even if the club has this party already",
        )
        parser.add_argument("--yes", action="store_true", help="open a changed file too")
        add_data_option(parser)

    def handle(
        self, *, file: str, club: str | None, same_people: bool, second_copy: bool, **options: Any
    ) -> None:
        party_file = read_party(read_limited(Path(file)))
        if party_file.warning:
            self.stdout.write(party_file.warning)
        if party_file.is_edited and not (options["yes"] or is_confirmed(ASK)):
            raise ExplainedError(f"{UNCHANGED} Add --yes to open it anyway.")
        with exclusive_database(), explain_database_errors():
            owner = find_club(club)
            if has_party(owner, party_file) and not second_copy:
                raise ExplainedError(
                    f"This party is in {owner} already. Add --again for a second one."
                )
            party, differences = import_party(
                owner.pk, party_file, same_people=same_people, actor=PROGRAM, at=timezone.now()
            )
        people = counted(party_file.summary.people, "person", "people")
        hands = counted(party_file.summary.hands, "hand")
        self.stdout.write(f"{party.pk} {party}, opened in {owner}: {people}, {hands}")
        for line in filter(None, (*differences, returned_text(owner))):
            self.stdout.write(f"  {line}")


def read_limited(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_PARTY + 1)  # read_party refuses a file with one byte more
    except OSError as error:
        raise ExplainedError(f"{path} cannot be read ({error.strerror}).") from error


def find_club(name: str | None) -> Club:
    """`name` is the name or address of a club. None finds the only club."""
    clubs = Club.objects.filter(is_sample=False).order_by("name")
    if name is None:
        matching = list(clubs[:2])
    else:
        matches = Q(name__iexact=name.strip()) | Q(address=name.strip().lower())
        matching = list(clubs.filter(matches)[:2])
    if len(matching) == 1:
        return matching[0]
    if names := ", ".join(map(str, clubs[:MOST_LISTED])):
        raise ExplainedError(f"Say into which club, with --club: {names}.")
    raise ExplainedError(
        f"There is no club yet. `{settings.COMMAND} start` makes one, or "
        f"`{settings.COMMAND} organiser`."
    )
