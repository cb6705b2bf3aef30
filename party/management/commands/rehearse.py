from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from party.management.command_errors import ExplainedError, PlainCommand
from party.management.database import exclusive_database, find_or_create_organiser
from party.management.rehearsal import RehearsalOptions, rehearsal_lines
from party.management.temporary_database import temporary_database
from party.progression import FORMATS
from party.services.accounts.users import club_of

PARTNERS = ("chairs", "fresh")
MOST_PEOPLE = 4000
MOST_TABLES = MOST_PEOPLE // 4
MOST_ROUNDS = 99
USUAL_TABLES = "6"


class Command(PlainCommand):
    help = "Let bots play an evening, and print the moves, the points and the standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", help="number of tables; default: 6")
        parser.add_argument("--people", help="number of people, instead of tables")
        parser.add_argument("--rounds", default="5", help="default: 5")
        parser.add_argument(
            "--rules", default="midway", help=f"default: midway; one of {', '.join(FORMATS)}"
        )
        parser.add_argument("--seed", default="1", help="the same seed plays the same evening")
        parser.add_argument(
            "--partners", default="chairs", help=f"{' or '.join(PARTNERS)}; default: chairs"
        )
        parser.add_argument("--keep", action="store_true", help="keep the evening in the database")

    def handle(self, *, keep: bool, **options: Any) -> None:
        chosen = read_options(options)
        with exclusive_database() if keep else temporary_database():
            at = timezone.now()
            organiser = find_or_create_organiser(at)
            club, actor = club_of(organiser), organiser.actor
            for line in rehearsal_lines(club, chosen, actor=actor, at=at):
                self.stdout.write(line)


def read_options(options: dict[str, Any]) -> RehearsalOptions:
    """Raises ExplainedError for the first wrong option."""
    rules, partners = options["rules"], options["partners"]
    if rules not in FORMATS:
        raise ExplainedError(f"There are no rules “{rules}”. There are: {', '.join(FORMATS)}.")
    if partners not in PARTNERS:
        raise ExplainedError(f"--partners is {' or '.join(PARTNERS)}, not “{partners}”.")
    return RehearsalOptions(
        rules=rules,
        people=people_count(options["tables"], options["people"]),
        rounds=whole_number("--rounds", options["rounds"], 1, MOST_ROUNDS),
        partners=partners,
        seed=whole_number("--seed", options["seed"], 0, 2**31 - 1),
    )


def people_count(tables: str | None, people: str | None) -> int:
    if people is None:
        tables = USUAL_TABLES if tables is None else tables
        return 4 * whole_number("--tables", tables, 1, MOST_TABLES)
    count = whole_number("--people", people, 4, MOST_PEOPLE)
    if tables is not None and whole_number("--tables", tables, 1, MOST_TABLES) != count // 4:
        raise ExplainedError(f"{count} people fill {count // 4} tables. Leave out --tables.")
    return count


def whole_number(option: str, typed: str, minimum: int, maximum: int) -> int:
    try:
        number = int(typed)
    except ValueError:
        number = minimum - 1
    if not minimum <= number <= maximum:
        raise ExplainedError(f"{option} is a number from {minimum} to {maximum}, not “{typed}”.")
    return number
