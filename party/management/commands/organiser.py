from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from party.management.command_errors import ExplainedError, PlainCommand
from party.management.database import exclusive_database
from party.management.time_zone import local_time_zone
from party.models import Club, User
from party.services.accounts.users import create_organiser, make_link, run_another_club
from party.values.accounts import PROGRAM


class Command(PlainCommand):
    help = (
        "Print a one-time sign-in link for an organiser. Makes the account and the club if needed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name, or the e-mail address of an account")
        parser.add_argument("--club", help="the name of the new club; needed for a new account")
        parser.add_argument(
            "--add",
            action="store_true",
            help="add a club to an existing organiser, or an organiser to an existing club",
        )
        parser.add_argument(
            "--new", action="store_true", help="another person with a name that is already taken"
        )
        parser.add_argument("--email", help="an address to sign in with, instead of the name")
        parser.add_argument(
            "--time-zone", default=local_time_zone(), help="such as America/Chicago"
        )
        parser.add_argument("--address", default="http://localhost:8000", help="of the website")

    def handle(self, *, name: str, address: str, **options: Any) -> None:
        at = timezone.now()
        with exclusive_database():
            user = existing_organiser(name, at, options) or new_organiser(name, at, options)
            path = reverse("sign_in_link", args=[make_link(user, actor=PROGRAM, at=at)])
        self.stdout.write(f"{user} signs in with this link, once, within the hour:")
        self.stdout.write(f"{address.rstrip('/')}{path}")


def existing_organiser(name: str, at: datetime, options: dict[str, Any]) -> User | None:
    """Raises ExplainedError if the name is the name of a helper."""
    club = (options["club"] or "").strip()
    namesakes = User.objects.by_name_or_email(name).exclude(memberships=None)
    if options["new"] or not namesakes:
        return None
    if of_this_club := organisers(namesakes, memberships__club__name__iexact=club):
        return only_organiser(of_this_club, name)
    candidates = organisers(namesakes)
    if not candidates:
        raise ExplainedError(
            f"{namesakes[0]} is the name of a helper. Make a helper's link in the browser, under "
            "Set-up, Helpers. For an organiser choose another name, or add --new for another "
            f"{namesakes[0]}."
        )
    user = only_organiser(candidates, name)
    if club:
        if not options["add"]:
            raise ExplainedError(
                f"{user} runs {user.memberships.filter(role='organiser')[0].club}. Leave out "
                f"--club for a new link, add --add if {user} should run {club} too, or add --new "
                f"for another {user}."
            )
        run_another_club(user, club_name=club, time_zone=options["time_zone"], at=at)
    return user


def organisers(users: QuerySet[User], **lookups: str) -> list[User]:
    return list(users.filter(memberships__role="organiser", **lookups).distinct())


def only_organiser(candidates: list[User], name: str) -> User:
    if len(candidates) > 1:
        raise ExplainedError(
            f"There are {len(candidates)} organisers named {name}. Name one by the e-mail "
            "address, or add --club."
        )
    return candidates[0]


def new_organiser(name: str, at: datetime, options: dict[str, Any]) -> User:
    if not options["club"]:
        raise ExplainedError(f"There is no account named {name} yet. Add --club to make one.")
    club = Club.objects.filter(name__iexact=options["club"].strip(), is_sample=False).first()
    if club and not options["add"]:
        raise ExplainedError(
            f"There is a club named {club} already. Add --add if {name} should run it too."
        )
    return create_organiser(
        name,
        club_name=options["club"],
        email=options["email"],
        time_zone=options["time_zone"],
        join_existing=options["add"],
        at=at,
    )
