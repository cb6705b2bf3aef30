"""Run Head Table on one laptop: `manage.py start`."""

import os
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from socket import socket
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.urls import reverse
from django.utils import timezone
from waitress import create_server

from party.management.command_errors import PlainCommand
from party.management.data_folder import held, secret_key
from party.management.database import bring_up_to_date, explained
from party.management.sample_evening import make_sample
from party.management.server_addresses import (
    EVERYWHERE,
    is_everywhere,
    listen,
    own_address,
    phone_addresses,
)
from party.management.stop_signals import undisturbed
from party.management.time_zone import local_time_zone
from party.models import Party, User
from party.services.accounts.users import club_of, create_organiser, make_link

NO_PHONES = "not with --host {host}"
PHONES_LATER = "(none: join the hall's Wi-Fi, then start again)"
WORDS = """\
Head Table is running, and keeps the parties in {folder}

  In the browser of this laptop:  {here}
  On phones in the hall:          {phones}

  Sign in with this link. It works once, within the hour:
  {link}

Ctrl-C stops Head Table.
"""


class Command(PlainCommand):
    help = "Run Head Table: in the browser of this laptop, and on phones in the hall."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="default: 8000")
        parser.add_argument("--host", default=EVERYWHERE, help="default: all of this laptop's")
        # manage.py has taken it before: it stands here for --help.
        parser.add_argument("--data", metavar="FOLDER", help="keeps the parties; default: data")
        parser.add_argument(
            "--no-sample", action="store_false", dest="sample", help="begin without any party"
        )

    def handle(self, *, host: str, port: int, sample: bool, **_options: Any) -> None:
        folder = Path(settings.DATA_DIR)
        try:
            with held(folder), closing(listen(host, port)) as door:
                settings.ALLOWED_HOSTS.append(host)
                with undisturbed(), explained():
                    link = prepare(folder, sample=sample)
                self.announce(folder, door, link)
                serve(door)
        except KeyboardInterrupt:
            self.stdout.write("Head Table has stopped. Everything is saved.")

    def announce(self, folder: Path, door: socket, link: str) -> None:
        here = own_address(door)
        words = WORDS.format(
            folder=folder, here=here, phones=phones_at(door), link=f"{here}{link}"
        )
        self.stdout.write(words)
        self.stdout.flush()


def phones_at(door: socket) -> str:
    """Return where phones find Head Table, or why they do not."""
    host = door.getsockname()[0]
    later = PHONES_LATER if is_everywhere(host) else NO_PHONES.format(host=host)
    return "  ".join(phone_addresses(door, settings.ALLOWED_HOSTS)) or later


def prepare(folder: Path, *, sample: bool) -> str:
    """Make ready what a first start lacks. Return the path of a new sign-in link."""
    if "HEADTABLE_SECRET_KEY" not in os.environ:
        # The settings were read before this folder had a key.
        settings.SECRET_KEY = secret_key(folder)
    bring_up_to_date()
    at = timezone.now()
    organiser = User.objects.order_by("pk").first() or create_organiser(
        "Organiser", club_name="Our club", time_zone=local_time_zone(), at=at
    )
    if sample and not Party.objects.exists():
        make_sample(club_of(organiser), organiser, at)
    link = reverse("sign_in_link", args=[make_link(organiser, at=at)])
    connections.close_all()
    return link


def serve(door: socket) -> None:
    """Answer browsers until Ctrl-C."""
    server = create_server(get_wsgi_application(), sockets=[door], threads=8, ident=None)
    server.run()
    raise KeyboardInterrupt
