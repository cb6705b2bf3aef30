"""Measures a hundred parties at once, on PostgreSQL, behind a few workers of gunicorn.

Run by hand: python -m tests.bench.bench_federation [SECONDS] [PARTIES] [WORKERS,WORKERS]

Every party has forty tables, and each plays a hand in 240 seconds: 32 tables enter it on a phone,
as in `bench_phones`, and the desk types the others. A party also has a live page, a hall screen
and five guests; every five minutes a change makes all its phones reload.

At the end the database must have each acknowledged hand, and only once.
"""

# ruff: noqa: E402 -- database and key are named before Django reads its settings

import asyncio
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, redirect_stdout
from http.client import HTTPConnection
from threading import Event, Thread

from tests import postgres

os.environ["HEADTABLE_SECRET_KEY"] = "of this bench"
SERVER = postgres.start(options="-c max_connections=60")
SERVER.run_sql("CREATE DATABASE headtable")
os.environ["DATABASE_URL"] = SERVER.url

from tests.bench.bench_desks import ROOT, Desk, make_party

# isort: split
from django.core.management import call_command
from django.db import connections

from party.models import Party
from tests.bench.bench_phones import (
    USUAL_PACE,
    DeskPlay,
    Figures,
    Phone,
    check_stored_hands,
    cpu_of,
    keep_polling,
    report,
)

PHONES, DESK_TABLES, GUESTS = 32, 8, 5
OPENING = 60  # seconds in which the phones open their pages
DESK = {
    "type_hand": USUAL_PACE / DESK_TABLES,
    "open_live_page": 10,
    "change_names": 300,
}  # seconds between two requests


@contextmanager
def running_gunicorn(workers):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    options = ("--workers", str(workers), "--timeout", "120", "--no-control-socket")
    options += ("--log-level", "warning", "--bind", host)
    command = [sys.executable, "-m", "gunicorn", "party.wsgi", *options]
    with subprocess.Popen(command, cwd=ROOT) as server:
        try:
            wait_until_ready(host)
            yield host, children_of(server.pid)
        finally:
            server.terminate()


def wait_until_ready(host):
    for _ in range(300):
        try:
            connection = HTTPConnection(host, timeout=5)
            connection.request("GET", "/ready/")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError("gunicorn does not answer")


def children_of(process):
    result = subprocess.run(["pgrep", "-P", str(process)], stdout=subprocess.PIPE, check=True)
    return [int(line) for line in result.stdout.split()]


async def play(host, parties, seconds):
    until = time.monotonic() + seconds
    visits = []
    for party, _, figures in parties:
        guest = f"/p/{party.code}/"
        phones = [Phone(host, figures, party, n, USUAL_PACE) for n in range(1, PHONES + 1)]
        visits += [phone.run(until, OPENING) for phone in phones]
        visits.append(keep_polling(host, figures, f"/hall/{party.code}/", "hall", 4, 0, until))
        visits += [
            keep_polling(host, figures, f"{guest}{n}/", "guest", 20, 10, until)
            for n in range(1, GUESTS + 1)
        ]
    await asyncio.gather(*visits)


def run(host, workers, parties, seconds):
    ended = Event()
    tables = range(PHONES + 1, PHONES + DESK_TABLES + 1)
    desks = [Desk(f"http://{host}", party, link, tables) for party, link, _ in parties]
    database = postgres_processes()
    before = [sum(map(cpu_of, processes)) for processes in (workers, database)]
    own, started = time.process_time(), time.monotonic()
    threads = [
        Thread(target=DeskPlay(desk, party, figures).run, args=(started + seconds, ended, DESK))
        for desk, (party, _, figures) in zip(desks, parties, strict=True)
    ]
    for thread in threads:
        thread.start()
    asyncio.run(play(host, parties, seconds))
    ended.set()
    for thread in threads:
        thread.join()
    lasted = time.monotonic() - started
    after = [sum(map(cpu_of, processes)) for processes in (workers, database)]
    print(f"  PostgreSQL: {(after[1] - before[1]) / lasted:.0%} of one core")
    return lasted, (after[0] - before[0], time.process_time() - own)


def postgres_processes():
    main = int((SERVER.folder / "data" / "postmaster.pid").read_text().split()[0])
    return [main, *children_of(main)]


def combined_figures(parties):
    combined = Figures()
    for _, _, figures in parties:
        for kind, seconds in figures.seconds.items():
            combined.seconds.setdefault(kind, []).extend(seconds)
        combined.errors += figures.errors
        combined.reopened += figures.reopened
    return combined


def main():
    arguments = dict(enumerate(sys.argv[1:]))
    seconds, party_count = int(arguments.get(0, 300)), int(arguments.get(1, 100))
    call_command("migrate", verbosity=0)
    for workers in map(int, arguments.get(2, "2").split(",")):
        parties = []
        for n in range(party_count):
            party, links = make_party(PHONES + DESK_TABLES, f"{workers} workers, {n}", 1)
            Party.objects.filter(pk=party.pk).update(phones=True, guests=True)
            parties.append((party, links[0], Figures()))
        connections.close_all()
        print(f"{party_count} parties of {PHONES + DESK_TABLES} tables, {workers} workers")
        with running_gunicorn(workers) as (host, processes):
            lasted, used = run(host, processes, parties, seconds)
        shares = [seconds_used / lasted for seconds_used in used]
        report(combined_figures(parties), party_count * PHONES, USUAL_PACE, round(lasted), shares)
        hands = sum(len(figures.answered) for _, _, figures in parties)
        with redirect_stdout(None):
            for party, _, figures in parties:
                check_stored_hands(figures, party)
        print(f"  {hands} hands of {party_count} parties, lost 0, doubled 0\n")


if __name__ == "__main__":
    main()
