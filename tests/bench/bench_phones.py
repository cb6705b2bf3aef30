"""Measures the wait of 400 phones for a saved hand, and looks for lost hands.

Run by hand: python -m tests.bench.bench_phones [SECONDS] [PHONES,PHONES]

`manage.py start` runs beside it, on SQLite. Every phone polls and sends as the script of its page
does. One answer in twenty to a saved hand is lost, and the hand is sent again. In the first run a
hand takes four minutes, as with people; in the second run one minute.

Meanwhile one desk types a hand every four seconds and has the live page open, thirty guests look
for their seats, the hall screen polls, and twice a minute a change makes every phone reload.

At the end the database must have every acknowledged hand, and only once.
"""

import asyncio
import json
import os
import random
import re
import statistics
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit
from uuid import uuid4

# The server uses the same secret.
os.environ.setdefault("HEADTABLE_SECRET_KEY", "of this bench")

# This import sets the data folder and Django up; it must stand before the imports below.
from tests.bench.bench_desks import HANDS, Desk, make_party, running_program

# isort: split
from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from party.management.database import find_or_create_organiser
from party.models import Entry, Party
from party.queries.phones.table import table_token

AIMS = {"save": 0.250, "desk": 0.100}  # seconds, p99 at 400 phones on two cores
USUAL_PACE, FAST_PACE = 240, 60  # seconds for each hand
DESK_TABLES = 20
DESK = {"type_hand": 4, "open_live_page": 10, "change_names": 30}  # seconds between two requests
GUESTS = 30
LOST_ANSWERS = 0.05
PATIENCE = 20  # seconds, as in table.js
VERSION = re.compile(r'data-v="([^"]*)"')


@dataclass
class Figures:
    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    reopened: int = 0
    answered: dict[tuple[int, int], str] = field(default_factory=dict)  # by table and hand

    def add(self, kind, started):
        self.seconds.setdefault(kind, []).append(time.perf_counter() - started)


class Browser:
    def __init__(self, host, figures):
        self.host, self.figures, self.cookie = host, figures, ""
        self.reader = self.writer = None

    async def request(self, kind, method, path, body=b"", headers=""):
        """Return status and text; None without a response."""
        started = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                response = await self.exchange(method, path, body, headers)
        except (OSError, EOFError, TimeoutError) as error:
            self.close()
            self.figures.errors.append(f"{kind}: {error!r}")
            return None
        self.figures.add(kind, started)
        return response

    async def exchange(self, method, path, body, headers):
        if self.writer is not None and not self.reader.at_eof():
            # Like a browser, repeat it if the server has just closed the connection.
            with suppress(OSError, EOFError):
                return await self.send_request(method, path, body, headers)
            self.figures.reopened += 1
        self.close()
        name, _, port = self.host.partition(":")
        self.reader, self.writer = await asyncio.open_connection(name, int(port))
        return await self.send_request(method, path, body, headers)

    async def send_request(self, method, path, body, headers):
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: {len(body)}\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        self.writer.write(f"{head}{headers}\r\n".encode() + body)
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {}
        for name, _, value in (line.partition(": ") for line in lines):
            fields[name.lower()] = value
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].partition(";")[0]
        text = (await self.reader.readexactly(int(fields.get("content-length", 0)))).decode()
        if fields.get("connection", "").lower() == "close":
            self.close()
        return int(first.split()[1]), text

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Phone:
    """A table's page: it polls, and sends hands."""

    def __init__(self, host, figures, party, table, pace):
        self.browser = Browser(host, figures)
        self.figures, self.table, self.pace = figures, table, pace
        self.dice = random.Random(f"{party.pk} {table}")
        self.path = f"/t/{party.code}/{table}/{table_token(party, table)}/"
        self.version = ""

    async def run(self, until, opening=10):
        await asyncio.sleep(self.dice.uniform(0, opening))
        await self.poll("state/", "first page")
        poll_at = time.monotonic() + 2
        play_at = time.monotonic() + self.dice.uniform(0, self.pace)
        hand = 1
        while True:
            next_at = min(poll_at, play_at if hand <= HANDS else poll_at)
            if next_at > until:
                return
            await asyncio.sleep(max(0, next_at - time.monotonic()))
            if next_at == poll_at:
                await self.poll(f"state/?v={self.version}", "poll")
                poll_at = time.monotonic() + self.dice.uniform(8, 12)
            else:
                await self.save(hand)
                hand, play_at = hand + 1, play_at + self.dice.uniform(0.8, 1.2) * self.pace
                poll_at = time.monotonic() + 3

    async def poll(self, query, kind):
        response = await self.browser.request(kind, "GET", self.path + query)
        if response is None or response[0] == 204:
            return
        if response[0] != 200:
            self.figures.errors.append(f"{kind}: {response}")
            return
        self.version = json.loads(response[1])["v"]

    async def save(self, hand):
        """Send a hand until an answer carries its id."""
        text = f"8{self.dice.choice('scdhn')}{self.dice.choice('nesw')}{self.dice.randint(7, 10)}"
        message = {"id": str(uuid4()), "act": "hand", "round": 1, "hand": hand, "text": text}
        body = json.dumps(message).encode()
        headers = "Content-Type: application/json\r\n"
        loses_answer = self.dice.random() < LOST_ANSWERS
        while True:
            response = await self.browser.request(
                "save", "POST", f"{self.path}send/", body, headers
            )
            if loses_answer:
                loses_answer, response = False, None
            if response is None:
                await asyncio.sleep(1)
                continue
            answer = json.loads(response[1])
            if response[0] != 200 or answer["id"] != message["id"]:
                self.figures.errors.append(f"save: {response[0]} {answer.get('words')}")
                return
            self.figures.answered[self.table, hand] = text
            self.version = answer["state"]["v"]
            return


async def keep_polling(host, figures, path, kind, pause, jitter, until):
    """`pause` and `jitter` are in seconds."""
    browser, version = Browser(host, figures), ""
    next_at = time.monotonic() + random.uniform(0, pause + jitter)
    while next_at < until:
        await asyncio.sleep(max(0, next_at - time.monotonic()))
        separator = "&" if "?" in path else "?"
        url = f"{path}{separator}v={version}" if version else path
        response = await browser.request(f"{kind} poll" if version else kind, "GET", url)
        if response and response[0] == 200:
            version = VERSION.search(response[1])[1]
        elif response and response[0] != 204:
            figures.errors.append(f"{kind}: {response[0]}")
        next_at = time.monotonic() + pause + jitter * random.random()


class DeskPlay:
    """An organiser who types hands, and changes the guests' names."""

    def __init__(self, desk, party, figures):
        self.desk, self.party, self.figures = desk, party, figures
        self.hands_left = [(table, hand) for table in desk.tables for hand in range(1, HANDS + 1)]
        self.page, self.table, self.revision = "", None, ""
        self.dice = random.Random(party.pk)

    def run(self, until, ended, intervals):
        started = time.monotonic()
        due = {name: started + self.dice.random() * every for name, every in intervals.items()}
        try:
            while self.hands_left:
                action = min(due, key=due.get)
                if due[action] > until or ended.wait(max(0, due[action] - time.monotonic())):
                    return
                self.desk.connection.close()  # with many connections the server would close it
                getattr(self, action)()
                due[action] = max(time.monotonic(), due[action] + intervals[action])
        except (AssertionError, OSError) as error:
            self.figures.errors.append(f"desk: {error!r}"[:300])

    def type_hand(self):
        (table, hand), *self.hands_left = self.hands_left
        if self.table != table:
            self.page = self.request_page("desk page", f"{self.desk.path}?table={table}")
            self.table = table
        text = f"8{self.dice.choice('scdhn')}{self.dice.choice('nesw')}9"
        started = time.perf_counter()
        self.page = self.desk.send_hand(self.page, table, text)
        self.figures.add("desk hand", started)
        self.figures.answered[table, hand] = text

    def open_live_page(self):
        page = self.request_page("live page", f"/parties/{self.party.pk}/live/?v={self.revision}")
        revision = re.search(r"\?v=(\d+)", page)
        self.revision = revision[1] if revision else self.revision

    def change_names(self):
        path = f"/parties/{self.party.pk}/guests/"
        page = self.desk.request("GET", path)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', page)[1]
        names = "full" if re.search(r'value="short"[^>]*checked', page) else "short"
        form = {"csrfmiddlewaretoken": token, "guests": "on", "guest_names": names}
        started = time.perf_counter()
        self.desk.request("POST", path, form | {"guest_standings": "all"})
        self.figures.add("desk: names", started)

    def request_page(self, kind, path):
        started = time.perf_counter()
        page = self.desk.request("GET", path)
        self.figures.add(kind, started)
        return page


async def play(host, figures, party, phones, pace, seconds):
    until = time.monotonic() + seconds
    tables = [Phone(host, figures, party, n, pace) for n in range(1, phones + 1)]
    guest = f"/p/{party.code}/"
    await asyncio.gather(
        *(table.run(until) for table in tables),
        keep_polling(host, figures, f"/hall/{party.code}/", "hall", 4, 0, until),
        *(
            keep_polling(host, figures, f"{guest}{n}/", "guest", 20, 10, until)
            for n in range(1, GUESTS)
        ),
        keep_polling(host, figures, f"{guest}?who=gue", "guest", 20, 10, until),
    )


def cpu_of(process):
    """Return seconds of processor time; on Linux only."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(figures, phones, pace, seconds, processor_shares):
    requests = sum(map(len, figures.seconds.values()))
    rate = f"{requests / seconds:.1f} requests a second"
    print(f"{phones} phones, a hand in {pace} s, for {seconds} s: {rate}")
    server, clients = processor_shares
    print(f"  processor: server {server:.0%}, the phones {clients:.0%} of one core")
    for kind, times in sorted(figures.seconds.items()):
        percentiles = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
        aim = AIMS.get(kind.split()[0].rstrip(":"))
        over = " OVER" if aim and percentiles[98] > aim else ""
        print(
            f"  {kind:20} {len(times):6}  p50 {1000 * percentiles[49]:7.1f}  "
            f"p99 {1000 * percentiles[98]:7.1f}  max {1000 * max(times):7.1f} ms{over}"
        )
    print(f"  opened again: {figures.reopened}; errors: {len(figures.errors)}")
    for error in figures.errors[:5]:
        print(f"    {error}")


def check_stored_hands(figures, party):
    rows = Entry.objects.filter(table__round__party=party)
    stored = {}
    for row in rows.values_list("table__number", "hand", "bid", "bidder", "tricks", "status"):
        stored.setdefault(row[:2], []).append(row[2:])
    lost = [place for place, text in figures.answered.items() if text_of(stored, place) != text]
    doubled = [place for place, entries in stored.items() if len(entries) > 1]
    print(f"  hands {len(figures.answered)}, lost {len(lost)}, doubled {len(doubled)}")
    assert not lost, lost
    assert not doubled, doubled


def text_of(stored, place):
    bid, bidder, tricks, status = stored.get(place, [("", "", "", "")])[0]
    strain = "n" if bid.endswith("NT") else bid[-1:].lower()
    return f"8{strain}{bidder.lower()}{tricks}" if status == "in force" else ""


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    counts = sys.argv[2] if len(sys.argv) > 2 else "40,400"
    runs = [(int(count), pace) for count in counts.split(",") for pace in (USUAL_PACE, FAST_PACE)]
    call_command("migrate", verbosity=0)
    find_or_create_organiser(timezone.now())  # `manage.py start` prints a link for this organiser
    parties = []
    for count, pace in runs:
        party, links = make_party(count + DESK_TABLES, f"{count} phones, {pace} s", 1)
        party.phones = party.guests = True
        Party.objects.filter(pk=party.pk).update(phones=True, guests=True)
        parties.append((count, pace, party, links[0]))
    connections.close_all()
    for count, pace, party, link in parties:
        figures, ended = Figures(), Event()
        with running_program() as (address, process):
            desk = Desk(address, party, link, range(count + 1, count + DESK_TABLES + 1))
            before, started = (cpu_of(process), time.process_time()), time.monotonic()
            until = started + seconds
            typing = Thread(target=DeskPlay(desk, party, figures).run, args=(until, ended, DESK))
            typing.start()
            asyncio.run(play(urlsplit(address).netloc, figures, party, count, pace, seconds))
            ended.set()
            typing.join()
            lasted = time.monotonic() - started
            used = (cpu_of(process) - before[0], time.process_time() - before[1])
        report(
            figures, count, pace, round(lasted), [seconds_used / lasted for seconds_used in used]
        )
        check_stored_hands(figures, party)
        connections.close_all()


if __name__ == "__main__":
    main()
