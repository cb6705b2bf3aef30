"""Play a whole evening for nobody: `manage.py rehearse --tables 9 --rounds 5 --rules midway`."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from party.management.database import ours_to_write
from party.management.disturbed.courses import course_of
from party.management.disturbed.evening import begin, story
from party.management.disturbed.night import Broken
from party.management.place import local_time_zone
from party.management.rehearsal import Wish, rehearse
from party.management.throwaway import throwaway_database
from party.management.troubles import PlainCommand, Trouble
from party.models import User
from party.progression import FORMATS
from party.services.accounts.users import club_of, create_organiser

PARTNERS = ("chairs", "fresh")
MOST_PEOPLE = 4000
MOST_ROUNDS = 99
USUAL: dict[str, Any] = {"rules": "midway", "people": 24, "rounds": 5, "partners": "chairs"}
EXAMPLE = """\
With --disturb it goes like this, and everything is checked after every line:

  Round 2
    Round 2 seated: 3 tables
  – Two people change chairs.
    Refused: Somebody sits elsewhere since you looked at this. Look at it again, then swap.
    Alma Reyes (table 1, North) and Bert Kowal (table 3, East) were swapped by hand
    Round 2 started
    Table 1, hand 1: 8 Hearts by North, 9 tricks: made
  – Somebody comes late.
    Carol Diaz arrived in round 2
    Refused: Carol Diaz is here already.

What is not given, the seed chooses: `manage.py rehearse --disturb --seed 7`.
"""


class Command(PlainCommand):
    help = "Play an evening with hands that bots play, and print moves, points and standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = EXAMPLE
        parser.add_argument("--tables", help="how many tables; default: 6")
        parser.add_argument("--people", help="instead of tables: how many people come")
        parser.add_argument("--rounds", help="default: 5")
        parser.add_argument("--rules", help=f"default: midway; one of {', '.join(FORMATS)}")
        parser.add_argument("--seed", default="1", help="the same number gives the same evening")
        parser.add_argument("--partners", help=f"{' or '.join(PARTNERS)}; default: chairs")
        parser.add_argument(
            "--disturb",
            action="store_true",
            help="people come and go, tables tie, results are wrong; everything is checked",
        )
        parser.add_argument(
            "--keep", action="store_true", help="leave the evening in the database, to look at"
        )

    def handle(self, *, keep: bool, disturb: bool, **options: Any) -> None:
        chosen, seed = read_wish(options), whole("--seed", options["seed"], 0, 2**31 - 1)
        play = disturbed if disturb else quiet
        with ours_to_write() if keep else throwaway_database():
            try:
                for line in play(find_organiser(), chosen, seed):
                    self.stdout.write(line)
            except Broken as broken:
                self.stderr.write(f"Something is wrong in the program:\n{broken}")
                raise SystemExit(1) from None


def quiet(by: User, chosen: dict[str, Any], seed: int) -> Iterator[str]:
    given = {name: value for name, value in chosen.items() if value is not None}
    return rehearse(club_of(by), Wish(**USUAL | given, seed=seed), by=by, at=timezone.now())


def disturbed(by: User, chosen: dict[str, Any], seed: int) -> Iterator[str]:
    course = course_of(seed, chosen)
    return story(begin(club_of(by), course, by=by, at=timezone.now()), course)


def find_organiser() -> User:
    found = User.objects.filter(memberships__role="organiser").order_by("pk").first()
    return found or create_organiser(
        "Organiser", club_name="Our club", time_zone=local_time_zone(), at=timezone.now()
    )


def read_wish(options: dict[str, Any]) -> dict[str, Any]:
    """Return what is asked for, None where it is left open.

    Raises Trouble with the first thing that makes no sense.
    """
    rules, partners, rounds = (options[name] for name in ("rules", "partners", "rounds"))
    if rules is not None and rules not in FORMATS:
        raise Trouble(f"There are no rules “{rules}”. There are: {', '.join(FORMATS)}.")
    if partners is not None and partners not in PARTNERS:
        raise Trouble(f"--partners is {' or '.join(PARTNERS)}, not “{partners}”.")
    return {
        "rules": rules,
        "people": people_of(options["tables"], options["people"]),
        "rounds": None if rounds is None else whole("--rounds", rounds, 1, MOST_ROUNDS),
        "partners": partners,
    }


def people_of(tables: str | None, people: str | None) -> int | None:
    if people is None:
        return None if tables is None else 4 * whole("--tables", tables, 1, MOST_PEOPLE // 4)
    count = whole("--people", people, 4, MOST_PEOPLE)
    if tables is not None and whole("--tables", tables, 1, MOST_PEOPLE // 4) != count // 4:
        raise Trouble(f"{count} people fill {count // 4} tables. Leave --tables away.")
    return count


def whole(option: str, typed: str, least: int, most: int) -> int:
    try:
        number = int(typed)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise Trouble(f"{option} is a number from {least} to {most}, not “{typed}”.")
    return number
