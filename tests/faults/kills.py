"""Plays an evening of 240 hands and kills the program, or PostgreSQL, again and again.

    python -m tests.faults.kills [--kills 100] [--databases sqlite postgres] [--tables 10]

On SQLite `manage.py start` gets SIGKILL at a random moment and starts again. On PostgreSQL one of
the processes of the database gets SIGKILL, or its server stops at once; gunicorn keeps running.
One desk types, and repeats unanswered requests, as a browser does.
"""

# ruff: noqa: PLC0415, T201 -- models need settings; it prints its figures

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from urllib.parse import urlencode
from uuid import uuid4

from tests.faults.databases import connect_to, new_database, run_command, run_in_process
from tests.laptop import ROOT, Laptop, Visitor, command

ROUNDS = 6
HANDS = ("8hn9", "7ce7", "7sn6", "9dw9")  # E-W are ahead at the end
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SERVER_SILENT = "The database server does not answer. Wait a moment, then press again."
CONNECTION_ERRORS = (ConnectionError, TimeoutError, OSError)


class Desk:
    """A desk that continues the evening through all crashes."""

    def __init__(self, party):
        self.party, self.address, self.visitor = party, "", Visitor()
        self.pending, self.acknowledged, self.busy_count = None, {}, 0
        self.step_time = 0.1

    def sign_in(self, link):
        self.address = re.match(r"https?://[^/]+", link)[0]
        if not self.visitor.cookies.get("sessionid"):
            assert self.visitor.press_the_button(link) == 302

    def step(self):
        """Take the next step; return whether another step is left."""
        is_repeated = bool(self.pending)
        path, form = self.pending or self.next()
        if not path:
            return False
        self.pending = path, form
        began = time.monotonic()
        status, words = self.post(path, form)
        if status == 503:
            assert SERVER_SILENT in words or "Another program" in words, words
            self.busy_count += 1
            time.sleep(0.1)
            return True
        # The draw may be stored although its answer was lost.
        is_done = status == 302 or (is_repeated and path.endswith("/draw/"))
        assert is_done, (status, path, words[-3000:])
        self.step_time = 0.8 * self.step_time + 0.2 * (time.monotonic() - began)
        self.pending = None
        if "submission" in form:
            self.acknowledged[form["submission"]] = form["place"]
        return True

    def read_pages_without_server(self):
        status, _, words = self.visitor.ask(f"{self.address}/parties/{self.party}/live/")
        assert status == 503, (status, words)
        assert SERVER_SILENT in words
        assert "laptop" not in words
        self.busy_count += 1

    def post(self, path, form):
        token = {"csrfmiddlewaretoken": self.visitor.cookies["csrftoken"]}
        body = urlencode(token | form)
        status, _, words = self.visitor.ask(f"{self.address}{path}", body, **FORM)
        return status, words

    def next(self):
        """Return the address and the form of the next step, read from the rows."""
        from django.db import Error, connection

        while True:
            try:
                return self.next_step()
            except Error:  # the stopped server ended this connection too
                time.sleep(0.1)
            finally:
                connection.close()

    def next_step(self):
        from party.models import Party, Round
        from party.queries.scores.tables import table_scores

        base = f"/parties/{self.party}"
        latest = Round.objects.filter(party=self.party).order_by("-number").first()
        if latest is None:
            return f"{base}/draw/", {"kind": "draw"}
        round_address = f"{base}/rounds/{latest.number}"
        if latest.state == Round.State.DRAWN:
            return f"{round_address}/start/", {"seen": ""}
        if latest.state == Round.State.CLOSED:
            if latest.number == ROUNDS:
                return "", {}
            return f"{base}/rounds/{latest.number + 1}/seat/", {"seen": ""}
        for table, score in table_scores(Party.objects.get(pk=self.party), latest.number).items():
            if score.saved < len(HANDS):
                hand = {"kind": "line", "text": HANDS[score.saved], "hand": score.saved + 1}
                place = f"{latest.number} {table} {score.saved + 1}"
                hand |= {"submission": str(uuid4()), "place": place}
                return f"{round_address}/entry/?table={table}", hand
        return f"{round_address}/close/", {"then": "seat" if latest.number < ROUNDS else ""}

    def check(self, *, whole=False):
        """Assert that every acknowledged hand is stored once, and in force."""
        from django.db import connection

        from party.models import Entry, Party
        from party.queries.backups.check import party_differences

        rows = Entry.objects.in_force().filter(table__round__party=self.party, hand__gt=0)
        columns = ("table__round__number", "table__number", "hand", "submission")
        stored = [
            (str(submission), f"{number} {table} {hand}")
            for number, table, hand, submission in rows.values_list(*columns)
        ]
        assert len({place for _, place in stored}) == len(stored), "one hand twice"
        lost = self.acknowledged.items() - set(stored)
        assert not lost, f"lost: {lost}"
        if whole:
            assert party_differences(Party.objects.get(pk=self.party)) == []
        if whole and connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
        return len(stored)


def make_party(tables):
    from django.db import connection
    from django.utils import timezone

    from party.management.database import find_or_create_organiser
    from tests.evening import party_with

    party = party_with(
        4 * tables, by=find_or_create_organiser(timezone.now()), rounds_planned=ROUNDS
    )
    connection.close()
    return Desk(party.pk)


def kill_laptops(environment, tables, kills, seed):
    """Kill `manage.py start` at random moments until the evening is over."""
    folder, dice = Path(environment["HEADTABLE_DATA"]), Random(seed)
    desk, kill_counts = make_party(tables), Counter()
    goes_on = True
    while goes_on or kill_counts.total() < kills:
        if kill_counts.total() < kills and (dice.random() < 0.2 or not goes_on):
            kill_at_the_start(folder, dice)
            kill_counts["while it started"] += 1
            continue
        laptop = Laptop(folder, "--no-sample", "--no-browser")
        desk.sign_in(laptop.link)
        desk.check()
        if kill_counts.total() < kills:
            Timer(dice.uniform(0, 6 * desk.step_time), laptop.process.kill).start()
        if goes_on := play_until_failure(desk):
            is_hand = "submission" in desk.pending[1]
            kill_counts["at a hand" if is_hand else "at a step of the round"] += 1
            desk.step_time *= 1.2  # later kills let a slow machine make progress
        laptop.process.kill()
        laptop.process.communicate()
        print(f"{kill_counts.total()} kills, {len(desk.acknowledged)} hands", file=sys.stderr)
    laptop = Laptop(folder, "--no-sample", "--no-browser")
    hands = desk.check(whole=True)
    code, _, complaints = laptop.stop()
    assert (code, "Traceback" in complaints) == (0, False), complaints
    assert hands == len(HANDS) * tables * ROUNDS
    counts_text = ", ".join(f"{count} {when}" for when, count in kill_counts.items())
    print(
        f"sqlite: {kill_counts.total()} kills ({counts_text}), {hands} hands, "
        f"{len(desk.acknowledged)} acknowledged, lost 0, doubled 0, starts that failed 0"
    )


def play_until_failure(desk):
    """Play until the end or until requests fail; return whether the evening continues."""
    try:
        while desk.step():
            pass
    except CONNECTION_ERRORS:
        return True
    return False


def kill_at_the_start(folder, dice):
    process = subprocess.Popen(
        command(folder, "--no-sample", "--no-browser"),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(dice.uniform(0.2, 3))
    process.kill()
    process.wait()


def crash_servers(environment, tables, crashes, seed):
    from tests import postgres

    server, dice, crash_counts = postgres.RUNNING[-1], Random(seed), Counter()
    desk = make_party(tables)
    with running_gunicorn(environment) as (address, log):
        words = run_command(environment, "organiser", "Organiser", "--address", address)
        desk.sign_in(re.search(r"http\S+/\S{20,}", words)[0])
        hands = len(HANDS) * tables * ROUNDS
        crash_after = sorted(dice.sample(range(hands), crashes))
        goes_on = True
        while goes_on:
            if crash_after and len(desk.acknowledged) >= crash_after[0]:
                crash_after.pop(0)
                desk.pending = desk.pending or desk.next()
                if dice.random() < 0.5:
                    kill_a_process(server)
                    crash_counts["one process killed"] += 1
                else:
                    server.stop()
                    desk.read_pages_without_server()
                    Timer(dice.uniform(0, 2), server.start).start()
                    crash_counts["all stopped at once"] += 1
            goes_on = desk.step()
        assert desk.check(whole=True) == hands
        assert "Traceback" not in (log_text := log.read_text()), log_text[-4000:]
    counts_text = ", ".join(f"{count} times {kind}" for kind, count in crash_counts.items())
    print(
        f"postgresql: {crash_counts.total()} crashes ({counts_text}), {hands} hands, "
        f"{len(desk.acknowledged)} acknowledged, {desk.busy_count} answers in words (503), "
        "lost 0, doubled 0, the program never started again"
    )


def kill_a_process(server):
    """Kill the process of one connection: PostgreSQL then ends all connections and recovers."""
    import psycopg

    database = psycopg.connect(f"host={server.folder} user=headtable dbname=headtable")
    [(pid,)] = database.execute(
        "SELECT min(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    os.kill(pid or database.info.backend_pid, signal.SIGKILL)
    database.close()


@contextmanager
def running_gunicorn(environment):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = Path(environment["HEADTABLE_DATA"]) / "log"
    words = ["party.wsgi", "--workers", "2", "--threads", "2", "-b", f"127.0.0.1:{port}"]
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *words],
            cwd=ROOT,
            env=environment,
            stdout=file,
            stderr=file,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for_answer(address, process)
        yield address, log
    finally:
        process.terminate()
        process.wait(30)


def wait_for_answer(address, process):
    while process.poll() is None:
        try:
            Visitor().ask(f"{address}/login/")
        except CONNECTION_ERRORS:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("gunicorn did not start")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--tables", type=int, default=10)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--databases", nargs="+", default=["sqlite", "postgres"])
    chosen = options.parse_args()
    for kind in chosen.databases:
        run_in_process(run_on, kind, chosen.tables, chosen.kills, chosen.seed)


def run_on(kind, tables, kills, seed):
    with new_database(kind) as environment:
        connect_to(environment)
        run = kill_laptops if kind == "sqlite" else crash_servers
        run(environment, tables, kills if kind == "sqlite" else max(1, kills // 4), seed)


if __name__ == "__main__":
    main()
