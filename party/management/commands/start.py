import gc
import os
import sys
from _thread import interrupt_main
from argparse import SUPPRESS, ArgumentParser
from contextlib import closing
from pathlib import Path
from socket import socket
from threading import Timer
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import DatabaseError, connections
from django.urls import reverse
from django.utils import timezone

from party.management.browser import is_at_this_laptop, open_later
from party.management.command_errors import (
    DamagedError,
    InUseError,
    PlainCommand,
    add_data_option,
)
from party.management.data_folder import locked_folder, secret_key, store_second_place
from party.management.database import (
    explain_database_errors,
    find_or_create_organiser,
    migrate_database,
)
from party.management.hall_server import hall_server
from party.management.running import open_running, remove_address, stored_address
from party.management.sample_evening import create_sample_evening
from party.management.server_addresses import (
    EVERY_INTERFACE,
    listen,
    listen_nearby,
    listens_everywhere,
    local_address,
    phone_addresses,
)
from party.management.stop_signals import defer_stop_signals
from party.process_state import PROCESS
from party.queries.backups.damage import last_copy
from party.queries.clubs import wants_sample
from party.services.accounts.sessions import SessionStore
from party.services.accounts.users import make_link
from party.values.accounts import PROGRAM
from party.values.phones.addresses import is_open_to_phones
from party.values.refusals import storage_trouble

# With Python's default of 5 ms, a request waits for all other requests at each database statement,
# often while it holds the write lock.
SWITCH_INTERVAL = 0.0005  # seconds
LAST_PAGE_SECONDS = 2  # for the browser to load the page that says that the server stops
NO_PHONES = "not with --host {host}"
PHONES_LATER = "(none: join the hall's Wi-Fi, then start again)"
SIGN_IN = "Sign in with this link. It works once, within the hour:\n  {link}"
READ_ONLY = (
    "{trouble}\n  Nothing can be stored until then. Everybody who is signed in can read all pages."
)
NO_STICK = (
    "{place} does not exist now. Put the stick in, or create the folder: from then on it gets "
    "every backup too."
)
STARTED_TEXT = """\
Head Table is running, and keeps the parties in {folder}

  In the browser of this laptop:  {laptop}
  On phones in the hall:          {phones}

  {sign_in}

Ctrl-C stops Head Table.
"""


class Command(PlainCommand):
    help = "Run Head Table: in the browser of this laptop, and on phones in the hall."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="default: 8000")
        parser.add_argument(
            "--host", default=EVERY_INTERFACE, help="default: all of this laptop's"
        )
        add_data_option(parser)
        parser.add_argument(
            "--no-browser",
            action="store_false",
            dest="browser",
            help="only print the sign-in link, do not open it",
        )
        parser.add_argument(
            "--second-place",
            metavar="FOLDER",
            help="gets every backup too, from now on: a stick, a synchronised folder; '' for none",
        )
        parser.add_argument(
            "--no-sample",
            action="store_false",
            dest="sample",
            help="do not load the sample evening",
        )
        # `party.desktop` passes it after a double click on the icon.
        parser.add_argument("--desktop", action="store_true", help=SUPPRESS)

    def handle(self, **options: Any) -> None:
        try:
            self.run(**options)
        except InUseError:
            folder = Path(settings.DATA_DIR)
            if not options["desktop"] or not open_running(folder, sign_in_path):
                raise
        except DamagedError as error:
            last = last_copy()
            if last is None or not (sys.stdin and sys.stdin.isatty()):
                raise
            self.stderr.write(str(error))
            call_command("restore", str(last[0]), starts_next=True)  # asks the user first
            self.run(**options)

    def run(
        self,
        *,
        host: str,
        port: int,
        sample: bool,
        browser: bool,
        desktop: bool,
        second_place: str | None = None,
        **_options: Any,
    ) -> None:
        folder = Path(settings.DATA_DIR)
        try:
            find_port = listen_nearby if desktop else listen
            with locked_folder(folder), closing(find_port(host, port)) as listener:
                remove_address(folder)  # a killed process may have left the file
                if second_place is not None:
                    store_second_place(folder, second_place)
                    if second_place and not Path(second_place).expanduser().is_dir():
                        self.stdout.write(NO_STICK.format(place=second_place))
                settings.ALLOWED_HOSTS = reachable_hosts(listener, host)
                PROCESS.only_host = "" if listens_everywhere(listener) else host
                with defer_stop_signals(), explain_database_errors():
                    link = prepare_database(folder, sample=sample)
                self.announce(folder, listener, link)
                if browser and (desktop or is_at_this_laptop(os.environ)):
                    path = link if link.startswith("/") else "/"
                    open_later(f"{local_address(listener)}{path}")
                with stored_address(folder, local_address(listener)):
                    run_server(listener)
        except KeyboardInterrupt:
            self.stdout.write("Head Table has stopped. Everything is saved.")

    def announce(self, folder: Path, listener: socket, link: str) -> None:
        laptop, phones = local_address(listener), phone_address_text(listener)
        sign_in = SIGN_IN.format(link=f"{laptop}{link}") if link.startswith("/") else link
        words = STARTED_TEXT.format(folder=folder, laptop=laptop, phones=phones, sign_in=sign_in)
        self.stdout.write(words)
        self.stdout.flush()


def reachable_hosts(listener: socket, host: str) -> list[str]:
    hosts = settings.ALLOWED_HOSTS  # includes all addresses of this laptop
    if not listens_everywhere(listener):
        hosts = [name for name in hosts if not is_open_to_phones(name)]
    return [*hosts, host]


def phone_address_text(listener: socket) -> str:
    host = listener.getsockname()[0]
    if addresses := phone_addresses(listener, settings.ALLOWED_HOSTS):
        return "  ".join(addresses)
    return PHONES_LATER if listens_everywhere(listener) else NO_PHONES.format(host=host)


def prepare_database(folder: Path, *, sample: bool) -> str:
    """Return the path of a sign-in link; on a full disk, a text that says why there is no link."""
    if "HEADTABLE_SECRET_KEY" not in os.environ:
        # The settings were loaded before this folder had a key.
        settings.SECRET_KEY = secret_key(folder)
    migrate_database()
    at = timezone.now()
    organiser = find_or_create_organiser(at)
    if sample and wants_sample():
        create_sample_evening(organiser, at)
    try:
        link = sign_in_path()
        SessionStore.clear_expired()
    except DatabaseError as error:
        trouble = storage_trouble(error, "start again")
        if not trouble:
            raise
        link = READ_ONLY.format(trouble=trouble)
    connections.close_all()
    # Without the freeze, collecting the loaded program (80 ms) would stop every request. Collect
    # here, where signals are deferred, because a Ctrl-C during a collection is lost.
    get_internal_wsgi_application()
    gc.collect()
    gc.freeze()
    return link


def sign_in_path() -> str:
    at = timezone.now()
    return reverse(
        "sign_in_link", args=[make_link(find_or_create_organiser(at), actor=PROGRAM, at=at)]
    )


def run_server(listener: socket) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    PROCESS.stop_server = lambda: Timer(LAST_PAGE_SECONDS, interrupt_main).start()
    hall_server(get_internal_wsgi_application(), listener).run()
    raise KeyboardInterrupt
