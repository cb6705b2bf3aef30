"""Put a party's file into a club: `manage.py import_party FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db.models import Q
from django.utils import timezone

from party.management.command_errors import ExplainedError, PlainCommand
from party.management.commands.restore import UNCHANGED, is_meant
from party.management.database import exclusive_database, explained_database_errors
from party.models import Club
from party.queries.backups.party_contents import has_party, read_party
from party.services.backups.party_files import import_party
from party.values.accounts import PROGRAM
from party.values.backups import LARGEST_PARTY
from party.values.numbers import counted

MOST_NAMED = 9
ASK = "Type yes to open it all the same: "


class Command(PlainCommand):
    help = "Put a party's file into a club, as the page Open a party file does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="of export_party, or of the page Party file")
        parser.add_argument("--club", help="its name or address; needed where there are several")
        parser.add_argument(
            "--new-people",
            action="store_false",
            dest="same_people",
            help="nobody in it is who has the same name on the club's list of players",
        )
        parser.add_argument(
            "--again", action="store_true", help="even if the club has this party already"
        )
        parser.add_argument("--yes", action="store_true", help="even if the file was changed")
        parser.add_argument("--data", metavar="FOLDER", help="keeps the parties; default: data")

    def handle(
        self, *, file: str, club: str | None, same_people: bool, again: bool, **options: Any
    ) -> None:
        read = read_party(file_start(Path(file)))
        if read.warning:
            self.stdout.write(read.warning)
        if read.is_edited and not (options["yes"] or is_meant(ASK)):
            raise ExplainedError(f"{UNCHANGED} Add --yes to open it all the same.")
        with exclusive_database(), explained_database_errors():
            into = the_club(club)
            if has_party(into, read) and not again:
                raise ExplainedError(
                    f"{into} has a party of this name and time already. Say --again for a "
                    "second one."
                )
            party, differences = import_party(
                into.pk, read, same_people=same_people, actor=PROGRAM, at=timezone.now()
            )
        people, hands = counted(read.inside.people, "person", "people"), read.inside.hands
        self.stdout.write(
            f"{party.pk} {party}, opened in {into}: {people}, {counted(hands, 'hand')}"
        )
        for line in differences:
            self.stdout.write(f"  {line}")


def file_start(path: Path) -> bytes:
    """Return what is in a file, as far as needed to say that it is too large."""
    try:
        with path.open("rb") as opened:
            return opened.read(LARGEST_PARTY + 1)
    except OSError as error:
        raise ExplainedError(f"{path} cannot be read ({error.strerror}).") from error


def the_club(name: str | None) -> Club:
    """Return the club of a name or an address; without either the only one there is."""
    clubs = Club.objects.filter(is_sample=False).order_by("name")
    if name is None:
        named = list(clubs[:2])
    else:
        same = Q(name__iexact=name.strip()) | Q(address=name.strip().lower())
        named = list(clubs.filter(same)[:2])
    if len(named) != 1:
        there = ", ".join(map(str, clubs[:MOST_NAMED]))
        raise ExplainedError(
            f"Say into which club, with --club: {there}."
            if there
            else "There is no club yet. `manage.py start` makes one, or `manage.py organiser`."
        )
    return named[0]
