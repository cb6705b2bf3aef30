"""Measures the wait after Enter while eight desks type at once, over HTTP.

Run by hand: python -m tests.bench.bench_desks [DESKS] [TABLES]

`manage.py start` runs beside it, on SQLite. The baseline is one desk that types alone. Then all
desks type without pauses, and then as fast as people.
"""

# ruff: noqa: E402 -- the data folder is named before Django reads its settings

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from urllib.parse import urlencode, urlsplit

FOLDER = tempfile.mkdtemp(prefix="ht-bench-")
os.environ["HEADTABLE_DATA"] = FOLDER
os.environ["DJANGO_SETTINGS_MODULE"] = "party.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connections

from party.management.database import find_or_create_organiser
from party.models import Club
from party.services.accounts.users import make_link
from party.values.accounts import PROGRAM
from tests.evening import AT, create_user, party_with, start

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"In the browser of this laptop:\s+(http://\S+)")
FIELD = re.compile(r'<input[^>]*name="(hand|submission|csrfmiddlewaretoken)"[^>]*value="([^"]*)"')
AIM = 0.150  # seconds: p99 of the answers while all desks type at once
HANDS = 4  # in a round
PAUSE = 1.5  # seconds between two hands of a person


def make_party(tables, name, desks):
    club = Club.objects.create(name=name)
    users = [create_user(f"{name}, desk {n}", club=club) for n in range(1, desks + 1)]
    party = party_with(4 * tables, by=users[0], name=name, rounds_planned=8)
    start(party)
    return party, [make_link(user, actor=PROGRAM, at=datetime.now(UTC)) for user in users]


class Desk:
    """A signed-in client that types the hands of its tables, and notes the times."""

    def __init__(self, address, party, link, tables):
        self.host = urlsplit(address).netloc
        self.connection = HTTPConnection(self.host, timeout=60)
        self.cookies = SimpleCookie()
        self.path = f"/parties/{party.pk}/rounds/1/entry/"
        self.tables = tables
        self.answers, self.hands = [], []  # seconds of each request, and of each whole hand
        self.sign_in(link)

    def sign_in(self, link):
        page = self.request("GET", f"/in/{link}/")
        token = dict(FIELD.findall(page))["csrfmiddlewaretoken"]
        self.request("POST", f"/in/{link}/", {"csrfmiddlewaretoken": token})

    def type_all(self, pause=0.0):
        self.answers, self.hands = [], []
        dice = Random(self.tables[0])
        for table in self.tables:
            time.sleep(pause * dice.random())
            page = self.request("GET", f"{self.path}?table={table}")
            for _ in range(HANDS):
                time.sleep(pause * dice.uniform(0.5, 1.5))
                page = self.send_hand(
                    page, table, f"8{dice.choice('scdhn')}{dice.choice('nesw')}9"
                )

    def send_hand(self, page, table, text):
        """Return the changed part of the page, as the script requests it."""
        # If a name stands twice, the first value counts: it belongs to the line for a hand.
        fields = dict(reversed(FIELD.findall(page)))
        fields |= {"kind": "line", "text": text, "source": "slip"}
        start = time.perf_counter()
        part = self.request("POST", f"{self.path}?table={table}", fields)
        self.hands.append(time.perf_counter() - start)
        assert f"Saved: Table {table}," in part, part
        return part

    def request(self, method, path, form=None):
        headers = {"Host": self.host, "Cookie": self.cookies.output([], "", ";").strip()}
        if form is not None and "/entry/" in path:
            headers["X-Desk"] = "part"
        body = None
        if form is not None:
            body = urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        start = time.perf_counter()
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        page = response.read().decode()
        self.answers.append(time.perf_counter() - start)
        for line in response.headers.get_all("Set-Cookie", ()):
            self.cookies.load(line)
        if response.status == 302:
            return self.request("GET", response.headers["Location"])
        assert response.status in {200, 204}, page
        return page


def report(label, desks):
    for measure, times in (
        ("each answer", [seconds for desk in desks for seconds in desk.answers]),
        ("from Enter to the next line", [seconds for desk in desks for seconds in desk.hands]),
    ):
        percentiles = statistics.quantiles(times, n=100)
        p50, p99, longest = (
            1000 * seconds for seconds in (percentiles[49], percentiles[98], max(times))
        )
        over = " OVER" if measure == "each answer" and percentiles[98] > AIM else ""
        columns = f"p50 {p50:6.1f}  p99 {p99:6.1f}  max {longest:6.1f} ms{over}"
        print(f"  {label:28} {measure:28} {columns}")


@contextmanager
def running_program():
    command = [sys.executable, "manage.py", "start", "--port", "0", "--host", "127.0.0.1"]
    command += ["--no-sample", "--data", FOLDER]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            lines = (ADDRESS.search(line) for line in server.stdout)
            yield next(match[1] for match in lines if match), server.pid
        finally:
            server.terminate()


def type_at_once(desks, pause=0.0):
    with ThreadPoolExecutor(len(desks)) as pool:
        list(pool.map(lambda desk: desk.type_all(pause), desks))


def main():
    desk_count, table_count = (
        int(text) for text in (sys.argv[1:] + ["8", "40"][len(sys.argv) - 1 :])
    )
    call_command("migrate", verbosity=0)
    find_or_create_organiser(AT)  # `manage.py start` prints a link for this organiser
    parties = [
        make_party(table_count, name, desk_count) for name in ("Alone", "At once", "Unhurried")
    ]
    connections.close_all()
    tables_of_desks = [
        list(range(n, table_count + 1, desk_count)) for n in range(1, desk_count + 1)
    ]
    with running_program() as (address, _):
        alone, at_once, unhurried = (
            [
                Desk(address, party, link, tables)
                for link, tables in zip(links, tables_of_desks, strict=True)
            ]
            for party, links in parties
        )
        print(f"{desk_count} desks, {table_count} tables")
        for desk in alone[:3]:
            type_at_once([desk])
        report("one desk alone", alone[:3])
        type_at_once(at_once)
        report(f"{desk_count} desks without a pause", at_once)
        type_at_once(unhurried, PAUSE)
        report(f"{desk_count} desks, {PAUSE} s a hand", unhurried)


if __name__ == "__main__":
    main()
